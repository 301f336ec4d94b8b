"""Which column is a feature, which the truth, which a label: guessed, then set by a person."""

import re
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
    parse_heading,
)
from belieflab.data.label_files.number_labels import ROUGHLY_ONE
from belieflab.data.object_texts import MAX_CHARACTERS
from belieflab.data.reading.categories import MAX_LEVELS, is_category
from belieflab.data.reading.columns import is_class_heading, is_id_heading, is_sure_id_heading
from belieflab.data.reading.dates import is_date_column
from belieflab.data.reading.end_columns import find_end_codes
from belieflab.data.reading.role_names import Role
from belieflab.data.reading.row_roles import guess_row_roles
from belieflab.data.reading.squares import find_matrix
from belieflab.errors import DataError

_ROW_NAMES = frozenset({"index", "row", "rownames", "unnamed: 0", "column 1"})
_LONGEST_ID = 60
_MAX_CODES = 20
_MAX_CODE_COLUMNS = 3
"""More columns of a few whole numbers are counts or ratings, and none of them is the truth."""
_MAX_CLASSES = 63
"""A column with more different values is taken for the truth only when a person says so."""


@dataclass(frozen=True)
class Roles:
    """The role of every column, by name, and how the label columns are to be read.

    Attributes
    ----------
    of : role of each column, in the order of the table
    layout : key of `LAYOUTS` for the label columns; None: detected when they are read
    """

    of: Mapping[str, Role]
    layout: str | None = None

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
        labels = [name for name, role in changed.items() if role == "label"]
        return replace(
            self, of=changed, layout=self.layout if labels == self.columns("label") else None
        )


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
            of[name] = _guess_other(frame[name], name, len(frame), "ignore" if shown else "text")
    return Roles({name: of[name] for name in map(str, frame.columns)}, _layout(frame[labels]))


def _guess_beside(frame: pd.DataFrame, matrix: list[str]) -> Roles:
    """Roles of a table of dissimilarities: what stands beside them is no feature."""
    rest = frame.drop(columns=matrix)
    roles = guess_roles(rest) if rest.shape[1] else Roles({})
    of: dict[str, Role] = {**roles.of, **dict.fromkeys(matrix, "dissimilarity")}
    for name in roles.columns("feature"):
        codes = "truth" not in of.values() and _may_be_codes(frame[name])
        of[name] = "truth" if codes else "ignore"
    return replace(roles, of={name: of[name] for name in map(str, frame.columns)})


def _guess_other(column: "pd.Series[Any]", name: str, n_rows: int, long_text: Role) -> Role:
    if _is_feature(column, name, n_rows):
        return "feature"
    if is_label_heading(name) or not _is_text(column) or is_date_column(column):
        return "ignore"
    if is_category(column):
        return "category"
    return long_text if _can_be_shown(column) else "ignore"


def _can_be_shown(column: "pd.Series[Any]") -> bool:
    """Whether a column holds texts, and not too much of them for a workspace file."""
    texts = column.dropna()
    several = texts.nunique() > min(MAX_LEVELS, len(column) // 2)
    return several and int(texts.astype(str).str.len().sum()) <= MAX_CHARACTERS


def _guess_ids(frame: pd.DataFrame, names: list[str]) -> str | None:
    """The column of ids: called so, or the first of short texts; all values are different."""
    called = [name for name in names if is_id_heading(name)]
    short = [name for name in names if _is_text(frame[name]) or _is_row_name(frame[name], name)]
    for name in (*called, *short):
        if is_date_column(frame[name]):
            continue
        if _are_different(frame[name]) and not _are_row_numbers(frame[name], name):
            return name
    # Ids that come twice are refused with their rows, not taken for a number to learn from.
    return next((name for name in called if is_sure_id_heading(name)), None)


def _are_different(column: "pd.Series[Any]") -> bool:
    """Whether all values are there, different, and whole numbers or short texts."""
    if len(column) < 2 or column.nunique() < len(column):
        return False
    if not _is_text(column):
        return _is_whole(column)
    return not column.isna().any() and int(column.astype(str).str.len().max()) <= _LONGEST_ID


def _is_row_name(column: "pd.Series[Any]", name: str) -> bool:
    return name.strip().lower() in _ROW_NAMES and _is_whole(column)


def _are_row_numbers(column: "pd.Series[Any]", name: str) -> bool:
    """Whether a column called `row` or so counts the rows from 1, which tells nothing new."""
    counted = _is_row_name(column, name) and not column.isna().any()
    return counted and bool(
        (column.to_numpy(dtype=np.float64) == np.arange(1, len(column) + 1)).all()
    )


def find_labels_and_truth(frame: pd.DataFrame) -> tuple[list[str], str | None]:
    """The columns that seem to hold labels, and the one that seems to hold the true classes."""
    names = [str(column) for column in frame.columns]
    about_rows = guess_row_roles(frame, names)
    names = [name for name in names if name not in about_rows]
    labels = label_headings(names) or _loose_labels(frame, names)
    truth = _guess_truth(frame, [name for name in names if name not in labels])
    if truth is None and len(labels) == 1 and not frame[labels[0]].isna().any():
        if _heading(labels[0]) == "label" and len(names) > 1:
            truth, labels = labels[0], []
    if truth is not None and not labels:
        labels = _columns_named_like_classes(frame, truth)
    return labels, truth


def _loose_labels(frame: pd.DataFrame, names: list[str]) -> list[str]:
    """Columns such as `prob_cat` and `prob_dog` that hold what their headings say."""
    loose = loose_columns(names)
    if loose is None or any(_is_text(frame[name]) or frame[name].isna().all() for name in loose[1]):
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


def _heading(name: str) -> str:
    return parse_heading(name).name.strip().lower()


def _guess_truth(frame: pd.DataFrame, names: list[str]) -> str | None:
    called = [name for name in names if is_class_heading(name)]
    # Numbers with fractions are no class codes: `y` is then a coordinate beside `x`.
    called = [name for name in called if _is_text(frame[name]) or _is_whole(frame[name])]
    if called:
        return called[-1]
    text = text_columns(frame, names)
    if text:
        return text[-1]
    codes = code_columns(frame, names)
    if len(names) < 3 or names[-1] not in codes:
        return None
    alone = len(codes) == 1 or any(_is_fractional(frame[name]) for name in names)
    return names[-1] if alone else None


def code_columns(frame: pd.DataFrame, names: list[str]) -> list[str]:
    """The columns of a few whole numbers that may hold classes; none where they are too many.

    Where all but one of them have headings that differ in numbers alone (`pixel 1`, `pixel 2`, …),
    it is that one; where all have, it may be the last or the first, see `find_end_codes`.
    """
    found = [name for name in names if _may_be_codes(frame[name]) and not is_id_heading(name)]
    if len(found) <= _MAX_CODE_COLUMNS:
        return found
    stems = [re.sub(r"[\W\d_]+", "", name).lower() for name in names]
    odd = [name for name, stem in zip(names, stems, strict=True) if stems.count(stem) == 1]
    alike = len(odd) == 1 and len(set(stems)) == 2 and odd[0] in (names[0], names[-1])
    if alike:
        return odd if odd[0] in found else []
    ends = find_end_codes(frame, names) if len(set(stems)) == 1 else []
    return [name for name in ends if name in found]


def text_columns(frame: pd.DataFrame, names: list[str]) -> list[str]:
    """The columns of text with few values, which may hold classes."""
    few = [name for name in names if _is_text(frame[name]) and _has_few_values(frame[name])]
    return [
        name for name in few if not is_sure_id_heading(name) and not is_date_column(frame[name])
    ]


def may_be_classes(column: "pd.Series[Any]") -> bool:
    """Whether a column holds few values several times, text or whole numbers.

    One that stands alone may hold more of them than one among features.
    """
    if _is_text(column):
        return _has_few_values(column) and not is_date_column(column)
    return _may_be_codes(column, _MAX_CLASSES)


def _is_text(column: "pd.Series[Any]") -> bool:
    return not pd.api.types.is_numeric_dtype(column.dtype)


def _has_few_values(column: "pd.Series[Any]") -> bool:
    distinct = column.nunique()
    if isinstance(column.dtype, pd.CategoricalDtype):
        return 1 <= distinct <= _MAX_CLASSES
    return 2 <= distinct <= _MAX_CLASSES and distinct < column.count()


def _may_be_codes(column: "pd.Series[Any]", limit: int = _MAX_CODES) -> bool:
    """Whether a column holds a few whole numbers, several times each."""
    return _is_whole(column) and 2 <= column.nunique() <= min(limit, len(column) // 5)


def _is_fractional(column: "pd.Series[Any]") -> bool:
    return not _is_text(column) and not column.isna().all() and not _is_whole(column)


def _is_whole(column: "pd.Series[Any]") -> bool:
    if _is_text(column) or column.isna().all():
        return False
    values = column.dropna().to_numpy(dtype=np.float64)
    return bool((values == np.floor(values)).all())


def _columns_named_like_classes(frame: pd.DataFrame, truth: str) -> list[str]:
    """The columns of numbers that carry the names of all the true classes."""
    classes = {name for name in as_names(frame[truth].drop_duplicates()) if name is not None}
    columns = [
        str(name) for name in frame.columns if str(name) in classes and not _is_text(frame[name])
    ]
    return columns if classes and len(columns) == len(classes) else []


def _is_feature(column: "pd.Series[Any]", name: str, n_rows: int) -> bool:
    """Numbers that are not row numbers; a column without any value is left out."""
    if _is_text(column) or column.isna().all() or is_label_heading(name):
        return False
    numbered = name.strip().lower() in _ROW_NAMES or is_id_heading(name)
    if numbered and _is_whole(column) and column.nunique() == n_rows:
        return n_rows < 2
    return True
