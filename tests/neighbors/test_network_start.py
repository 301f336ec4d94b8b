"""The k-means that a network starts from: scikit-learn's, from our seeds, and ended by a stop."""

import threading

import numpy as np
import pytest
from numpy.testing import assert_allclose
from sklearn.cluster import KMeans
from threadpoolctl import threadpool_limits

from belieflab.iteration import StopFlag, Stopped, stop_scope
from belieflab.neighbors import network_start
from belieflab.seeding import draw_seeds, squared_distances

RNG = np.random.default_rng(0)
X = 5.0 + RNG.standard_normal((500, 4)) * [0.1, 1.0, 3.0, 10.0]
TARGET = np.eye(3)[RNG.integers(0, 3, 500)]


@pytest.mark.parametrize("weight", [np.ones(500), RNG.uniform(0.1, 1.0, 500)])
def test_prototypes_are_the_best_centres_from_five_draws_of_seeds(weight):
    found = network_start.start_by_clusters(X, TARGET, weight, 10, 3)
    state = np.random.RandomState(int(np.random.default_rng(3).integers(2**31)))
    runs = []
    for seed in state.randint(2**31, size=5, dtype=np.int64):
        rng = np.random.default_rng(seed)
        rows = draw_seeds(squared_distances(X), len(X), 10, rng, weight)
        with threadpool_limits(limits=1):
            runs.append(KMeans(10, init=X[rows], n_init=1).fit(X, sample_weight=weight))
    best = min(runs, key=lambda run: run.inertia_)
    assert_allclose(found.prototypes, best.cluster_centers_, rtol=1e-9)


def test_fewer_objects_that_count_than_prototypes_leave_others_as_starts():
    weight = np.array([1.0, 1.0, 0.0, 0.0])
    rows = draw_seeds(squared_distances(X[:4]), 4, 3, np.random.default_rng(0), weight)
    assert len(set(rows.tolist())) == 3 and {0, 1} < set(rows.tolist())


def test_a_stop_ends_k_means_before_its_next_start(monkeypatch):
    flag, begun, plain = StopFlag(), [], network_start.draw_seeds

    def begin(*given, **named):
        begun.append(threading.current_thread())
        flag.set()
        return plain(*given, **named)

    monkeypatch.setattr(network_start, "draw_seeds", begin)
    with stop_scope(flag), pytest.raises(Stopped):
        network_start.start_by_clusters(X, TARGET, np.ones(500), 10, 3)
    begun[0].join(20)
    assert not begun[0].is_alive()
    assert len(begun) == 1
