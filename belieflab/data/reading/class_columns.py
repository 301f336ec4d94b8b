"""Columns that may hold the true classes: by their headings, as text, as a few whole numbers."""

import re
from typing import Any

import numpy as np
import pandas as pd

from belieflab.data.label_files import LAYOUTS, as_names, classes_in, detect_layout, parse_heading
from belieflab.data.reading.columns import is_class_heading, is_id_heading, is_sure_id_heading
from belieflab.data.reading.dates import is_date_column
from belieflab.data.reading.end_columns import find_end_codes
from belieflab.data.reading.marked_numbers import is_marked, is_nearly_numbers
from belieflab.data.reading.row_roles import may_be_groups
from belieflab.errors import DataError

MAX_CODES = 20
MAX_CLASSES = 63
"""A column with more different values is taken for the truth only when a person says so."""
_MAX_CODE_COLUMNS = 3
"""More columns of a few whole numbers are counts or ratings, and none of them is the truth."""


def guess_truth(frame: pd.DataFrame, names: list[str], labels: list[str]) -> str | None:
    """The column that seems to hold the true classes, of those that are no labels."""
    called = [name for name in names if is_class_heading(name)]
    # Numbers with fractions, and very many, are no class codes but something that is measured.
    called = [name for name in called if is_text(frame[name]) or _may_number(frame[name])]
    if called:
        return called[-1]
    texts, codes = find_candidates(frame, names, labels)
    if labels:
        texts = fitting_columns(frame, texts, labels)
    if is_complete_label(frame, labels) and not texts:
        return labels[0] if names else None
    if texts:
        last = [name for name in codes if _heading(name) == "y" or name == names[-1]]
        return last[-1] if last else texts[-1]
    if len(names) < 3 or names[-1] not in codes:
        return None
    alone = len(codes) == 1 or any(_is_fractional(frame[name]) for name in names)
    return names[-1] if alone else None


def find_other_names(frame: pd.DataFrame, truth: str, names: list[str]) -> list[str]:
    """Columns called like classes that say the same as the truth, by numbers or other names."""
    named = [name for name in names if is_class_heading(name) or is_class_heading(truth)]
    first = truth.strip().lower()
    alike = [each for each in named if is_class_heading(each) or each.lower().startswith(first)]
    codes, _ = pd.factorize(frame[truth])
    found = []
    for name in alike:
        other, _ = pd.factorize(frame[name])
        pairs = len({*zip(codes.tolist(), other.tolist(), strict=True)})
        if pairs == len({*codes.tolist()}) == len({*other.tolist()}) < len(frame):
            found.append(name)
    return found


def is_complete_label(frame: pd.DataFrame, labels: list[str]) -> bool:
    """Whether the labels are one column called `label` without a blank, which may be the truth."""
    return len(labels) == 1 and _heading(labels[0]) == "label" and not frame[labels[0]].isna().any()


def find_candidates(
    frame: pd.DataFrame, names: list[str], labels: list[str]
) -> tuple[list[str], list[str]]:
    """The columns that may hold the true classes: those of text, and those of whole numbers.

    Beside labels, numbers are such only where the labels name the same classes. Text with a "don't
    know" is such only where there is no other.
    """
    texts = text_columns(frame, names)
    texts = [name for name in texts if not says_dont_know(frame[name])] or texts
    alone = [name for name in texts if not may_be_groups(frame, name)]
    codes = code_columns(frame, [name for name in names if not may_be_groups(frame, name)])
    if labels:
        codes = fitting_columns(frame, codes, labels)
    return alone or ([] if codes or labels else texts), codes


def fitting_columns(frame: pd.DataFrame, names: list[str], labels: list[str]) -> list[str]:
    """The columns with a value that the labels name as a class; all where they name none."""
    try:
        layout = detect_layout(frame[labels])
        classes = {*classes_in(frame[labels], layout)[0]}
    except DataError:
        return names
    if not classes or LAYOUTS[layout].names == "positions":
        return names
    return [name for name in names if classes & {*as_names(pd.Series(frame[name].unique()))}]


def code_columns(frame: pd.DataFrame, names: list[str]) -> list[str]:
    """The columns of a few whole numbers that may hold classes; none where they are too many.

    Where all but a few of them have headings that differ in numbers alone (`pixel 1`, `pixel 2`,
    …), it is one of those few; where all have, it may be the last or the first, see
    `find_end_codes`. Among other headings it may be one of those with two values.
    """
    found = [
        name
        for name in names
        if (may_be_codes(frame[name]) or _is_y(frame, name))
        and not is_id_heading(name)
        and not _is_annotator_heading(name)
    ]
    if len(found) <= _MAX_CODE_COLUMNS:
        return found
    stems = [re.sub(r"[\W\d_]+", "", name).lower() for name in names]
    odd = [name for name, stem in zip(names, stems, strict=True) if stems.count(stem) == 1]
    if 0 < len(odd) <= _MAX_CODE_COLUMNS and len(set(stems)) == len(odd) + 1:
        return [name for name in odd if name in found]
    if len(set(stems)) == 1:
        return [name for name in find_end_codes(frame, names) if name in found]
    two = [name for name in found if frame[name].nunique() == 2]
    return two if len(two) <= _MAX_CODE_COLUMNS else []


def text_columns(frame: pd.DataFrame, names: list[str]) -> list[str]:
    """The columns of text with few values, which may hold classes."""
    few = [name for name in names if is_text(frame[name]) and has_few_values(frame[name])]
    few = [name for name in few if not _is_annotator_heading(name)]
    few = [name for name in few if not is_sure_id_heading(name)]
    few = [name for name in few if not is_nearly_numbers(frame[name])]
    return [name for name in few if not is_date_column(frame[name]) and not is_marked(frame[name])]


def is_text(column: "pd.Series[Any]") -> bool:
    """Whether the cells of a column are no numbers."""
    return not pd.api.types.is_numeric_dtype(column.dtype)


def has_few_values(column: "pd.Series[Any]") -> bool:
    """Whether a column of text has as few values as there may be classes, some several times."""
    distinct = column.nunique()
    if isinstance(column.dtype, pd.CategoricalDtype):
        return 1 <= distinct <= MAX_CLASSES
    return 2 <= distinct <= MAX_CLASSES and distinct < column.count()


def may_be_codes(column: "pd.Series[Any]", limit: int = MAX_CODES) -> bool:
    """Whether a column holds a few whole numbers, several times each."""
    return is_whole(column) and 2 <= column.nunique() <= min(limit, len(column) // 5)


def is_whole(column: "pd.Series[Any]") -> bool:
    """Whether a column holds whole numbers only."""
    if is_text(column) or column.isna().all():
        return False
    values = column.to_numpy(dtype=np.float64, na_value=np.nan)
    return bool((np.floor(values) == values)[~np.isnan(values)].all())


def _may_number(column: "pd.Series[Any]") -> bool:
    return is_whole(column) and column.nunique() <= MAX_CLASSES


def _is_y(frame: pd.DataFrame, name: str) -> bool:
    """Whether a column is called `y`, beside no `x`, and holds a few whole numbers."""
    if _heading(name) != "y" or "x" in map(str.lower, map(str, frame.columns)):
        return False
    distinct = frame[name].nunique()
    return is_whole(frame[name]) and 2 <= distinct <= MAX_CODES and distinct < len(frame)


def _is_fractional(column: "pd.Series[Any]") -> bool:
    return not is_text(column) and not column.isna().all() and not is_whole(column)


def _is_annotator_heading(name: str) -> bool:
    """Whether a column says who answered, which is never the true class."""
    from belieflab.data.crowd_files.cells import HEADINGS, WORKER, plain_heading  # uses readers

    return plain_heading(name) in HEADINGS[WORKER]


def says_dont_know(column: "pd.Series[Any]") -> bool:
    """Whether a cell of text says "don't know", which is no class."""
    from belieflab.data.crowd_files.cells import parse_cell  # uses readers

    texts = as_names(pd.Series(column.dropna().unique())) if is_text(column) else []
    return any(text is not None and parse_cell(text) is None for text in texts)


def is_attribute(frame: pd.DataFrame, name: str) -> bool:
    """Whether text is as likely an attribute as a class: yes and no, or the sex of a person."""
    said = {str(value).strip().lower() for value in frame[name].dropna().unique()}
    return said <= _FLAGS or _heading(name) in ("sex", "gender")


_FLAGS = frozenset({"true", "false", "yes", "no", "t", "f", "y", "n"})


def _heading(name: str) -> str:
    return parse_heading(name).name.strip().lower()
