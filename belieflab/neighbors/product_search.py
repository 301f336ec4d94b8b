"""Nearest points by matrix products: fast candidates, then exact distances and an exact order.

|x - z|² = |x|² + |z|² - 2 xᵀz is one matrix product for many pairs. It rounds otherwise than the
sum of squared differences, so a few more candidates are kept than asked for, measured exactly and
sorted; a row whose candidates might not hold all the nearest points is reported.
"""

from concurrent.futures import ThreadPoolExecutor
from functools import cache

import numpy as np
from numpy.typing import NDArray
from threadpoolctl import ThreadpoolController

from belieflab.iteration import StopFlag, check_stop, current_flag
from belieflab.neighbors.search_kernel import keep_nearest, measure_pairs, sort_rows

Floats = NDArray[np.float64]
Rows = NDArray[np.int64]

SPARE = 8
"""How many more candidates than neighbours are kept."""

SMALLEST = 1e-290
"""Squares near this lose digits that the rounding of larger ones keeps."""

QUERIES, POINTS = 512, 1024
"""Rows and columns of one product (4 MB)."""


class ProductSearch:
    """Training points [shape=(n, p)], searched by products of them with the queries.

    Nothing but the mean of the points and the largest square is kept beside the points.
    """

    def __init__(self, points: Floats) -> None:
        self.points = points
        # Products of points far from the origin cancel; differences do not depend on it.
        self.shift = points.mean(axis=0)
        with np.errstate(over="ignore"):  # an infinite bound settles no row
            self.largest = max(
                float(np.square(points[start : start + POINTS] - self.shift).sum(axis=1).max())
                for start in range(0, len(points), POINTS)
            )

    def nearest(self, X: Floats, own: Rows, k: int) -> tuple[Rows, Floats, Rows]:
        """Index and distance of the k nearest points of each row, and the rows not settled.

        Row own[i] of the points is left out for row i, none where it is -1. The order is by
        distance and then by row, with distances by differences [both shape=(m, k)].
        """
        with np.errstate(over="ignore", invalid="ignore"):
            index, value = self._find_candidates(X, own, min(k + SPARE, len(self.points)))
            squares = np.square(X - self.shift).sum(axis=1)
            beyond = value[:, -1] + squares - self._rounding(squares)
            distance = np.empty(index.shape)
            measure_pairs(np.ascontiguousarray(X), self.points, index, distance)
            complete = np.isfinite(value)
            distance[~complete] = np.inf
            sort_rows(index, distance)
            settled = np.square(distance[:, k - 1]) < beyond
        settled |= complete.sum(axis=1) == self._others(own)
        nearest = np.ascontiguousarray(index[:, :k]), np.ascontiguousarray(distance[:, :k])
        return *nearest, np.flatnonzero(~settled)

    def _find_candidates(self, X: Floats, own: Rows, count: int) -> tuple[Rows, Floats]:
        """The points with the least |z|² - 2 xᵀz, and these values [both shape=(m, count)].

        Blocks of queries are shared among as many threads as matrix products would take, each
        with products on one thread: many small ones would wait for each other.
        """
        index = np.zeros((len(X), count), dtype=np.int64)
        value = np.full((len(X), count), np.inf)

        flag = current_flag()

        def search(first: int) -> None:
            block = slice(first, first + QUERIES)
            self._search_block(X[block], own[block], index[block], value[block], flag)

        blas = _blas()
        threads = max((library.num_threads for library in blas.lib_controllers), default=1)
        firsts = range(0, len(X), QUERIES)
        with blas.limit(limits=1):
            if threads == 1 or len(firsts) == 1:
                for first in firsts:
                    search(first)
            else:
                with ThreadPoolExecutor(min(threads, len(firsts))) as pool:
                    list(pool.map(search, firsts))
        check_stop()
        return index, value

    def _search_block(
        self, X: Floats, own: Rows, index: Rows, value: Floats, flag: StopFlag
    ) -> None:
        with np.errstate(over="ignore", invalid="ignore"):  # each thread has its own
            rows = np.column_stack([X - self.shift, np.ones(len(X))])
            for start in range(0, len(self.points), POINTS):
                if flag.is_set:
                    return
                chunk = self.points[start : start + POINTS] - self.shift
                columns = np.vstack([-2.0 * chunk.T, np.square(chunk).sum(axis=1)])
                keep_nearest(rows @ columns, start, own, index, value)

    def _others(self, own: Rows) -> Rows:
        """How many points may be neighbours of each row."""
        return len(self.points) - (own >= 0).astype(np.int64)

    def _rounding(self, squares: Floats) -> Floats:
        """How far a product may be from the square it stands for, with a margin."""
        scale = 8.0 * (self.points.shape[1] + 4) * np.finfo(np.float64).eps
        return scale * (squares + self.largest) + SMALLEST


@cache
def _blas() -> ThreadpoolController:
    """The libraries of matrix products that are loaded."""
    return ThreadpoolController().select(user_api="blas")
