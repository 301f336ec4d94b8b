"""The pairs of objects whose dissimilarities EVCLUS explains."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from belieflab.clustering.constraints import compress

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]


class Pairs(NamedTuple):
    """Pairs of objects in compressed rows, from both ends, and their rescaled dissimilarities."""

    starts: Integers
    partners: Integers
    targets: Floats

    @property
    def scale(self) -> float:
        """Σ δ_ij² over the pairs, each once; 1 where all objects are the same."""
        return 0.5 * float(np.square(self.targets).sum()) or 1.0


def rescale(apart: Floats, d0: float) -> Floats:
    """δ = 1 - exp(-γ d²), γ = -ln(0.05) / d0²: from 0 to 1, and 0.95 at d0."""
    return -np.expm1(np.log(0.05) * np.square(apart / d0))


def draw_pairs(
    points: Floats, precomputed: bool, n_partners: int, d0: float, rng: np.random.Generator
) -> Pairs:
    """All pairs once, or k distinct partners for every object.

    `points` [shape=(n, p)], or dissimilarities [shape=(n, n)] where they are precomputed.
    """
    n = len(points)
    if n_partners >= n - 1:
        pairs = np.stack(np.triu_indices(n, 1), axis=1)
    else:
        others = np.array([rng.choice(n - 1, size=n_partners, replace=False) for _ in range(n)])
        others += others >= np.arange(n)[:, None]
        pairs = np.stack([np.repeat(np.arange(n), n_partners), others.ravel()], axis=1)
    if precomputed:
        apart = points[pairs[:, 0], pairs[:, 1]]
    else:
        squares = np.zeros(len(pairs))
        for column in points.T:
            squares += np.square(column[pairs[:, 0]] - column[pairs[:, 1]])
        apart = np.sqrt(squares)
    return Pairs(*compress(pairs, rescale(apart, d0), n))
