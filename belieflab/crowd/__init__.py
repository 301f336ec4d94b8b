"""Models of annotators: who is wrong, who is merely vague, and what they say together."""

from belieflab.crowd.analysis import CrowdAnalysis
from belieflab.crowd.calibration import brier_scores, calibrate
from belieflab.crowd.confusion import ConfusionModel
from belieflab.crowd.learning import analyse
from belieflab.crowd.next_questions import Question, questions
from belieflab.crowd.reliability import ReliabilityModel

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
