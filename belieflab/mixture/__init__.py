"""Mixture models learned by EM from soft labels, and the landscape of their local maxima."""

from belieflab.errors import FitWarning
from belieflab.mixture.estimator import SoftLabelMixture
from belieflab.mixture.label_noise import LabelNoiseMixture
from belieflab.mixture.landscape import Landscape
from belieflab.mixture.maxima import Maximum
from belieflab.mixture.selection import choose_model, compare_models
from belieflab.mixture.strategies import STRATEGIES
from belieflab.mixture.sweep import LandscapeSweep
from belieflab.mixture.uncertainty import standard_errors

__all__ = [
    "STRATEGIES",
    "FitWarning",
    "LabelNoiseMixture",
    "Landscape",
    "LandscapeSweep",
    "Maximum",
    "SoftLabelMixture",
    "choose_model",
    "compare_models",
    "standard_errors",
]
