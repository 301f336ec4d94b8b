"""Soft labels as columns of a table: a layout is detected, read and written back exactly.

    detect_layout(columns, frame=None) -> str           # a key of LAYOUTS
    read_labels(columns, layout=None, frame=None) -> MassTable
    layouts_for(table) -> tuple[str, ...]               # layouts that give the table back exactly
    why_not(table, layout) -> str                       # a sentence; empty when the layout fits
    label_columns(table, layout) -> pandas.DataFrame    # DataError says which row does not fit

`columns` is a pandas DataFrame that holds label columns only. `belieflab.data.reading` turns
files into such columns (`read_label_file`) and tables into files (`write_labels`).
"""

from belieflab.data.label_files.cells import as_names, as_numbers, sort_names
from belieflab.data.label_files.detection import (
    are_percentages,
    detect_layout,
    neither_sums_nor_peaks,
)
from belieflab.data.label_files.layouts import (
    LAYOUTS,
    Layout,
    is_label_heading,
    label_headings,
)
from belieflab.data.label_files.notation import (
    TRUTH,
    Heading,
    declared_kind,
    is_focal_heading,
    is_text_heading,
    loose_columns,
    parse_heading,
)
from belieflab.data.label_files.number_labels import exact_table, note_rounding
from belieflab.data.label_files.parsing import classes_in, read_labels
from belieflab.data.label_files.writing import label_columns, layouts_for, why_not

__all__ = [
    "LAYOUTS",
    "TRUTH",
    "Heading",
    "Layout",
    "are_percentages",
    "as_names",
    "as_numbers",
    "classes_in",
    "declared_kind",
    "detect_layout",
    "exact_table",
    "is_focal_heading",
    "is_label_heading",
    "is_text_heading",
    "label_columns",
    "label_headings",
    "layouts_for",
    "loose_columns",
    "neither_sums_nor_peaks",
    "note_rounding",
    "parse_heading",
    "read_labels",
    "sort_names",
    "why_not",
]
