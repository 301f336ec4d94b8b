"""A first look at a file: what kind it is and how it is written."""

import csv
import io
from typing import Literal

from belieflab.data.label_files import is_label_heading
from belieflab.data.reading.archives import sheet_names
from belieflab.data.reading.encoding import detect_encoding, to_utf8
from belieflab.data.reading.excel import first_rows
from belieflab.data.reading.guess import FileGuess
from belieflab.data.reading.limits import check_file_size
from belieflab.data.reading.numbers import guess_decimal, is_number, is_numeric_column
from belieflab.errors import DataError

SAMPLE_BYTES = 1 << 18
SAMPLE_ROWS = 200
_PREFERENCE = ("\t", ";", "|", ",", " ")


def sniff(content: bytes, filename: str = "") -> FileGuess:
    """A guess of what a file is, from its first part; it can be changed and read again."""
    check_file_size(len(content))
    _refuse_known_strangers(content)
    if content.startswith(b"PAR1"):
        return FileGuess("parquet")
    if content.startswith(b"PK"):
        return _sniff_workbook(content)
    encoding = detect_encoding(content)
    text = sample_text(content, encoding)
    if not text.strip():
        raise DataError("The file holds nothing but blank lines.")
    if _is_arff(text, filename):
        return FileGuess("arff", encoding=encoding)
    return _sniff_delimited(text, encoding)


def _sniff_workbook(content: bytes) -> FileGuess:
    """The first sheet that holds something."""
    sheets = sheet_names(content)
    for sheet in sheets:
        rows = first_rows(content, sheet)
        if rows:
            return FileGuess("excel", sheets=sheets, sheet=sheet, has_header=has_header(rows, "."))
    raise DataError("All sheets of the Excel file are empty.")


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


def _refuse_known_strangers(content: bytes) -> None:
    if content.startswith(b"\xd0\xcf\x11\xe0"):
        raise DataError(
            "This is a password-protected or an old (.xls) Excel file; "
            "save it as .xlsx without a password."
        )
    if content.startswith((b"\x1f\x8b", b"BZh", b"\xfd7zXZ", b"7z\xbc\xaf", b"\x28\xb5\x2f\xfd")):
        raise DataError("The file is compressed; unpack it first.")


def _is_arff(text: str, filename: str) -> bool:
    for line in text.splitlines():
        line = line.strip().lower()
        if line and not line.startswith("%"):
            return line.startswith(("@relation", "@attribute"))
    return filename.lower().endswith(".arff")


def _sniff_delimited(text: str, encoding: str) -> FileGuess:
    delimiter = _guess_delimiter(text)
    rows = sample_rows(text, delimiter)
    cells = [cell for row in rows for cell in row]
    decimal: Literal[".", ","] = "," if guess_decimal(cells) == "," else "."
    return FileGuess(
        "csv",
        encoding=encoding,
        delimiter=delimiter,
        decimal=decimal,
        has_header=has_header(rows, decimal),
        trim=_spaces_follow_delimiters(text, delimiter),
    )


def _guess_delimiter(text: str) -> str:
    """The sign that cuts all rows into equally many cells, most of them numbers."""
    best, best_score = ",", (0.0, 0.0)
    for delimiter in _PREFERENCE:
        try:
            rows = sample_rows(text, delimiter)
        except DataError:
            continue
        counts = [len(row) for row in rows]
        usual = max(set(counts), key=counts.count)
        if len(counts) > 2 and counts[0] == usual - 1:
            counts[0] = usual  # the column of row names has no name
        agreement = counts.count(usual) / len(counts)
        if usual < 2 or agreement < 0.7 or (delimiter == " " and agreement < 1):
            continue
        cells = [cell for row in rows for cell in row]
        numeric = sum(is_number(cell, ".") or _number_with_comma(cell, delimiter) for cell in cells)
        score = (agreement, numeric / len(cells))
        if delimiter == " " and (best_score[0] == 1 or numeric == 0):
            continue
        if score > best_score:
            best, best_score = delimiter, score
    return best


def _number_with_comma(cell: str, delimiter: str) -> bool:
    return delimiter != "," and is_number(cell, ",")


def has_header(rows: list[list[str]], decimal: str) -> bool:
    """Whether the first row holds names: no number in it, and numbers or label columns below."""
    first, below = rows[0], rows[1:]
    if any(is_label_heading(cell) for cell in first):
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


def _spaces_follow_delimiters(text: str, delimiter: str) -> bool:
    """Whether every cell but the first of each row starts with a space."""
    if delimiter == " ":
        return True
    rows = [row for row in sample_rows(text, delimiter, 50) if len(row) > 1]
    return bool(rows) and all(cell.startswith(" ") for row in rows for cell in row[1:])
