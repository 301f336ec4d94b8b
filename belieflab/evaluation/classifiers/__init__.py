"""Classifiers: one registry and one protocol for sweeps, active learning and the papers."""

from belieflab.evaluation.classifiers.entry import (
    Classifier,
    FittedClassifier,
    FittedProbabilities,
    Prediction,
    Uninformed,
)
from belieflab.evaluation.classifiers.registry import CLASSIFIERS, label_classifiers, sources_of
from belieflab.evaluation.classifiers.training_set import TrainingSet

__all__ = [
    "CLASSIFIERS",
    "Classifier",
    "FittedClassifier",
    "FittedProbabilities",
    "Prediction",
    "TrainingSet",
    "Uninformed",
    "label_classifiers",
    "sources_of",
]
