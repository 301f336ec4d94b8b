"""One sheet of an Excel workbook into a table."""

import datetime
import io
import math
from typing import Any

import pandas as pd

from belieflab.data.reading.archives import is_workbook, open_archive, sheet_names
from belieflab.data.reading.columns import column_names
from belieflab.data.reading.guess import FileGuess
from belieflab.data.reading.leading import count_title_rows
from belieflab.data.reading.limits import check_table_size
from belieflab.data.reading.numbers import MISSING, is_number
from belieflab.data.reading.optional import openpyxl_module
from belieflab.data.reading.sampling import FileSample, has_header
from belieflab.errors import DataError

MAX_ROWS = 1_048_576
"""Excel itself has no more."""

MAX_SHEET_CELLS = 3_000_000
"""A workbook is read at about 80,000 cells a second."""


def guess_excel(sample: FileSample) -> FileGuess | None:
    """The first sheet that holds something, and a table rather than a few lines of text."""
    content = sample.content
    if content.startswith(b"\xd0\xcf\x11\xe0"):
        raise DataError(
            "This is a password-protected or an old (.xls) Excel file; "
            "save it as .xlsx without a password."
        )
    if not content.startswith(b"PK"):
        return None
    sheets = sheet_names(content)
    found = {sheet: rows for sheet in sheets if (rows := first_rows(content, sheet))}
    tables = [sheet for sheet, rows in found.items() if not _are_notes(rows)]
    for sheet in (*tables, *found):
        skip = count_title_rows(found[sheet], ".")
        named = has_header(found[sheet][skip:], ".")
        return FileGuess("excel", sheets=sheets, sheet=sheet, has_header=named, skip=skip)
    raise DataError("All sheets of the Excel file are empty.")


def _are_notes(rows: list[list[str]]) -> bool:
    """Whether rows are lines of text, each of them in a single cell, none of them a number."""
    cells = [[cell for cell in row if cell.strip()] for row in rows]
    texts = [cell for row in cells for cell in row]
    lines = max(map(len, cells)) == 1 and len(set(texts)) == len(texts)
    return lines and not any(is_number(text, ".") for text in texts)


def read_excel(content: bytes, guess: FileGuess) -> pd.DataFrame:
    """One sheet as a table; formulas count by their stored values."""
    with open_archive(content) as archive:
        if not is_workbook(archive):
            raise DataError("The file is a zip archive but not an Excel workbook (.xlsx).")
    rows = _trimmed(_sheet_rows(content, guess.sheet))[guess.skip :]
    if not rows:
        raise DataError(f"The sheet {guess.sheet!r} is empty.")
    header: list[str] | None = None
    if guess.has_header:
        header = ["" if cell is None else _text(cell) for cell in rows.pop(0)]
    n_columns = max((len(row) for row in rows), default=0)
    if header is not None and rows:
        n_columns = max(n_columns, len(header))
        header += [""] * (n_columns - len(header))
    check_table_size(len(rows), n_columns)
    names = column_names(header, n_columns)
    return pd.DataFrame(
        {
            name: _column([row[k] if k < len(row) else None for row in rows])
            for k, name in enumerate(names)
        }
    )


def first_rows(content: bytes, sheet: str, n_rows: int = 50) -> list[list[str]]:
    """The first rows of a sheet as text, to see whether they start with names."""
    rows = _trimmed(_sheet_rows(content, sheet, n_rows))
    return [["" if cell is None else _text(cell) for cell in row] for row in rows]


def _sheet_rows(content: bytes, sheet: str, n_rows: int | None = None) -> list[list[Any]]:
    """Rows without blank cells at their ends; the stated size of a sheet is not trusted."""
    openpyxl = openpyxl_module("openpyxl")
    rows: list[list[Any]] = []
    try:
        workbook = openpyxl.load_workbook(
            io.BytesIO(content), read_only=True, data_only=True, keep_links=False
        )
        if sheet not in workbook.sheetnames:
            raise DataError(f"There is no sheet {sheet!r} in the workbook.")
        worksheet = workbook[sheet]
        worksheet.reset_dimensions()
        cells = 0
        for row in worksheet.iter_rows(max_row=n_rows, values_only=True):
            rows.append(_without_blank_end(row))
            cells += len(rows[-1])
            _check_sheet_size(len(rows), len(rows[-1]), cells)
    except (DataError, MemoryError):
        raise
    except Exception as error:  # openpyxl raises whatever the damaged part happens to cause
        raise DataError(
            f"The Excel file is damaged: {type(error).__name__}, {str(error)[:120]}"
        ) from None
    return rows


def _check_sheet_size(n_rows: int, width: int, cells: int) -> None:
    if n_rows > MAX_ROWS:
        raise DataError(f"The sheet has more than {MAX_ROWS:,} rows.")
    if cells > MAX_SHEET_CELLS:
        raise DataError(
            f"The sheet has more than {MAX_SHEET_CELLS:,} cells; save it as CSV or Parquet, "
            "which may be larger and read much faster."
        )
    check_table_size(1, max(width, 1))


def _without_blank_end(row: tuple[Any, ...]) -> list[Any]:
    width = len(row)
    while width and row[width - 1] in (None, ""):
        width -= 1
    return list(row[:width])


def _trimmed(rows: list[list[Any]]) -> list[list[Any]]:
    """Rows without the blank ones before and after the table."""
    filled = [k for k, row in enumerate(rows) if row]
    return rows[filled[0] : filled[-1] + 1] if filled else []


def _column(cells: list[Any]) -> "pd.Series[Any]":
    """Numbers when every cell is a number or missing, else text."""
    given = [cell for cell in cells if not _is_missing(cell)]
    if all(isinstance(cell, (int, float)) and not isinstance(cell, bool) for cell in given):
        return pd.Series(
            [float("nan") if _is_missing(cell) else _number(cell) for cell in cells],
            dtype="float64",
        )
    blank = (None, "")
    return pd.Series([None if cell in blank else _text(cell) for cell in cells], dtype="str")


def _number(cell: float) -> float:
    """A cell's number; a whole number too large for floating point is infinite, as in a CSV."""
    try:
        return float(cell)
    except OverflowError:
        return math.inf if cell > 0 else -math.inf


def _is_missing(cell: Any) -> bool:
    return cell is None or (isinstance(cell, str) and cell.strip() in MISSING)


def _text(cell: Any) -> str:
    if isinstance(cell, datetime.datetime) and cell.time() == datetime.time():
        return cell.date().isoformat()
    if isinstance(cell, (datetime.datetime, datetime.date, datetime.time)):
        return cell.isoformat()
    if isinstance(cell, float) and cell.is_integer():
        return str(int(cell))
    return str(cell)
