"""Models of annotators: who is wrong, who is merely vague, and what they say together."""

from belieflab.crowd.analysis import CrowdAnalysis, analyse
from belieflab.crowd.annotators import ReliabilityModel
from belieflab.crowd.asking import Question, questions
from belieflab.crowd.calibration import brier_scores, calibrate
from belieflab.crowd.confusion import ConfusionModel

__all__ = [
    "ConfusionModel",
    "CrowdAnalysis",
    "Question",
    "ReliabilityModel",
    "analyse",
    "brier_scores",
    "calibrate",
    "questions",
]
