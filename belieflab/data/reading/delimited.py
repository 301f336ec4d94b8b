"""Delimited text into a table: fast, strict about ragged rows, exact about numbers."""

import csv
import io
import re
from typing import Any

import pandas as pd

from belieflab.data.label_files import is_text_heading
from belieflab.data.reading.class_columns import MAX_CLASSES
from belieflab.data.reading.columns import column_names, is_class_heading
from belieflab.data.reading.encoding import to_utf8
from belieflab.data.reading.guess import FileGuess
from belieflab.data.reading.leading import BEFORE_NAMES
from belieflab.data.reading.limits import check_table_size, check_width
from belieflab.data.reading.numbers import MISSING, is_number, is_numeric_column
from belieflab.data.reading.optional import arrow_module
from belieflab.data.reading.sampling import SAMPLE_BYTES, sample_rows
from belieflab.data.reading.spreadsheet_guard import unguard
from belieflab.data.reading.triangles import fill_triangle, split_triangle
from belieflab.errors import DataError

_GUARDED = r"^'('*[=+\-@\t\r])"
_BLOCK = 1 << 22
_MOST_FRACTIONS = 10
"""So many different numbers with fractions may be the names of classes, as grades are."""
_LINE_END = re.compile(b"\n")


def read_delimited(content: bytes, guess: FileGuess) -> pd.DataFrame:
    """A delimited text file as a table of numbers and text."""
    text = _below(to_utf8(content, guess.encoding), guess.skip)
    filled = _fill_triangle(text, guess)
    if filled is not None:
        text = filled
    elif guess.delimiter == " ":
        text = _with_tabs_for_spaces(text)
    delimiter = "\t" if guess.delimiter == " " else guess.delimiter
    header, body = _split_header(text, delimiter, guess)
    sample = sample_rows(bytes(body[:SAMPLE_BYTES]).decode("utf-8", errors="ignore"), delimiter)
    if not sample and header is not None and len(header) == 1 and len(body):
        sample = [[""]]  # a column of blank lines: every label is unknown
    if not sample:
        raise DataError("The file has a row of names but no rows of data.")
    names = column_names(header, len(sample[0]))
    check_width(len(names))
    kinds = [_kind(name, k, sample, guess.decimal) for k, name in enumerate(names)]
    table = parse_delimited(body, delimiter, guess.decimal, kinds)
    check_table_size(table.num_rows, table.num_columns)
    return _to_pandas(table, names, header, guess.trim)


def _below(text: memoryview, skip: int) -> memoryview:
    """The text below so many lines, and without the sign of a comment before the names."""
    start = bytes(text[:SAMPLE_BYTES]) if skip else b""
    ends = [found.end() for found in _LINE_END.finditer(start)][:skip]
    rest = text[ends[-1] :] if ends else text
    return rest[len(BEFORE_NAMES) :] if bytes(rest[:2]) == BEFORE_NAMES.encode() else rest


def _fill_triangle(text: memoryview, guess: FileGuess) -> memoryview | None:
    """The text as a square table, where its first rows are those of a triangle."""
    start = bytes(text[:SAMPLE_BYTES]).decode("utf-8", errors="ignore")
    if len(text) > SAMPLE_BYTES:
        start = start.rpartition("\n")[0]
    try:
        if split_triangle(sample_rows(start, guess.delimiter)) is None:
            return None
    except DataError:
        return None  # said by who reads it
    whole = bytes(text).decode("utf-8", errors="replace")
    filled = fill_triangle(whole, guess.delimiter, guess.decimal)
    return None if filled is None else memoryview(filled.encode())


def _split_header(
    text: memoryview, delimiter: str, guess: FileGuess
) -> tuple[list[str] | None, memoryview]:
    """The names of the columns, if the file has them, and the bytes after them."""
    if not guess.has_header:
        return None, text
    header, consumed = _first_row(text[:SAMPLE_BYTES], delimiter)
    if len(consumed) >= min(SAMPLE_BYTES, len(text)) - 4:  # it may go on
        header, consumed = _first_row(text[:_BLOCK], delimiter)
    names = [unguard(cell.strip() if guess.trim else cell) for cell in header]
    return names, text[len(consumed) :]


def _first_row(text: memoryview, delimiter: str) -> tuple[list[str], bytes]:
    """The cells of the first row that is not blank, and all bytes up to its end."""
    lines = io.StringIO(bytes(text).decode("utf-8", errors="ignore"), newline="")
    reader = csv.reader(lines, delimiter=delimiter)
    try:
        header = next((row for row in reader if any(cell.strip() for cell in row)), [])
    except csv.Error as error:
        raise DataError(f"The row of names cannot be split into cells: {error}.") from None
    lines.seek(0)
    return header, "".join(next(lines) for _ in range(reader.line_num)).encode("utf-8")


def _kind(name: str, k: int, sample: list[list[str]], decimal: str) -> str:
    """`number` or `text`; cells below a heading of classes are no numbers unless they measure."""
    cells = [row[k] for row in sample if k < len(row)]
    if is_text_heading(name) or (is_class_heading(name) and not _measure(cells, decimal)):
        return "text"
    return "number" if is_numeric_column(cells, decimal) else "text"


def _measure(cells: list[str], decimal: str) -> bool:
    """Whether numbers are too many, or too fine, to be those of classes."""
    given = {cell.strip() for cell in cells if is_number(cell, decimal)}
    ends = {cell.partition(decimal)[2].strip("0") for cell in given}
    return len(given) > MAX_CLASSES or (ends != {""} and len(given) > _MOST_FRACTIONS)


def parse_delimited(body: memoryview, delimiter: str, decimal: str, kinds: list[str]) -> Any:
    """An arrow table; a column that turns out not to hold numbers further down becomes text."""
    arrow = arrow_module("pyarrow")
    try:
        return _parse_as(body, delimiter, decimal, kinds)
    except arrow.ArrowInvalid as error:
        if "conversion error" not in str(error):
            raise _explained(error, body, delimiter, len(kinds)) from None
    table = _parse_as(body, delimiter, decimal, ["text"] * len(kinds))
    if table.num_columns != len(kinds):
        raise DataError(f"The first row has {table.num_columns} cells; {len(kinds)} are expected.")
    for k, kind in enumerate(kinds):
        if kind == "number":
            column = _numbers_or_text(table.column(k), decimal)
            table = table.set_column(k, table.schema.field(k).name, column)
    return table


def _parse_as(body: memoryview, delimiter: str, decimal: str, kinds: list[str]) -> Any:
    arrow, arrow_csv = arrow_module("pyarrow"), arrow_module("pyarrow.csv")
    types = {"number": arrow.float64(), "text": arrow.string()}
    return arrow_csv.read_csv(
        arrow.BufferReader(arrow.py_buffer(body)),
        read_options=arrow_csv.ReadOptions(autogenerate_column_names=True, block_size=_BLOCK),
        parse_options=_parse_options(body, delimiter, len(kinds)),
        convert_options=arrow_csv.ConvertOptions(
            column_types={f"f{k}": types[kind] for k, kind in enumerate(kinds)},
            null_values=list(MISSING),
            strings_can_be_null=False,
            decimal_point=decimal,
        ),
    )


def _parse_options(body: memoryview, delimiter: str, n_columns: int, handler: Any = None) -> Any:
    """In a single column a blank line is a missing value, elsewhere it is nothing."""
    return arrow_module("pyarrow.csv").ParseOptions(
        delimiter=delimiter,
        newlines_in_values=_has_quotes(body),
        ignore_empty_lines=n_columns > 1,
        invalid_row_handler=handler,
    )


def _has_quotes(body: memoryview) -> bool:
    pieces = (bytes(body[at : at + _BLOCK]) for at in range(0, len(body), _BLOCK))
    return any(b'"' in piece for piece in pieces)


def _numbers_or_text(column: Any, decimal: str) -> Any:
    arrow, compute = arrow_module("pyarrow"), arrow_module("pyarrow.compute")
    trimmed = compute.utf8_trim_whitespace(column)
    missing = compute.is_in(trimmed, value_set=arrow.array(MISSING))
    given = compute.if_else(missing, arrow.scalar(None, arrow.string()), trimmed)
    if decimal == ",":
        given = compute.replace_substring(given, pattern=",", replacement=".")
    try:
        return given.cast(arrow.float64())
    except arrow.ArrowInvalid:
        return column


def _explained(error: Exception, body: memoryview, delimiter: str, n_columns: int) -> DataError:
    """Which row is ragged; rows of data are counted from 1."""
    arrow, arrow_csv = arrow_module("pyarrow"), arrow_module("pyarrow.csv")
    found: list[tuple[int, int, int]] = []

    def remember(row: Any) -> str:
        found.append((row.number, row.actual_columns, row.expected_columns))
        return "skip"

    try:
        arrow_csv.read_csv(
            arrow.BufferReader(arrow.py_buffer(body)),
            read_options=arrow_csv.ReadOptions(autogenerate_column_names=True, use_threads=False),
            parse_options=_parse_options(body, delimiter, n_columns, remember),
        )
    except arrow.ArrowInvalid as second:
        error = second
    if found and found[0][0] is not None:
        row, actual, expected = found[0]
        return DataError(f"Row {row} has {actual} cells, but the first row has {expected}.")
    return DataError(f"The text cannot be cut into rows and cells: {_first_line(error)}")


def _first_line(error: Exception) -> str:
    return str(error).splitlines()[0][:200]


def _to_pandas(table: Any, names: list[str], header: list[str] | None, trim: bool) -> pd.DataFrame:
    columns: dict[str, Any] = {}
    for k, name in enumerate(names):
        column = table.column(k)
        unnamed = header is not None and (k >= len(header) or not header[k].strip())
        if unnamed and column.null_count == len(column) and len(names) > 1:
            continue  # a delimiter at the end of every row
        columns[name] = clean_column(column, trim).to_pandas()
    return pd.DataFrame(columns)


def clean_column(column: Any, trim: bool) -> Any:
    """Text without the guard against formulas, blank cells as missing; numbers as they are."""
    arrow, compute = arrow_module("pyarrow"), arrow_module("pyarrow.compute")
    if not arrow.types.is_string(column.type):
        return column
    trimmed = compute.utf8_trim_whitespace(column)
    text = compute.replace_substring_regex(
        trimmed if trim else column, pattern=_GUARDED, replacement=r"\1"
    )
    blank = compute.equal(trimmed, "")
    return compute.if_else(blank, arrow.scalar(None, arrow.string()), text)


def _with_tabs_for_spaces(text: memoryview) -> memoryview:
    """One tab for every run of spaces and tabs; none at the ends of a line.

    Block by block of whole lines, because the file may be large, and by plain replacement, which is
    many times as fast as an expression.
    """
    pieces, start = [], 0
    while start < len(text):
        found = _LINE_END.search(text, start + _BLOCK)
        end = len(text) if found is None else found.end()
        pieces.append(_single_tabs(bytes(text[start:end])))
        start = end
    return memoryview(b"".join(pieces))


def _single_tabs(lines: bytes) -> bytes:
    lines = lines.replace(b" ", b"\t")
    while b"\t\t" in lines:  # every round halves the longest run
        lines = lines.replace(b"\t\t", b"\t")
    lines = lines.replace(b"\n\t", b"\n").removeprefix(b"\t")
    lines = lines.replace(b"\t\r\n", b"\r\n").replace(b"\t\n", b"\n")
    return lines[:-2] + b"\r" if lines.endswith(b"\t\r") else lines.removesuffix(b"\t")
