"""How a delimited text file is written: its delimiter, its decimal sign, its row of names."""

import re
from typing import Literal

from belieflab.data.reading.guess import FileGuess
from belieflab.data.reading.leading import after_lines, count_marked_lines, count_title_lines
from belieflab.data.reading.numbers import guess_decimal, is_number
from belieflab.data.reading.sampling import FileSample, has_header, sample_rows
from belieflab.data.reading.triangles import split_triangle, starts_with_names
from belieflab.errors import DataError

_BLANK = ' \t\r\n,;|"'
"""What a sheet without any value is written with."""
_INDEXED = re.compile(r"\d{1,9}:[-+\d.eE]{1,30}")
_PREFERENCE = ("\t", ";", "|", ",", " ")


def guess_delimited(sample: FileSample) -> FileGuess:
    """A guess for any text: there is no text that could not be delimited."""
    skip, given = count_marked_lines(sample.text)
    text = after_lines(sample.text, skip)
    triangle = "" if given else _find_triangle(text)
    delimiter = given or triangle or _guess_delimiter(text)
    if not triangle:
        above = count_title_lines(text, delimiter)
        skip, text = skip + above, after_lines(text, above)
    rows = sample_rows(text, delimiter)
    if not rows or not text.strip(_BLANK):
        raise DataError("The file holds nothing but blank cells.")
    cells = [cell for row in rows for cell in row]
    _refuse_indexed(rows)
    decimal: Literal[".", ","] = "," if guess_decimal(cells) == "," else "."
    return FileGuess(
        "csv",
        encoding=sample.encoding,
        delimiter=delimiter,
        decimal=decimal,
        has_header=has_header(rows, decimal) if not triangle else starts_with_names(rows),
        skip=skip,
        trim=_spaces_follow_delimiters(text, delimiter),
    )


def _refuse_indexed(rows: list[list[str]]) -> None:
    """Refuse rows of `index:value` behind the class, as LIBSVM writes them."""
    behind = [cell for row in rows for cell in row[1:]]
    if len(behind) > 1 and all(map(_INDEXED.fullmatch, behind)):
        raise DataError(
            "The rows hold index:value, as files for LIBSVM do, which are not read; save a table "
            "with one column per feature, as CSV."
        )


def _find_triangle(text: str) -> str:
    """The character that cuts the text into a triangle; empty where none does."""
    for delimiter in _PREFERENCE:
        try:
            rows = sample_rows(text, delimiter)
        except DataError:
            continue
        if split_triangle(rows) is not None:
            return delimiter
    return ""


def _guess_delimiter(text: str) -> str:
    """The character that splits all rows into equally many cells, most of them numbers."""
    best, best_score = ",", (0.0, False, 0.0)
    for delimiter in _PREFERENCE:
        try:
            rows = sample_rows(text, delimiter)
        except DataError:
            continue
        if not rows:
            continue  # nothing but delimiters: the blank rows of a sheet
        counts = [len(row) for row in rows]
        width = max(set(counts), key=counts.count)
        named = counts[0] == width
        if len(counts) > 2 and counts[0] == width - 1:
            counts[0] = width  # the column of row names has no name
        agreement = counts.count(width) / len(counts)
        if width < 2 or agreement < 0.7 or (delimiter == " " and agreement < 1):
            continue
        cells = [cell for row in rows for cell in row]
        numeric = sum(is_number(cell, ".") or _number_with_comma(cell, delimiter) for cell in cells)
        score = (agreement, named, numeric / len(cells))
        if delimiter == " " and (best_score[0] == 1 or numeric == 0):
            continue
        if score > best_score:
            best, best_score = delimiter, score
    return best


def _number_with_comma(cell: str, delimiter: str) -> bool:
    return delimiter != "," and is_number(cell, ",")


def _spaces_follow_delimiters(text: str, delimiter: str) -> bool:
    """Whether every cell but the first of each row starts with a space."""
    if delimiter == " ":
        return True
    rows = [row for row in sample_rows(text, delimiter, 50) if len(row) > 1]
    return bool(rows) and all(cell.startswith(" ") for row in rows for cell in row[1:])
