"""ARFF (Weka's format) into a table; nominal attributes keep their declared order of values."""

import re
from dataclasses import dataclass
from typing import Any

import pandas as pd

from belieflab.data.reading.columns import check_names
from belieflab.data.reading.encoding import to_utf8
from belieflab.data.reading.guess import FileGuess
from belieflab.data.reading.limits import check_table_size
from belieflab.errors import DataError

_NUMERIC = {"numeric", "real", "integer"}
_ATTRIBUTE = re.compile(
    r"""@attribute\s+('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|[^\s{]+)\s*(.*)""", re.IGNORECASE
)
_CELL = re.compile(r"""\s*('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|[^,]*?)\s*(,|$)""")


@dataclass(frozen=True)
class Attribute:
    """One column: numeric, text, or nominal with its values."""

    name: str
    numeric: bool
    values: tuple[str, ...] | None = None


def read_arff(content: bytes, guess: FileGuess) -> pd.DataFrame:
    """An ARFF file as a table; `?` is a missing value."""
    lines = bytes(to_utf8(content, guess.encoding)).decode("utf-8", errors="replace").splitlines()
    attributes, start = _read_declarations(lines)
    check_names([attribute.name for attribute in attributes])
    check_table_size(1, len(attributes))
    rows: list[list[str]] = []
    for number, line in enumerate(lines[start:], start + 1):
        line = line.strip()
        if not line or line.startswith("%"):
            continue
        if line.startswith("{"):
            raise DataError(f"Line {number} is in the sparse form of ARFF, which is not read.")
        cells = split_cells(line)
        if len(cells) != len(attributes):
            raise DataError(
                f"Line {number} has {len(cells)} cells for {len(attributes)} attributes."
            )
        rows.append(cells)
    check_table_size(len(rows), len(attributes))
    columns = zip(*rows, strict=True)
    return pd.DataFrame(
        {
            attribute.name: _column(attribute, list(cells))
            for attribute, cells in zip(attributes, columns, strict=True)
        }
    )


def _read_declarations(lines: list[str]) -> tuple[list[Attribute], int]:
    """The attributes and the index of the first line of data."""
    attributes: list[Attribute] = []
    for number, line in enumerate(lines, 1):
        word = line.strip().lower()
        if word.startswith("@data"):
            if not attributes:
                raise DataError("The ARFF file declares no attribute before @data.")
            return attributes, number
        if word.startswith("@attribute"):
            attributes.append(_read_attribute(line.strip(), number))
    raise DataError("The ARFF file has no line @data.")


def _read_attribute(line: str, number: int) -> Attribute:
    found = _ATTRIBUTE.fullmatch(line)
    if found is None:
        raise DataError(f"Line {number} is not an attribute of the form `@attribute name type`.")
    name, kind = _bare(found[1]), found[2].strip()
    if kind.startswith("{") and kind.endswith("}"):
        return Attribute(name, numeric=False, values=tuple(split_cells(kind[1:-1])))
    word = kind.split()[0].lower() if kind else ""
    if word in _NUMERIC:
        return Attribute(name, numeric=True)
    if word in {"string", "date"}:
        return Attribute(name, numeric=False)
    raise DataError(f"Line {number}: the attribute {name!r} has the unknown type {kind!r}.")


def split_cells(line: str) -> list[str]:
    """The cells between commas; quotation marks, single or double, keep a comma in a cell."""
    cells: list[str] = []
    position = 0
    while position <= len(line):
        found = _CELL.match(line, position)
        if found is None:
            raise DataError(f"A quotation mark is not closed in {line[:80]!r}.")
        cells.append(_bare(found[1]))
        position = found.end()
        if found[2] == "":
            break
    return cells


def _bare(cell: str) -> str:
    """The cell without its quotation marks."""
    if len(cell) >= 2 and cell[0] == cell[-1] and cell[0] in "'\"":
        return re.sub(r"\\(.)", r"\1", cell[1:-1])
    return cell


def _column(attribute: Attribute, cells: list[str]) -> Any:
    present = [None if cell in {"?", ""} else cell for cell in cells]
    if attribute.numeric:
        numbers = [_number(attribute.name, cell, row) for row, cell in enumerate(present)]
        return pd.Series(numbers, dtype="float64")
    if attribute.values is None:
        return pd.Series(present, dtype="str")
    declared = set(attribute.values)
    for row, cell in enumerate(present):
        if cell is not None and cell not in declared:
            raise DataError(
                f"Row {row + 1} holds {cell!r} in {attribute.name!r}, "
                "which is not among its declared values."
            )
    return pd.Series(pd.Categorical(present, categories=list(dict.fromkeys(attribute.values))))


def _number(name: str, cell: str | None, row: int) -> float:
    if cell is None:
        return float("nan")
    try:
        return float(cell)
    except ValueError:
        raise DataError(
            f"Row {row + 1} holds {cell!r} in the numeric attribute {name!r}."
        ) from None
