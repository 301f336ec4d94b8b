"""The graph of nearest neighbours that EKNNclus works on, and its weights."""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.spatial import cKDTree
from sklearn.neighbors import NearestNeighbors

from belieflab.clustering.eknnclus_kernel import drop_own, same_label_weight
from belieflab.clustering.graph_kernel import symmetric_part
from belieflab.errors import DataError
from belieflab.iteration import check_stop, current_flag, leave_when_stopped
from belieflab.segments import stoppable_segments, timed_segments

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]
Indices = NDArray[np.int32]

MAX_FEATURES_FOR_A_TREE = 12
"""With more features a tree visits nearly all points, and comparing all in chunks is faster."""

QUERIES, FOUND, COMPARED = 4_096, 1 << 19, 1 << 24
"""Objects whose neighbours are searched at a time, so that a search can be stopped: fewer where
their neighbours, or the objects they are compared with, are many."""

LEAF = 32
"""Points in a leaf of the tree; scipy's own 10 makes a search in five features twice as long."""

LARGEST_WEIGHT = -np.log(np.finfo(np.float64).eps)
"""The weight of a copy of an object, in place of -ln(1 - 1): its α is the last number below 1."""

SMALLEST_SCALE = 1e-300
"""The inverse of a smaller number is not always one."""

BLOCK = 1 << 22
"""Numbers of a dissimilarity matrix looked at together."""


class Neighbours(NamedTuple):
    """Row numbers of and distances to the K nearest objects [shape=(m, K)], in no certain order."""

    rows: Indices
    distance: Floats


@dataclass(frozen=True)
class Graph:
    """Weights v_ij in compressed rows, and the γ they were made with."""

    starts: Integers
    indices: Indices
    weights: Floats
    gamma: float

    @property
    def n(self) -> int:
        """Number of objects."""
        return len(self.starts) - 1

    @property
    def lowest_energy(self) -> float:
        """-½ Σ_ij v_ij, that of all objects in one cluster: no partition has a lower one."""
        return -0.5 * float(self.weights.sum())

    def energy(self, labels: Integers) -> float:
        """E = -½ Σ_ij v_ij [label_i = label_j] of any partition (Denœux 2015)."""
        fresh = np.zeros(self.n, dtype=np.bool_)
        same = same_label_weight(
            self.starts, self.indices, self.weights, labels, np.zeros(self.n), fresh,
            current_flag().array,
        )  # fmt: skip
        check_stop()
        return -0.5 * same

    def support(self, labels: Integers, n_clusters: int) -> Floats:
        """u_ik = Σ_j v_ij [label_j = k] [shape=(n, c)]."""
        rows = np.repeat(np.arange(self.n), np.diff(self.starts))
        cells = rows * n_clusters + labels[self.indices]
        flat = np.bincount(cells, weights=self.weights, minlength=self.n * n_clusters)
        return flat.astype(np.float64, copy=False).reshape(self.n, n_clusters)


def nearest_points(points: Floats, X: Floats, n_neighbors: int) -> Neighbours:
    """The K points nearest to each row of X by Euclidean distance.

    Where that is beyond all numbers it is ∞, which has no weight; any point may stand there.
    """
    with np.errstate(over="ignore", invalid="ignore"):
        rows, distance = _search(points, X, n_neighbors)
    lost = ~np.isfinite(distance)
    rows[lost], distance[lost] = 0, np.inf
    return Neighbours(rows.astype(np.int32), distance)


def find_neighbours(X: Floats, n_neighbors: int) -> Neighbours:
    """The K nearest of every object, itself left out but not its copies."""
    rows, distance = _search(X, X, n_neighbors + 1)
    shape = (len(X), n_neighbors)
    found = Neighbours(np.empty(shape, dtype=np.int32), np.empty(shape))
    drop_own(rows, distance, found.rows, found.distance)
    return found


def _search(points: Floats, X: Floats, n_neighbors: int) -> tuple[Integers, Floats]:
    rows, distance = np.empty((len(X), n_neighbors), np.int64), np.empty((len(X), n_neighbors))
    if X.shape[1] <= MAX_FEATURES_FOR_A_TREE:
        tree = leave_when_stopped(lambda: cKDTree(points, leafsize=LEAF))
        wanted = range(1, n_neighbors + 1)
        for begin, end in timed_segments(len(X), min(QUERIES, 1 + FOUND // n_neighbors)):
            found = tree.query(X[begin:end], k=wanted, workers=-1)
            distance[begin:end], rows[begin:end] = found
    else:
        search = NearestNeighbors(algorithm="brute").fit(points)
        rows_at_once = min(QUERIES, 256 * (1 + COMPARED // (256 * len(points))))
        for begin, end in stoppable_segments(len(X), rows_at_once):
            found = search.kneighbors(X[begin:end], n_neighbors)
            distance[begin:end], rows[begin:end] = found
    return rows, distance


def nearest_of_matrix(D: Floats, n_neighbors: int, leave_out_own: bool) -> Neighbours:
    """The K nearest by a matrix of dissimilarities [shape=(m, n)]."""
    shape = (len(D), n_neighbors)
    found = Neighbours(np.empty(shape, dtype=np.int32), np.empty(shape))
    rows = max(1, BLOCK // D.shape[1])
    for begin, _ in stoppable_segments(len(D), rows):
        part = D[begin : begin + rows].copy()
        own = np.arange(len(part))
        if leave_out_own:
            part[own, begin + own] = np.inf
        rows_found = _smallest(part, n_neighbors)
        found.rows[begin : begin + rows] = rows_found
        found.distance[begin : begin + rows] = np.take_along_axis(part, rows_found, axis=1)
    return found


def _smallest(values: Floats, k: int) -> Integers:
    """Columns of the k smallest of every row, in rising order; ties in the order of columns.

    Sorting whole rows takes several times as long for a few hundred of thousands.
    """
    limit = np.partition(values, k - 1, axis=1)[:, k - 1 : k]
    within = values <= limit
    tied = np.flatnonzero(within.sum(axis=1) != k)  # more than k are up to the k-th
    columns = np.argsort(values[tied], axis=1, kind="stable")[:, :k]
    within[tied] = False
    within[tied[:, None], columns] = True
    found = np.nonzero(within)[1].reshape(len(values), k)
    order = np.argsort(np.take_along_axis(values, found, axis=1), axis=1, kind="stable")
    return np.take_along_axis(found, order, axis=1)


def choose_gamma(distance: Floats, q: float, beta: float) -> float:
    """γ = 1 / q-quantile of d^β over all objects and their neighbours; 1 where d is zero there."""
    with np.errstate(over="ignore", invalid="ignore"):
        scale = float(np.quantile(distance**beta, q, overwrite_input=True))
    if SMALLEST_SCALE < scale < np.inf:
        return 1.0 / scale
    if scale < SMALLEST_SCALE and not np.quantile(distance, q) > 0:
        return 1.0
    raise DataError(
        f"Distances to the power of beta = {beta:g} leave the range of numbers; choose a smaller "
        "beta, or multiply or divide the features by a constant."
    )


def weigh(distance: Floats, gamma: float, beta: float) -> Floats:
    """v = -ln(1 - exp(-γ d^β)), a neighbour's weight of evidence (Denœux 2015, EK-NNclus)."""
    with np.errstate(over="ignore"):  # an infinite distance has no weight, which is right
        weights: Floats = distance**beta
    weights *= -gamma  # in place from here on: there are n K of them
    np.negative(np.expm1(weights, out=weights), out=weights)
    with np.errstate(divide="ignore"):
        np.negative(np.log(weights, out=weights), out=weights)
    return np.minimum(weights, LARGEST_WEIGHT, out=weights)


def build_graph(found: Neighbours, gamma: float, beta: float, symmetric: bool) -> Graph:
    """v_ij for the neighbours of every object; (V + Vᵀ)/2 where asked to be symmetric."""
    n, n_neighbors = found.rows.shape
    starts = np.arange(n + 1, dtype=np.int64) * n_neighbors
    indices = found.rows.ravel()
    weights = weigh(found.distance, gamma, beta).ravel()
    if symmetric:
        starts, indices, weights = symmetric_part(starts, indices, weights, current_flag().array)
        check_stop()
    return Graph(starts, indices, weights, gamma)
