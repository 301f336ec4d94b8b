"""Parquet into a table; only plain columns of numbers, text and dates are taken."""

from typing import Any

import pandas as pd

from belieflab.data.reading.columns import check_names
from belieflab.data.reading.guess import FileGuess
from belieflab.data.reading.limits import (
    LARGEST_INFLATED,
    MEGABYTE,
    check_table_size,
    inflated_limit,
)
from belieflab.data.reading.optional import arrow_module
from belieflab.data.reading.parquet_pages import unpacked_size
from belieflab.data.reading.sampling import FileSample
from belieflab.errors import DataError

_BATCH, _BATCH_CELLS = 65_536, 2_000_000
"""Rows and cells that are unpacked at once."""


def guess_parquet(sample: FileSample) -> FileGuess | None:
    """A file that starts with the mark of the format."""
    return FileGuess("parquet") if sample.content.startswith(b"PAR1") else None


def read_parquet(content: bytes, guess: FileGuess) -> pd.DataFrame:
    """A Parquet file as a table; sizes are checked before and while it is unpacked."""
    arrow_module("pyarrow")
    try:
        return _read(content)
    except (DataError, MemoryError):
        raise
    except Exception as error:  # a damaged part raises whatever it happens to cause
        reason = (str(error).splitlines() or [type(error).__name__])[0]
        raise DataError(f"The Parquet file is damaged or cut short: {reason[:160]}") from None


def _read(content: bytes) -> pd.DataFrame:
    arrow = arrow_module("pyarrow")
    file = _open(content)
    metadata, limit = file.metadata, inflated_limit(len(content), LARGEST_INFLATED)
    check_table_size(metadata.num_rows, metadata.num_columns)
    _check_inflated(unpacked_size(content, metadata, limit), limit)
    schema = file.schema_arrow.remove_metadata()
    check_names(list(schema.names))
    _refuse_nested(schema)
    texts = [field.name for field in schema if _is_text(field.type)]
    columns: list[list[Any]] = [[] for _ in schema]
    n_rows = size = 0
    rows = max(_BATCH_CELLS // max(len(schema), 1), 1)
    # Text comes as numbers into a dictionary: what it grows to is known before it is written out.
    for batch in _open(content, read_dictionary=texts).iter_batches(batch_size=min(rows, _BATCH)):
        n_rows += batch.num_rows
        check_table_size(n_rows, len(schema.names))
        for k, (field, column) in enumerate(zip(schema, batch.columns, strict=True)):
            size += _written_size(column, field.type)
            _check_inflated(size, limit)
            columns[k].append(column if column.type == field.type else column.cast(field.type))
    check_table_size(n_rows, len(schema.names))
    read = [
        arrow.chunked_array(parts, type=field.type)
        for parts, field in zip(columns, schema, strict=True)
    ]
    return pd.DataFrame(
        {str(name): _plain(each) for name, each in zip(schema.names, read, strict=True)}
    )


def _open(content: bytes, read_dictionary: list[str] | None = None) -> Any:
    return arrow_module("pyarrow.parquet").ParquetFile(
        arrow_module("pyarrow").BufferReader(content),
        thrift_string_size_limit=16 * MEGABYTE,
        thrift_container_size_limit=1_000_000,
        arrow_extensions_enabled=False,
        read_dictionary=read_dictionary,
    )


def _check_inflated(size: int, limit: int) -> None:
    if size > limit:
        raise DataError(
            f"Unpacked, the file would have {size / MEGABYTE:,.0f} MB or more; "
            f"the limit is {limit // MEGABYTE} MB."
        )


def _is_text(kind: Any) -> bool:
    types = arrow_module("pyarrow").types
    return bool(types.is_string(kind) or types.is_large_string(kind))


def _written_size(column: Any, kind: Any) -> int:
    """Bytes of a column in memory, with every text written out where the table will do so."""
    types, compute = arrow_module("pyarrow").types, arrow_module("pyarrow.compute")
    if types.is_dictionary(column.type) and _is_text(column.type.value_type):
        lengths = compute.take(compute.binary_length(column.dictionary), column.indices)
        written = 0 if types.is_dictionary(kind) else compute.sum(lengths).as_py() or 0
        return int(written) + 8 * len(column)
    return int(column.nbytes)


def _refuse_nested(schema: Any) -> None:
    types = arrow_module("pyarrow").types
    for field in schema:
        kind = field.type.value_type if types.is_dictionary(field.type) else field.type
        if types.is_nested(kind) or any(is_kind(kind) for is_kind in _binary_kinds()):
            raise DataError(
                f"The column {field.name!r} holds {field.type} values; "
                "only numbers, text and dates can be read."
            )


def _binary_kinds() -> tuple[Any, ...]:
    types = arrow_module("pyarrow").types
    return types.is_binary, types.is_large_binary, types.is_fixed_size_binary, types.is_binary_view


def _plain(column: Any) -> Any:
    """Numbers as float64, everything else as text; a dictionary of text keeps its order."""
    arrow = arrow_module("pyarrow")
    kind = column.type
    types = arrow.types
    if types.is_dictionary(kind):
        if types.is_string(kind.value_type) or types.is_large_string(kind.value_type):
            return column.to_pandas()
        return _plain(column.cast(kind.value_type))
    if types.is_integer(kind) or types.is_floating(kind) or types.is_decimal(kind):
        return column.cast(arrow.float64(), safe=False).to_pandas()
    if types.is_null(kind):
        return pd.Series([float("nan")] * len(column))
    return column.cast(arrow.string()).to_pandas()
