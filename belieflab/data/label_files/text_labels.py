"""Labels that name classes in a column of text: hard, sets, guess and doubt."""

from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from belieflab.belief import Frame, MassTable
from belieflab.belief.frame import EMPTY_SIGN, OMEGA_SIGN
from belieflab.belief.masks import as_masks
from belieflab.data.label_files.cells import (
    as_names,
    as_numbers,
    match_number,
    merge_numbers,
    sort_names,
)
from belieflab.data.label_files.notation import (
    ANYTHING,
    DOUBT,
    TEXT_HEADINGS,
    is_braced,
    parse_heading,
    split_names,
)
from belieflab.data.label_files.size import check_count, check_size
from belieflab.errors import DataError

SIGNS = frozenset({"-1", "1"})
"""Two classes where there is nothing else; beside other codes -1 is an unknown one."""
_UNKNOWN_CODE = "-1"
_WHOLE_FRAME = frozenset({ANYTHING, OMEGA_SIGN})
_NOTHING = frozenset({EMPTY_SIGN, "{}"})


def read_hard(columns: pd.DataFrame, frame: Frame) -> MassTable:
    """One class per row; blank is unknown."""
    if columns.shape[1] != 1:
        raise DataError(f"The layout 'hard' takes one label column; found {columns.shape[1]}.")
    return MassTable.from_hard(_known_names(columns, frame), frame)


def read_sets(columns: pd.DataFrame, frame: Frame) -> MassTable:
    """One set of classes per row."""
    if columns.shape[1] != 1:
        raise DataError(f"The layout 'sets' takes one label column; found {columns.shape[1]}.")
    masks: dict[str | None, int] = {None: frame.omega}
    chosen: list[int] = []
    for row, cell in enumerate(as_names(columns.iloc[:, 0])):
        if cell is not None and cell not in masks:
            masks[cell] = _mask_of_cell(cell, frame, row)
        chosen.append(masks[cell])
    check_size(as_masks(frame.size, chosen))
    return MassTable.from_sets(chosen, frame)


def read_guess_and_doubt(columns: pd.DataFrame, frame: Frame) -> MassTable:
    """A guess and a doubt per row; a blank doubt is none, a blank guess is unknown."""
    if columns.shape[1] != 2:
        raise DataError(
            "The layout 'guess-doubt' takes two columns, a guess and a doubt; "
            f"found {columns.shape[1]}."
        )
    doubts = as_numbers(_doubt_column(columns), blank=0.0)
    return MassTable.from_guess_and_doubt(_known_names(columns, frame), doubts, frame)


def classes_in_cells(columns: pd.DataFrame) -> tuple[tuple[str, ...], bool]:
    """The classes that cells name, one each, and whether the heading fixes their order."""
    column, declared = _text_column(columns)
    if declared is not None:
        return declared, True
    named = {cell for cell in as_names(column) if cell is not None}
    if minus_one_is_unknown(named):
        named.remove(_UNKNOWN_CODE)
    return tuple(sort_names(merge_numbers(named))), False


def classes_in_sets(columns: pd.DataFrame) -> tuple[tuple[str, ...], bool]:
    """The classes that cells name, several each, and whether the heading fixes their order."""
    column, declared = _text_column(columns)
    if declared is not None:
        return declared, True
    cells = {cell: row for row, cell in reversed([*enumerate(as_names(column))])}
    named = {
        name for cell, row in cells.items() if cell is not None for name in _names_in_set(cell, row)
    }
    return tuple(sort_names(named)), False


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


def _doubt_column(columns: pd.DataFrame) -> "pd.Series[Any]":
    for position, heading in enumerate(columns.columns):
        if str(heading).strip().lower() == DOUBT:
            return columns.iloc[:, position]
    guess = _text_column(columns)[0].name
    return columns.iloc[:, int(columns.columns[0] == guess)]


def _known_names(columns: pd.DataFrame, frame: Frame) -> NDArray[np.object_]:
    """Class names with None where unknown; -1 among whole numbers is unknown, too."""
    cells, classes = as_names(_text_column(columns)[0]), {*frame.names}
    same = {cell: match_number(cell, classes) for cell in {*cells} if cell is not None}
    names = [None if cell is None else same[cell] for cell in cells]
    if _UNKNOWN_CODE not in frame.names and minus_one_is_unknown({n for n in names if n}):
        names = [None if name == _UNKNOWN_CODE else name for name in names]
    check_count(len(names), len(set(names)))
    known = np.empty(len(names), dtype=object)
    known[:] = names
    return known


def minus_one_is_unknown(names: set[str]) -> bool:
    """Whether -1 is the code of an unknown class: whole numbers other than just -1 and 1."""
    whole = all(name.removeprefix("-").isdecimal() for name in names)
    return _UNKNOWN_CODE in names and whole and names != SIGNS and len(names) > 1


def is_no_true_class(names: set[str]) -> bool:
    """Whether -1 is that code among true classes; -1, 0 and 1 alone are opinions, three classes."""
    return minus_one_is_unknown(names) and names != {"-1", "0", "1"}


def _mask_of_cell(cell: str, frame: Frame, row: int) -> int:
    if cell.strip() in _WHOLE_FRAME:
        return frame.omega
    names = _names_in_set(cell, row)
    try:
        return frame.mask(names)
    except DataError as error:
        raise DataError(f"Row {row + 1}: {error}") from None


def _names_in_set(cell: str, row: int) -> list[str]:
    """The classes a cell names: `a|b` or `{a, b}`; none in `*` and `∅`."""
    cell = cell.strip()
    if cell in _WHOLE_FRAME or cell in _NOTHING:
        return []
    try:
        return split_names(cell[1:-1], ",") if is_braced(cell) else split_names(cell, "|")
    except DataError as error:
        raise DataError(f"Row {row + 1}: {error}") from None
