"""Models of annotators: who is wrong, who is merely vague, and what they say together."""

from belieflab.crowd.analysis import CrowdAnalysis, analyse
from belieflab.crowd.annotators import ConfusionModel, ReliabilityModel
from belieflab.crowd.asking import Question, questions

__all__ = [
    "ConfusionModel",
    "CrowdAnalysis",
    "Question",
    "ReliabilityModel",
    "analyse",
    "questions",
]
