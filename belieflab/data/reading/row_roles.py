"""Columns about rows: which are for training, which belong together, what each counts."""

from collections.abc import Sequence
from typing import Any, Literal

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from belieflab.data.label_files import as_numbers
from belieflab.data.reading.splits import heading_key, may_be_split
from belieflab.data.row_columns import check_weights
from belieflab.errors import DataError

SPLIT, WEIGHT = "split", "weight"
"""Headings under which files of the lab keep the split and the weights."""

_WEIGHTS = frozenset({"sample_weight", "sample_weights", "row_weight", "case_weight"})
_MAYBE_WEIGHTS = frozenset({"weight", "weights", "instance_weight", "freq", "frequency"})
_GROUPS = frozenset(
    {
        *("group", "groups", "fold", "folds", "subject", "patient", "person", "participant"),
        *("speaker", "session", "batch", "site", "block", "household"),
    }
)


def guess_row_roles(
    frame: pd.DataFrame, names: Sequence[str]
) -> dict[str, Literal["split", "weight", "ignore"]]:
    """The columns that seem to split the rows into train and test, or to hold their weights.

    Of several that split the rows the first does, the others are ignored.
    """
    found: dict[str, Literal["split", "weight", "ignore"]] = {}
    for name in names:
        if may_be_split(frame[name], name):
            found[name] = "ignore" if "split" in found.values() else "split"
        elif heading_key(name) in _WEIGHTS and "weight" not in found.values():
            if pd.api.types.is_numeric_dtype(frame[name].dtype):  # a negative one is refused
                found[name] = "weight"
    return found


def may_be_weights(frame: pd.DataFrame, name: str) -> bool:
    """Whether a column is called like weights, which may as well be a feature in kilograms."""
    return heading_key(name) in _MAYBE_WEIGHTS and _counts(frame[name])


def may_be_groups(frame: pd.DataFrame, name: str) -> bool:
    """Whether a column is called like groups, and several rows have the same value."""
    called = heading_key(name).removesuffix("_id").removesuffix("_no")
    column = frame[name]
    if called not in _GROUPS or column.isna().any():
        return False
    return 2 <= column.nunique() <= len(column) // 2


def read_weights(
    frame: pd.DataFrame, columns: list[str], kept: NDArray[np.bool_]
) -> tuple[NDArray[np.float64] | None, NDArray[np.bool_], tuple[str, ...]]:
    """What every kept row counts, None without such a column; the rows kept after that; a note.

    Rows that count nothing are left out.
    """
    if not columns:
        return None, kept, ()
    if len(columns) > 1:
        raise DataError(f"Only one column can hold the weights; found {', '.join(columns)}.")
    weights = as_numbers(frame[columns[0]])
    nothing = weights == 0
    if nothing.all():
        raise DataError(f"The weight of every row is 0 in column {columns[0]!r}.")
    above = np.where(nothing, 1.0, weights)
    _checked(columns[0], "hold the weights", check_weights, above, len(frame))
    count = int((nothing & kept).sum())
    notes = (f"Rows left out because their weight is 0: {count:,}.",) if count else ()
    return weights, kept & ~nothing, notes


def _checked(column: str, what: str, check: Any, values: Any, n: int) -> None:
    try:
        check(values, n)
    except DataError as error:
        raise DataError(f"The column {column!r} cannot {what}. {error}") from None


def _counts(column: "pd.Series[Any]") -> bool:
    if not pd.api.types.is_numeric_dtype(column.dtype) or column.isna().any():
        return False
    return bool((column >= 0).all() and (column > 0).any())
