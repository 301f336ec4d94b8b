"""Which layout a set of label columns is in, seen from their headings and cells."""

from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from belieflab.belief import Frame
from belieflab.data.label_files.cells import as_names, as_numbers
from belieflab.data.label_files.layouts import LAYOUTS
from belieflab.data.label_files.notation import (
    ANYTHING,
    loose_columns,
    split_names,
)
from belieflab.data.label_files.number_labels import ROUGHLY_ONE
from belieflab.errors import DataError

_LARGEST_TOTAL = 1_000.0
"""What shares of a row may sum to; larger numbers, such as times in seconds, are no shares."""


def detect_layout(columns: pd.DataFrame, frame: Frame | None = None) -> str:
    """The layout of label columns, a key of `LAYOUTS`.

    Headings decide where they can (`label`, `set`, `guess` and `doubt`, `pl:a`, `p:a`, `{a}`).
    Bare class columns are counts when they are whole numbers above 1 or percentages, probabilities
    when every row sums to 1 within 0.5 % and some row has no 1, else plausibilities. Numbers
    without names are masses by number when there are 2^K of them. Percentages under headings of
    probabilities are counts, too, which are divided by their sum.
    """
    headings = [str(column) for column in columns.columns]
    by_heading = _layout_of_headings(headings)
    numeric = [pd.api.types.is_numeric_dtype(columns[column].dtype) for column in columns]
    if by_heading == "probabilities" and all(numeric):
        percentages = are_percentages(columns.to_numpy(dtype=np.float64, na_value=np.nan))
        return "counts" if percentages else by_heading
    if by_heading is not None:
        return by_heading
    if len(headings) == 2 and sorted(numeric) == [False, True]:
        return "guess-doubt"
    if len(headings) == 1:
        return _layout_of_one_column(columns.iloc[:, 0], frame)
    if all(numeric):
        return _layout_of_numbers(columns, frame)
    raise DataError(
        f"The columns {', '.join(headings[:5])} fit no layout of labels: expected a column "
        "`label`, `set`, `guess` with `doubt`, or numbers, one column per class or per set."
    )


def _layout_of_headings(headings: list[str]) -> str | None:
    for layout in reversed(LAYOUTS.values()):
        fits = layout.n_columns in (None, len(headings))
        if fits and all(layout.owns(heading) for heading in headings):
            return layout.key
    loose = loose_columns(headings)
    return loose[0] if loose is not None and loose[1] == headings else None


def _layout_of_one_column(column: "pd.Series[Any]", frame: Frame | None) -> str:
    """Sets when some cell is `*`, or holds a bar and no class is called like that."""
    cells = {cell for cell in as_names(column) if cell is not None}
    if frame is not None:
        cells -= set(frame.names)
    return "sets" if ANYTHING in cells or any(_holds_a_bar(cell) for cell in cells) else "hard"


def _holds_a_bar(cell: str) -> bool:
    try:
        return len(split_names(cell, "|")) > 1
    except DataError:
        return False


def _layout_of_numbers(columns: pd.DataFrame, frame: Frame | None) -> str:
    n_columns = columns.shape[1]
    values = np.column_stack([as_numbers(columns[column]) for column in columns])
    if frame is not None and n_columns == 1 << frame.size and n_columns != frame.size:
        return "bitmasks"
    named = frame is not None and set(map(str, columns.columns)) == set(frame.names)
    if not named and _are_masses_by_number(values, frame):
        return "bitmasks"
    return class_columns_layout(values)


def _are_masses_by_number(values: NDArray[np.float64], frame: Frame | None) -> bool:
    """2^K columns whose rows sum to 1, the first of them (∅) being empty."""
    n_columns = values.shape[1]
    if frame is not None or n_columns < 4 or n_columns & (n_columns - 1):
        return False
    return bool((values[:, 0] == 0).all() and _sums_to_one(values))


def class_columns_layout(values: NDArray[np.float64]) -> str:
    """Counts, probabilities or plausibilities, see `detect_layout`."""
    if (values == np.floor(values)).all() and values.max(initial=0.0) > 1:
        return "counts"
    if are_percentages(values):
        return "counts"
    without_one = (values.max(axis=1) < 1).any()
    return "probabilities" if without_one and _sums_to_one(values) else "plausibilities"


def _sums_to_one(values: NDArray[np.float64]) -> bool:
    return bool((np.abs(values.sum(axis=1) - 1.0) <= ROUGHLY_ONE).all())


def are_percentages(values: NDArray[np.float64]) -> bool:
    """Whether numbers, some with a fraction, sum to about the same above 1 in every row."""
    if not np.isfinite(values).all() or (values < 0).any() or (values == np.floor(values)).all():
        return False
    totals = values.sum(axis=1)
    middle = float(np.median(totals))
    even = bool((np.abs(totals - middle) <= ROUGHLY_ONE * middle).all())
    return values.shape[1] > 1 and even and 1.0 + ROUGHLY_ONE < middle <= _LARGEST_TOTAL


def neither_sums_nor_peaks(values: NDArray[np.float64]) -> bool:
    """Whether numbers from 0 to 1 are in doubt: rows that neither sum to 1 nor reach 1."""
    inside = bool(((values >= 0) & (values <= 1)).all())
    reach = np.abs(values.max(axis=1) - 1.0) <= ROUGHLY_ONE
    return inside and not _sums_to_one(values) and not bool(reach.all())
