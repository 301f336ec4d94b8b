"""How large an upload may be; every limit is named in the error message."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from belieflab.errors import DataError

MEGABYTE = 1 << 20
LARGEST_FILE = 200 * MEGABYTE
LARGEST_INFLATED = 600 * MEGABYTE
"""A compressed file (xlsx, zip, Parquet) may grow to this when unpacked."""
INFLATED_BASE, INFLATED_RATIO = 150 * MEGABYTE, 50
"""A small compressed file may grow to the base and this many times its size, and no further."""
MAX_COLUMNS = 2_000
MAX_SQUARE, MAX_BESIDE = 5_000, 5
"""Rows and columns of dissimilarities between objects, and other columns that stand beside them."""
MAX_CELLS = 50_000_000
"""Rows times columns; 50 million numbers are 400 MB."""


def inflated_limit(size: int, largest: int = LARGEST_INFLATED) -> int:
    """Bytes to which a compressed file of that size may grow: a bomb is small and becomes large."""
    return min(largest, INFLATED_BASE + INFLATED_RATIO * size)


_STORED: ContextVar[int | None] = ContextVar("stored", default=None)
"""Bytes of the file that is being read, as it came."""


class Unpacked(bytes):
    """A file out of a zip, which counts by the size of the zip."""

    stored: int

    def __new__(cls, content: bytes, stored: int) -> "Unpacked":
        """The contents, and the bytes of the zip."""
        found = super().__new__(cls, content)
        found.stored = stored
        return found


def stored_size(content: bytes) -> int:
    """Bytes in which the content came."""
    return content.stored if isinstance(content, Unpacked) else len(content)


@contextmanager
def stored_in(size: int) -> Iterator[None]:
    """Tables that are read within come from so many bytes; what is outside counts."""
    token = _STORED.set(size if _STORED.get() is None else _STORED.get())
    try:
        yield
    finally:
        _STORED.reset(token)


def cells_limit(size: int | None) -> int:
    """Cells of eight bytes to which a file of that size may grow."""
    return MAX_CELLS if size is None else min(MAX_CELLS, inflated_limit(size) // 8)


def check_file_size(size: int) -> None:
    """Refuse an empty file and one that is too large."""
    if size == 0:
        raise DataError("The file is empty.")
    if size > LARGEST_FILE:
        raise DataError(
            f"The file has {size / MEGABYTE:.0f} MB; the limit is {LARGEST_FILE // MEGABYTE} MB."
        )


def check_table_size(n_rows: int, n_columns: int) -> None:
    """Refuse a table with no rows, too many columns or too many cells.

    A square table may hold dissimilarities, and may be wider.
    """
    if n_columns > MAX_COLUMNS and abs(n_columns - n_rows) > MAX_BESIDE:
        raise DataError(f"The table has {n_columns:,} columns; the limit is {MAX_COLUMNS:,}.")
    check_width(n_columns)
    if n_rows * n_columns > cells_limit(_STORED.get()):
        raise DataError(
            f"The table has {n_rows:,} rows of {n_columns:,} columns; {_describe_limit()}."
        )
    if n_rows == 0 or n_columns == 0:
        raise DataError("The table has no rows of data below its names.")


def check_bytes(count: int) -> None:
    """Refuse what takes more memory, once it is read, than its file may grow to."""
    size = _STORED.get()
    limit = LARGEST_INFLATED if size is None else inflated_limit(size)
    if count > limit + MEGABYTE:  # beside the contents of files, each has some bytes around it
        raise DataError(
            f"What the file holds would take {count / MEGABYTE:,.0f} MB of memory; the limit is "
            f"{limit / MEGABYTE:,.0f} MB{_describe_size()}."
        )


def _describe_limit() -> str:
    limit = cells_limit(_STORED.get())
    return f"the limit is {limit:,} cells{_describe_size() if limit < MAX_CELLS else ''}"


def _describe_size() -> str:
    size = _STORED.get()
    return "" if size is None else f" for a file of {size / MEGABYTE:.2f} MB"


def check_width(n_columns: int) -> None:
    """Refuse more columns than any table may have, before its rows are known."""
    if n_columns > MAX_SQUARE + MAX_BESIDE:
        raise DataError(
            f"The table has {n_columns:,} columns; the limit is {MAX_COLUMNS:,}, and "
            f"{MAX_SQUARE:,} for dissimilarities between as many objects."
        )


def check_saved_features(count: int) -> None:
    """Refuse a model of more features than a table to predict may have columns."""
    if count > MAX_COLUMNS:
        raise DataError(f"The saved model names {count:,} features; the limit is {MAX_COLUMNS:,}.")
