"""ARFF (Weka's format) into a table; nominal attributes keep their declared order of values."""

import io
import re
from dataclasses import dataclass
from typing import Any

import pandas as pd

from belieflab.data.reading.columns import check_names
from belieflab.data.reading.delimited import clean_column, parse_delimited
from belieflab.data.reading.encoding import to_utf8
from belieflab.data.reading.guess import FileGuess
from belieflab.data.reading.limits import check_table_size
from belieflab.data.reading.sampling import FileSample
from belieflab.errors import DataError

_NUMERIC = {"numeric", "real", "integer"}
_ATTRIBUTE = re.compile(
    r"""@attribute\s++('(?:[^'\\]|\\.)*+'|"(?:[^"\\]|\\.)*+"|[^\s{]++)\s*+(.*)""", re.IGNORECASE
)
_SPACES = re.compile(r"\s*+")
_QUOTED = re.compile(r"""('(?:[^'\\]|\\.)*+'|"(?:[^"\\]|\\.)*+")\s*+(,|\Z)""")
"""A cell in quotation marks and the comma after it, if it is not the last."""


@dataclass(frozen=True)
class Attribute:
    """One column: numeric, text, or nominal with its values."""

    name: str
    numeric: bool
    values: tuple[str, ...] | None = None


def guess_arff(sample: FileSample) -> FileGuess | None:
    """Text whose first line that is no comment declares a relation or an attribute."""
    arff = sample.filename.lower().endswith(".arff")
    for line in sample.text.splitlines():
        line = line.strip().lower()
        if line and not line.startswith("%"):
            arff = line.startswith(("@relation", "@attribute"))
            break
    return FileGuess("arff", encoding=sample.encoding) if arff else None


def read_arff(content: bytes, guess: FileGuess) -> pd.DataFrame:
    """An ARFF file as a table; `?` is a missing value."""
    text = to_utf8(content, guess.encoding)
    attributes, body, first_line = _read_declarations(text)
    check_names([attribute.name for attribute in attributes])
    check_table_size(1, len(attributes))
    if len(attributes) == 1 or re.search(rb"['\"\\%{]", body):
        columns = _read_cells(body, first_line, len(attributes))
    else:
        columns = _read_plain_cells(body, attributes)
    check_table_size(len(columns[0]), len(attributes))
    return pd.DataFrame(
        {
            attribute.name: _column(attribute, cells)
            for attribute, cells in zip(attributes, columns, strict=True)
        }
    )


def _read_cells(body: memoryview, first_line: int, n_columns: int) -> list[list[str]]:
    """The cells by column, with quotation marks and comments."""
    columns: list[list[str]] = [[] for _ in range(n_columns)]
    lines = io.TextIOWrapper(io.BytesIO(body), encoding="utf-8")
    for number, line in enumerate(lines, first_line):
        line = line.strip()
        if not line or line.startswith("%"):
            continue
        if line.startswith("{"):
            raise DataError(f"Line {number} is in the sparse form of ARFF, which is not read.")
        cells = split_cells(line)
        if len(cells) != n_columns:
            raise DataError(f"Line {number} has {len(cells)} cells for {n_columns} attributes.")
        for column, cell in zip(columns, cells, strict=True):
            column.append(cell)
    return columns


def _read_plain_cells(body: memoryview, attributes: list[Attribute]) -> list[Any]:
    """The cells by column of a file without quotation marks and comments, which is faster."""
    if not bytes(body[:4096]).strip() and not bytes(body).strip():
        return [[] for _ in attributes]
    kinds = ["number" if attribute.numeric else "text" for attribute in attributes]
    table = parse_delimited(body, ",", ".", kinds)
    if table.num_columns != len(attributes):
        raise DataError(
            f"The first row has {table.num_columns} cells for {len(attributes)} attributes."
        )
    return [clean_column(table.column(k), trim=True).to_pandas() for k in range(len(attributes))]


def _read_declarations(text: memoryview) -> tuple[list[Attribute], memoryview, int]:
    """The attributes, the bytes after @data, and the number of the first line there."""
    attributes: list[Attribute] = []
    stream = io.BytesIO(text)
    for number, raw in enumerate(stream, 1):
        line = raw.decode("utf-8").strip()
        word = line.lower()
        if word.startswith("@data"):
            if not attributes:
                raise DataError("The ARFF file declares no attribute before @data.")
            return attributes, text[stream.tell() :], number + 1
        if word.startswith("@attribute"):
            attributes.append(_read_attribute(line, number))
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
    """The cells between commas; quotation marks, single or double, keep a comma in a cell.

    A mark that is not closed, or not followed by a comma, is a plain character.
    """
    cells: list[str] = []
    position = 0
    while True:
        spaces = _SPACES.match(line, position)
        start = spaces.end() if spaces else position
        quoted = _QUOTED.match(line, start)
        if quoted is not None:
            cells.append(_bare(quoted[1]))
            position, is_last = quoted.end(), not quoted[2]
        else:
            comma = line.find(",", start)
            is_last = comma < 0
            cells.append(_bare((line[start:] if is_last else line[start:comma]).strip()))
            position = comma + 1
        if is_last:
            return cells


def _bare(cell: str) -> str:
    """The cell without its quotation marks."""
    if len(cell) >= 2 and cell[0] == cell[-1] and cell[0] in "'\"":
        return re.sub(r"\\(.)", r"\1", cell[1:-1])
    return cell


def _column(attribute: Attribute, cells: Any) -> "pd.Series[Any]":
    if attribute.numeric and isinstance(cells, pd.Series) and cells.dtype == "float64":
        return cells
    given = [None if pd.isna(cell) or cell in {"?", ""} else str(cell) for cell in cells]
    if attribute.numeric:
        numbers = [_number(attribute.name, cell, row) for row, cell in enumerate(given)]
        return pd.Series(numbers, dtype="float64")
    if attribute.values is None:
        return pd.Series(given, dtype="str")
    declared = set(attribute.values)
    for row, value in enumerate(given):
        if value is not None and value not in declared:
            raise DataError(
                f"Row {row + 1} holds {value!r} in {attribute.name!r}, "
                "which is not among its declared values."
            )
    return pd.Series(pd.Categorical(given, categories=list(dict.fromkeys(attribute.values))))


def _number(name: str, cell: str | None, row: int) -> float:
    if cell is None:
        return float("nan")
    try:
        return float(cell)
    except ValueError:
        raise DataError(
            f"Row {row + 1} holds {cell!r} in the numeric attribute {name!r}."
        ) from None
