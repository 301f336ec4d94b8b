"""Compiling every kernel of the neighbours and the network once, before anyone waits for it."""

import numpy as np

from belieflab.belief import MassTable
from belieflab.neighbors.knn import EvidentialKNN
from belieflab.neighbors.network import EvidentialNetwork
from belieflab.neighbors.search import NeighborSearch


def warm_up() -> None:
    """Fit tiny models of each kind; with Numba's disk cache this is quick after the first time."""
    rng = np.random.default_rng(0)
    X, y = rng.standard_normal((20, 16)), np.arange(20) % 2
    soft = MassTable("abc", np.arange(1, 8), rng.dirichlet(np.ones(7), size=20))
    for gamma, labels in (("learned", y), ("learned", soft), ("contextual", soft)):
        model = EvidentialKNN(2, gamma=gamma).fit(X, labels)
        model.predict_proba(X)
        model.predict_with_conflict(X)
        model.leave_one_out_errors()
    for algorithm in ("kd_tree", "brute"):
        EvidentialKNN(2, algorithm=algorithm).fit(X, y).leave_one_out_errors()
    EvidentialKNN(2, metric="precomputed").fit(np.abs(X @ X.T), y).predict(np.abs(X @ X.T))
    rows = np.arange(20)
    list(NeighborSearch(X).measure_turns(rows, rows, 1))
    EvidentialNetwork(2, max_iter=1, random_state=0).fit(X, y).predict_with_conflict(X)
