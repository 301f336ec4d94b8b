"""Square tables: which columns seem to hold dissimilarities, and the matrix they hold."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from belieflab.data.dissimilarities import checked_matrix
from belieflab.data.label_files import as_names, as_numbers
from belieflab.data.object_texts import check_ids
from belieflab.data.reading.object_columns import read_ids
from belieflab.errors import DataError

if TYPE_CHECKING:
    from belieflab.data.reading.roles import Roles

Floats = NDArray[np.float64]

FEWEST = 3
"""Objects below which a square table says nothing about what it holds."""
FEWEST_FLAWED = 5
"""Objects from which a table with some flaws is still taken for dissimilarities."""
SYMMETRIC, ROUGHLY = 0.9, 1e-6
"""Share of the pairs that agree in both directions, up to rounding."""
CLASS = "class"
MAX_TRIED = 8
"""Columns of text at each end that may hold the names of the rows."""
MAX_EXTRA = 4
"""Columns beside the matrix: names, classes, labels."""


def find_matrix(frame: pd.DataFrame) -> list[str]:
    """The columns that seem to hold the dissimilarities between the rows; none where none do.

    They may have flaws: what is wrong is said when they are read.
    """
    n = len(frame)
    if n < FEWEST or not n <= frame.shape[1] <= n + MAX_EXTRA:
        return _named_like_rows(frame) if n >= FEWEST else []
    for columns in _candidates(frame):
        if _seem_dissimilar(_numbers(frame, columns)):
            return _with_fractions(frame, columns)
    return _named_like_rows(frame)


def examine_square(frame: pd.DataFrame, roles: "Roles") -> tuple[tuple[str, ...], str]:
    """The columns that are dissimilarities, or could be read so, and what is wrong with them.

    No columns where there are not as many of numbers as rows.
    """
    columns = roles.columns("dissimilarity")
    if not columns:
        numeric = next(_candidates(frame), [])
        square = len(frame) <= frame.shape[1] <= len(frame) + MAX_EXTRA
        columns = numeric if square and len(numeric) == len(frame) >= FEWEST else []
    if not columns:
        return (), ""
    try:
        read_matrix(frame, columns, read_ids(frame, roles.columns("id")))
    except DataError as error:
        return tuple(columns), str(error)
    return tuple(columns), ""


def read_matrix(
    frame: pd.DataFrame, columns: list[str], ids: list[str]
) -> tuple[Floats, tuple[str, ...], tuple[str, ...]]:
    """The dissimilarities [shape=(n, n)], the names of the objects, and what was done.

    The names are the ids, else the headings, where a file gives some. A missing half is that of
    the other direction. Columns in another order than the rows are put into theirs by name.
    """
    columns, notes = _in_order_of(columns, ids)
    n_rows, n_columns = len(frame), len(columns)
    if n_rows != n_columns:
        odd = _odd_name(columns, ids)
        raise DataError(
            f"Dissimilarities form a square table: {n_rows:,} rows need as many columns; found "
            f"{n_columns:,}{odd}."
        )
    if len({*columns} & {*ids}) > n_rows / 2 and (odd := _odd_name(columns, ids)):
        raise DataError(f"Rows and columns of dissimilarities have the same names{odd}.")
    matrix = np.column_stack([as_numbers(frame[name]) for name in columns])
    names = tuple(ids) or _own_names(columns)
    matrix, filled = _mirrored(matrix, columns)
    matrix, more = checked_matrix(matrix, names)
    return matrix, names, (*notes, *filled, *more)


def lay_classes_beside(frame: pd.DataFrame) -> pd.DataFrame:
    """The table with a row of texts above or below a square of numbers as its last column.

    Such a row holds the classes of the columns. Other tables are as they were.
    """
    n = len(frame) - 1
    texts = [name for name in frame.columns if not pd.api.types.is_numeric_dtype(frame[name].dtype)]
    if n < FEWEST or not n <= len(texts) <= frame.shape[1] <= n + MAX_EXTRA:
        return frame
    for row in (n, 0):
        rest = frame.drop(index=frame.index[row]).reset_index(drop=True)
        numbers = rest[texts[-n:]].apply(pd.to_numeric, errors="coerce")
        cells = frame[texts[-n:]].iloc[row]
        classes = pd.to_numeric(cells, errors="coerce").isna() & cells.notna()
        if classes.all() and _seem_dissimilar(numbers.to_numpy(dtype=np.float64)):
            rest = rest.drop(columns=texts[-n:])
            beside = pd.DataFrame({CLASS: cells.to_numpy(dtype=object)})
            joined: pd.DataFrame = pd.concat([rest, numbers, beside], axis=1)
            return joined
    return frame


def refuse_features_beside(features: Sequence[str]) -> None:
    """Refuse columns of numbers of which nobody has said what they are beside a matrix."""
    if features:
        raise DataError(
            f"Dissimilarities stand in place of features, and {features[0]!r} is a feature; "
            "ignore it, or read all columns as features."
        )


def _candidates(frame: pd.DataFrame) -> Iterator[list[str]]:
    """The columns of numbers, without some at an end where they are more than the rows."""
    numeric = [
        str(name) for name in frame.columns if pd.api.types.is_numeric_dtype(frame[name].dtype)
    ]
    extra = len(numeric) - len(frame)
    for before in range(extra + 1):
        yield numeric[before : before + len(frame)]


def _with_fractions(frame: pd.DataFrame, columns: list[str]) -> list[str]:
    """The columns, and those beside them that hold numbers with fractions.

    These are no classes: somebody has to say what they are.
    """
    beside = frame.select_dtypes("number").drop(columns=columns)
    broken = [str(name) for name in beside if (beside[name].dropna() % 1 != 0).any()]
    return [str(name) for name in frame.columns if str(name) in {*columns, *broken}]


def _named_like_rows(frame: pd.DataFrame) -> list[str]:
    """The columns of numbers named like the rows, by a column of names; nearly all of them are."""
    n = len(frame)
    if not n - 1 <= frame.shape[1] <= n + MAX_EXTRA + 1:
        return []
    texts = [c for c in frame.columns if not pd.api.types.is_numeric_dtype(frame[c].dtype)]
    at_ends = dict.fromkeys((*texts[:MAX_TRIED], *texts[-MAX_TRIED:]))
    for column in at_ends:
        names = {name for name in as_names(frame[column]) if name is not None}
        found = [str(name) for name in frame.columns if str(name) in names]
        if len(found) >= max(FEWEST, n - 1):
            return found
    return []


def _numbers(frame: pd.DataFrame, columns: list[str]) -> Floats:
    if len(columns) != len(frame):
        return np.empty((0, 0))
    return frame[columns].to_numpy(dtype=np.float64, na_value=np.nan)


def _seem_dissimilar(values: Floats) -> bool:
    """Whether numbers are the same in both directions, or 0 on the diagonal alone."""
    n = len(values)
    if n < FEWEST:
        return False
    pairs = _compare_directions(values)
    hollow = not np.nan_to_num(np.diag(values)).any()
    if not pairs.both:  # a triangle
        return hollow and pairs.either / (n * (n - 1) / 2) >= SYMMETRIC
    agree = pairs.agree / pairs.both
    if pairs.lowest == pairs.highest and not hollow:
        return False  # the same number everywhere
    if hollow and agree == 1.0:
        return True
    apart = hollow and pairs.lowest > 0
    return n >= FEWEST_FLAWED and (agree >= SYMMETRIC or apart)


class _Pairs(NamedTuple):
    """How many pairs of objects have a number in either direction, in both, and the same one."""

    either: int
    both: int
    agree: int
    lowest: float
    highest: float


def _compare_directions(values: Floats) -> _Pairs:
    """Compare the halves of a matrix row by row: it may be large, and its pairs are many."""
    either = both = agree = 0
    lowest, highest = np.inf, -np.inf
    for i in range(len(values) - 1):
        one, other = values[i, i + 1 :], values[i + 1 :, i]
        known = ~(np.isnan(one) | np.isnan(other))
        either += len(one) - int(np.count_nonzero(np.isnan(one) & np.isnan(other)))
        one, other = one[known], other[known]
        if len(one):
            both += len(one)
            close = np.abs(one - other) <= ROUGHLY * np.maximum(np.abs(one), np.abs(other))
            agree += int(np.count_nonzero(close))
            lowest = min(lowest, one.min(), other.min())
            highest = max(highest, one.max(), other.max())
    return _Pairs(either, both, agree, float(lowest), float(highest))


def _mirrored(matrix: Floats, names: list[str]) -> tuple[Floats, tuple[str, ...]]:
    """The matrix with blank cells filled from the other direction, and a blank diagonal from 0.

    Cells filled beside others that are there in both directions are said.
    """
    blank = np.isnan(matrix)
    if not blank.any():
        return matrix, ()
    diagonal = np.diag(matrix).copy()
    filled = np.where(blank, matrix.T, matrix)
    if np.isnan(diagonal).all():
        np.fill_diagonal(filled, 0.0)
    cells = np.argwhere(blank & ~blank.T)
    if not len(cells) or 2 * len(cells) >= len(matrix) * (len(matrix) - 1):  # a triangle
        return filled, ()
    row, column = cells[0]
    where = f"row {row + 1}, column {names[column]!r}"
    some = f"{len(cells):,} blank cell{'s' if len(cells) > 1 else ''}"
    return filled, (f"{some} taken from the other direction; the first: {where}.",)


def _in_order_of(columns: list[str], ids: list[str]) -> tuple[list[str], tuple[str, ...]]:
    if ids and columns != ids and sorted(columns) == sorted(ids):
        return ids, ("The columns were put into the order of the rows, by their names.",)
    return columns, ()


def _odd_name(columns: list[str], ids: list[str]) -> str:
    """Which object has a row and no column, or the other way round."""
    for name in ids:
        if name not in columns and set(columns) & set(ids):
            return f"; {name!r} has a row and no column"
    for name in columns:
        if ids and name not in ids and set(columns) & set(ids):
            return f"; {name!r} has a column and no row"
    return ""


def _own_names(columns: list[str]) -> tuple[str, ...]:
    """The headings as names of the objects, unless a reader or a program has only counted them."""
    stem = columns[0].rstrip("0123456789")
    counted = [name.removeprefix(stem) for name in columns]
    by_reader = not stem or stem.endswith(" ")  # `column 1`, `D 1`; a person's `V1` is a name
    if by_reader and counted in ([str(k + f) for k in range(len(columns))] for f in (0, 1)):
        return ()
    try:
        check_ids(columns, len(columns))
    except DataError:
        return ()
    return tuple(columns)
