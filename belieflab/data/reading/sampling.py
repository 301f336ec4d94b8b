"""The first part of a file: its text, its rows, and whether they start with names."""

import csv
import io
from dataclasses import dataclass
from functools import cached_property
from pathlib import PurePath

from belieflab.data.label_files import is_label_heading
from belieflab.data.reading.encoding import detect_encoding, to_utf8
from belieflab.data.reading.numbers import is_number, is_numeric_column
from belieflab.errors import DataError

SAMPLE_BYTES = 1 << 18
SAMPLE_ROWS = 200
_MOST_COUNTED = 3
"""So many whole numbers may be the first row of a table of whole numbers."""


@dataclass(frozen=True)
class FileSample:
    """A file as its readers see it when they are asked whether it is theirs."""

    content: bytes
    filename: str = ""

    @property
    def ending(self) -> str:
        """The ending of its name, in small letters and without the dot."""
        return ending_of(self.filename)

    @cached_property
    def encoding(self) -> str:
        """The encoding of a text file; a file that is no text is refused."""
        return detect_encoding(self.content)

    @cached_property
    def text(self) -> str:
        """The first part of a text file, cut at the end of a line."""
        text = sample_text(self.content, self.encoding)
        if not text.strip():
            raise DataError("The file holds nothing but blank lines.")
        return text


def ending_of(filename: str) -> str:
    """The ending of a file's name, in small letters and without the dot; empty without one.

    Examples
    --------
    >>> ending_of("Answers.JSONL"), ending_of("README")
    ('jsonl', '')
    """
    return PurePath(filename).suffix.lower().removeprefix(".")


def sample_text(content: bytes, encoding: str) -> str:
    """The first part of a text file, cut at the end of a line."""
    piece = content[:SAMPLE_BYTES]
    if len(content) > SAMPLE_BYTES:
        if encoding.startswith("utf-16"):
            piece = piece[: len(piece) // 2 * 2]
        text = piece.decode(encoding, errors="ignore")
        cut = max(text.rfind("\n"), text.rfind("\r"))
        text = text[: cut + 1] if cut > 0 else text
    else:
        text = bytes(to_utf8(piece, encoding)).decode("utf-8", errors="replace")
    return text.removeprefix("\ufeff")


def sample_rows(text: str, delimiter: str, n_rows: int = SAMPLE_ROWS) -> list[list[str]]:
    """The first rows of a delimited text, without blank lines."""
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)
    rows: list[list[str]] = []
    try:
        for row in reader:
            if delimiter == " ":
                row = [cell for cell in row if cell]
            if any(cell.strip() for cell in row):
                rows.append(row)
            if len(rows) == n_rows:
                break
    except csv.Error as error:
        raise DataError(f"Line {reader.line_num} cannot be split into cells: {error}.") from None
    return rows


def has_header(rows: list[list[str]], decimal: str) -> bool:
    """Whether the first row holds names: no number in it, and numbers or label columns below."""
    first, below = rows[0], rows[1:]
    if any(is_label_heading(cell) for cell in first):
        return True
    if _counts_columns(first, len(below)) or _counts_from_0(first, below):
        return True
    if any(is_number(cell, decimal) for cell in first):
        return False
    if len(first) > 1 and len({cell.strip() for cell in first}) < len(first):
        return any(cell.strip() for cell in first) and _has_numbers(below, decimal)
    if not below:
        return True
    if _has_numbers(below, decimal):
        return True
    return _first_row_is_different(first, below)


def _counts_columns(first: list[str], n_below: int) -> bool:
    """Whether a row counts 0, 1, 2, … or 1, 2, 3, … over a square table, as programs name rows."""
    cells = [cell.strip() for cell in first if cell.strip().isdecimal()]
    square = len(cells) == n_below or min(len(cells), n_below + 1) >= SAMPLE_ROWS
    if len(cells) < 3 or not square:
        return False
    return any(cells == [str(k + start) for k in range(len(cells))] for start in (0, 1))


def _counts_from_0(first: list[str], below: list[list[str]]) -> bool:
    """Whether a row counts the columns 0, 1, … as pandas does, but for an index and named ones.

    Such a row may be the first of a table without names: numbers below it must have fractions, or
    it must be long; a text beside them stands over cells that come several times and are others.
    """
    cells = [cell.strip() for cell in first]
    counted = [cell for cell in cells if cell.isdecimal()]
    if len(counted) < 2 or not below or counted != [str(k) for k in range(len(counted))]:
        return False
    columns = [[row[k].strip() for row in below if k < len(row)] for k in range(len(cells))]
    if not cells[0]:
        cells, columns = cells[1:], columns[1:]
        if len(cells) == len(counted):
            return True
    if len(cells) == len(counted):
        fractions = all(any("." in cell or "," in cell for cell in each) for each in columns)
        return fractions or len(counted) > _MOST_COUNTED
    return all(
        cell.isdecimal() or (cell and cell not in column and len({*column}) < len(column))
        for cell, column in zip(cells, columns, strict=True)
    )


def _has_numbers(below: list[list[str]], decimal: str) -> bool:
    columns = zip(*below, strict=False)
    return any(
        any(cell.strip() for cell in column) and is_numeric_column(list(column), decimal)
        for column in columns
    )


def _first_row_is_different(first: list[str], below: list[list[str]]) -> bool:
    """For a table of text only: names do not come again among the cells below them."""
    columns = list(zip(*below, strict=False))
    return all(name not in column for name, column in zip(first, columns, strict=False))
