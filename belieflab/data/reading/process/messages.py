"""Messages between the app and the process that reads files.

A message is a header, the length of a JSON text in eight bytes and that text, and then as many
Arrow streams as the header says. Nothing is ever unpickled.
"""

import json
import struct
from collections.abc import Callable, Sequence
from typing import IO, Any

import pandas as pd

from belieflab.data.reading.optional import arrow_module

_LENGTH = struct.Struct(">Q")
_LONGEST = 1 << 26
_ROWS = 1 << 16
_TABLES, _BYTES = "tables", "bytes"


def write_message(
    stream: IO[bytes],
    header: dict[str, Any],
    tables: Sequence[pd.DataFrame] = (),
    check: Callable[[int], None] = lambda _size: None,
) -> None:
    """Write a header and the tables that go with it.

    `check` is called with the bytes of the tables before anything is written.
    """
    written = [_to_arrow(table) for table in tables]  # what cannot be written fails before the rest
    said = {_TABLES: len(written), _BYTES: sum(table.nbytes for table in written)}
    check(said[_BYTES])
    text = json.dumps({**header, **said}).encode("ascii")
    stream.write(_LENGTH.pack(len(text)) + text)
    ipc = arrow_module("pyarrow.ipc")
    for table in written:
        with ipc.new_stream(stream, table.schema) as writer:
            writer.write_table(table, max_chunksize=_ROWS)
    stream.flush()


def read_message(
    stream: IO[bytes], check: Callable[[int], None] = lambda _size: None
) -> tuple[dict[str, Any], list[pd.DataFrame]]:
    """The next header with its tables; EOFError when the other side has ended.

    `check` is called with the bytes of the tables before they are read.
    """
    prefix = stream.read(_LENGTH.size)
    if len(prefix) < _LENGTH.size:
        raise EOFError("The stream of messages has ended.")
    (length,) = _LENGTH.unpack(prefix)
    if length > _LONGEST:
        raise EOFError("The stream of messages is broken.")
    header: dict[str, Any] = json.loads(stream.read(length))
    check(header.pop(_BYTES))
    ipc = arrow_module("pyarrow.ipc")
    tables = []
    for _ in range(header.pop(_TABLES)):
        with ipc.open_stream(stream) as reader:
            tables.append(reader.read_all().to_pandas(ignore_metadata=True))
    return header, tables


def _to_arrow(table: pd.DataFrame) -> Any:
    """Numbers, text and categories as Arrow columns; missing cells are null or NaN as they were."""
    arrow = arrow_module("pyarrow")
    columns = [table.iloc[:, k] for k in range(table.shape[1])]
    arrays = [
        arrow.array(column.to_numpy() if column.dtype.kind == "f" else column) for column in columns
    ]
    return arrow.table(arrays, names=[str(name) for name in table.columns])
