"""Compiling every kernel of the mixtures once, before anyone waits for it."""

import numpy as np

from belieflab.mixture.estimator import SoftLabelMixture
from belieflab.mixture.landscape import Landscape


def warm_up() -> None:
    """Fit tiny models of each kind; with Numba's disk cache this is quick after the first time."""
    X = np.random.default_rng(0).standard_normal((60, 2))
    Landscape(2, n_starts=2, random_state=0, max_iter=2).fit(X)
    for covariance in ("VVV", "VVE"):
        SoftLabelMixture(covariance=covariance, max_iter=2).fit(X, np.arange(60) % 2)
