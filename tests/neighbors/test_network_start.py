"""The k-means that a network starts from: scikit-learn's, from our seeds, and ended by a stop."""

import threading

import numpy as np
import pytest
from numpy.testing import assert_allclose
from sklearn.cluster import KMeans
from sklearn.exceptions import ConvergenceWarning
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


SIZES = [200, 150, 100, 60, 40, 25, 15, 10]


def eight_classes(seed):
    rng = np.random.default_rng(seed)
    y = np.repeat(np.arange(8), SIZES)
    return 3.0 * rng.normal(size=(8, 4))[y] + rng.normal(size=(len(y), 4)), y


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("n_prototypes", [16, 21])
def test_by_classes_each_class_has_two_prototypes_among_its_own_points(seed, n_prototypes):
    points, y = eight_classes(seed)
    weight = np.random.default_rng(seed).uniform(0.1, 1.0, len(y))
    start = network_start.start_by_classes
    found = start(points, np.eye(8)[y], weight, n_prototypes, seed)
    again = start(points, np.eye(8)[y], weight, n_prototypes, seed)
    np.testing.assert_array_equal(found.prototypes, again.prototypes)
    class_of = found.memberships.argmax(axis=1)
    counts = np.bincount(class_of, minlength=8)
    assert counts.min() == 2 and counts.sum() == n_prototypes
    if n_prototypes > 16:
        assert counts[0] > 2  # the others go to the classes of most weight
    for k in range(8):
        own = points[y == k]
        near = np.linalg.norm(own[:, None] - found.prototypes[class_of == k], axis=2).argmin(axis=1)
        assert set(near.tolist()) == set(range(counts[k]))
        means = [
            np.average(own[near == j], axis=0, weights=weight[y == k][near == j])
            for j in range(counts[k])
        ]
        assert_allclose(found.prototypes[class_of == k], means, atol=1e-6)


def test_by_classes_the_class_of_a_soft_label_is_its_pignistic_one():
    points, y = eight_classes(0)
    soft = 0.6 * np.eye(8)[y] + 0.05
    found = network_start.start_by_classes(points, soft, np.ones(len(y)), 16, 0)
    hard = network_start.start_by_classes(points, np.eye(8)[y], np.ones(len(y)), 16, 0)
    np.testing.assert_array_equal(found.prototypes, hard.prototypes)
    assert_allclose(found.memberships.sum(axis=1), 1.0)
    assert found.memberships.max() < 0.7


def test_by_classes_needs_two_prototypes_a_class_and_as_many_points():
    points, y = eight_classes(0)
    place, plain = network_start.start_by_classes, network_start.start_by_clusters
    few = [points, np.eye(8)[y], np.ones(len(y)), 15, 0]
    np.testing.assert_array_equal(place(*few).prototypes, plain(*few).prototypes)
    one = np.vstack([points[:200], points[-1:]])  # a class of one object, and one without any
    codes = np.append(np.zeros(200, dtype=int), 1)
    found = place(one, np.eye(3)[codes], np.ones(201), 6, 0)
    assert np.bincount(found.memberships.argmax(axis=1), minlength=3).tolist() == [5, 1, 0]
    equal = np.repeat(one[-2:], 5, axis=0)  # two different points, and four prototypes
    given = [equal, np.eye(2)[np.repeat([0, 1], 5)], np.ones(10), 4, 0]
    with pytest.warns(ConvergenceWarning):
        assert place(*given).prototypes.shape == (4, 4)
