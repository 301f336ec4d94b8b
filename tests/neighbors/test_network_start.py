"""The k-means that a network starts from: scikit-learn's, and ended by a stop."""

import threading

import numpy as np
import pytest
from numpy.testing import assert_array_equal
from sklearn.cluster import KMeans
from threadpoolctl import threadpool_limits

from belieflab.iteration import StopFlag, Stopped, stop_scope
from belieflab.neighbors import network_start

RNG = np.random.default_rng(0)
X = 5.0 + RNG.standard_normal((500, 4)) * [0.1, 1.0, 3.0, 10.0]
TARGET = np.eye(3)[RNG.integers(0, 3, 500)]


@pytest.mark.parametrize("weight", [np.ones(500), RNG.uniform(0.1, 1.0, 500)])
def test_prototypes_are_the_centres_that_scikit_learn_finds(weight):
    found = network_start.start_by_clusters(X, TARGET, weight, 10, 3)
    seed = int(np.random.default_rng(3).integers(2**31))
    with threadpool_limits(limits=1):
        expected = KMeans(10, n_init=5, random_state=seed).fit(X, sample_weight=weight)
    assert_array_equal(found.prototypes, expected.cluster_centers_)


def test_a_stop_ends_k_means_before_its_next_start(monkeypatch):
    flag, begun, plain = StopFlag(), [], network_start.kmeans_plusplus

    def begin(*given, **named):
        begun.append(threading.current_thread())
        flag.set()
        return plain(*given, **named)

    monkeypatch.setattr(network_start, "kmeans_plusplus", begin)
    with stop_scope(flag), pytest.raises(Stopped):
        network_start.start_by_clusters(X, TARGET, np.ones(500), 10, 3)
    begun[0].join(20)
    assert not begun[0].is_alive()
    assert len(begun) == 1
