"""Models of annotators: who is wrong, who is merely vague, and what they say together."""

from belieflab.crowd.analysis import CrowdAnalysis, analyse
from belieflab.crowd.annotators import ConfusionModel, ReliabilityModel
from belieflab.crowd.asking import Question, questions
from belieflab.crowd.calibration import brier_scores, calibrate

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
