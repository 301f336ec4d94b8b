"""Matrices of dissimilarities, checked."""

from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.spatial.distance import squareform
from sklearn.utils.validation import validate_data

from belieflab.errors import DataError

Floats = NDArray[np.float64]

LARGEST, SMALLEST = 1e140, 1e-140
"""The largest dissimilarity lies between these, so that sums of squares keep their digits."""

ASYMMETRY = 1e-8
"""Two entries that differ by less than this share of the largest are the same dissimilarity."""

BLOCK = 1 << 20
"""Entries that are compared with those of the other direction at a time."""


def checked_dissimilarities(estimator: Any, D: Any) -> Floats:
    """Dissimilarities as numbers [shape=(n, n)]: symmetric, nonnegative, zero to oneself."""
    D = validate_data(estimator, D, dtype=np.float64, order="C", ensure_min_samples=2)
    if D.shape[0] != D.shape[1]:
        raise DataError(
            f"A matrix of dissimilarities has as many columns as rows; found {D.shape[0]} rows "
            f"and {D.shape[1]} columns."
        )
    if D.min() < 0:
        i, j = np.argwhere(D < 0)[0]
        raise DataError(f"The dissimilarity in row {i + 1}, column {j + 1} is negative.")
    largest = float(D.max())
    if not (largest == 0 or SMALLEST < largest < LARGEST):
        raise DataError(
            f"The largest dissimilarity is {largest:g}, whose square leaves the range of numbers; "
            "multiply or divide all by a constant."
        )
    slack = ASYMMETRY * largest
    if np.diag(D).max() > slack:
        i = int(np.argmax(np.diag(D)))
        raise DataError(f"Object {i + 1} is not at dissimilarity 0 from itself: {D[i, i]:g}.")
    gap, i, j = _largest_gap(D)
    if gap > slack:
        raise DataError(
            f"The dissimilarities of objects {i + 1} and {j + 1} differ by direction: "
            f"{D[i, j]:g} and {D[j, i]:g}."
        )
    return D


def _largest_gap(D: Floats) -> tuple[float, int, int]:
    """Where an entry differs most from that of the other direction, looked for block by block."""
    gap, place = 0.0, (0, 0)
    rows = max(1, BLOCK // len(D))
    for begin in range(0, len(D), rows):
        gaps = np.abs(D[begin : begin + rows] - D[:, begin : begin + rows].T)
        largest = int(np.argmax(gaps))
        if gaps.flat[largest] > gap:
            gap, (i, j) = float(gaps.flat[largest]), divmod(largest, len(D))
            place = begin + i, j
    return gap, *place


def apart(D: Floats) -> Floats:
    """The dissimilarities of different objects, each pair once [shape=(n (n - 1) / 2,)]."""
    return np.asarray(squareform(D, checks=False))
