"""Parquet into a table; only plain columns of numbers, text and dates are taken."""

from typing import Any

import pandas as pd

from belieflab.data.reading.columns import check_names
from belieflab.data.reading.guess import FileGuess
from belieflab.data.reading.limits import LARGEST_INFLATED, MEGABYTE, check_table_size
from belieflab.data.reading.optional import arrow_module
from belieflab.data.reading.sampling import FileSample
from belieflab.errors import DataError

_BATCH = 65_536


def guess_parquet(sample: FileSample) -> FileGuess | None:
    """A file that starts with the mark of the format."""
    return FileGuess("parquet") if sample.content.startswith(b"PAR1") else None


def read_parquet(content: bytes, guess: FileGuess) -> pd.DataFrame:
    """A Parquet file as a table; stated sizes are checked before anything is unpacked."""
    arrow = arrow_module("pyarrow")
    try:
        return _read(content)
    except (arrow.ArrowException, OSError, EOFError) as error:
        raise DataError(
            f"The Parquet file is damaged or cut short: {str(error).splitlines()[0][:160]}"
        ) from None


def _read(content: bytes) -> pd.DataFrame:
    arrow, parquet = arrow_module("pyarrow"), arrow_module("pyarrow.parquet")
    file = parquet.ParquetFile(
        arrow.BufferReader(content),
        thrift_string_size_limit=16 * MEGABYTE,
        thrift_container_size_limit=1_000_000,
        arrow_extensions_enabled=False,
    )
    metadata = file.metadata
    check_table_size(metadata.num_rows, metadata.num_columns)
    stated = sum(metadata.row_group(g).total_byte_size for g in range(metadata.num_row_groups))
    if stated > LARGEST_INFLATED:
        raise DataError(
            f"Unpacked, the file would have {stated / MEGABYTE:,.0f} MB; "
            f"the limit is {LARGEST_INFLATED // MEGABYTE} MB."
        )
    schema = file.schema_arrow.remove_metadata()
    check_names(list(schema.names))
    _refuse_nested(schema)
    batches, n_rows = [], 0
    for batch in file.iter_batches(batch_size=_BATCH):
        n_rows += batch.num_rows
        check_table_size(n_rows, len(schema.names))
        batches.append(batch)
    table = arrow.Table.from_batches(batches) if batches else schema.empty_table()
    check_table_size(table.num_rows, table.num_columns)
    return pd.DataFrame({str(name): _plain(table.column(k)) for k, name in enumerate(schema.names)})


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
