"""Bayesian network classifiers learned from soft labels."""

from collections.abc import Callable

import numpy as np

from belieflab.bayes import GaussianNetworkClassifier
from belieflab.belief import MassTable
from belieflab.evaluation.classifiers.entry import FittedProbabilities, Floats


class FittedNetwork(FittedProbabilities):
    """A network after EM; classes are those with the largest posterior probability."""

    def __init__(
        self,
        X: Floats,
        labels: MassTable,
        model: GaussianNetworkClassifier,
        weights: Floats | None = None,
    ) -> None:
        super().__init__(labels.frame)
        for _ in model.iterate(X, labels, weights):
            pass
        self.model = model
        self.iterations = float(np.sum(model.n_iter_))
        self.notes = tuple(model.notes_)

    def predict_proba(self, X: Floats) -> Floats:
        """Posterior probabilities of the classes."""
        return self.model.predict_proba(X)


def fit_network(structure: str) -> Callable[..., FittedNetwork]:
    """EM for a structure of `GaussianNetworkClassifier`."""

    def fit(
        X: Floats,
        labels: MassTable,
        *,
        seed: int = 0,
        weights: Floats | None = None,
        tol: float = 1e-6,
        max_iter: int = 5000,
    ) -> FittedNetwork:
        model = GaussianNetworkClassifier(
            structure, tol=tol, stop="relative", max_iter=max_iter, random_state=seed
        )
        return FittedNetwork(X, labels, model, weights)

    return fit
