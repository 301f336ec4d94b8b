"""Measuring and selecting models with labels that may be soft: folds, scores, beliefs."""

from belieflab.evaluation.beliefs import predict_mass
from belieflab.evaluation.folds import SoftStratifiedKFold
from belieflab.evaluation.held_out import held_out_masses
from belieflab.evaluation.scores import soft_accuracy
from belieflab.evaluation.suspects import suspects

__all__ = [
    "SoftStratifiedKFold",
    "held_out_masses",
    "predict_mass",
    "soft_accuracy",
    "suspects",
]
