"""Cells of a label column as class names, or as numbers, with the row in every error message."""

from collections.abc import Collection
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from belieflab.errors import DataError

_WHOLE = ".0"
"""What programs write behind a whole number in a column with a blank cell."""


def as_names(column: "pd.Series[Any]") -> list[str | None]:
    """Class names of a column; a blank cell is None and a whole number loses its `.0`."""
    numeric = pd.api.types.is_numeric_dtype(column.dtype) and column.dtype != bool
    codes, values = pd.factorize(column)
    names: list[str | None] = [
        None if _is_blank(value) else number_name(value) if numeric else plain_name(value)
        for value in values
    ]
    names.append(None)  # the code of a missing cell is -1
    return [names[code] for code in codes.tolist()]


def plain_name(value: object) -> str:
    """A value among others as a class name: 1.0 is the class that 1 is."""
    return number_name(value) if isinstance(value, float) else str(value)


def number_name(value: object) -> str:
    """A number as a class name: `3` for 3.0, the shortest exact text otherwise."""
    number = float(value)  # type: ignore[arg-type]
    if isinstance(value, (int, np.integer)):
        return str(int(value))
    return str(int(number)) if number.is_integer() and abs(number) < 1e15 else repr(number)


def match_number(name: str, known: Collection[str]) -> str:
    """The known class that is the same whole number, as 1 and 1.0 are; else the name itself.

    Examples
    --------
    >>> match_number("1.0", ["1", "2"]), match_number("2", ["1.0", "2.0"]), match_number("a", ["b"])
    ('1', '2.0', 'a')
    """
    if name in known:
        return name
    whole = name.removesuffix(_WHOLE)
    other = whole if whole != name else name + _WHOLE
    return other if whole.removeprefix("-").isdecimal() and other in known else name


def merge_numbers(names: set[str]) -> set[str]:
    """The names without `1.0` where there is `1`."""
    return {name for name in names if match_number(name, names - {name}) == name or "." not in name}


def as_numbers(column: "pd.Series[Any]", blank: float = np.nan) -> NDArray[np.float64]:
    """Numbers of a column [shape=(n,)]; a blank cell becomes `blank`, other text is refused."""
    name = str(column.name)
    numbers = np.empty(len(column), dtype=np.float64)
    if pd.api.types.is_numeric_dtype(column.dtype):
        numbers[:] = column.to_numpy(dtype=np.float64, na_value=np.nan)
    else:
        for row, value in enumerate(column):
            numbers[row] = np.nan if _is_blank(value) else _number(value, row, name)
    numbers[np.isnan(numbers)] = blank
    if np.isinf(numbers).any():
        row = int(np.argmax(np.isinf(numbers)))
        raise DataError(f"Row {row + 1} holds Infinity in column {name!r}.")
    return numbers


def sort_names(names: set[str]) -> list[str]:
    """Class names in the order of their numbers when all are numbers, else of the alphabet."""
    try:
        return sorted(names, key=lambda name: (float(name), name))
    except ValueError:
        return sorted(names)


def _number(value: object, row: int, name: str) -> float:
    try:
        return float(value)  # type: ignore[arg-type]
    except (TypeError, ValueError):
        raise DataError(
            f"Row {row + 1} holds {str(value)!r} in column {name!r}, where a number is expected."
        ) from None


def _is_blank(value: object) -> bool:
    return value is None or value is pd.NA or value != value or not str(value).strip()
