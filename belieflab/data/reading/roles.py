"""Which column is a feature, which the truth, which a label: guessed, then set by a person."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pandas as pd

from belieflab.data.label_files import (
    are_percentages,
    as_names,
    detect_layout,
    is_label_heading,
    label_headings,
    loose_columns,
)
from belieflab.data.label_files.number_labels import ROUGHLY_ONE
from belieflab.data.object_texts import MAX_CHARACTERS
from belieflab.data.reading.categories import MAX_LEVELS, is_category
from belieflab.data.reading.class_columns import (
    MAX_CLASSES,
    find_other_names,
    guess_truth,
    has_few_values,
    is_text,
    is_whole,
    may_be_codes,
)
from belieflab.data.reading.columns import (
    column_names,
    is_id_heading,
    is_sure_id_heading,
)
from belieflab.data.reading.dates import is_date_column
from belieflab.data.reading.marked_numbers import is_marked, is_nearly_numbers
from belieflab.data.reading.role_names import Role
from belieflab.data.reading.row_roles import guess_row_roles
from belieflab.data.reading.splits import guess_training
from belieflab.data.reading.squares import find_matrix
from belieflab.errors import DataError

_ROW_NAMES = frozenset(
    "index,row,rownames,unnamed: 0,no.,nr,nr.,#,n°,sn,s.no,s.no.,obs,obs.".split(",")
)
_FIRST = column_names(None, 1)[0]
_LONGEST_ID, _MOST_BLANKS = 60, 4
"""Characters, and blanks in half of the cells: what has more are sentences."""


@dataclass(frozen=True)
class Roles:
    """The role of every column, by name, and how the label columns are to be read.

    Attributes
    ----------
    of : role of each column, in the order of the table
    layout : key of `LAYOUTS` for the label columns; None: detected when they are read
    training : values of the rows for training in the column that splits the rows, none where they
        are groups; None: as `train` and `test` name them
    """

    of: Mapping[str, Role]
    layout: str | None = None
    training: tuple[str, ...] | None = None

    def columns(self, role: Role) -> list[str]:
        """Names of the columns that play a role."""
        return [column for column, played in self.of.items() if played == role]

    def with_role(self, column: str, role: Role) -> "Roles":
        """The same roles, but for one column; a layout that no longer fits is detected anew."""
        return self.with_roles({column: role})

    def with_roles(self, changes: Mapping[str, Role]) -> "Roles":
        """The same roles, but for these columns."""
        for column in changes:
            if column not in self.of:
                raise DataError(f"There is no column {column!r}.")
        changed: dict[str, Role] = {**self.of, **changes}
        found = Roles(changed)
        if found.columns("label") == self.columns("label"):
            found = replace(found, layout=self.layout)
        if found.columns("split") == self.columns("split"):
            found = replace(found, training=self.training)
        return found


def guess_roles(frame: pd.DataFrame) -> Roles:
    """A role for every column of a table.

    Headings of label layouts make labels. A column called like a class, or the last text column
    with few values, is the truth. Values that are all different are ids where the heading says so,
    or where they are short texts. Other text that repeats itself is a category, never turned into
    numbers; one column of longer texts is shown beside the objects; the rest is ignored.
    Dissimilarities between the rows are recognised, see `find_matrix`.
    """
    if matrix := find_matrix(frame):
        return _guess_beside(frame, matrix)
    labels, truth = find_labels_and_truth(frame)
    of: dict[str, Role] = dict.fromkeys(labels, "label")
    if truth is not None:
        of[truth] = "truth"
    others = [name for name in map(str, frame.columns) if name not in of]
    of |= guess_row_roles(frame, others)
    others = [name for name in others if name not in of]
    if (ids := _guess_ids(frame, others)) is not None:
        of[ids] = "id"
    for name in others:
        if name not in of:
            shown = "text" in of.values()
            of[name] = _guess_other(frame, name, "ignore" if shown else "text")
    if labels and (item := find_lone_id(of)) is not None:
        of[item] = "id"
    if truth is not None:
        beside = [name for name, role in of.items() if role in ("feature", "category")]
        of |= dict.fromkeys(find_other_names(frame, truth, beside), "ignore")
    split = next((name for name, role in of.items() if role == "split"), None)
    training = None if split is None else guess_training(frame[split], split)
    ordered = {name: of[name] for name in map(str, frame.columns)}
    return Roles(ordered, _layout(frame[labels]), training)


def find_lone_id(of: Mapping[str, Role]) -> str | None:
    """The only feature, if it is called like ids: beside labels or answers it names the objects."""
    features = [name for name, role in of.items() if role == "feature"]
    if len(features) != 1 or "id" in of.values() or not is_id_heading(features[0]):
        return None
    return features[0]


def _guess_beside(frame: pd.DataFrame, matrix: list[str]) -> Roles:
    """Roles of a table of dissimilarities: what stands beside them is no feature."""
    rest = frame.drop(columns=matrix)
    roles = guess_roles(rest) if rest.shape[1] else Roles({})
    of: dict[str, Role] = {**roles.of, **dict.fromkeys(matrix, "dissimilarity")}
    for name in roles.columns("feature"):
        codes = "truth" not in of.values() and may_be_codes(frame[name])
        ids = "id" not in of.values() and name == _FIRST and _are_different(frame[name])
        of[name] = "truth" if codes else "id" if ids else "ignore"
    return replace(roles, of={name: of[name] for name in map(str, frame.columns)})


def _guess_other(frame: pd.DataFrame, name: str, long_text: Role) -> Role:
    column = frame[name]
    if _is_feature(frame, name):
        return "feature"
    if is_label_heading(name) or not is_text(column) or is_date_column(column):
        return "ignore"
    nearly = is_nearly_numbers(column)
    if is_category(column) and not nearly:
        return "category"
    shown = _can_be_shown(column) and not nearly and not is_marked(column)
    return long_text if shown else "ignore"


def _can_be_shown(column: "pd.Series[Any]") -> bool:
    """Whether a column holds texts, and not too much of them for a workspace file."""
    texts = column.dropna()
    several = texts.nunique() > min(MAX_LEVELS, len(column) // 2)
    return several and int(texts.astype(str).str.len().sum()) <= MAX_CHARACTERS


def _guess_ids(frame: pd.DataFrame, names: list[str]) -> str | None:
    """The column of ids: called so, or the first of short texts; all values are different."""
    called = [name for name in names if is_id_heading(name)]
    short = [name for name in names if is_text(frame[name]) or _is_row_name(frame, name)]
    for name in (*called, *short):
        if is_date_column(frame[name]) or is_marked(frame[name], name):
            continue
        if name not in called and is_nearly_numbers(frame[name]):
            continue
        if _are_different(frame[name]) and not _are_row_numbers(frame, name):
            return name
    # Ids that come twice are refused with their rows, not taken for a number to learn from.
    return next((name for name in called if is_sure_id_heading(name)), None)


def find_row_names(frame: pd.DataFrame) -> str | None:
    """The first of several columns, where programs have written the number of the row in it."""
    first = str(frame.columns[0])
    if frame.shape[1] < 2 or len(frame) < 3 or not _is_row_name(frame, first):
        return None  # 0 and 1 in two rows may as well be shares
    return first if _are_different(frame[first]) else None


def _are_different(column: "pd.Series[Any]") -> bool:
    """Whether all values are there, different, and whole numbers or short texts."""
    if len(column) < 2 or column.nunique() < len(column):
        return False
    if not is_text(column):
        return is_whole(column)
    texts = column.astype(str)
    prose = float(texts.str.count(" ").median()) > _MOST_BLANKS
    return not column.isna().any() and int(texts.str.len().max()) <= _LONGEST_ID and not prose


def _is_row_name(frame: pd.DataFrame, name: str) -> bool:
    """Whether whole numbers are called like rows, or stand first without a name beside named ones.

    Where no column has a name, as in an array, the first is one only if it counts the rows.
    """
    if name != _FIRST:
        return name.strip().lower() in _ROW_NAMES and is_whole(frame[name])
    if not is_whole(frame[name]):
        return False
    named = not {*map(str, frame.columns)} <= {*column_names(None, frame.shape[1])}
    return named or _count_from(frame[name], 0) or _count_from(frame[name], 1)


def _are_row_numbers(frame: pd.DataFrame, name: str) -> bool:
    """Whether a column called `row` or so counts the rows from 1, which tells nothing new."""
    return _is_row_name(frame, name) and _count_from(frame[name], 1)


def _count_from(column: "pd.Series[Any]", first: int) -> bool:
    """Whether the numbers of a column count its rows in their order."""
    if column.isna().any():
        return False
    counted = np.arange(first, first + len(column))
    return bool((column.to_numpy(dtype=np.float64) == counted).all())


def find_labels_and_truth(frame: pd.DataFrame) -> tuple[list[str], str | None]:
    """The columns that seem to hold labels, and the one that seems to hold the true classes."""
    names = [str(column) for column in frame.columns]
    about_rows = guess_row_roles(frame, names)
    names = [name for name in names if name not in about_rows]
    labels = label_headings(names) or _loose_labels(frame, names)
    truth = guess_truth(frame, [name for name in names if name not in labels], labels)
    if truth in labels:
        labels = []
    if truth is not None and not labels:
        labels = _columns_named_like_classes(frame, truth)
    return labels, truth


def _loose_labels(frame: pd.DataFrame, names: list[str]) -> list[str]:
    """Columns such as `prob_cat` and `prob_dog` that hold what their headings say."""
    loose = loose_columns(names)
    if loose is None or any(is_text(frame[name]) or frame[name].isna().all() for name in loose[1]):
        return []
    layout, columns = loose
    values = frame[columns].to_numpy(dtype=np.float64, na_value=0.0)
    if layout == "counts":  # a vote below 0 is refused with its row, not taken for a feature
        fits = values == np.floor(values)
    else:
        fits = (values >= 0) & (values <= 1 + ROUGHLY_ONE)
    return columns if fits.all() or are_percentages(values) else []


def _layout(columns: pd.DataFrame) -> str | None:
    """The layout of label columns; errors are reported when they are read."""
    try:
        return detect_layout(columns) if columns.shape[1] else None
    except DataError:
        return None


def may_be_classes(column: "pd.Series[Any]") -> bool:
    """Whether a column holds few values several times, text or whole numbers.

    One that stands alone may hold more of them than one among features.
    """
    if is_text(column):
        return has_few_values(column) and not is_date_column(column)
    return may_be_codes(column, MAX_CLASSES)


def _columns_named_like_classes(frame: pd.DataFrame, truth: str) -> list[str]:
    """The columns of numbers that carry the names of all the true classes.

    Headings that are numbers, as pandas counts columns, name no classes.
    """
    if all(str(name).isdecimal() for name in frame.columns):
        return []
    classes = {name for name in as_names(frame[truth].drop_duplicates()) if name is not None}
    columns = [
        str(name) for name in frame.columns if str(name) in classes and not is_text(frame[name])
    ]
    return columns if classes and len(columns) == len(classes) else []


def _is_feature(frame: pd.DataFrame, name: str) -> bool:
    """Numbers that are not row numbers; a column without any value is left out."""
    column, n_rows = frame[name], len(frame)
    if is_text(column) or column.isna().all() or is_label_heading(name):
        return False
    numbered = _is_row_name(frame, name) or (is_id_heading(name) and is_whole(column))
    return not numbered or column.nunique() < n_rows or n_rows < 2
