"""The old objects that EVCLUS compares new ones with."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.spatial.distance import cdist

from belieflab.clustering.evclus_kernel import explain
from belieflab.clustering.rescaling import rescale
from belieflab.iteration import check_stop

Floats = NDArray[np.float64]

PASSES = 20
"""Rounds of transfers that find the masses of a new point."""

ROWS_AT_ONCE = 8_192
"""New points whose masses are found together."""


@dataclass(frozen=True)
class Anchors:
    """Rows of the old objects [shape=(k,)] and their points [shape=(k, p)], where they have any."""

    rows: NDArray[np.int64]
    points: Floats | None
    d0: float

    @classmethod
    def choose(cls, points: Floats, count: int, d0: float, precomputed: bool) -> "Anchors":
        """`count` objects at random, the same every time."""
        rows = np.random.default_rng(0).choice(len(points), size=count, replace=False)
        rows.sort()
        return cls(rows, None if precomputed else points[rows], d0)

    def masses(self, X: Floats, old: Floats, disjoint: Floats) -> Floats:
        """The masses of new points [shape=(m, F)] beside those of all old objects."""
        against = old[self.rows] @ disjoint
        mass = np.full((len(X), old.shape[1]), 1.0 / old.shape[1])
        for at in range(0, len(X), ROWS_AT_ONCE):
            check_stop()
            some = slice(at, at + ROWS_AT_ONCE)
            gaps = X[some, self.rows] if self.points is None else cdist(X[some], self.points)
            explain(rescale(gaps, self.d0), against, mass[some], PASSES)
        return mass
