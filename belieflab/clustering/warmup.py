"""Compiling every kernel of clustering once, before anyone waits for it."""

import numpy as np

from belieflab.clustering.cecm import CECM
from belieflab.clustering.ecm import ECM
from belieflab.clustering.eknnclus import EKNNclus
from belieflab.clustering.evclus import EVCLUS
from belieflab.clustering.recm import RECM


def warm_up() -> None:
    """Cluster a few points by each method; with Numba's disk cache this is quick."""
    X = np.random.default_rng(0).standard_normal((60, 2))
    ECM(2, max_iter=1, random_state=0).fit(X, sample_weight=np.ones(len(X)))
    RECM(2, max_iter=1, random_state=0).fit(np.abs(X[:, :1] - X[:, 0]))
    for weights in ("symmetric", "rows"):
        EKNNclus(5, weights=weights, random_state=0).fit(X)
    EVCLUS(2, random_state=0, max_iter=1).fit(X, must_link=[(0, 1)]).predict(X)
    EVCLUS(2, n_partners=5, random_state=0, max_iter=1).fit(X)
    CECM(2, random_state=0, max_iter=1).fit(X, must_link=[(0, 1)])
