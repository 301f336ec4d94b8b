"""Labels in columns of numbers: per class (plausibilities, probabilities) or per set (masses)."""

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from belieflab.belief import Frame, MassTable
from belieflab.belief.frame import LARGEST_POWERSET
from belieflab.data.label_files.cells import as_numbers
from belieflab.data.label_files.notation import (
    PREFIXES,
    class_of_heading,
    is_braced,
    loose_columns,
    parse_heading,
    split_loose_heading,
    split_names,
)
from belieflab.data.label_files.size import check_nested, check_size
from belieflab.errors import DataError

MAX_VOTES = 1e15
"""Votes for a class up to which each still counts in the sum."""
ROUGHLY_ONE = 5e-3
"""Numbers that miss 1 by no more than this were rounded: they are divided by their sum."""
REPORTED = 1e-9
"""Rows that miss 1 by less were only written with all their digits."""
ROUNDING = 1e-12
"""Masses whose sum misses 1 by no more than this are kept as they are, to the last bit."""


def read_plausibilities(columns: pd.DataFrame, frame: Frame) -> MassTable:
    """One column of plausibilities per class."""
    check_nested(len(columns), frame.size)
    values = _class_values(columns, frame)
    order = np.argsort(-values, axis=1, kind="stable")
    check_size(np.bitwise_or.accumulate(frame.singletons[order], axis=1))
    return MassTable.from_contour(values, frame)


def read_probabilities(columns: pd.DataFrame, frame: Frame) -> MassTable:
    """One column of probabilities per class."""
    values = _divided(_class_values(columns, frame))
    return exact_table(MassTable.from_probabilities(values, frame), values)


def read_counts(columns: pd.DataFrame, frame: Frame) -> MassTable:
    """One column of votes per class, as shares of all votes; no vote is anything."""
    counts = _counts(columns, frame)
    totals = counts.sum(axis=1)
    shares = counts / np.where(totals > 0, totals, 1.0)[:, None]
    focal = [*frame.singletons.tolist(), frame.omega]
    return _carried(frame, focal, np.column_stack([shares, totals == 0.0]))


def read_counts_with_doubt(columns: pd.DataFrame, frame: Frame) -> MassTable:
    """One column of votes per class and one more vote for any class: m(Ω) = 1/(N + 1).

    The imprecise Dirichlet model with one prior vote: few votes leave much open.
    """
    counts = _counts(columns, frame)
    votes = np.column_stack([counts, np.ones(len(counts))])
    focal = [*frame.singletons.tolist(), frame.omega]
    return _carried(frame, focal, votes / votes.sum(axis=1, keepdims=True))


def _counts(columns: pd.DataFrame, frame: Frame) -> NDArray[np.float64]:
    """The votes, none of them below 0; a blank cell is no vote [shape=(n, K)]."""
    counts = _class_values(columns, frame, blank=0.0)
    if (counts < 0).any():
        row, k = np.argwhere(counts < 0)[0]
        raise DataError(
            f"Row {row + 1} has {counts[row, k]:g} votes for {frame.names[k]!r}; "
            "a count cannot be below 0."
        )
    if (counts > MAX_VOTES).any():
        row, k = np.argwhere(counts > MAX_VOTES)[0]
        raise DataError(
            f"Row {row + 1} has {counts[row, k]:g} votes for {frame.names[k]!r}; "
            f"at most {MAX_VOTES:g} can be counted."
        )
    return counts


def _carried(frame: Frame, focal: list[int], mass: NDArray[np.float64]) -> MassTable:
    """The table of these masses without sets that carry none; of one class Ω is that class."""
    if frame.size == 1:
        focal, mass = focal[:1], mass.sum(axis=1, keepdims=True)
    table = MassTable(frame, focal, mass)
    carried = np.flatnonzero((table.mass > 0).any(axis=0))
    return MassTable._trusted(
        frame, table.focal[carried], np.ascontiguousarray(table.mass[:, carried])
    )


def _divided(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Rows that sum to 1 but for a few digits that were cut off, divided by their sum."""
    with np.errstate(over="ignore", invalid="ignore"):  # the largest numbers have no sum
        totals = values.sum(axis=1, keepdims=True)
    rounded = (np.abs(totals - 1.0) <= ROUGHLY_ONE) & (np.abs(totals - 1.0) > ROUNDING)
    return np.where(rounded, values / np.where(totals > 0, totals, 1.0), values)


def note_rounding(columns: pd.DataFrame, layout: str) -> tuple[str, ...]:
    """A sentence about rows that were divided by their sum; nothing where none was."""
    if layout not in ("probabilities", "masses", "bitmasks"):
        return ()
    declared = {str(name) for name in columns if parse_heading(str(name)).classes is not None}
    held = [name for name in columns if str(name) not in declared or not columns[name].isna().all()]
    totals = np.column_stack([as_numbers(columns[name], blank=0.0) for name in held]).sum(axis=1)
    off = np.abs(totals - 1.0) > REPORTED
    if not off.any():
        return ()
    return (
        f"Rows whose numbers sum to 1 only after rounding: {off.sum():,} of {len(off):,} "
        f"(from {totals.min():.7g} to {totals.max():.7g}); they were divided by their sum.",
    )


def read_masses(columns: pd.DataFrame, frame: Frame) -> MassTable:
    """One column of masses per focal set; a blank cell is no mass."""
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
    values = _divided(np.column_stack(masses))
    return exact_table(MassTable(frame, focal, values), values)


def read_bitmasks(columns: pd.DataFrame, frame: Frame) -> MassTable:
    """Masses in 2^K columns: column j is the set whose members are the bits of j."""
    bits = _bits(columns.shape[1])
    if frame.size != bits:
        raise DataError(
            f"{columns.shape[1]} columns are the subsets of {bits} classes, "
            f"but there are {frame.size} classes: {', '.join(frame.names)}."
        )
    cells = [as_numbers(columns.iloc[:, j], blank=0.0) for j in range(columns.shape[1])]
    values = _divided(np.column_stack(cells))
    table = exact_table(MassTable(frame, np.arange(1 << bits), values), values)
    carried = np.flatnonzero((table.mass > 0).any(axis=0))
    return MassTable._trusted(
        frame, table.focal[carried], np.ascontiguousarray(table.mass[:, carried])
    )


def classes_of_columns(columns: pd.DataFrame) -> tuple[tuple[str, ...], bool]:
    """The classes of `pl:a` or bare headings, which fix the order of the frame."""
    return tuple(_class_headings(columns)), True


def classes_by_number(columns: pd.DataFrame) -> tuple[tuple[str, ...], bool]:
    """Classes named 0, 1, …, as many as 2^K columns have."""
    return tuple(str(k) for k in range(_bits(columns.shape[1]))), False


def classes_of_sets(columns: pd.DataFrame) -> tuple[tuple[str, ...], bool]:
    """The classes that headings of sets name, and whether one declares their order."""
    named: dict[str, None] = {}
    for heading in map(str, columns.columns):
        parsed = parse_heading(heading)
        if parsed.classes is not None:
            return parsed.classes, True
        if is_braced(heading.strip()):
            named.update(dict.fromkeys(split_names(heading.strip()[1:-1], ",")))
    return tuple(named), False


def _class_headings(columns: pd.DataFrame) -> list[str]:
    headings = [str(column) for column in columns.columns]
    for prefix in PREFIXES:
        if all(heading.startswith(prefix) for heading in headings):
            return [str(class_of_heading(heading)) for heading in headings]
    loose = loose_columns(headings)
    if loose is not None and loose[1] == headings:
        return [parts[2] for parts in map(split_loose_heading, headings) if parts is not None]
    return headings


def _class_values(
    columns: pd.DataFrame, frame: Frame, blank: float = np.nan
) -> NDArray[np.float64]:
    """The numbers, one column per class in the order of the frame [shape=(n, K)]."""
    places = {name: k for k, name in reversed([*enumerate(_class_headings(columns))])}
    missing = [name for name in frame.names if name not in places]
    if missing:
        raise DataError(
            f"There is no column for the class {missing[0]!r}; "
            "one column is needed for every class."
        )
    cells = [as_numbers(columns.iloc[:, places[name]], blank) for name in frame.names]
    values = np.column_stack(cells)
    if np.isnan(values).any():
        row, k = np.argwhere(np.isnan(values))[0]
        raise DataError(f"Row {row + 1} has no number for the class {frame.names[k]!r}.")
    return values


def _bits(n_columns: int) -> int:
    bits = n_columns.bit_length() - 1
    if n_columns != 1 << bits or not 1 <= bits <= LARGEST_POWERSET:
        raise DataError(
            f"Masses by number need 2, 4, 8, 16, … columns, one for every set; found {n_columns}."
        )
    return bits


def exact_table(table: MassTable, values: NDArray[np.float64]) -> MassTable:
    """The checked table, its rows as they stand in the file where they sum to 1 up to rounding."""
    close = np.abs(values.sum(axis=1) - 1.0) <= ROUNDING
    mass = np.where(close[:, None], values, table.mass)
    return MassTable._trusted(table.frame, table.focal, np.ascontiguousarray(mass))
