"""Dissimilarities from 0 to 1, which conflicts between masses can match."""

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


def rescale(apart: Floats, d0: float) -> Floats:
    """δ = 1 - exp(-γ d²), γ = -ln(0.05) / d0²: from 0 to 1, and 0.95 at d0."""
    return rescale_squares(np.square(apart / d0))


def rescale_squares(squares: Floats) -> Floats:
    """The same from (d / d0)², in their place."""
    squares *= np.log(0.05)
    np.expm1(squares, out=squares)
    return np.negative(squares, out=squares)
