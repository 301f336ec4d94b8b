"""Compiling every kernel of the models of annotators once, before anyone waits for it."""

import numpy as np

from belieflab.belief import Frame
from belieflab.crowd.confusion import ConfusionModel
from belieflab.crowd.reliability import ReliabilityModel
from belieflab.data.crowd_answers import CrowdAnswers


def warm_up() -> None:
    """Fit both models to a few answers."""
    rows, who = np.divmod(np.arange(6), 2)
    answers = CrowdAnswers.from_codes(Frame(["a", "b"]), 3, rows, who, rows % 2, np.zeros(6))
    for model in (ReliabilityModel(max_iter=2), ConfusionModel(max_iter=2)):
        model.fit(answers)
