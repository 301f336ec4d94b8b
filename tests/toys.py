"""A toy label law and a toy classifier, as a contributor would add them: one entry each."""

import numpy as np

from belieflab import MassTable
from belieflab.data import build_labels
from belieflab.data.label_law import LabelLaw, NoiseLevel
from belieflab.data.parameters import Parameter
from belieflab.evaluation.classifiers import Classifier, FittedClassifier

TOY_LAW = LabelLaw(
    key="toy-law",
    title="Toy law",
    explanation="Every label is the true class, weakened by what is left of the trust.",
    source="This test",
    build=lambda dataset, rng, *, trust: build_labels("guess-doubt", dataset, doubt=1 - trust),
    parameters=(Parameter("trust", "Trust", 0.75, low=0.0, high=1.0),),
    noise_levels=(NoiseLevel("trust", reversed=True),),
)


class FittedCentres(FittedClassifier):
    """Believes that the nearest mean is the class, with a doubt."""

    def __init__(self, X, labels, doubt):
        weights = labels.pignistic()
        self.centres = weights.T @ X / np.maximum(weights.sum(axis=0), 1e-9)[:, None]
        self.frame, self.doubt = labels.frame, doubt

    def predict_mass(self, X):
        distances = ((X[:, None, :] - self.centres) ** 2).sum(axis=2)
        nearest = [self.frame.names[k] for k in distances.argmin(axis=1)]
        return MassTable.from_guess_and_doubt(nearest, self.doubt, self.frame)


TOY_CLASSIFIER = Classifier(
    key="toy-classifier",
    title="Toy classifier",
    explanation="The class with the nearest mean.",
    fit=lambda X, labels, *, seed, doubt=0.1: FittedCentres(X, labels, doubt),
    parameters=(Parameter("doubt", "Doubt", 0.1, low=0.0, high=0.9),),
    gives_masses=True,
)
