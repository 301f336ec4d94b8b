"""Bayesian network classifiers with Gaussian features, learned from soft labels."""

from belieflab.bayes.classifier import STRUCTURES, WITH_TABLES, GaussianNetworkClassifier
from belieflab.bayes.density import NetworkParameters
from belieflab.bayes.independence import IndependenceTest, conditional_independence
from belieflab.bayes.strengths import arc_strengths

__all__ = [
    "STRUCTURES",
    "WITH_TABLES",
    "GaussianNetworkClassifier",
    "IndependenceTest",
    "NetworkParameters",
    "arc_strengths",
    "conditional_independence",
]
