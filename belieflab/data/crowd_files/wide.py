"""One column per annotator, with or without names of items, features beside them."""

from collections import Counter
from collections.abc import Collection
from collections.abc import Set as AbstractSet
from dataclasses import replace
from typing import Any

import numpy as np
import pandas as pd

from belieflab.data.crowd_files.cells import (
    HEADINGS,
    ITEM,
    TRUTH,
    parse_cell,
    parse_cells,
    plain_heading,
    write_cell,
)
from belieflab.data.crowd_files.crowd_file import (
    CrowdFile,
    Given,
    build,
)
from belieflab.data.crowd_files.lines import COMBINED, describe_unsure, number_names, spoken
from belieflab.data.crowd_files.origin import Origin
from belieflab.data.crowd_files.scale import Scale
from belieflab.data.crowd_files.source import CrowdSource
from belieflab.data.label_files import as_names
from belieflab.errors import DataError

NO_ANSWER = "-1"
"""In columns of numbers: nothing was said."""
NONE = "none"
"""Mark of a file that writes so where nothing was said."""

FEW_CLASSES = 20
"""Up to so many, columns are annotators' also when no two of them name the same class."""
MAX_COMPARED = 200
"""Different lists of classes that others are compared with: each with each would take seconds."""
MAX_NAMES = 100
"""Different answers in a column that still looks like an annotator's."""


def holds_columns(source: CrowdSource) -> bool:
    """Whether two columns or more hold answers from one list of classes."""
    table = source.table
    return table is not None and len(annotator_columns(table)) > 1


def annotator_columns(table: pd.DataFrame) -> list[str]:
    """The columns that hold answers: text from one list of classes, or whole numbers alone."""
    others = {find_column(table, ITEM), find_column(table, TRUTH)}
    columns = [name for name in table.columns if name not in others]
    texts = [name for name in columns if not pd.api.types.is_numeric_dtype(table[name].dtype)]
    if texts:
        chosen = [name for name in texts if _is_short(table[name])]
        return _sharing(table, chosen) if len(chosen) > 1 else chosen
    whole = [name for name in columns if is_whole(table[name]) and _is_short(table[name])]
    return whole if len(whole) == len(columns) else []


def read_columns(
    source: CrowdSource, layout: str = "wide", scale: Scale | None = None
) -> CrowdFile:
    """The answers in a table with one row per item."""
    table = source.table
    columns = [] if table is None else annotator_columns(table)
    if table is None or not columns:
        raise DataError(
            "No column of the file looks like an annotator's: one class name, or a set such as "
            "a|b, per row."
        )
    item, truth = find_column(table, ITEM), find_column(table, TRUTH)
    rest = [name for name in table.columns if name not in {*columns, item, truth}]
    features = table[[name for name in rest if pd.api.types.is_numeric_dtype(table[name].dtype)]]
    items = None if item is None else item_names(table, item)
    names = None if truth is None else names_in(table, truth)
    known = source.classes
    crowd = answers_of(table, columns, items, names, source.first_line, layout, known)
    origin = find_origin(source, table, columns, item)
    return replace(crowd, features=features if features.shape[1] else None, origin=origin)


def find_origin(
    source: CrowdSource, table: pd.DataFrame, columns: list[str], item: str | None
) -> Origin:
    """How the table wrote its answers: one column stands for those of annotators."""
    said = COMBINED if COMBINED not in table.columns else f"{COMBINED} label"
    held = [said if name == columns[0] else name for name in table.columns]
    held = [str(name) for name in held if name not in columns]
    blanks = NO_ANSWER, f"{NO_ANSWER}.0"
    codes = any(table[name].astype(str).isin(blanks).any() for name in columns)
    beside = {str(name): table[name] for name in table.columns if name not in {*columns, item}}
    headings = {} if item is None else {ITEM: item}
    marks = {NONE: NO_ANSWER} if codes else {}
    return source.origin(held, beside, headings=headings, said=said, marks=marks)


def answers_of(
    table: pd.DataFrame,
    columns: list[str],
    items: list[str] | None = None,
    truth: list[str | None] | None = None,
    first_line: int = 2,
    layout: str = "wide",
    classes: Collection[str] = (),
) -> CrowdFile:
    """The answers in these columns of a table, one annotator each; by default items are rows.

    `classes` are known beside those of the `truth`.
    """
    numbers: dict[str, int] = {}
    parts = []
    for column in columns:
        codes, texts = number_names(as_names(table[column]))
        places = [
            -1 if text == NO_ANSWER else numbers.setdefault(text, len(numbers)) for text in texts
        ]
        parts.append(np.array([*places, -1], dtype=np.int64)[codes])
    said = np.column_stack(parts)
    rows, who = np.nonzero(said >= 0)
    sets, unsure = parse_cells([*numbers], {*classes, *filter(None, truth or ())})
    counts = [int((said == place).sum()) for place in unsure]
    notes = describe_unsure([*numbers], counts, unsure)
    given = Given(
        rows,
        who,
        said[rows, who],
        items or [str(row + 1) for row in range(len(table))],
        [name.replace("column ", "annotator ", name.startswith("column ")) for name in columns],
        sets,
        rows + first_line,
        truth=truth,
    )
    return build(layout, given, notes, has_items=items is not None)


def shared_columns(table: pd.DataFrame, columns: list[str]) -> list[str]:
    """Those of these columns that hold sets or classes which others name as well, two or more.

    Beside them, those that name a part of these classes, or only say "don't know".
    """
    short = [name for name in columns if _is_short(table[name])]
    if len(short) < 2:
        return []
    used = {name: frozenset(_named_in(table[name])) for name in short}
    times = Counter(used.values())
    compared = [*times][:MAX_COMPARED]
    shared = {
        names
        for names, count in times.items()
        if any(_overlap(names, each) for each in compared if count > 1 or each is not names)
    }
    union = set().union(*shared)
    if sum(used[name] in shared for name in short) < 2 or len(union) > FEW_CLASSES:
        return []
    others = [name for name in columns if 0 < table[name].nunique() <= FEW_CLASSES]
    used |= {name: frozenset(_named_in(table[name])) for name in others if name not in used}
    return [name for name in columns if name in used and used[name] <= union]


def _overlap(one: AbstractSet[str], other: AbstractSet[str]) -> bool:
    """Whether one list of classes holds most of the other, and two of its classes at least."""
    common = len(one & other)
    return common >= 2 and common >= 0.6 * min(len(one), len(other))


def _named_in(column: "pd.Series[str]") -> set[str]:
    return {each for text in set(as_names(column)) if text for each in parse_cell(text) or ()}


def write_columns(crowd: CrowdFile) -> bytes:
    """One row per item with its set of classes, beside what else the file holds."""
    sets, mass = spoken(crowd)
    origin = crowd.origin or Origin(headings={ITEM: ITEM}, said=COMBINED)
    none = int(NO_ANSWER) if NONE in origin.marks else None
    cells = [
        write_cell(names, crowd.frame.size) if share > 0 else none
        for names, share in zip(sets, mass.tolist(), strict=True)
    ]
    return origin.write({**item_column(crowd, origin), origin.said or COMBINED: cells})


def item_column(crowd: CrowdFile, origin: Origin) -> dict[str, Any]:
    """The column that names the items, where the file has one."""
    return {origin.headings[ITEM]: crowd.items} if ITEM in origin.headings else {}


def find_column(table: pd.DataFrame, role: str) -> str | None:
    """The column with the heading of a role."""
    named = {plain_heading(name): str(name) for name in reversed(table.columns)}
    return next((named[each] for each in HEADINGS[role] if each in named), None)


def item_names(table: pd.DataFrame, column: str | None) -> list[str]:
    """Names of the items, one per row: those of the column, which must differ, or row numbers."""
    if column is None:
        return [str(row + 1) for row in range(len(table))]
    names = as_names(table[column])
    seen: dict[str, int] = {}
    for row, name in enumerate(names):
        if name is None or not name.strip():
            raise DataError(f"Row {row + 1} names no item in column {column!r}.")
        if name in seen:
            raise DataError(
                f"Row {row + 1} is about item {name!r} again, which stands in row "
                f"{seen[name] + 1} already."
            )
        seen[name] = row
    return [str(name) for name in names]


def names_in(table: pd.DataFrame, column: str) -> list[str | None]:
    """The cells of a column as names, None where one is blank."""
    return [None if name is None else name.strip() or None for name in as_names(table[column])]


def is_whole(column: "pd.Series[float]") -> bool:
    """Whether a column holds whole numbers from -1."""
    values = column.to_numpy(dtype=np.float64, na_value=np.nan)
    given = values[~np.isnan(values)]
    return bool((given == np.rint(given)).all() and (given >= -1).all())


def _is_short(column: "pd.Series[str]") -> bool:
    """Whether few different answers stand in the column."""
    different = column.nunique()
    return 0 < different <= MAX_NAMES and (different <= 0.7 * column.count() or len(column) < 20)


def _sharing(table: pd.DataFrame, columns: list[str]) -> list[str]:
    """The columns whose classes other columns name as well."""
    used = {name: _named_in(table[name]) for name in columns}
    total: dict[str, int] = {}
    for names in used.values():
        for each in names:
            total[each] = total.get(each, 0) + 1
    shared = [
        name for name in columns if not used[name] or any(total[each] > 1 for each in used[name])
    ]
    return shared or (columns if len(total) <= FEW_CLASSES else [])
