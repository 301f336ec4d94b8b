"""Label columns into a mass table."""

import pandas as pd

from belieflab.belief import Frame, MassTable
from belieflab.data.label_files.detection import detect_layout
from belieflab.data.label_files.layouts import LAYOUTS, Layout
from belieflab.data.label_files.notation import declared_kind
from belieflab.errors import DataError


def read_labels(
    columns: pd.DataFrame, layout: str | None = None, frame: Frame | None = None
) -> MassTable:
    """The mass table that label columns hold.

    `columns` holds label columns only, one row per object; `layout` is a key of `LAYOUTS`
    (None: detected). With a `frame` every class in the file must belong to it; without one the
    classes are those the file declares (`label={b, a}`), else those it names.
    """
    entry = LAYOUTS.find(layout or detect_layout(columns, frame))
    if len(columns) == 0:
        raise DataError("The label columns have no rows.")
    return entry.read(columns, _frame_of(columns, entry, frame))


def classes_in(columns: pd.DataFrame, layout: str) -> tuple[tuple[str, ...], bool]:
    """The classes that label columns name, and whether the file itself fixes their order."""
    return LAYOUTS.find(layout).classes(columns)


def _frame_of(columns: pd.DataFrame, layout: Layout, frame: Frame | None) -> Frame:
    """The given frame, which must hold every class of the headings, or the file's own."""
    classes, declared = layout.classes(columns)
    if frame is None:
        if not classes:
            raise DataError("No row names a class, so the classes of these labels are unknown.")
        return Frame.of_kind(classes, declared_kind(columns.columns))
    if declared or layout.names == "headings":
        unknown = [name for name in classes if name not in frame.names]
        if unknown:
            raise DataError(
                f"The label columns name the class {unknown[0]!r}, "
                f"but the classes are {', '.join(frame.names)}."
            )
    return frame
