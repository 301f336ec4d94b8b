"""Where the training of an evidential network starts: by k-means, or from given parameters."""

from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.cluster import KMeans
from threadpoolctl import threadpool_limits

from belieflab.errors import DataError
from belieflab.iteration import check_stop, leave_when_stopped, stop_between_calls
from belieflab.neighbors.network_training import NetworkParameters
from belieflab.randomness import make_generator
from belieflab.seeding import draw_seeds, squared_distances

Floats = NDArray[np.float64]
Counts = NDArray[np.int64]

PER_CLASS = 2
"""Prototypes that each class has at the start, at least, where they are placed by classes."""

STARTS = 5
"""Starts of k-means, of which the best is taken."""

FIRST_ALPHA = 0.495
SOFTENING = 0.01
"""Share of a first membership spread over all classes: one that is 0 could never grow."""


def start_by_clusters(
    X: Floats, target: Floats, weight: Floats, n_prototypes: int, random_state: Any
) -> NetworkParameters:
    """Prototypes at the centres of k-means, members of the classes that their points are in."""
    seed = int(make_generator(random_state).integers(2**31))
    return _start_at(X, target, weight, *_find_clusters(X, weight, n_prototypes, seed))


def start_by_classes(
    X: Floats, target: Floats, weight: Floats, n_prototypes: int, random_state: Any
) -> NetworkParameters:
    """The same with k-means within each class, so that each has two prototypes or more.

    The class of an object is its pignistic one. Where there are fewer than two prototypes for each
    class, or not enough different points, k-means is run on all objects.
    """
    classes, n_classes = target.argmax(axis=1), target.shape[1]
    able = [np.flatnonzero((classes == k) & (weight > 0)) for k in range(n_classes)]
    distinct = np.array([len(np.unique(X[rows], axis=0)) for rows in able])
    if n_prototypes < PER_CLASS * n_classes or distinct.sum() < n_prototypes:
        return start_by_clusters(X, target, weight, n_prototypes, random_state)
    masses = np.array([weight[rows].sum() for rows in able])
    counts, rng = _share_out(n_prototypes, masses, distinct), make_generator(random_state)
    seeds = [int(rng.integers(2**31)) for _ in able]
    centres, cluster_of, first = np.empty((n_prototypes, X.shape[1])), np.full(len(X), -1), 0
    for rows, count, seed in zip(able, counts.tolist(), seeds, strict=True):
        if count:
            found, places = _find_clusters(X[rows], weight[rows], count, seed)
            centres[first : first + count], cluster_of[rows] = found, first + places
            first += count
    return _start_at(X, target, weight, centres, cluster_of)


def _share_out(n_prototypes: int, masses: Floats, most: Counts) -> Counts:
    """How many prototypes each class gets [shape=(K,)]: two, and the others by its weight.

    None gets more than `most`, the number of its different points.
    """
    counts = np.minimum(PER_CLASS, most)
    while counts.sum() < n_prototypes:
        counts[np.argmax(np.where(counts < most, masses / np.maximum(counts, 1), -1.0))] += 1
    return counts


def _find_clusters(X: Floats, weight: Floats, count: int, seed: int) -> tuple[Floats, Counts]:
    """The centres of k-means, and the cluster of each object."""

    def begin(points: Floats, count: int, random_state: Any) -> Floats:
        # KMeans gives each of its starts the next numbers of one RandomState.
        # Called here, a stop ends k-means before its next start, not after all of them.
        check_stop()
        rng = np.random.default_rng(random_state.randint(2**31, dtype=np.int64))
        rows = draw_seeds(squared_distances(points), len(points), count, rng, weight)
        return np.asarray(points[rows])

    def place() -> KMeans:
        means = KMeans(count, init=begin, n_init=STARTS, random_state=seed)
        # One order of sums, and no waiting for busy cores.
        with threadpool_limits(limits=1), stop_between_calls("sklearn"):
            return means.fit(X, sample_weight=weight)

    clusters = leave_when_stopped(place)
    return np.asarray(clusters.cluster_centers_, dtype=np.float64), clusters.labels_


def _start_at(
    X: Floats, target: Floats, weight: Floats, centres: Floats, cluster_of: Counts
) -> NetworkParameters:
    """Prototypes at these centres, members of the classes that the points of each are in."""
    n_prototypes = len(centres)
    belongs = np.equal(cluster_of[:, None], np.arange(n_prototypes)).astype(np.float64)
    members = (belongs * weight[:, None]).T @ target
    uniform = np.full(target.shape[1], 1.0 / target.shape[1])
    # Fewer distinct points than prototypes leave clusters empty; these belong to all classes.
    sizes = members.sum(axis=1, keepdims=True)
    memberships = np.where(sizes > 0, members / np.where(sizes > 0, sizes, 1.0), uniform)
    memberships = (1.0 - SOFTENING) * memberships + SOFTENING * uniform
    squares = np.square(X - np.average(X, axis=0, weights=weight)).sum(axis=1)
    spread = np.average(squares, weights=weight)
    gamma = 1.0 / spread if spread > 0 else 1.0
    return NetworkParameters(
        centres, memberships, np.full(n_prototypes, FIRST_ALPHA), np.full(n_prototypes, gamma)
    )


def start_as_given(init: Any, n_features: int, n_classes: int) -> NetworkParameters:
    """The parameters that were given, checked."""
    try:
        start = NetworkParameters(*(np.array(values, dtype=np.float64) for values in init))
    except (TypeError, ValueError):
        raise DataError("init is four arrays: prototypes, memberships, alpha and gamma.") from None
    r = len(np.atleast_1d(start.prototypes))
    shapes = ((r, n_features), (r, n_classes), (r,), (r,))
    if tuple(values.shape for values in start) != shapes:
        raise DataError(
            f"The shapes of init are {tuple(values.shape for values in start)}; for {n_features} "
            f"features and {n_classes} classes they must be {shapes}."
        )
    if not np.allclose(start.memberships.sum(axis=1), 1.0) or (start.memberships < 0).any():
        raise DataError("The memberships of each prototype of init are shares that sum to 1.")
    if not ((start.alpha > 0) & (start.alpha < 1)).all() or not (start.gamma > 0).all():
        raise DataError("Every alpha of init lies between 0 and 1, and every gamma above 0.")
    return start
