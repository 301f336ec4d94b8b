"""Columns of dates: recognised, so that they are not taken for ids, classes or features."""

import re
from typing import Any

import pandas as pd

from belieflab.errors import DataError

_DAY, _MONTH = r"(?:0?[1-9]|[12]\d|3[01])", r"(?:0?[1-9]|1[0-2])"
_YEAR = r"(?:1[5-9]|2[01])\d{2}"
_NAME = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?"
    r"|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\.?"
)
_FORMS = (
    r"\d{4}[-/.]\d{1,2}[-/.]\d{1,2}",
    r"\d{1,2}[-/.]\d{1,2}[-/.]\d{4}",
    rf"(?:{_DAY}[/.]{_MONTH}|{_MONTH}[/.]{_DAY})[/.]\d{{2}}",
    r"(?:0[1-9]|[12]\d|3[01])-(?:0[1-9]|[12]\d|3[01])-\d{2}",
    rf"{_DAY}(?:st|nd|rd|th)?[-/. ]{{0,2}}{_NAME}[-/., ]{{0,2}}(?:{_YEAR}|\d{{2}})",
    rf"{_NAME}[-/. ]{_DAY}(?:st|nd|rd|th)?(?:, ?|[-/ ])(?:{_YEAR}|\d{{2}})",
    rf"{_NAME}[-/. ]{{1,2}}{_YEAR}",
    rf"{_YEAR}[-/. ]{_NAME}(?:[-/. ]{_DAY})?",
)
_DATE = re.compile(
    rf"\s*+(?:{'|'.join(_FORMS)})"
    r"(?:[T ]\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?(?: ?[ap]m)?(?:Z|[+-]\d{2}:?\d{2})?)?\s*+",
    re.IGNORECASE,
)
"""Dates in numbers, the year with four digits or with two, or with the English name of a month."""
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
