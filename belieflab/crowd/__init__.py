"""Models of annotators: who is wrong, who is merely vague, and what they say together."""

from belieflab.crowd.annotators import ConfusionModel, ReliabilityModel

__all__ = ["ConfusionModel", "ReliabilityModel"]
