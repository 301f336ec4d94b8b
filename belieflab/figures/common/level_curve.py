"""One method's curve over the levels of a sweep, with the band around it."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

BAND, FAINT_BAND, FEW = 0.18, 0.09, 4
"""Opacity of a band, of one among many, and up to how many are few."""


@dataclass(frozen=True)
class LevelCurve:
    """One method in one panel.

    Attributes
    ----------
    name : the method
    x, y, low, high : places, means and the ends of their intervals [shape=(m,)]
    printed : what a paper prints at the same places, NaN where it does not; None without a paper
    """

    name: str
    x: Floats
    y: Floats
    low: Floats
    high: Floats
    printed: Floats | None = None
