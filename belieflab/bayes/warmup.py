"""Compiling every kernel of the network classifiers once, before anyone waits for it."""

import numpy as np

from belieflab.bayes.classifier import GaussianNetworkClassifier


def warm_up() -> None:
    """Fit tiny models of each kind; with Numba's disk cache this is quick after the first time."""
    X = np.random.default_rng(0).standard_normal((60, 3))
    for structure in ("naive", "full", "search"):
        GaussianNetworkClassifier(structure, max_iter=2).fit(X, np.arange(60) % 3)
    # some steps at a time are compiled as one; a label model takes them one by one
    GaussianNetworkClassifier(label_model="dirichlet", max_iter=2).fit(X, np.arange(60) % 3)
