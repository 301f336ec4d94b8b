"""Finding neighbours by any metric, in one stated order: by distance, then by row number."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.spatial.distance import cdist
from sklearn.metrics import pairwise_distances
from sklearn.neighbors import NearestNeighbors

from belieflab.errors import DataError
from belieflab.iteration import can_be_stopped, check_stop, current_flag, leave_when_stopped
from belieflab.neighbors.product_search import ProductSearch
from belieflab.neighbors.search_kernel import (
    drop_own,
    measure_along,
    scan_points,
    select_nearest,
    sort_rows,
)
from belieflab.segments import stoppable_segments

Floats = NDArray[np.float64]
Rows = NDArray[np.int64]

NEARLY_EQUAL = 1e-9
"""Distances this close (relatively) at the border of the K nearest are compared again, exactly."""

MAX_FEATURES_FOR_TREES = 5
"""With so few features trees find the neighbours of many points fastest."""

SCANNED = ((2_000, 64), (20_000, 10))
"""Up to so many points with up to so many features all points are scanned one after another."""

PRECOMPUTED = "precomputed"
SCAN, PRODUCTS, TREE = "scan", "products", "tree"

BLOCK = 1 << 21
"""Distances are held for as many rows at a time as make this many numbers."""

QUERIES, FOUND, QUERIES_OF_SLOW_METRIC = 4_096, 1 << 17, 512
"""Rows whose neighbours a tree is asked for at a time, so that a search can be stopped: fewer where
their neighbours are many, or where the metric is not the plain one."""


@dataclass(frozen=True)
class Neighbors:
    """Rows of the training points and their distances, nearest first [both shape=(m, K)]."""

    index: Rows
    distance: Floats

    def powers(self, beta: float) -> Floats:
        """d^β; a distance too large for it becomes infinite and gives no evidence."""
        with np.errstate(over="ignore"):
            raised: Floats = self.distance**beta
        return raised


class NeighborSearch:
    """The training points and the way to measure distances to them.

    Few points are scanned. Many are searched by scikit-learn's trees where there are few features
    or another metric, else by matrix products. Trees break ties arbitrarily, and products round;
    so some candidates more than needed are asked for, and where the border of the neighbourhood
    is not clear, the row is searched again by exact distances.
    """

    def __init__(
        self,
        points: Floats,
        metric: str | Callable[..., float] = "euclidean",
        metric_params: dict[str, Any] | None = None,
        algorithm: str = "auto",
        n_jobs: int | None = None,
        groups: Rows | None = None,
    ) -> None:
        self._arguments = (points, metric, metric_params, algorithm, n_jobs, groups)
        self.groups = groups
        self.points = points
        self.metric = metric
        self.metric_params = metric_params
        self._columns: Floats | None = None
        self._products: ProductSearch | None = None
        self._tree: Any = None
        self._is_given = isinstance(metric, str) and metric == PRECOMPUTED
        if self._is_given:
            _refuse_bad_distances(points)
            return
        way = _choose_way(algorithm, *points.shape) if self.measures_pairs else TREE
        if way == SCAN:
            self._columns = np.ascontiguousarray(points.T)
            return
        if way == PRODUCTS:
            self._products = ProductSearch(points)
            return
        others = dict(metric_params or {})
        power = others.pop("p", 2)  # scikit-learn takes Minkowski's power beside the others
        self._tree = NearestNeighbors(
            algorithm=algorithm, metric=metric, p=power, metric_params=others or None, n_jobs=n_jobs
        )
        try:
            leave_when_stopped(lambda: self._tree.fit(points))
        except ValueError as error:
            raise DataError(
                f"The metric {metric!r} cannot be searched with algorithm={algorithm!r} and "
                f"metric_params={metric_params!r}: {error}"
            ) from None

    def __getstate__(self) -> tuple[Any, ...]:
        """The points and how they are searched; trees and copies are made again."""
        return self._arguments

    def __setstate__(self, state: tuple[Any, ...]) -> None:
        self.__init__(*state)  # type: ignore[misc]

    def nearest(self, X: Floats, k: int) -> Neighbors:
        """The k training points nearest to each row of X (distances to them if precomputed)."""
        no_row = np.full(len(X), -1, dtype=np.int64)
        if self._is_given:
            _refuse_bad_distances(X)
            return _select(X, no_row, k)
        if self._columns is not None:
            return _scan(X, self._columns, no_row, k)
        if self._products is not None:
            return self._by_products(self._products, X, no_row, k)
        found = self._candidates(X, min(k + 1, len(self.points)))
        return self._settle(X, found, no_row, k)

    def nearest_of_training(self, k: int, rows: Rows | None = None) -> Neighbors:
        """The k nearest of each training point, itself left out (but not its duplicates).

        Of these `rows` [shape=(m,)], or of all. Points of its own group are left out, too; there
        are fewer than k where the largest group leaves fewer.
        """
        itself = np.arange(len(self.points), dtype=np.int64) if rows is None else rows
        if self.groups is not None:
            return self._of_other_groups(self.groups, itself, k)
        asked = self.points if rows is None else self.points[rows]
        if self._is_given:
            return _select(asked, itself, k)
        if self._columns is not None:
            return _scan(asked, self._columns, itself, k)
        if self._products is not None:
            return self._by_products(self._products, asked, itself, k)
        found = self._candidates(asked, min(k + 2, len(self.points)))
        kept = _empty(len(asked), found.index.shape[1] - 1)
        drop_own(found.index, found.distance, itself, kept.index, kept.distance)
        return self._settle(asked, kept, itself, k)

    def _of_other_groups(self, groups: Rows, rows: Rows, k: int) -> Neighbors:
        n = len(self.points)
        k = min(k, n - int(np.bincount(groups).max()))
        if k < 1:
            raise DataError("All labelled objects are of one group; none is left as a neighbour.")
        found, size = _empty(len(rows), k), max(BLOCK // n, 1)
        for start in range(0, len(rows), size):
            check_stop()
            asked = rows[start : start + size]
            points = self.points[asked]
            distances = points if self._is_given else self._measure(points, self.points)
            distances[groups[asked, None] == groups] = np.inf
            near = _select(distances, asked, k)
            found.index[start : start + size] = near.index
            found.distance[start : start + size] = near.distance
        return found

    def blocks_among(self, rows: Rows) -> Iterator[tuple[slice, Floats]]:
        """Distances among the chosen training points, some of the rows at a time [(b, len(rows))].

        The distance of a point to itself is 0.
        """
        size = max(BLOCK // max(len(rows), 1), 1)
        for start in range(0, len(rows), size):
            check_stop()
            block = slice(start, min(start + size, len(rows)))
            if self._is_given:
                distances = self.points[np.ix_(rows[block], rows)]
            else:
                distances = self._measure(self.points[rows[block]], self.points[rows])
            distances[np.arange(len(distances)), np.arange(block.start, block.stop)] = 0.0
            yield block, distances

    @property
    def measures_pairs(self) -> bool:
        """Whether `measure_turns` can be called."""
        return self._is_given or (isinstance(self.metric, str) and self.metric == "euclidean")

    def measure_turns(self, rows: Rows, order: Rows, turns: int) -> Iterator[Floats]:
        """Distances of the chosen points to those 1, 2, … `turns` places further on in an order.

        `order` [shape=(len(rows),)] is a permutation; the last come before the first.
        """
        points = None if self._is_given else self.points[rows]
        distances = np.empty(len(rows))
        for turn in range(1, turns + 1):
            check_stop()
            if points is None:
                yield self.points[rows[order], rows[np.roll(order, -turn)]]
            else:
                measure_along(points, order, turn, distances)
                yield distances

    def _by_products(self, products: ProductSearch, X: Floats, own: Rows, k: int) -> Neighbors:
        index, distance, unclear = products.nearest(X, own, k)
        found = Neighbors(index, distance)
        self._search_again(X, found, own, unclear)
        return found

    def _candidates(self, X: Floats, k: int) -> Neighbors:
        """The k nearest as scikit-learn finds them, in the stated order."""
        found = _empty(len(X), k)
        rows = len(X)
        if can_be_stopped():
            rows = min(QUERIES, FOUND // k + 1) if self.measures_pairs else QUERIES_OF_SLOW_METRIC
        for begin, end in stoppable_segments(len(X), max(rows, 1)):
            distance, index = self._tree.kneighbors(X[begin:end], n_neighbors=k)
            found.index[begin:end], found.distance[begin:end] = index, distance
        _refuse_bad_distances(found.distance)
        sort_rows(found.index, found.distance)
        return found

    def _settle(self, X: Floats, candidates: Neighbors, own: Rows, k: int) -> Neighbors:
        """The first k candidates; rows whose border is not clear are searched again."""
        found = Neighbors(
            np.ascontiguousarray(candidates.index[:, :k]),
            np.ascontiguousarray(candidates.distance[:, :k]),
        )
        if candidates.index.shape[1] > k:
            last, next_one = candidates.distance[:, k - 1], candidates.distance[:, k]
            with np.errstate(over="ignore", invalid="ignore"):  # two infinite distances are a tie
                clear = next_one - last > NEARLY_EQUAL * next_one
            self._search_again(X, found, own, np.flatnonzero(~clear))
        return found

    def _search_again(self, X: Floats, found: Neighbors, own: Rows, unclear: Rows) -> None:
        """Measure the distances of these rows to all points, and write down the nearest."""
        size = max(BLOCK // len(self.points), 1)
        for start in range(0, len(unclear), size):
            check_stop()
            rows = unclear[start : start + size]
            again = _select(self._measure(X[rows], self.points), own[rows], found.index.shape[1])
            found.index[rows], found.distance[rows] = again.index, again.distance

    def _measure(self, left: Floats, right: Floats) -> Floats:
        if self.metric == "euclidean":
            distances = np.asarray(cdist(left, right), dtype=np.float64)
        else:
            distances = np.asarray(
                pairwise_distances(left, right, metric=self.metric, **(self.metric_params or {})),
                dtype=np.float64,
            )
        _refuse_bad_distances(distances)
        return distances


def _select(distances: Floats, own: Rows, k: int) -> Neighbors:
    nearest = _empty(len(distances), k)
    stop = current_flag().array
    select_nearest(np.ascontiguousarray(distances), own, nearest.index, nearest.distance, stop)
    check_stop()
    return nearest


def _scan(X: Floats, columns: Floats, own: Rows, k: int) -> Neighbors:
    nearest = _empty(len(X), k)
    stop = current_flag().array
    scan_points(np.ascontiguousarray(X), columns, own, nearest.index, nearest.distance, stop)
    check_stop()
    return nearest


def _choose_way(algorithm: str, n: int, n_features: int) -> str:
    """The fastest way to plain Euclidean distances."""
    if algorithm == "brute":
        return PRODUCTS
    if algorithm != "auto":
        return TREE
    if n_features > MAX_FEATURES_FOR_TREES or n <= SCANNED[0][0]:
        scans = any(n <= points and n_features <= features for points, features in SCANNED)
        return SCAN if scans else PRODUCTS
    return TREE


def _empty(m: int, k: int) -> Neighbors:
    return Neighbors(np.zeros((m, k), dtype=np.int64), np.zeros((m, k)))


def _refuse_bad_distances(distances: Floats) -> None:
    bad = ~(distances >= 0)
    if bad.any():
        row, column = np.argwhere(bad)[0]
        raise DataError(
            f"The distance in row {row + 1}, column {column + 1} is {distances[row, column]:g}; "
            "a distance is a number from 0 up. Choose another metric."
        )
