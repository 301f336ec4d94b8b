"""Refusing points whose squared distances are no longer numbers.

A float64 ends at about 1e308, so features of 1e153 have squared distances that overflow, and those
of 1e-155 squared distances with no digits left. Every method squares something; without a check
that shows as NaN, or as a useless result.
"""

import numpy as np
from numpy.typing import NDArray

from belieflab.errors import DataError

LARGEST_SQUARE, SMALLEST_SQUARE = 1e290, 1e-290
"""Sums of products with larger or smaller squared distances would leave the range of numbers."""


def check_scale(
    X: NDArray[np.float64],
    *,
    largest: float = LARGEST_SQUARE,
    smallest: float = SMALLEST_SQUARE,
) -> None:
    """Refuse points [shape=(n, p)] whose squared distances lie outside these limits.

    Points that are all equal have no scale and pass.
    """
    with np.errstate(over="ignore", under="ignore"):
        ranges = np.ptp(X, axis=0)
        square = float(np.square(ranges).sum())
    if not square < largest:
        raise DataError(
            "The points are so far apart that their distances overflow; divide the features by "
            "a constant."
        )
    if square < smallest and ranges.any():
        raise DataError(
            "The points are so close together that their squared distances are no longer "
            "numbers; multiply the features by a constant."
        )
