"""How large an upload may be; every limit is named in the error message."""

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
    if n_rows * n_columns > MAX_CELLS:
        raise DataError(
            f"The table has {n_rows:,} rows of {n_columns:,} columns; "
            f"the limit is {MAX_CELLS:,} cells."
        )
    if n_rows == 0 or n_columns == 0:
        raise DataError("The table has no rows of data below its names.")


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
