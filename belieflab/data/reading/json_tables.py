"""JSON and JSON Lines into a table: records, rows, or columns."""

import json
from collections.abc import Mapping
from typing import Any

import pandas as pd

from belieflab.belief.classes import without_surrogates
from belieflab.data.label_files.cells import number_name
from belieflab.data.reading.columns import check_names
from belieflab.data.reading.encoding import to_utf8
from belieflab.data.reading.guess import FileGuess
from belieflab.data.reading.limits import MAX_COLUMNS, check_table_size
from belieflab.data.reading.sampling import FileSample
from belieflab.errors import DataError

JSON_ENDINGS = ("json", "jsonl", "ndjson")
NESTED = "where a number or a text is expected"
"""Part of the sentence that refuses a value which is a list or a record."""
_LARGEST_WHOLE = 2**53
_SHAPES = (
    'A table in JSON is a list of records ([{"x": 1, "class": "a"}, …]), one record per line, a '
    'list of rows, or columns by name ({"x": [1, 2], …}).'
)


def guess_json(sample: FileSample) -> FileGuess | None:
    """A file that is called so, or whose first line is a whole JSON record."""
    if sample.ending in JSON_ENDINGS:
        return FileGuess("json", encoding=sample.encoding)
    first = sample.text.lstrip().partition("\n")[0].strip()
    if not first.startswith(("{", "[")):
        return None
    try:
        json.loads(first)
    except (ValueError, RecursionError):
        return None
    return FileGuess("json", encoding=sample.encoding)


def read_json(content: bytes, guess: FileGuess) -> pd.DataFrame:
    """The table in a JSON file; a nested value is refused, with its row and column."""
    text = bytes(to_utf8(content, guess.encoding)).decode("utf-8", errors="replace")
    rows = _rows(_parse(text.removeprefix("\ufeff")))
    if isinstance(rows, list):
        rows = _columns_of(rows)
    check_names([*rows])
    for name, cells in rows.items():
        _refuse_nested(name, cells)
    lengths = {len(cells) for cells in rows.values()}
    if len(lengths) > 1:
        raise DataError(f"The columns of the JSON file have {min(lengths)} to {max(lengths)} rows.")
    check_table_size(lengths.pop() if lengths else 0, len(rows))
    return pd.DataFrame({name: _cells(cells) for name, cells in rows.items()})


def _parse(text: str) -> Any:
    """What a JSON text holds, or the values of its lines where each is one."""
    try:
        return json.loads(text)
    except RecursionError:
        raise DataError("The JSON file is nested too deeply.") from None
    except ValueError as error:
        lines = [(k, line) for k, line in enumerate(text.splitlines(), start=1) if line.strip()]
        if len(lines) < 2:
            raise _unreadable(error) from None
    values = []
    for number, line in lines:
        try:
            values.append(json.loads(line))
        except RecursionError:
            raise DataError(f"Line {number} of the JSON file is nested too deeply.") from None
        except ValueError as error:
            raise _unreadable(error, number) from None
    return values


def _unreadable(error: ValueError, line: int | None = None) -> DataError:
    if isinstance(error, json.JSONDecodeError):
        place = f"line {line or error.lineno}, column {error.colno}"
        return DataError(f"The JSON file cannot be read in {place}: {error.msg}.")
    return DataError("The JSON file holds a number with too many digits.")


def _rows(found: Any) -> list[Any] | dict[str, list[Any]]:
    """Rows, or columns by name, wherever a file of one of the known shapes keeps them."""
    if isinstance(found, dict):
        data, names = found.get("data"), found.get("columns")
        if isinstance(data, list) and isinstance(names, list):
            return [dict(zip(map(_text, names), row, strict=False)) for row in data if _is_row(row)]
        if found and all(isinstance(cells, list) for cells in found.values()):
            return {_text(name): cells for name, cells in found.items()}
        if _are_columns(found):
            rows = dict.fromkeys(row for cells in found.values() for row in cells)
            check_table_size(len(rows), len(found))
            return {_text(name): [cells.get(row) for row in rows] for name, cells in found.items()}
        if _are_numbered_rows(found):
            return list(found.values())
        listed = [value for value in found.values() if isinstance(value, list)]
        if len(listed) == 1 and listed[0] and isinstance(listed[0][0], dict):
            return listed[0]
        return [found]
    if isinstance(found, list):
        return found
    raise DataError(f"The JSON file holds a single value. {_SHAPES}")


def _are_columns(found: dict[str, Any]) -> bool:
    """Whether columns hold their cells by the number of the row, as pandas writes them."""
    numbered = all(
        isinstance(cells, dict) and cells and all(key.isdecimal() for key in cells)
        for cells in found.values()
    )
    return bool(found) and numbered and not all(key.isdecimal() for key in found)


def _are_numbered_rows(found: dict[str, Any]) -> bool:
    """Whether records stand under the numbers of their rows, as pandas writes them by index."""
    records = all(isinstance(record, dict) and record for record in found.values())
    return records and [*found] == [str(k) for k in range(len(found))]


def _is_row(row: Any) -> bool:
    if not isinstance(row, list):
        raise DataError(f"A row of the JSON file is no list. {_SHAPES}")
    return True


def _columns_of(rows: list[Any]) -> dict[str, list[Any]]:
    """Records or rows as columns; a record without a key has a blank cell there."""
    names: dict[str, None] = {}
    records = []
    for number, row in enumerate(rows, start=1):
        if isinstance(row, list):
            row = {f"column {k}": cell for k, cell in enumerate(row, start=1)}
        if not isinstance(row, dict):
            raise DataError(f"Row {number} of the JSON file is no record. {_SHAPES}")
        record = {_text(name): cell for name, cell in row.items()}
        names |= dict.fromkeys(record)
        if len(names) > MAX_COLUMNS:
            check_table_size(1, len(names))
        records.append(record)
    check_table_size(len(records), len(names))
    return {name: [record.get(name) for record in records] for name in names}


def _refuse_nested(name: str, cells: list[Any]) -> None:
    for number, cell in enumerate(cells, start=1):
        if isinstance(cell, (list, Mapping)):
            kind = "list" if isinstance(cell, list) else "record"
            raise DataError(
                f"Row {number} holds a {kind} in {name!r}, {NESTED}. "
                "Answers of annotators are opened on the Crowd page."
            )


def _cells(cells: list[Any]) -> "pd.Series[Any]":
    """Numbers as float64, where all are; else texts."""
    given = [cell for cell in cells if cell is not None]
    if given and all(_is_number(cell) for cell in given):
        return pd.Series([float("nan") if cell is None else cell for cell in cells], dtype=float)
    written = [_written(cell) for cell in cells]
    return pd.Series(written) if any(written) else pd.Series([float("nan")] * len(cells))


def _is_number(cell: Any) -> bool:
    if isinstance(cell, bool):
        return False
    return isinstance(cell, float) or (isinstance(cell, int) and abs(cell) <= _LARGEST_WHOLE)


def _written(cell: Any) -> str | None:
    if cell is None or (isinstance(cell, str) and not cell.strip()):
        return None
    if isinstance(cell, bool):
        return str(cell).lower()
    return _text(number_name(cell) if isinstance(cell, float) else cell)


def _text(value: Any) -> str:
    return without_surrogates(str(value))
