"""What each row counts: `sample_weight` as the caller passes it, checked."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from belieflab.errors import DataError
from belieflab.mixture.components import EVERY_ROW_ONCE

Floats = NDArray[np.float64]


def read_row_weights(sample_weight: Any, n: int) -> Floats:
    """Weights of n rows, 0 or more [shape=(n,)]; nothing [shape=(0,)] when there are none.

    A row of weight w counts as w equal rows, one of weight 0 not at all.
    """
    if sample_weight is None:
        return EVERY_ROW_ONCE
    try:
        weights = np.asarray(sample_weight, dtype=np.float64)
    except (TypeError, ValueError):
        raise DataError("sample_weight must be numbers, one for every row.") from None
    if weights.ndim == 0:
        weights = np.full(n, float(weights))
    if weights.shape != (n,):
        raise DataError(
            f"sample_weight must have one number for each of the {n} rows; "
            f"its shape is {weights.shape}."
        )
    wrong = ~np.isfinite(weights) | (weights < 0)
    if wrong.any():
        row = int(np.argmax(wrong))
        raise DataError(
            f"sample_weight must be finite and not negative; row {row + 1} has {weights[row]:g}."
        )
    if not weights.any():
        raise DataError("sample_weight is zero for every row; at least one row must count.")
    return weights
