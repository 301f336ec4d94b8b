"""Columns that say what an object is called, and what is shown beside it."""

import pandas as pd

from belieflab.data.label_files import as_names
from belieflab.data.object_texts import check_ids
from belieflab.errors import DataError

BETWEEN = " · "
"""Stands between the texts of several columns."""


def read_ids(frame: pd.DataFrame, columns: list[str]) -> list[str]:
    """The ids of all rows; a blank one and one that comes twice are refused, with their rows."""
    if not columns:
        return []
    if len(columns) > 1:
        raise DataError(f"Only one column can hold the ids; found {', '.join(columns)}.")
    names = ["" if name is None else name for name in as_names(frame[columns[0]])]
    try:
        check_ids(names, len(frame))
    except DataError as error:
        raise DataError(f"The column {columns[0]!r} cannot hold the ids. {error}") from None
    return names


def read_texts(frame: pd.DataFrame, columns: list[str]) -> list[str]:
    """The text of every row, of all these columns; nothing where cells are blank."""
    cells = [as_names(frame[column]) for column in columns]
    return [BETWEEN.join(filter(None, row)) for row in zip(*cells, strict=True)]
