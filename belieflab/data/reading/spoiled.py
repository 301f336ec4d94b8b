"""Columns of numbers that a few cells turn into text: said, so that no feature is lost unseen."""

from collections.abc import Mapping

import pandas as pd

from belieflab.data.label_files import as_names
from belieflab.data.reading.columns import is_class_heading, is_id_heading
from belieflab.data.reading.marked_numbers import is_nearly_numbers, plain_numbers
from belieflab.data.reading.questions import cut
from belieflab.data.reading.roles import Roles

FEWEST, MOSTLY = 5, 0.9
"""So many numbers, and such a share of the cells or all but one, make a column of numbers."""
BEGINNING = 200
"""Rows that are looked at first."""


def spoiled_features(frame: pd.DataFrame, roles: Roles) -> Mapping[str, str]:
    """The columns of text that are numbers but for a few cells, and the first of these cells."""
    found = {}
    for name in [str(each) for each in frame.columns]:
        column = frame[name]
        numeric = pd.api.types.is_numeric_dtype(column.dtype)
        named = is_id_heading(name) or is_class_heading(name)
        if numeric or roles.of[name] not in _READ_AS_TEXT or named:
            continue
        given = column.dropna()
        if plain_numbers(given[:BEGINNING]).isna().mean() > 0.5:  # most columns
            continue
        numbers = plain_numbers(given)
        count = int(numbers.notna().sum())
        few = count < max(FEWEST, min(MOSTLY * len(given), len(given) - 1))
        if count == len(given) or (few and not is_nearly_numbers(column)):
            continue
        row = int((column.notna() & ~column.index.isin(numbers.dropna().index)).argmax())
        found[name] = f"row {row + 1:,} holds {cut(as_names(column[row : row + 1])[0] or '')!r}"
    return found


def describe_spoiled(found: Mapping[str, str]) -> str:
    """One sentence about these columns."""
    named = "; ".join(f"{name!r}: {where}" for name, where in found.items())
    return (
        f"Numbers in most rows, but read as text for a cell that is none: {named}. Correct "
        "such cells in the file, or leave them blank."
    )


_READ_AS_TEXT = frozenset({"text", "category", "ignore", "id", "truth"})
