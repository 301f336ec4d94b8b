"""A label file for points that are already there."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

import numpy as np
import pandas as pd

from belieflab.belief import Frame, MassTable
from belieflab.data.answer_headings import holds_answers
from belieflab.data.label_files import (
    detect_layout,
    is_text_heading,
    label_headings,
    loose_columns,
    note_rounding,
    read_labels,
)
from belieflab.data.reading.by_id import join_rows
from belieflab.data.reading.guess import FileGuess
from belieflab.data.reading.questions import Question, are_votes, ask_about_numbers
from belieflab.data.reading.readers import read_table, sniff
from belieflab.data.reading.roles import find_labels_and_truth, find_row_names
from belieflab.errors import DataError


@dataclass(frozen=True)
class LabelFile:
    """Labels from a file, the layout they were read in, and what was done on the way.

    `question` asks how numbers are to be read where the file leaves that open; its answers name
    layouts.
    """

    labels: MassTable
    layout: str
    notes: tuple[str, ...] = ()
    question: Question | None = None


def read_label_file(
    content: bytes,
    filename: str = "",
    frame: Frame | None = None,
    n: int | None = None,
    layout: str | None = None,
    guess: FileGuess | None = None,
    ids: Sequence[str] = (),
) -> LabelFile:
    """Labels in a file, for points that are already there.

    `frame` and `n` are the classes and the number of those points: every class must be known and
    the rows must match, in their order or by a column that holds their `ids`. `layout` and `guess`
    override what would be detected. Columns beside the labels (features, truth) are passed over.
    """
    table = read_label_table(content, filename, None if frame is None else frame.names, guess)
    return find_labels(table, frame, n, layout, ids)


def find_labels(
    table: pd.DataFrame,
    frame: Frame | None = None,
    n: int | None = None,
    layout: str | None = None,
    ids: Sequence[str] = (),
    chosen: Sequence[str] = (),
) -> LabelFile:
    """The labels in a table, see `read_label_file`; rows with ids of the data in their order.

    An object that such rows do not name has the vacuous label.

    `chosen`: the columns with labels, where that is known.
    """
    if holds_answers(table.columns):
        raise DataError(
            "The file holds single answers of annotators, not yet labels. The Crowd page reads it "
            "and combines them."
        )
    joined = join_rows(table, ids)
    if joined is None:
        return _read_columns(table, frame, n, layout, chosen)
    try:
        found = _read_columns(joined.table.iloc[joined.known], frame, None, layout, chosen)
    except DataError as error:
        raise joined.name_row(error) from None
    places, labels = joined.places, found.labels
    if (places < 0).any():
        labels = MassTable.stack([labels, MassTable.vacuous(1, labels.frame)])
    places = np.where(places < 0, len(labels) - 1, np.searchsorted(joined.known, places))
    return replace(found, labels=labels[places], notes=joined.notes + found.notes)


def _read_columns(
    table: pd.DataFrame,
    frame: Frame | None,
    n: int | None,
    layout: str | None,
    chosen: Sequence[str],
) -> LabelFile:
    columns = table[list(chosen)] if chosen else _label_columns_of(table)
    given, layout = layout, layout or detect_layout(columns, frame)
    if n is not None:
        columns = _fitted(columns, n)
    passed_over = [str(name) for name in table.columns if name not in columns.columns]
    notes = (f"Passed over: {', '.join(passed_over[:8])}.",) if passed_over else ()
    labels = read_labels(columns, layout, frame)
    votes = layout.startswith("counts") and are_votes(columns)
    sure = given is not None or votes  # another layout can be chosen
    question = None if sure else ask_about_numbers(columns, layout)
    return LabelFile(labels, layout, notes + note_rounding(columns, layout), question)


def read_label_table(
    content: bytes,
    filename: str = "",
    classes: Collection[str] | None = None,
    guess: FileGuess | None = None,
) -> pd.DataFrame:
    """The table of a label file; a class of the data is never taken for the name of a column."""
    if guess is not None:
        return read_table(content, guess)
    guess = sniff(content, filename)
    if guess.as_image:
        raise DataError("The file is an image, which holds no labels; the Data page reads it.")
    table = read_table(content, guess)
    if guess.has_header and table.shape[1] == 1 and classes is not None:
        heading = str(table.columns[0])
        if heading in classes and not is_text_heading(heading):
            table = read_table(content, replace(guess, has_header=False))
    return table


def _label_columns_of(table: pd.DataFrame) -> pd.DataFrame:
    """The columns whose headings mark labels; all of them when none does."""
    names = [str(name) for name in table.columns]
    labels = label_headings(names) or (loose_columns(names) or ("", []))[1]
    labels = labels or find_labels_and_truth(table)[0]
    row_names = find_row_names(table)
    rest = table if row_names is None else table.drop(columns=row_names)
    return table[labels] if labels else rest


def _fitted(columns: pd.DataFrame, n: int) -> pd.DataFrame:
    """Exactly n rows; blank lines at the end of a single column are dropped."""
    if columns.shape[1] == 1 and len(columns) > n and columns.iloc[n:, 0].isna().all():
        return columns.iloc[:n]
    if len(columns) != n:
        raise DataError(f"The file has {len(columns):,} rows of labels, but the data has {n:,}.")
    return columns
