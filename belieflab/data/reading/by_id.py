"""Rows of a file that say by an id which object of the data they are about."""

from collections.abc import Sequence

import pandas as pd

from belieflab.data.label_files import as_names
from belieflab.data.reading.columns import is_id_heading
from belieflab.errors import DataError


def in_order_of(table: pd.DataFrame, ids: Sequence[str]) -> tuple[pd.DataFrame, tuple[str, ...]]:
    """The rows in the order of the objects with these ids, and what was done on the way.

    The table is returned as it is where the data have no ids, or where no column holds any and
    none is called so. An object that the table does not name gets a blank row.

    Examples
    --------
    >>> table = pd.DataFrame({"name": ["b", "a"], "class": ["dog", "cat"]})
    >>> in_order_of(table, ["a", "b"])[0]["class"].tolist()
    ['cat', 'dog']
    """
    found = _find_column(table, ids) if ids else None
    if found is None:
        return table, ()
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
    places = [rows.get(str(each), -1) for each in ids]
    indexed = table.reset_index(drop=True).reindex(places).reset_index(drop=True)
    return indexed.drop(columns=found), tuple(notes)


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
