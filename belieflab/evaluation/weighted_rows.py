"""Soft labels as rows that are repeated, once for each class, with weights."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Codes = NDArray[np.int64]

SMALLEST_WEIGHT = 1e-6
"""A row whose share in a class is below this is left out of that class."""


class WeightedRows(NamedTuple):
    """Rows of X with one class and one weight each, in the order of the rows.

    Attributes
    ----------
    rows : which row of X [shape=(m,)]
    classes : the number of its class [shape=(m,)]
    weights : [shape=(m,)]
    """

    rows: Codes
    classes: Codes
    weights: Floats


def repeat_rows(
    shares: Floats, possible: Floats, object_weights: Floats | None = None
) -> WeightedRows:
    """One row for each object and class of which it has a share [shape=(n, K)].

    Shares below 1e-6 are dropped, but a class that some label allows (`possible`, plausibilities
    [shape=(n, K)]) keeps the row with its largest share.
    """
    kept = shares >= SMALLEST_WEIGHT
    for k in np.flatnonzero(~kept.any(axis=0) & (possible > 0.0).any(axis=0)):
        allowed = np.where(possible[:, k] > 0.0, shares[:, k], -1.0)
        kept[int(allowed.argmax()), k] = True
    rows, classes = np.nonzero(kept)
    weights = np.maximum(shares[rows, classes], SMALLEST_WEIGHT)
    if object_weights is not None:
        weights = weights * object_weights[rows]
    return WeightedRows(rows, classes, weights)


def share_classes(plausibilities: Floats, log_probabilities: Floats) -> tuple[Floats, Floats]:
    """t_ik = pl_ik p_ik / Σ_l pl_il p_il [shape=(n, K)], and ln Σ_k pl_ik p_ik [shape=(n,)]."""
    with np.errstate(divide="ignore"):
        logs = np.log(plausibilities) + log_probabilities
    totals = np.logaddexp.reduce(logs, axis=1)
    return np.exp(logs - totals[:, None]), totals
