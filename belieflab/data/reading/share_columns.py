"""Columns of shares beside features that may be probabilities of classes, as their sums suggest."""

from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from belieflab.data.label_files.number_labels import ROUGHLY_ONE

FEWEST_ROWS = 10
MAX_CLASSES = 64
TOTALS = (1.0, 100.0)
"""What shares of a row sum to: probabilities, or percentages."""
_SAMPLE = 200


def find_shares(frame: pd.DataFrame, names: list[str]) -> list[str]:
    """The first adjacent columns of numbers with fractions that sum to 1, or 100, in every row.

    Shares that are 0 in every row belong to those beside them.

    Examples
    --------
    >>> table = pd.DataFrame({"x": range(10), "a": [0.25, 0.5] * 5, "b": [0.75, 0.5] * 5})
    >>> find_shares(table, ["x", "a", "b"])
    ['a', 'b']
    """
    if len(frame) < FEWEST_ROWS:
        return []
    allowed, columns = {*names}, [str(name) for name in frame.columns]
    for total in TOTALS:
        start = 0
        while start < len(columns):
            end = start
            while end < len(columns) and columns[end] in allowed:
                if not _are_shares(frame[columns[end]], total):
                    break
                end += 1
            if found := _with_even_sums(frame, columns[start:end], total):
                return found
            start = end + 1
    return []


def _are_shares(column: "pd.Series[Any]", total: float) -> bool:
    numeric = pd.api.types.is_numeric_dtype(column.dtype)
    return numeric and bool(column.between(0, total).all())


def _with_even_sums(frame: pd.DataFrame, block: list[str], total: float) -> list[str]:
    """The first of such columns in a block of adjacent shares, the fewest from there on."""
    if len(block) < 2:
        return []
    sample = frame[block].iloc[:_SAMPLE].to_numpy(dtype=np.float64).T
    sums = np.vstack([np.zeros(sample.shape[1]), np.cumsum(sample, axis=0)])
    widths = range(2, min(len(block), MAX_CLASSES) + 1)
    even = {width: _even(sums[width:] - sums[:-width], total) for width in widths}
    places = [(int(rows.argmax()), width) for width, rows in even.items() if rows.any()]
    for start, width in sorted(places):
        end = start + width
        values = frame[block[start:end]].to_numpy(dtype=np.float64)
        if not _even(values.sum(axis=1)[None], total).all() or not _have_fractions(values, total):
            continue
        while end < len(block) and not frame[block[end]].any():
            end += 1
        return block[start:end]
    return []


def _even(sums: NDArray[np.float64], total: float) -> NDArray[np.bool_]:
    """Whether all sums of a row are this total, but for rounding."""
    return np.asarray((np.abs(sums - total) <= ROUGHLY_ONE * total).all(axis=1))


def _have_fractions(values: NDArray[np.float64], total: float) -> bool:
    """Whether most rows have shares between none and all; categories as 0 and 1 have not.

    Whole numbers that sum to 100 are counts, see `find_votes`.
    """
    between = ((values > 0) & (values < total)).any(axis=1).mean() > 0.5
    return bool(between and (values != np.floor(values)).any())
