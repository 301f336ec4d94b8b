"""Where the training of an evidential network starts: k-means, or parameters that are given."""

from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.cluster import KMeans
from threadpoolctl import threadpool_limits

from belieflab.errors import DataError
from belieflab.iteration import check_stop, leave_when_stopped
from belieflab.neighbors.network_training import NetworkParameters
from belieflab.randomness import make_generator
from belieflab.seeding import draw_seeds, squared_distances

Floats = NDArray[np.float64]

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

    def begin(points: Floats, count: int, random_state: Any) -> Floats:
        # KMeans gives each of its starts the next numbers of one RandomState.
        # Called here, a stop ends k-means before its next start, not after all of them.
        check_stop()
        rng = np.random.default_rng(random_state.randint(2**31, dtype=np.int64))
        rows = draw_seeds(squared_distances(points), len(points), count, rng, weight)
        return np.asarray(points[rows])

    def place() -> KMeans:
        means = KMeans(n_prototypes, init=begin, n_init=STARTS, random_state=seed)
        with threadpool_limits(limits=1):  # one order of sums, and no waiting for busy cores
            return means.fit(X, sample_weight=weight)

    clusters = leave_when_stopped(place)
    centres = np.asarray(clusters.cluster_centers_, dtype=np.float64)
    belongs = np.equal(clusters.labels_[:, None], np.arange(n_prototypes)).astype(np.float64)
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
