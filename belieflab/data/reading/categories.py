"""Text columns of a table as categories."""

from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from belieflab.belief.classes import MAX_LENGTH
from belieflab.data.categories import CategoricalColumn
from belieflab.data.label_files import as_names, sort_names
from belieflab.errors import DataError

MAX_LEVELS = 50
"""A column with more different texts is no category: it stays ignored."""

BLANK = "unknown"
"""The level of a blank cell."""


def is_category(column: "pd.Series[Any]") -> bool:
    """Whether a column holds text that repeats itself, with at most `MAX_LEVELS` levels."""
    distinct = column.nunique()
    text = not pd.api.types.is_numeric_dtype(column.dtype)
    few = text and 2 <= distinct <= MAX_LEVELS and distinct < column.count()
    return bool(few) and max(map(len, map(str, column.dropna().unique()))) <= MAX_LENGTH


def read_categories(
    frame: pd.DataFrame, names: list[str], kept: NDArray[np.bool_]
) -> tuple[tuple[CategoricalColumn, ...], tuple[str, ...]]:
    """These columns as categories over the kept rows, and a sentence about blank cells."""
    columns, blank = [], []
    for name in names:
        values = as_names(frame[name])
        if None in values:
            blank.append(name)
        levels = _levels(frame[name], values)
        codes = {level: code for code, level in enumerate(levels)}
        found = np.array([codes[BLANK if v is None else v] for v in values], dtype=np.int64)
        columns.append(CategoricalColumn(name, levels, found[kept]))
    notes: tuple[str, ...] = ()
    if blank:
        notes = (f"Blank cells of {', '.join(blank)} are the level {BLANK!r}.",)
    return tuple(columns), notes


def note_long_texts(frame: pd.DataFrame, ignored: list[str]) -> tuple[str, ...]:
    """A sentence about ignored columns that have too many levels for a category."""
    long = [
        name
        for name in ignored
        if not pd.api.types.is_numeric_dtype(frame[name].dtype)
        and frame[name].nunique() > MAX_LEVELS
    ]
    if not long:
        return ()
    return (f"Ignored, as they hold more than {MAX_LEVELS} different texts: {', '.join(long)}.",)


def _levels(column: "pd.Series[Any]", values: list[str | None]) -> tuple[str, ...]:
    """In the declared order, or sorted; that of blank cells last."""
    given = {value for value in values if value is not None}
    if not given:
        raise DataError(f"The column {str(column.name)!r} holds no value at all; ignore it.")
    if len(given) > MAX_LEVELS:
        raise DataError(
            f"The column {str(column.name)!r} has {len(given):,} different values; a category has "
            f"at most {MAX_LEVELS} levels. Ignore it."
        )
    levels = sort_names(given)
    if isinstance(column.dtype, pd.CategoricalDtype):
        levels = [str(level) for level in column.cat.categories if str(level) in given]
    return (*levels, BLANK) if None in values and BLANK not in given else tuple(levels)
