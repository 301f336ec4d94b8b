"""Measuring and selecting models with labels that may be soft: folds, scores, beliefs."""

from belieflab.evaluation.beliefs import predict_mass
from belieflab.evaluation.folds import SoftStratifiedKFold
from belieflab.evaluation.scores import soft_accuracy

__all__ = ["SoftStratifiedKFold", "predict_mass", "soft_accuracy"]
