"""Columns of dates: recognised, so that they are not taken for ids, classes or features."""

import re
from typing import Any

import pandas as pd

from belieflab.errors import DataError

_DATE = re.compile(
    r"\s*+(?:\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.]\d{4})"
    r"(?:[T ]\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?)?\s*+"
)
_SAMPLE = 200


def is_date_column(column: "pd.Series[Any]") -> bool:
    """Whether the first cells of a column of text, blank ones aside, are dates."""
    if pd.api.types.is_numeric_dtype(column.dtype):
        return False
    cells = column.dropna().head(_SAMPLE)
    return len(cells) > 0 and all(_DATE.fullmatch(str(cell)) for cell in cells)


def refuse_dates(frame: pd.DataFrame, features: list[str]) -> None:
    """Refuse a column of dates as a feature."""
    for name in features:
        if is_date_column(frame[name]):
            raise DataError(
                f"The column {name!r} holds dates, which are no numbers to learn from; ignore it, "
                "or write it as a number, such as the days since the first date."
            )


def note_dates(dates: list[str]) -> tuple[str, ...]:
    """A sentence about ignored columns of dates."""
    return (f"Ignored, as dates are no features: {', '.join(dates)}.",) if dates else ()
