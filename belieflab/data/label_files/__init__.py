"""Soft labels as columns of a table: five layouts, detected, read and written back exactly.

    detect_layout(columns, frame=None) -> str           # a key of LAYOUTS; DataError when none fits
    read_labels(columns, layout=None, frame=None) -> MassTable
    layouts_for(table) -> tuple[str, ...]               # the layouts that give the table back exactly
    label_columns(table, layout) -> pandas.DataFrame    # DataError says which row does not fit
    write_labels(table, layout, kind="csv") -> bytes    # in belieflab.data.reading; also "parquet"

`columns` is a pandas DataFrame that holds label columns only.
"""

from belieflab.data.label_files.layouts import LAYOUTS, Layout

__all__ = ["LAYOUTS", "Layout"]
