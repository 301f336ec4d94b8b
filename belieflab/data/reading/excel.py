"""One sheet of an Excel workbook into a table."""

import datetime
import io
from typing import Any

import pandas as pd

from belieflab.data.reading.archives import is_workbook, open_archive
from belieflab.data.reading.columns import column_names
from belieflab.data.reading.guess import FileGuess
from belieflab.data.reading.limits import check_table_size
from belieflab.data.reading.numbers import MISSING
from belieflab.data.reading.optional import openpyxl_module
from belieflab.errors import DataError

_ERRORS = frozenset({"#N/A", "#DIV/0!", "#VALUE!", "#REF!", "#NAME?", "#NUM!", "#NULL!"})


def read_excel(content: bytes, guess: FileGuess) -> pd.DataFrame:
    """One sheet as a table; formulas count by their stored values."""
    with open_archive(content) as archive:
        if not is_workbook(archive):
            raise DataError("The file is a zip archive but not an Excel workbook (.xlsx).")
    rows = _trimmed(_sheet_rows(content, guess.sheet))
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
    openpyxl = openpyxl_module("openpyxl")
    rows: list[list[Any]] = []
    width = 0
    try:
        workbook = openpyxl.load_workbook(io.BytesIO(content), read_only=True, data_only=True)
        if sheet not in workbook.sheetnames:
            raise DataError(f"There is no sheet {sheet!r} in the workbook.")
        for row in workbook[sheet].iter_rows(max_row=n_rows, values_only=True):
            rows.append(list(row))
            width = max(width, len(row))
            check_table_size(len(rows), max(width, 1))
    except DataError:
        raise
    except Exception as error:  # openpyxl raises whatever the damaged part happens to cause
        raise DataError(
            f"The Excel file is damaged: {type(error).__name__}, {str(error)[:120]}"
        ) from None
    return rows


def _trimmed(rows: list[list[Any]]) -> list[list[Any]]:
    """Rows without the blank ones around the table and without blank cells at their ends."""
    for row in rows:
        while row and (row[-1] is None or row[-1] == ""):
            row.pop()
    while rows and not rows[-1]:
        rows.pop()
    while rows and not rows[0]:
        rows.pop(0)
    return rows


def _column(cells: list[Any]) -> "pd.Series[Any]":
    """Numbers when every cell is a number or missing, else text."""
    present = [cell for cell in cells if not _is_missing(cell)]
    if all(isinstance(cell, (int, float)) and not isinstance(cell, bool) for cell in present):
        return pd.Series(
            [float("nan") if _is_missing(cell) else float(cell) for cell in cells], dtype="float64"
        )
    blank = (None, "")
    return pd.Series([None if cell in blank else _text(cell) for cell in cells], dtype="str")


def _is_missing(cell: Any) -> bool:
    return cell is None or (isinstance(cell, str) and (cell.strip() in MISSING or cell in _ERRORS))


def _text(cell: Any) -> str:
    if isinstance(cell, datetime.datetime) and cell.time() == datetime.time():
        return cell.date().isoformat()
    if isinstance(cell, (datetime.datetime, datetime.date, datetime.time)):
        return cell.isoformat()
    if isinstance(cell, float) and cell.is_integer():
        return str(int(cell))
    return str(cell)
