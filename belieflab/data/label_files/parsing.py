"""Label columns into a mass table."""

from collections.abc import Callable

import pandas as pd

from belieflab.belief import Frame, MassTable
from belieflab.data.label_files import number_labels, text_labels
from belieflab.data.label_files.detection import detect_layout
from belieflab.data.label_files.layouts import check_layout
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
    layout = check_layout(layout or detect_layout(columns, frame)).key
    if len(columns) == 0:
        raise DataError("The label columns have no rows.")
    return _READERS[layout](columns, _frame_of(columns, layout, frame))


def classes_in(columns: pd.DataFrame, layout: str) -> tuple[tuple[str, ...], bool]:
    """The classes that label columns name, and whether the file itself fixes their order."""
    if layout in {"hard", "sets", "guess-doubt"}:
        return text_labels.classes_in_text(columns, layout)
    return number_labels.classes_in_numbers(columns, layout)


def _frame_of(columns: pd.DataFrame, layout: str, frame: Frame | None) -> Frame:
    """The given frame, which must hold every class of the headings, or the file's own."""
    classes, declared = classes_in(columns, layout)
    if frame is None:
        if not classes:
            raise DataError("No row names a class, so the classes of these labels are unknown.")
        return Frame.of_kind(classes, declared_kind(columns.columns))
    if declared or layout == "masses":
        strangers = [name for name in classes if name not in frame.names]
        if strangers:
            raise DataError(
                f"The label columns name the class {strangers[0]!r}, "
                f"but the classes are {', '.join(frame.names)}."
            )
    return frame


_READERS: dict[str, Callable[[pd.DataFrame, Frame], MassTable]] = {
    "hard": text_labels.read_hard,
    "sets": text_labels.read_sets,
    "guess-doubt": text_labels.read_guess_and_doubt,
    "plausibilities": number_labels.read_plausibilities,
    "probabilities": number_labels.read_probabilities,
    "masses": number_labels.read_masses,
    "bitmasks": number_labels.read_bitmasks,
}
