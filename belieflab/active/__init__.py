"""Active learning: models that ask an oracle about the objects that would help them most."""

from belieflab.active.asking import Line
from belieflab.active.curves import Curve
from belieflab.active.dialogue import Answer, Dialogue, Thought, as_masses
from belieflab.active.models import MODELS
from belieflab.active.neighbours import Tuning
from belieflab.active.oracles import ORACLES, Oracle
from belieflab.active.protocol import ActiveLearning
from belieflab.active.strategies import STRATEGIES

__all__ = [
    "MODELS",
    "ORACLES",
    "STRATEGIES",
    "ActiveLearning",
    "Answer",
    "Curve",
    "Dialogue",
    "Line",
    "Oracle",
    "Thought",
    "Tuning",
    "as_masses",
]
