"""Numbers with signs or units (`45 %`, `$1,200.50`, `3 kg`): found, and read where asked for."""

import re
from collections.abc import Mapping
from typing import Any

import pandas as pd

from belieflab.data.label_files import as_names
from belieflab.data.reading.columns import is_sure_id_heading

FEWEST = 3
"""So many cells make a column of such numbers."""
_BEGINNING = 50
"""Cells that are looked at first: most columns of text end there."""
_MOST, _MOST_CODES = 0.5, 20
"""Share of the cells that are most of them; different numbers that may be codes of classes."""
_MAX_NAMED, _LONGEST = 4, 20
_MONEY = "$€£¥"
_NUMBER = r"\d{1,3}+(?:[,.' ]\d{3}+)*+(?!\d)(?:[.,]\d++)?+|\d++(?:[.,]\d++)?+"
_UNIT = rf" ?[%‰{_MONEY}]| ?[A-Za-zµ°²³/]{{2,6}}| [A-Za-zµ°]"
_CELL = re.compile(rf"([{_MONEY}]?+) ?+([-+]?+)({_NUMBER})({_UNIT}|)")
"""A sign of money, the number, and a sign or a unit behind it."""
_SPACES = str.maketrans({"\N{NO-BREAK SPACE}": " ", "\N{NARROW NO-BREAK SPACE}": " ", "’": "'"})


def marked_numbers(frame: pd.DataFrame) -> dict[str, str]:
    """The columns of text that hold numbers with signs alone, and the first cell of each.

    Examples
    --------
    >>> marked_numbers(pd.DataFrame({"a": ["4 %", "7 %", "12 %"], "b": ["1", "x", "2"]}))
    {'a': '4 %'}
    """
    found = {}
    for name in map(str, frame.columns):
        if is_marked(frame[name], name):
            found[name] = next(text for text in as_names(frame[name]) if text is not None)
    return found


def is_marked(column: "pd.Series[Any]", name: str = "") -> bool:
    """Whether a column of text holds numbers with signs alone."""
    if pd.api.types.is_numeric_dtype(column.dtype) or is_sure_id_heading(name):
        return False
    given = column.dropna()
    if len(given) < FEWEST or _read(given[:_BEGINNING]) is None:
        return False
    return _read(given) is not None


def is_nearly_numbers(column: "pd.Series[Any]") -> bool:
    """Whether most cells of a column of text are numbers, too many different ones for classes."""
    if pd.api.types.is_numeric_dtype(column.dtype):
        return False
    given = column.dropna().astype(str)
    if not given[:_BEGINNING].str.contains(r"\d").mean() > _MOST:
        return False
    numbers = plain_numbers(given)
    many = numbers.nunique() > _MOST_CODES and (numbers.dropna() % 1 != 0).any()
    return bool(many and _MOST < numbers.notna().mean() < 1)


def plain_numbers(cells: "pd.Series[Any]") -> "pd.Series[float]":
    """The cells that are numbers without signs, with a point or a comma; NaN for all others."""
    texts = cells.astype(str).str.replace(",", ".", n=1, regex=False)
    return pd.to_numeric(texts, errors="coerce")


def read_marked(frame: pd.DataFrame) -> pd.DataFrame:
    """The table with these columns as numbers; of `45 %` stays 45."""
    return frame.assign(**{name: _read(frame[name]) for name in marked_numbers(frame)})


def describe_marked(found: Mapping[str, str]) -> str:
    """One sentence about these columns."""
    named = [f"{name!r} ({cell[:_LONGEST]!r})" for name, cell in [*found.items()][:_MAX_NAMED]]
    more = f" and {len(found) - _MAX_NAMED} more" if len(found) > _MAX_NAMED else ""
    return f"Numbers with signs or units, which are text as they stand: {', '.join(named)}{more}."


def _read(column: "pd.Series[Any]") -> "pd.Series[float] | None":
    """The numbers of a column; None where some cell is none, signs differ, or none has a sign."""
    texts = [None if pd.isna(cell) else str(cell).translate(_SPACES).strip() for cell in column]
    parts = [None if text is None else _CELL.fullmatch(text) for text in texts]
    given = [part for part, text in zip(parts, texts, strict=True) if text is not None]
    if not given or any(part is None for part in given):
        return None
    known = [part for part in given if part is not None]
    if len({(part[1], part[4].strip()) for part in known}) > 1:
        return None
    numbers = [part[3] for part in known]
    decimal = _decimal(numbers)
    if decimal is None or not (known[0][1] or known[0][4] or _are_grouped(numbers, decimal)):
        return None
    other = "," if decimal == "." else "."
    values = [
        float("nan") if part is None else float(part[2] + _plain(part[3], decimal, other))
        for part in parts
    ]
    return pd.Series(values, index=column.index, dtype="float64")


def _plain(number: str, decimal: str, other: str) -> str:
    for sign in (other, " ", "'"):
        number = number.replace(sign, "")
    return number.replace(decimal, ".")


def _decimal(numbers: list[str]) -> str | None:
    """The decimal sign of all; None where they differ.

    Of two signs in a number the last is it; one that stands twice, or always before three digits,
    cuts thousands.
    """
    both = [number for number in numbers if "." in number and "," in number]
    last = {"." if number.rfind(".") > number.rfind(",") else "," for number in both}
    if last:
        return last.pop() if len(last) == 1 else None
    used = [sign for sign in ".," if any(sign in number for number in numbers)]
    cuts = [sign for sign in used if _cuts_thousands(sign, numbers)]
    if len(used) == 2:
        return next(sign for sign in used if sign not in cuts) if len(cuts) == 1 else None
    return ({*".,"} - {*cuts}).pop() if cuts else [*used, "."][0]


def _cuts_thousands(sign: str, numbers: list[str]) -> bool:
    """Whether three digits follow a sign wherever it stands."""
    return all(len(piece) == 3 for number in numbers for piece in number.split(sign)[1:])


def _are_grouped(numbers: list[str], decimal: str) -> bool:
    """Whether some number has a sign between thousands."""
    signs = {",", ".", " ", "'"} - {decimal}
    return any(sign in number for number in numbers for sign in signs)
