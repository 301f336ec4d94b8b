"""What counts as a number and as a missing value in a text file."""

import re

MISSING = (
    *("", "NA", "na", "<NA>", "#NA", "N/A", "n/a", "#N/A", "n.a.", "N.A.", "NaN", "nan", "NAN"),
    *("NULL", "null", "None", "none", "missing", "?", "-", "--", "."),
    *("#DIV/0!", "#VALUE!", "#REF!", "#NAME?", "#NUM!", "#NULL!"),
)
"""Cells that mean a missing number; below a column of text only a blank cell is missing."""

# Each repetition is possessive, and no two that follow each other share a character: a file may
# hold any cell, and "1" * 100_000 + "x" must not be tried in every way it could be cut.
_POINT = re.compile(r"\s*+[+-]?(?:\d++(?:\.\d*+)?|\.\d++)(?:[eE][+-]?\d++)?\s*+")
_COMMA = re.compile(r"\s*+[+-]?(?:\d++(?:,\d*+)?|,\d++)(?:[eE][+-]?\d++)?\s*+")
_INFINITE = re.compile(r"\s*+[+-]?(?:inf|infinity)\s*+", re.IGNORECASE)
_CODE = re.compile(r"\s*+[+-]?(?:0\d++|\d{15}\d++)\s*+")


def is_number(cell: str, decimal: str) -> bool:
    """Whether a cell holds a number (Infinity included, which is refused later)."""
    pattern = _COMMA if decimal == "," else _POINT
    return bool(pattern.fullmatch(cell) or _INFINITE.fullmatch(cell))


def is_numeric_column(cells: list[str], decimal: str) -> bool:
    """Whether all cells are numbers or missing; `007` is a code, hence text.

    So is a whole number of 16 digits and more, which no float64 holds.
    """
    given = [cell for cell in cells if cell.strip() not in MISSING]
    return all(is_number(cell, decimal) and not _CODE.fullmatch(cell) for cell in given)


def guess_decimal(cells: list[str]) -> str:
    """`,` when more cells look like 1,5 than like 1.5."""
    commas = sum("," in cell and bool(_COMMA.fullmatch(cell)) for cell in cells)
    points = sum("." in cell and bool(_POINT.fullmatch(cell)) for cell in cells)
    return "," if commas > points else "."
