"""Rows of a file that say by an id which object of the data they are about."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from belieflab.data.label_files import as_names
from belieflab.data.reading.columns import is_id_heading
from belieflab.errors import DataError


@dataclass(frozen=True)
class JoinedRows:
    """Rows of a file about objects that are there.

    Attributes
    ----------
    table : the rows as they stand in the file, without the column of ids
    names : the id in each row, None where there is none
    places : the row about each object, -1 for an object that the file does not name
    notes : what was done on the way
    """

    table: pd.DataFrame
    names: Sequence[str | None]
    places: NDArray[np.int64]
    notes: tuple[str, ...]

    def in_order(self) -> pd.DataFrame:
        """The rows in the order of the objects; a blank row for one that the file does not name."""
        return self.table.reindex(self.places).reset_index(drop=True)

    @cached_property
    def known(self) -> NDArray[np.int64]:
        """The rows about objects that are there, in the order of the file."""
        return np.flatnonzero(np.isin(np.arange(len(self.table)), self.places))

    def name_row(self, error: DataError) -> DataError:
        """An error about one of the `known` rows, with its number in the file and its id."""
        text = str(error)
        found = re.search(r"\b([Rr]ow) (\d+)\b", text)
        if found is None or int(found[2]) > len(self.known):
            return error
        row = int(self.known[int(found[2]) - 1])
        named = f"{found[1]} {row + 1} of the file ({self.names[row]})"
        return DataError(f"{text[: found.start()]}{named}{text[found.end() :]}")


def in_order_of(table: pd.DataFrame, ids: Sequence[str]) -> tuple[pd.DataFrame, tuple[str, ...]]:
    """The rows in the order of the objects with these ids, and what was done on the way.

    The table is returned as it is where it is not joined, see `join_rows`. An object that the table
    does not name gets a blank row.

    Examples
    --------
    >>> table = pd.DataFrame({"name": ["b", "a"], "class": ["dog", "cat"]})
    >>> in_order_of(table, ["a", "b"])[0]["class"].tolist()
    ['cat', 'dog']
    """
    joined = join_rows(table, ids)
    return (table, ()) if joined is None else (joined.in_order(), joined.notes)


def join_rows(table: pd.DataFrame, ids: Sequence[str]) -> JoinedRows | None:
    """Which row is about which object.

    None where the data have no ids, or where no column holds any and none is called so.
    """
    found = _find_column(table, ids) if ids else None
    if found is None:
        return None
    names = [None if name is None else name.strip() for name in as_names(table[found])]
    rows: dict[str, int] = {}
    for row, name in enumerate(names):
        if name is None:
            continue
        if name in rows:
            raise DataError(
                f"Rows {rows[name] + 1} and {row + 1} of the file are both about {name!r} in "
                f"column {found!r}."
            )
        rows[name] = row
    known = {str(each) for each in ids}
    strange = [name for name in rows if name not in known]
    if len(strange) == len(rows):
        raise DataError(
            f"No row of the file is about an object of the data: column {found!r} begins with "
            f"{next(iter(rows), '')!r}, the data have ids such as {str(ids[0])!r}."
        )
    notes = [f"Rows are joined to the objects by {found}."]
    if strange:
        some = "rows are" if len(strange) > 1 else "row is"
        notes.append(f"{len(strange):,} {some} about no object of the data, first {strange[0]!r}.")
    missing = [str(each) for each in ids if str(each) not in rows]
    if missing:
        some = "objects are" if len(missing) > 1 else "object is"
        notes.append(f"{len(missing):,} {some} not in the file, first {missing[0]!r}.")
    places = np.array([rows.get(str(each), -1) for each in ids], dtype=np.int64)
    rest = table.reset_index(drop=True).drop(columns=found)
    return JoinedRows(rest, names, places, tuple(notes))


def _find_column(table: pd.DataFrame, ids: Sequence[str]) -> str | None:
    """The column that holds most of the ids; else one beside others that is called like ids."""
    if table.shape[1] < 2:
        return None
    known, best, largest = {str(each) for each in ids}, None, 0
    for name in table.columns:
        if table[name].nunique() < 0.9 * table[name].count():
            continue  # some ids may come twice, which is refused with their rows
        common = len(known & {each.strip() for each in as_names(table[name]) if each is not None})
        if common > largest:
            best, largest = str(name), common
    if best is not None and 2 * largest >= min(len(known), len(table)):
        return best
    return next((str(name) for name in table.columns if is_id_heading(str(name))), best)
