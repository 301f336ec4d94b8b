"""A table and its roles into points, truth and labels."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import compress
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from belieflab.belief import Frame, MassTable
from belieflab.belief.classes import TEXT
from belieflab.belief.frame import LARGEST_FRAME
from belieflab.data.dataset import UNKNOWN, Dataset
from belieflab.data.dissimilarities import AXES, scale_to_plane
from belieflab.data.label_files import (
    LAYOUTS,
    as_names,
    as_numbers,
    classes_in,
    declared_kind,
    detect_layout,
    note_rounding,
    parse_heading,
    read_labels,
    sort_names,
)
from belieflab.data.label_files.cells import match_number, merge_numbers
from belieflab.data.label_files.text_labels import is_no_true_class, minus_one_is_unknown
from belieflab.data.reading.categories import note_long_texts, read_categories
from belieflab.data.reading.dates import is_date_column, note_dates, refuse_dates
from belieflab.data.reading.missing import Treatment, treat_missing
from belieflab.data.reading.object_columns import read_ids, read_texts
from belieflab.data.reading.one_hot import read_one_hot
from belieflab.data.reading.questions import name_layout
from belieflab.data.reading.roles import Roles
from belieflab.data.reading.row_roles import read_weights
from belieflab.data.reading.splits import read_split
from belieflab.data.reading.squares import read_matrix, refuse_features_beside
from belieflab.errors import DataError

NO_FEATURES = "There are no features: the shares of the labels stand for them."

if TYPE_CHECKING:
    from belieflab.data.crowd_files.crowd_file import CrowdFile


@dataclass(frozen=True)
class Loaded:
    """What came out of a file: points, labels if it held some, and what was done on the way.

    `crowd` holds the answers of annotators, `kept` the rows of the table that the objects are.
    """

    dataset: Dataset
    labels: MassTable | None = None
    notes: tuple[str, ...] = ()
    crowd: "CrowdFile | None" = None
    kept: NDArray[np.bool_] | None = None


class _Points(NamedTuple):
    """Where the objects are, what they are called, and the dissimilarities if they have some."""

    X: NDArray[np.float64]
    names: Sequence[str]
    ids: Sequence[str]
    matrix: NDArray[np.float64] | None = None
    notes: tuple[str, ...] = ()


def to_dataset(
    frame: pd.DataFrame,
    roles: Roles,
    missing: Treatment = "drop",
    name: str = "data",
    source: str = "Read from a file.",
) -> Loaded:
    """Points, truth and labels of a table whose columns have their roles.

    Rows in error messages are rows of data as in the file, counted from 1. A row without truth or
    label is kept; one that misses a feature is dropped or filled, as `missing` says; a blank
    category is a level of its own.
    """
    truth_column = _one_truth(roles)
    label_columns = frame[roles.columns("label")]
    layout = None
    if label_columns.shape[1]:
        layout = roles.layout or detect_layout(label_columns)
    points, encoded = _read_points(frame, roles), roles.columns("one-hot")
    classes = _common_frame(frame, truth_column, label_columns, layout)
    truth = None
    if truth_column is not None and classes is not None:
        truth = encode_truth(as_names(frame[truth_column]), classes)
    labels = None if layout is None else read_labels(label_columns, layout, classes)
    X, full, notes = treat_missing(points.X, missing)
    weights, kept, unused = read_weights(frame, roles.columns("weight"), full)
    X = X if kept is full else X[kept[full]]
    categories, blank = read_categories(frame, roles.columns("category"), kept)
    flags, more_names, more = read_one_hot(frame, encoded, kept, len(points.names))
    if not points.names and not encoded and labels is not None:
        flags, more = labels[kept].pignistic(), (NO_FEATURES,)
        more_names = tuple(f"share of {name}" for name in labels.frame.names)
    split = read_split(frame, roles.columns("split"), roles.training)
    shown = read_texts(frame, roles.columns("text"))
    dataset = Dataset(
        X=np.ascontiguousarray(np.column_stack([X, flags]) if more_names else X),
        feature_names=(*points.names, *more_names),
        truth=None if truth is None else truth[kept],
        class_names=() if classes is None else classes.names,
        name=name,
        source=source,
        class_kind=TEXT if classes is None else classes.kind,
        categories=categories,
        ids=tuple(compress(points.ids, kept)),
        texts=tuple(compress(shown, kept)),
        split=tuple(compress(split, kept)),
        weights=None if weights is None else weights[kept],
        filled=missing == "median",
        dissimilarities=None if points.matrix is None else points.matrix[np.ix_(kept, kept)],
    )
    notes += points.notes + unused + blank + more + _note_columns(frame, roles)
    if layout is not None:
        title = name_layout(label_columns, layout)
        notes += (f"Labels: {title}.", *note_rounding(label_columns, layout))
    return Loaded(dataset, None if labels is None else labels[kept], notes, kept=kept)


def _note_columns(frame: pd.DataFrame, roles: Roles) -> tuple[str, ...]:
    """Sentences about columns that are ignored, and about one that stands alone."""
    ignored = roles.columns("ignore")
    blank = [name for name in ignored if frame[name].isna().all()]
    dates = [name for name in ignored if is_date_column(frame[name])]
    texts = [name for name in ignored if name not in dates]
    notes = note_dates(dates) + note_long_texts(frame, texts)
    if blank:
        more = f" and {len(blank) - 6} more" if len(blank) > 6 else ""
        notes += (f"Without any value, ignored: {', '.join(blank[:6])}{more}.",)
    if frame.shape[1] == 1:
        notes += ("The table has only one column; if that is wrong, change how the file is read.",)
    return notes


def _read_points(frame: pd.DataFrame, roles: Roles) -> _Points:
    """The features, or the plane of the dissimilarities that stand in their place."""
    features, encoded = roles.columns("feature"), roles.columns("one-hot")
    ids, relational = read_ids(frame, roles.columns("id")), roles.columns("dissimilarity")
    if relational:
        refuse_features_beside([*features, *encoded])
        matrix, names, notes = read_matrix(frame, relational, ids)
        return _Points(scale_to_plane(matrix), AXES, names, matrix, notes)
    others = encoded or (roles.columns("label") and frame.shape[1] > 1)
    X = np.empty((len(frame), 0)) if others and not features else feature_matrix(frame, features)
    return _Points(X, features, ids)


def feature_matrix(frame: pd.DataFrame, features: list[str]) -> NDArray[np.float64]:
    """The features as numbers, NaN where missing [shape=(n, p)]; text and Infinity are refused."""
    if not features and frame.shape[1] == 1:
        raise DataError(
            f"The table has only one column, {str(frame.columns[0])!r}, and it is not a feature; "
            "at least one column of numbers is needed. Is the delimiter right?"
        )
    if not features:
        raise DataError("No column is a feature; at least one column of numbers is needed.")
    refuse_dates(frame, features)
    X = np.empty((len(frame), len(features)))
    for k, feature in enumerate(features):
        X[:, k] = as_numbers(frame[feature])
        if np.isnan(X[:, k]).all():
            raise DataError(f"The column {feature!r} holds no value at all; ignore it.")
    return X


def encode_truth(names: list[str | None], classes: Frame) -> NDArray[np.int64]:
    """Codes of the true classes [shape=(n,)], -1 where blank or -1 among codes of classes.

    An unknown class names its row.
    """
    codes = {name: k for k, name in enumerate(classes.names)}
    unknown = minus_one_is_unknown({name for name in names if name is not None})
    truth = np.full(len(names), UNKNOWN, dtype=np.int64)
    for row, name in enumerate(names):
        if name is None:
            continue
        name = match_number(name, codes)
        if name not in codes and unknown and name == str(UNKNOWN):
            continue
        if name not in codes:
            raise DataError(
                f"Row {row + 1} has the true class {name!r}, but the classes of the labels are "
                f"{', '.join(classes.names)}."
            )
        truth[row] = codes[name]
    return truth


def _one_truth(roles: Roles) -> str | None:
    columns = roles.columns("truth")
    if len(columns) > 1:
        raise DataError(f"Only one column can be the truth; found {', '.join(columns)}.")
    return columns[0] if columns else None


def _common_frame(
    frame: pd.DataFrame, truth_column: str | None, label_columns: pd.DataFrame, layout: str | None
) -> Frame | None:
    """One frame for truth and labels; the order that the file fixes, if it does, is kept."""
    true, fixed_by_truth = _true_classes(frame, truth_column)
    kind = declared_kind([*([] if truth_column is None else [truth_column]), *label_columns])
    names = true if layout is None else _common_names(true, fixed_by_truth, label_columns, layout)
    return Frame.of_kind(names, kind) if names else None


def _common_names(
    true: tuple[str, ...], fixed_by_truth: bool, label_columns: pd.DataFrame, layout: str
) -> Sequence[str]:
    named, fixed_by_labels = classes_in(label_columns, layout)
    names_stand_in = LAYOUTS[layout].names
    if names_stand_in == "positions":
        return true if len(true) == len(named) else named
    if fixed_by_labels:
        return named
    if fixed_by_truth and set(named) <= set(true):
        return true
    if names_stand_in == "headings":
        return [
            *named,
            *sort_names({name for name in true if match_number(name, named) not in named}),
        ]
    return sort_names(merge_numbers({*named, *true}))


def _true_classes(frame: pd.DataFrame, column: str | None) -> tuple[tuple[str, ...], bool]:
    """The true classes and whether the file fixes their order."""
    if column is None:
        return (), False
    declared = parse_heading(column).classes
    if declared is not None:
        return declared, True
    if isinstance(frame[column].dtype, pd.CategoricalDtype):
        return tuple(str(name) for name in frame[column].cat.categories), True
    names = {name for name in as_names(frame[column]) if name is not None}
    if len(names) > LARGEST_FRAME:
        raise DataError(
            f"The column {column!r} has {len(names):,} different values; "
            f"a truth has at most {LARGEST_FRAME} classes."
        )
    if not names:
        raise DataError(f"The column {column!r} holds no value at all; it cannot be the truth.")
    names = merge_numbers(names)
    return tuple(sort_names(names - {str(UNKNOWN)} if is_no_true_class(names) else names)), False
