"""Label columns into a mass table."""

from collections.abc import Callable, Iterable
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from belieflab.belief import Frame, MassTable
from belieflab.belief.frame import LARGEST_POWERSET
from belieflab.data.label_files.cells import as_names, as_numbers, sort_names
from belieflab.data.label_files.detection import detect_layout
from belieflab.data.label_files.layouts import check_layout
from belieflab.data.label_files.notation import (
    ANYTHING,
    DOUBT,
    PREFIXES,
    TEXT_HEADINGS,
    is_braced,
    parse_heading,
    split_names,
)
from belieflab.errors import DataError

ROUNDING = 1e-12
"""Masses whose sum misses 1 by no more than this are kept as they are, to the last bit."""

_UNKNOWN_CODE = "-1"


def read_labels(
    columns: pd.DataFrame, layout: str | None = None, frame: Frame | None = None
) -> MassTable:
    """The mass table that label columns hold.

    `columns` holds label columns only, one row per object; `layout` is a key of `LAYOUTS`
    (None: detected). With a `frame` every class in the file must belong to it; without one the
    classes are those the file declares (`label={b, a}`), else those it names.
    """
    layout = check_layout(layout or detect_layout(columns, frame)).key
    if len(columns) == 0:
        raise DataError("The label columns have no rows.")
    return _READERS[layout](columns, frame)


def classes_in(columns: pd.DataFrame, layout: str) -> tuple[tuple[str, ...], bool]:
    """The classes that label columns name, and whether the file itself fixes their order."""
    if layout in {"hard", "sets", "guess-doubt"}:
        column, declared = _text_column(columns)
        if declared is not None:
            return declared, True
        cells = as_names(column)
        if layout == "sets":
            named = {name for cell in cells if cell for name in _named_in_set(cell)}
        else:
            named = {cell for cell in cells if cell is not None}
            named -= {_UNKNOWN_CODE} if _minus_one_is_unknown(named) else set()
        return tuple(sort_names(named)), False
    if layout == "masses":
        return _classes_of_headings([str(column) for column in columns.columns])
    if layout == "bitmasks":
        return tuple(str(k) for k in range(_bits(columns.shape[1]))), False
    return tuple(_class_headings(columns)), True


def _frame_of(columns: pd.DataFrame, layout: str, frame: Frame | None) -> Frame:
    classes, declared = classes_in(columns, layout)
    if frame is None:
        if not classes:
            raise DataError("No row names a class, so the classes of these labels are unknown.")
        return Frame(classes)
    if declared or layout == "masses":
        _check_classes(classes, frame)
    return frame


def _check_classes(classes: Iterable[str], frame: Frame) -> None:
    for name in classes:
        if name not in frame.names:
            raise DataError(
                f"The label columns name the class {name!r}, "
                f"but the classes are {', '.join(frame.names)}."
            )


# -- one column of text ---------------------------------------------------------------------------


def _text_column(columns: pd.DataFrame) -> tuple["pd.Series[Any]", tuple[str, ...] | None]:
    """The column that names classes and the classes its heading declares."""
    for position, heading in enumerate(columns.columns):
        parsed = parse_heading(str(heading))
        if parsed.name.strip().lower() in TEXT_HEADINGS:
            return columns.iloc[:, position], parsed.classes
    for position in range(columns.shape[1]):
        if not pd.api.types.is_numeric_dtype(columns.dtypes.iloc[position]):
            return columns.iloc[:, position], None
    return columns.iloc[:, 0], None


def _one_column(columns: pd.DataFrame, layout: str) -> None:
    if columns.shape[1] != 1:
        raise DataError(
            f"The layout {layout!r} takes one label column; {columns.shape[1]} were given."
        )


def _read_hard(columns: pd.DataFrame, frame: Frame | None) -> MassTable:
    _one_column(columns, "hard")
    frame = _frame_of(columns, "hard", frame)
    return MassTable.from_hard(_known_names(columns, frame), frame)


def _known_names(columns: pd.DataFrame, frame: Frame) -> NDArray[np.object_]:
    """Class names with None where unknown; -1 among whole numbers is unknown, too."""
    names = as_names(_text_column(columns)[0])
    if _UNKNOWN_CODE not in frame.names and _minus_one_is_unknown({n for n in names if n}):
        names = [None if name == _UNKNOWN_CODE else name for name in names]
    known = np.empty(len(names), dtype=object)
    known[:] = names
    return known


def _minus_one_is_unknown(names: set[str]) -> bool:
    """Whether -1 is the code of an unknown class: whole numbers other than just -1 and 1."""
    whole = all(name.removeprefix("-").isdecimal() for name in names)
    return _UNKNOWN_CODE in names and whole and names != {"-1", "1"} and len(names) > 1


def _read_sets(columns: pd.DataFrame, frame: Frame | None) -> MassTable:
    _one_column(columns, "sets")
    frame = _frame_of(columns, "sets", frame)
    masks: dict[str | None, int] = {None: frame.omega}
    chosen: list[int] = []
    for row, cell in enumerate(as_names(columns.iloc[:, 0])):
        if cell not in masks:
            masks[cell] = _mask_of_cell(str(cell), frame, row)
        chosen.append(masks[cell])
    return MassTable.from_sets(chosen, frame)


def _mask_of_cell(cell: str, frame: Frame, row: int) -> int:
    try:
        if cell.strip() in _WHOLE_FRAME:
            return frame.omega
        return frame.mask(_named_in_set(cell))
    except DataError as error:
        raise DataError(f"Row {row + 1}: {error}") from None


_WHOLE_FRAME = {ANYTHING, "Ω"}


def _named_in_set(cell: str) -> list[str]:
    cell = cell.strip()
    if cell in _WHOLE_FRAME or cell in {"∅", "{}"}:
        return []
    if is_braced(cell):
        return split_names(cell[1:-1], ",")
    return split_names(cell, "|")


def _read_guess_and_doubt(columns: pd.DataFrame, frame: Frame | None) -> MassTable:
    if columns.shape[1] != 2:
        raise DataError(
            "The layout 'guess-doubt' takes two columns, a guess and a doubt; "
            f"{columns.shape[1]} were given."
        )
    frame = _frame_of(columns, "guess-doubt", frame)
    doubts = as_numbers(_doubt_column(columns), blank=0.0)
    return MassTable.from_guess_and_doubt(_known_names(columns, frame), doubts, frame)


def _doubt_column(columns: pd.DataFrame) -> "pd.Series[Any]":
    for position, heading in enumerate(columns.columns):
        if str(heading).strip().lower() == DOUBT:
            return columns.iloc[:, position]
    guess = _text_column(columns)[0].name
    return columns.iloc[:, int(columns.columns[0] == guess)]


# -- one column per class ------------------------------------------------------------


def _class_headings(columns: pd.DataFrame) -> list[str]:
    headings = [str(column) for column in columns.columns]
    for prefix in PREFIXES:
        if all(heading.startswith(prefix) for heading in headings):
            return [heading.removeprefix(prefix) for heading in headings]
    return headings


def _class_values(
    columns: pd.DataFrame, layout: str, frame: Frame | None
) -> tuple[NDArray[np.float64], Frame]:
    headings = _class_headings(columns)
    values = np.column_stack([as_numbers(columns.iloc[:, k]) for k in range(columns.shape[1])])
    _refuse_blank(values, columns)
    if frame is None:
        return values, Frame(headings)
    _check_classes(headings, frame)
    missing = [name for name in frame.names if name not in headings]
    if missing:
        raise DataError(
            f"There is no column for the class {missing[0]!r}; the layout {layout!r} needs one "
            "column for every class."
        )
    return values[:, [headings.index(name) for name in frame.names]], frame


def _read_plausibilities(columns: pd.DataFrame, frame: Frame | None) -> MassTable:
    values, frame = _class_values(columns, "plausibilities", frame)
    return MassTable.from_contour(values, frame)


def _read_probabilities(columns: pd.DataFrame, frame: Frame | None) -> MassTable:
    values, frame = _class_values(columns, "probabilities", frame)
    return _exact_table(MassTable.from_probabilities(values, frame), values)


# -- one column per focal set ------------------------------------------------------------


def _classes_of_headings(headings: list[str]) -> tuple[tuple[str, ...], bool]:
    named: dict[str, None] = {}
    for heading in headings:
        parsed = parse_heading(heading)
        if parsed.classes is not None:
            return parsed.classes, True
        if is_braced(heading.strip()):
            named.update(dict.fromkeys(split_names(heading.strip()[1:-1], ",")))
    return tuple(named), False


def _read_masses(columns: pd.DataFrame, frame: Frame | None) -> MassTable:
    frame = _frame_of(columns, "masses", frame)
    focal: list[int] = []
    masses: list[NDArray[np.float64]] = []
    for position, heading in enumerate(map(str, columns.columns)):
        column = columns.iloc[:, position]
        if parse_heading(heading).classes is not None and column.isna().all():
            continue  # a heading that only declares the classes
        focal.append(frame.parse(parse_heading(heading).name))
        masses.append(as_numbers(column, blank=0.0))
    if not masses:
        raise DataError("No column holds masses.")
    values = np.column_stack(masses)
    return _exact_table(MassTable(frame, focal, values), values)


def _read_bitmasks(columns: pd.DataFrame, frame: Frame | None) -> MassTable:
    bits = _bits(columns.shape[1])
    if frame is not None and frame.size != bits:
        raise DataError(
            f"{columns.shape[1]} columns are the subsets of {bits} classes, "
            f"but there are {frame.size} classes: {', '.join(frame.names)}."
        )
    frame = frame or Frame(range(bits))
    values = np.column_stack(
        [as_numbers(columns.iloc[:, j], blank=0.0) for j in range(columns.shape[1])]
    )
    table = _exact_table(MassTable(frame, np.arange(1 << bits), values), values)
    carried = np.flatnonzero((table.mass > 0).any(axis=0))
    return MassTable._trusted(
        frame, table.focal[carried], np.ascontiguousarray(table.mass[:, carried])
    )


def _bits(n_columns: int) -> int:
    bits = n_columns.bit_length() - 1
    if n_columns != 1 << bits or not 1 <= bits <= LARGEST_POWERSET:
        raise DataError(
            f"Masses by number need 2, 4, 8, 16, … columns, one for every set; found {n_columns}."
        )
    return bits


def _refuse_blank(values: NDArray[np.float64], columns: pd.DataFrame) -> None:
    if np.isnan(values).any():
        row, column = np.argwhere(np.isnan(values))[0]
        raise DataError(
            f"Row {row + 1} has no number in the label column {str(columns.columns[column])!r}."
        )


def _exact_table(table: MassTable, values: NDArray[np.float64]) -> MassTable:
    """The checked table, its rows as they stand in the file where they sum to 1 up to rounding."""
    close = np.abs(values.sum(axis=1) - 1.0) <= ROUNDING
    mass = np.where(close[:, None], values, table.mass)
    return MassTable._trusted(table.frame, table.focal, np.ascontiguousarray(mass))


_READERS: dict[str, Callable[[pd.DataFrame, Frame | None], MassTable]] = {
    "hard": _read_hard,
    "sets": _read_sets,
    "guess-doubt": _read_guess_and_doubt,
    "plausibilities": _read_plausibilities,
    "probabilities": _read_probabilities,
    "masses": _read_masses,
    "bitmasks": _read_bitmasks,
}
