"""Active learning: classifiers that ask an oracle about the objects that would help them most."""

from belieflab.active.curves import Curve
from belieflab.active.learner import Line, active_classifiers
from belieflab.active.oracles import ORACLES, Oracle
from belieflab.active.protocol import ActiveLearning
from belieflab.active.query_session import Answer, Query, QuerySession, as_masses
from belieflab.active.strategies import STRATEGIES
from belieflab.active.tuning import Tuning

__all__ = [
    "ORACLES",
    "STRATEGIES",
    "ActiveLearning",
    "Answer",
    "Curve",
    "Line",
    "Oracle",
    "Query",
    "QuerySession",
    "Tuning",
    "active_classifiers",
    "as_masses",
]
