"""Measuring and selecting models with labels that may be soft: folds, scores, beliefs."""

from belieflab.evaluation.agreement import agreement, agreement_by_class, agreement_interval
from belieflab.evaluation.beliefs import predict_mass
from belieflab.evaluation.conformal import conformal_sets, conformal_threshold
from belieflab.evaluation.costs import DecisionCosts, mean_cost
from belieflab.evaluation.cross_validation import Evaluation, evaluate
from belieflab.evaluation.curves import (
    calibration_error,
    rejection_area,
    rejection_curve,
    reliability_diagram,
    soft_confusion,
)
from belieflab.evaluation.folds import SoftStratifiedKFold
from belieflab.evaluation.held_out import held_out_masses
from belieflab.evaluation.learning_curve import PowerLaw, fit_learning_curve
from belieflab.evaluation.probability_scores import brier_score, log_score
from belieflab.evaluation.scorers import SCORERS, cost_scorer, get_scorer
from belieflab.evaluation.scores import soft_accuracy
from belieflab.evaluation.set_rules import SET_RULES, compare_set_rules
from belieflab.evaluation.significance import (
    adjust_holm,
    compare_folds,
    corrected_mean,
    corrected_paired_test,
    ratio_of_means,
)
from belieflab.evaluation.soft_classifier import SoftLabelClassifier
from belieflab.evaluation.suspects import suspects
from belieflab.evaluation.utilities import set_scores, utility

__all__ = [
    "SCORERS",
    "SET_RULES",
    "DecisionCosts",
    "Evaluation",
    "PowerLaw",
    "SoftLabelClassifier",
    "SoftStratifiedKFold",
    "adjust_holm",
    "agreement",
    "agreement_by_class",
    "agreement_interval",
    "brier_score",
    "calibration_error",
    "compare_folds",
    "compare_set_rules",
    "conformal_sets",
    "conformal_threshold",
    "corrected_mean",
    "corrected_paired_test",
    "cost_scorer",
    "evaluate",
    "fit_learning_curve",
    "get_scorer",
    "held_out_masses",
    "log_score",
    "mean_cost",
    "predict_mass",
    "ratio_of_means",
    "rejection_area",
    "rejection_curve",
    "reliability_diagram",
    "set_scores",
    "soft_accuracy",
    "soft_confusion",
    "suspects",
    "utility",
]
