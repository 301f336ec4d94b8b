"""Which column is a feature, which the truth, which a label: guessed, then set by a person."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal

import numpy as np
import pandas as pd

from belieflab.data.label_files import (
    as_names,
    detect_layout,
    is_label_heading,
    label_headings,
    parse_heading,
)
from belieflab.data.reading.categories import is_category
from belieflab.data.reading.columns import is_class_heading
from belieflab.errors import DataError

Role = Literal["feature", "category", "truth", "label", "ignore"]
ROLES: tuple[Role, ...] = ("feature", "category", "truth", "label", "ignore")

_ROW_NAMES = frozenset({"id", "index", "row", "row_id", "rownames", "unnamed: 0", "column 1"})
_MAX_CODES = 20
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
        if column not in self.of:
            raise DataError(f"There is no column {column!r}.")
        changed: dict[str, Role] = {**self.of, column: role}
        touches_labels = "label" in (role, self.of[column])
        return replace(self, of=changed, layout=None if touches_labels else self.layout)


def guess_roles(frame: pd.DataFrame) -> Roles:
    """A role for every column of a table.

    Headings of label layouts make labels. A column called like a class, or the last text column
    with few values, is the truth. Other text that repeats itself is a category, never turned into
    numbers; the rest is ignored.
    """
    labels, truth = find_labels_and_truth(frame)
    of: dict[str, Role] = {}
    for name in map(str, frame.columns):
        if name in labels:
            of[name] = "label"
        elif name == truth:
            of[name] = "truth"
        else:
            of[name] = _guess_other(frame[name], name, len(frame))
    return Roles(of, _layout(frame[labels]))


def _guess_other(column: "pd.Series[Any]", name: str, n_rows: int) -> Role:
    if _is_feature(column, name, n_rows):
        return "feature"
    return "category" if is_category(column) and not is_label_heading(name) else "ignore"


def find_labels_and_truth(frame: pd.DataFrame) -> tuple[list[str], str | None]:
    """The columns that seem to hold labels, and the one that seems to hold the true classes."""
    names = [str(column) for column in frame.columns]
    labels = label_headings(names)
    truth = _guess_truth(frame, [name for name in names if name not in labels])
    if truth is None and len(labels) == 1 and not frame[labels[0]].isna().any():
        if _heading(labels[0]) == "label" and len(names) > 1:
            truth, labels = labels[0], []
    if truth is not None and not labels:
        labels = _columns_named_like_classes(frame, truth)
    return labels, truth


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
    text = [name for name in names if _is_text(frame[name]) and _has_few_values(frame[name])]
    if text:
        return text[-1]
    return names[-1] if len(names) > 2 and _looks_like_codes(frame, names) else None


def _is_text(column: "pd.Series[Any]") -> bool:
    return not pd.api.types.is_numeric_dtype(column.dtype)


def _has_few_values(column: "pd.Series[Any]") -> bool:
    distinct = column.nunique()
    if isinstance(column.dtype, pd.CategoricalDtype):
        return 1 <= distinct <= _MAX_CLASSES
    return 2 <= distinct <= _MAX_CLASSES and distinct < column.count()


def _looks_like_codes(frame: pd.DataFrame, names: list[str]) -> bool:
    """Whether the last of numeric columns holds a few whole numbers and the others do not."""
    last = frame[names[-1]]
    if not _is_whole(last) or not 2 <= last.nunique() <= min(_MAX_CODES, len(last) // 5):
        return False
    others = [name for name in names[:-1] if not _is_text(frame[name])]
    return any(not _is_whole(frame[name]) for name in others)


def _is_whole(column: "pd.Series[Any]") -> bool:
    if _is_text(column) or column.isna().all():
        return False
    values = column.dropna().to_numpy(dtype=np.float64)
    return bool((values == np.floor(values)).all())


def _columns_named_like_classes(frame: pd.DataFrame, truth: str) -> list[str]:
    """The columns of numbers that carry the names of all the true classes."""
    classes = {name for name in as_names(frame[truth]) if name is not None}
    columns = [
        str(name) for name in frame.columns if str(name) in classes and not _is_text(frame[name])
    ]
    return columns if classes and len(columns) == len(classes) else []


def _is_feature(column: "pd.Series[Any]", name: str, n_rows: int) -> bool:
    """Numbers that are not row numbers; a column without any value is left out."""
    if _is_text(column) or column.isna().all() or is_label_heading(name):
        return False
    if name.strip().lower() in _ROW_NAMES and _is_whole(column) and column.nunique() == n_rows:
        return n_rows < 2
    return True
