"""A zip of one description and some tables of numbers, as a workspace file is."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from belieflab.data.reading.entries import read_entries
from belieflab.data.reading.limits import check_file_size, check_table_size, stored_in
from belieflab.data.reading.optional import arrow_module
from belieflab.errors import DataError

_BLOCK = 1 << 22


@dataclass(frozen=True)
class DescribedTables:
    """The description, None where there is none, and the tables [shape=(n, p)] by file name.

    `stored` is the size of the file that held them, None where it was none that came from outside.
    """

    description: bytes | None = None
    tables: Mapping[str, NDArray[np.float64]] = field(default_factory=dict)
    stored: int | None = None


def read_described_tables(
    content: bytes, description: str, tables: Collection[str]
) -> DescribedTables:
    """The description and the tables of these file names; nothing else is unpacked."""
    check_file_size(len(content) or 1)
    entries = read_entries(content, {description, *tables})
    found = entries.pop(description, None)
    with stored_in(len(content)):
        read = {name: _numbers(name, entries.pop(name)) for name in [*entries]}
    return DescribedTables(found, read, len(content))


def _numbers(name: str, text: bytes) -> NDArray[np.float64]:
    """The numbers of a CSV file below its header, which is not used [shape=(n, p)]."""
    header, _, body = text.partition(b"\n")
    first = body.lstrip(b"\r\n").partition(b"\n")[0].rstrip(b"\r")
    n_columns = first.count(b",") + 1 if first.strip() else 0
    if not n_columns:
        return np.empty((0, header.count(b",") + 1))
    check_table_size(max(body.count(b"\n"), 1), n_columns)
    arrow, arrow_csv = arrow_module("pyarrow"), arrow_module("pyarrow.csv")
    try:
        table = arrow_csv.read_csv(
            arrow.BufferReader(body),
            read_options=arrow_csv.ReadOptions(autogenerate_column_names=True, block_size=_BLOCK),
            parse_options=arrow_csv.ParseOptions(quote_char=False),
            convert_options=arrow_csv.ConvertOptions(
                column_types={f"f{k}": arrow.float64() for k in range(n_columns)}, null_values=[]
            ),
        )
    except arrow.ArrowInvalid:
        raise DataError(f"{name} in the workspace file is not a table of numbers.") from None
    numbers = np.empty((table.num_rows, n_columns))
    for k in range(n_columns):
        numbers[:, k] = table.column(k).to_numpy()
    return numbers
