"""What a mass function says: plausibility, probability for betting, imprecision.

Functions on plain arrays: `n_classes`, focal masks [shape=(F,)], masses [shape=(n, F)].
"""

import numpy as np
from numpy.typing import NDArray


def membership(n_classes: int, focal: NDArray[np.int64]) -> NDArray[np.float64]:
    """1 where class k belongs to focal set j, else 0 [shape=(F, K)]."""
    bits = np.left_shift(np.int64(1), np.arange(n_classes, dtype=np.int64))
    return ((focal[:, None] & bits) != 0).astype(np.float64)


def cardinality(n_classes: int, focal: NDArray[np.int64]) -> NDArray[np.float64]:
    """|A_j| for each focal set [shape=(F,)]."""
    return membership(n_classes, focal).sum(axis=1)


def column_sum(mass: NDArray[np.float64], chosen: NDArray[np.bool_]) -> NDArray[np.float64]:
    """Sum of the chosen columns of each row [shape=(n,)]."""
    return mass @ chosen.astype(np.float64)


def contour(
    n_classes: int, focal: NDArray[np.int64], mass: NDArray[np.float64]
) -> NDArray[np.float64]:
    """pl({k}) = Σ_{A ∋ k} m(A) [shape=(n, K)]."""
    return mass @ membership(n_classes, focal)


def pignistic(
    n_classes: int, focal: NDArray[np.int64], mass: NDArray[np.float64]
) -> NDArray[np.float64]:
    """BetP(k) = Σ_{A ∋ k} m(A) / |A| / (1 - m(∅)) [shape=(n, K)]; a row all on ∅ gives 1/K."""
    members = membership(n_classes, focal)
    shares = mass @ (members / np.maximum(members.sum(axis=1), 1.0)[:, None])
    totals = shares.sum(axis=1, keepdims=True)
    return np.where(totals > 0, shares / np.where(totals > 0, totals, 1.0), 1.0 / n_classes)


def nonspecificity(
    n_classes: int, focal: NDArray[np.int64], mass: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Σ_{A ≠ ∅} m(A) ln|A| / ln K [shape=(n,)]; zero on a frame of one class."""
    if n_classes == 1:
        return np.zeros(mass.shape[0])
    sizes = np.maximum(cardinality(n_classes, focal), 1.0)
    return mass @ (np.log(sizes) / np.log(n_classes))
