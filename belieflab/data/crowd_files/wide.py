"""One column per annotator, with or without names of items, features beside them; and counts."""

from dataclasses import replace

import numpy as np
import pandas as pd

from belieflab.belief.masks import full_of
from belieflab.data.crowd_answers import CrowdAnswers
from belieflab.data.crowd_files.cells import (
    HEADINGS,
    ITEM,
    TRUTH,
    Members,
    parse_cell,
    plain_heading,
    write_cell,
)
from belieflab.data.crowd_files.crowd_file import (
    CrowdFile,
    Given,
    build,
    find_frame,
    truth_codes,
)
from belieflab.data.crowd_files.lines import number_names, spoken, write_text
from belieflab.data.crowd_files.scale import Scale
from belieflab.data.crowd_files.source import CrowdSource
from belieflab.data.label_files import as_names
from belieflab.errors import DataError

NO_ANSWER = "-1"
"""In columns of numbers: nothing was said."""

COUNT_PREFIXES = ("count_", "counts_", "votes_", "vote_", "n_")
ALL_VOTES = "all votes"
FEW_CLASSES = 20
"""Up to so many, columns are annotators' also when no two of them name the same class."""
MAX_NAMES = 100
"""Different answers in a column that still looks like an annotator's."""


def holds_columns(source: CrowdSource) -> bool:
    """Whether two columns or more hold answers from one list of classes."""
    table = source.table
    return table is not None and len(annotator_columns(table)) > 1


def holds_counts(source: CrowdSource) -> bool:
    """Whether the columns count votes: by their headings, or whole numbers with even sums."""
    table = source.table
    if table is None or table.shape[1] < 2:
        return False
    columns = _count_columns(table)
    if len(columns) < 2:
        return False
    if all(plain_heading(name).startswith(COUNT_PREFIXES) for name in columns):
        return True
    if len(columns) < table.shape[1] - 1 or any(not str(name).isdecimal() for name in columns):
        return False
    counts = table[columns].to_numpy(dtype=np.float64)
    sums = counts.sum(axis=1)
    middle = np.median(sums)
    even = (np.abs(sums - middle) <= 0.3 * middle).all() and middle >= 3
    return bool(even and (counts == 0).mean() > 0.5)


def annotator_columns(table: pd.DataFrame) -> list[str]:
    """The columns that hold answers: text from one list of classes, or whole numbers alone."""
    others = {_find(table, ITEM), _find(table, TRUTH)}
    columns = [name for name in table.columns if name not in others]
    texts = [name for name in columns if not pd.api.types.is_numeric_dtype(table[name].dtype)]
    if texts:
        chosen = [name for name in texts if _is_short(table[name])]
        return _sharing(table, chosen) if len(chosen) > 1 else chosen
    whole = [name for name in columns if _is_whole(table[name]) and _is_short(table[name])]
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
    item, truth = _find(table, ITEM), _find(table, TRUTH)
    rest = [name for name in table.columns if name not in {*columns, item, truth}]
    features = table[[name for name in rest if pd.api.types.is_numeric_dtype(table[name].dtype)]]
    items = None if item is None else _item_names(table, item)
    names = None if truth is None else _names(table, truth)
    crowd = answers_of(table, columns, items, names, source.first_line, layout)
    return replace(crowd, features=features if features.shape[1] else None)


def answers_of(
    table: pd.DataFrame,
    columns: list[str],
    items: list[str] | None = None,
    truth: list[str | None] | None = None,
    first_line: int = 2,
    layout: str = "wide",
) -> CrowdFile:
    """The answers in these columns of a table, one annotator each; by default items are rows."""
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
    sets: list[Members] = [parse_cell(text) for text in numbers]
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
    return build(layout, given, has_items=items is not None)


def shared_columns(table: pd.DataFrame, columns: list[str]) -> list[str]:
    """Those of these columns that hold sets or classes which others name as well, two or more."""
    short = [name for name in columns if _is_short(table[name])]
    if len(short) < 2:
        return []
    used = {name: _named_in(table[name]) for name in short}
    found = [
        name
        for name in short
        if any(_overlap(used[name], used[each]) for each in short if each != name)
    ]
    union = set().union(*(used[name] for name in found))
    return found if 1 < len(found) and len(union) <= FEW_CLASSES else []


def _overlap(one: set[str], other: set[str]) -> bool:
    """Whether one list of classes holds most of the other, and two of its classes at least."""
    common = len(one & other)
    return common >= 2 and common >= 0.6 * min(len(one), len(other))


def _named_in(column: "pd.Series[str]") -> set[str]:
    return {each for text in set(as_names(column)) if text for each in parse_cell(text) or ()}


def read_counts(
    source: CrowdSource, layout: str = "counts", scale: Scale | None = None
) -> CrowdFile:
    """Votes per class: one answer per item, m({k}) = votes for k / (all votes + 1), rest on Ω."""
    table = source.table
    columns = [] if table is None else _count_columns(table)
    if table is None or not columns:
        raise DataError("No columns of the file count votes: whole numbers, one column per class.")
    item, truth = _find(table, ITEM), _find(table, TRUTH)
    counts = table[columns].to_numpy(dtype=np.float64)
    counts = np.nan_to_num(counts)
    classes = [_class_of(name) for name in columns]
    names = None if truth is None else _names(table, truth)
    frame = find_frame([(name,) for name in classes], names)
    masks = frame.singletons[[frame.index(name) for name in classes]]
    voted = np.flatnonzero(counts.sum(axis=1) > 0)
    votes = counts[voted]
    focal = np.column_stack(
        [np.tile(masks, (len(voted), 1)), full_of(frame.size, len(voted), frame.omega)]
    )
    mass = np.column_stack([votes, np.ones(len(voted))]) / (votes.sum(axis=1) + 1.0)[:, None]
    starts = np.arange(len(voted) + 1, dtype=np.int64) * (len(columns) + 1)
    # The largest share comes first: it is what the answer names.
    order = np.argsort(-mass, axis=1, kind="stable")
    focal, mass = (np.take_along_axis(each, order, axis=1).ravel() for each in (focal, mass))
    answers = CrowdAnswers(
        frame, len(table), voted, np.zeros(len(voted), dtype=np.int64), starts, focal, mass
    )
    note = "The file counts votes and does not say whose: all of them count as one annotator."
    codes = None if names is None else truth_codes(names, frame)
    return CrowdFile(
        layout,
        answers,
        tuple(_item_names(table, item)),
        (ALL_VOTES,),
        codes,
        notes=(note,),
        has_items=item is not None,
    )


def write_columns(crowd: CrowdFile) -> bytes:
    """One row per item, one column per annotator."""
    sets, _ = spoken(crowd)
    cells = np.full((len(crowd.items), len(crowd.annotators)), None, dtype=object)
    written = [write_cell(names, crowd.frame.size) for names in sets]
    cells[crowd.answers.rows, crowd.answers.annotators] = written
    columns = dict(zip(crowd.annotators, cells.T, strict=True))
    return write_text({"item": crowd.items, **columns})


def write_counts(crowd: CrowdFile, votes: int = 100) -> bytes:
    """What the answers give to each class, as votes out of a hundred."""
    shares = np.zeros((len(crowd.items), crowd.frame.size))
    np.add.at(shares, crowd.answers.rows, crowd.answers.pignistic())
    shares /= np.maximum(shares.sum(axis=1, keepdims=True), 1e-12)
    counts = np.rint(votes * shares).astype(int)
    columns = {f"count_{name}": counts[:, k] for k, name in enumerate(crowd.frame.names)}
    return write_text({"item": crowd.items, **columns})


def _find(table: pd.DataFrame, role: str) -> str | None:
    """The column with the heading of a role."""
    named = {plain_heading(name): str(name) for name in reversed(table.columns)}
    return next((named[each] for each in HEADINGS[role] if each in named), None)


def _item_names(table: pd.DataFrame, column: str | None) -> list[str]:
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


def _names(table: pd.DataFrame, column: str) -> list[str | None]:
    return [None if name is None else name.strip() or None for name in as_names(table[column])]


def _is_whole(column: "pd.Series[float]") -> bool:
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


def _count_columns(table: pd.DataFrame) -> list[str]:
    """Columns of whole numbers from 0; those whose headings say so, if there are such."""
    other = _find(table, ITEM)
    numeric = [
        name
        for name in table.columns
        if name != other
        and pd.api.types.is_numeric_dtype(table[name].dtype)
        and _is_whole(table[name])
        and not (table[name] < 0).any()
    ]
    named = [name for name in numeric if plain_heading(name).startswith(COUNT_PREFIXES)]
    return named or numeric


def _class_of(heading: str) -> str:
    """The class that a heading `count_cat` or `votes: cat` names."""
    text = str(heading).strip()
    plain = plain_heading(text)
    for prefix in COUNT_PREFIXES:
        if plain.startswith(prefix):
            return text[len(prefix) :].strip(" :_") or text
    return text
