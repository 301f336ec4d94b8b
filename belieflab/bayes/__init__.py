"""Bayesian network classifiers with Gaussian features, learned from soft labels."""

from belieflab.bayes.classifier import STRUCTURES, GaussianNetworkClassifier
from belieflab.bayes.density import NetworkParameters

__all__ = ["STRUCTURES", "GaussianNetworkClassifier", "NetworkParameters"]
