"""One answer per line: who, about what, which class or set of classes, how sure."""

import json
from collections.abc import Collection, Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from belieflab.data.crowd_files.cells import (
    ANSWER,
    CONFIDENCE,
    DOUBT,
    ITEM,
    TRUTH,
    WORKER,
    Members,
    find_columns,
    is_damaged_list,
    parse_cells,
    plain_heading,
    write_cell,
)
from belieflab.data.crowd_files.crowd_file import CrowdFile, Given, Numbers, build
from belieflab.data.crowd_files.origin import Origin
from belieflab.data.crowd_files.scale import (
    UNIT,
    Scale,
    describe_scale,
    from_confidences,
    guess_scale,
    to_confidences,
)
from belieflab.data.crowd_files.source import CrowdSource
from belieflab.data.label_files import as_names, as_numbers
from belieflab.errors import DataError

Columns = Mapping[str, str]
NEEDED = {WORKER: "who answered", ITEM: "the items", ANSWER: "the answers"}
COMBINED = "combined"
"""The annotator under whose name combined answers are written back."""
LISTS = "lists"
"""Mark of a file whose answers are JSON lists."""


def holds_lines(source: CrowdSource) -> bool:
    """Whether the headings name a worker, an item and an answer."""
    table = source.table
    return table is not None and set(NEEDED) <= find_columns(table.columns).keys()


def holds_credal(source: CrowdSource) -> bool:
    """Whether it is the table of the Credal data sets."""
    names = set() if source.table is None else {plain_heading(name) for name in source.table}
    return {"user", "img", "answer", "certitude"} <= names


def holds_crowdtruth(source: CrowdSource) -> bool:
    """Whether it is a table as CrowdTruth standardises them."""
    names = set() if source.table is None else {plain_heading(name) for name in source.table}
    return {"amt_worker_ids", "orig_id", "response"} <= names


def read_lines(
    source: CrowdSource,
    layout: str = "long",
    scale: Scale | None = None,
    columns: Columns | None = None,
) -> CrowdFile:
    """The answers in a table with one line each."""
    table = source.table
    if table is None:
        raise DataError("The file is no table with one answer per line.")
    found = find_columns(table.columns) | dict(columns or {})
    for role, what in NEEDED.items():
        if found.get(role) not in table.columns:
            raise DataError(f"No column of the file is known to hold {what}: choose one.")
    lines = np.arange(len(table), dtype=np.int64) + source.first_line
    item, items = number_names(as_names(table[found[ITEM]]))
    who, annotators = number_names(as_names(table[found[WORKER]]))
    truth, differing = _truth(table, found, item, lines, items)
    known = {*source.classes, *filter(None, truth or ())}
    said, sets, notes = number_sets(as_names(table[found[ANSWER]]), known)
    notes += differing + _missing(lines, {ITEM: (item, found), WORKER: (who, found)})
    kept = np.flatnonzero((item >= 0) & (who >= 0) & (said >= 0))
    confidence, scale, more = _confidences(table, found, scale, lines)
    given = Given(
        item[kept],
        who[kept],
        said[kept],
        items,
        annotators,
        sets,
        lines[kept],
        None if confidence is None else confidence[kept],
        truth,
    )
    others = [name for name in table.columns if name not in found.values()]
    truths = [found[TRUTH]] if TRUTH in found else []
    beside = of_items(table[[*others, *truths]], item, len(items))
    headings = {role: name for role, name in found.items() if role != TRUTH}
    lists = any(text.lstrip().startswith("[") for text in as_names(table[found[ANSWER]]) if text)
    marks = {LISTS: "yes"} if lists else {}
    origin = source.origin(table.columns, beside, headings=headings, marks=marks)
    return build(layout, given, [*notes, *more], scale=scale, origin=origin)


def of_items(table: pd.DataFrame, item: Numbers, count: int) -> dict[str, Any]:
    """The columns that say the same in every line about an item, one cell per item."""
    found: dict[str, Any] = {}
    rows = np.flatnonzero(item >= 0)
    first = np.zeros(count, dtype=np.int64)
    first[item[rows][::-1]] = rows[::-1]
    for name in table.columns:
        codes, _ = pd.factorize(table[name])
        if (codes[rows] == codes[first[item[rows]]]).all():
            found[str(name)] = table[name].iloc[first].reset_index(drop=True)
    return found


def number_names(names: Sequence[str | None]) -> tuple[Numbers, list[str]]:
    """Numbers of names, -1 for a blank, and the names in order of their first use."""
    cleaned = [None if name is None else name.strip() or None for name in names]
    codes, found = pd.factorize(np.array(cleaned, dtype=object))
    return codes.astype(np.int64), [str(name) for name in found]


def number_sets(
    cells: Sequence[str | None], classes: Collection[str] = ()
) -> tuple[Numbers, list[Members], list[str]]:
    """Numbers of the sets in cells, -1 for a blank, the sets, and notes; `classes` are known."""
    codes, texts = number_names(cells)
    for place, text in enumerate(texts):
        if is_damaged_list(text):
            number = int((codes == place).argmax()) + 1
            raise DataError(f"Answer {number:,} of the file is a damaged list: {text[:60]}")
    sets, unsure = parse_cells(texts, classes)
    notes = describe_unsure(texts, [int((codes == place).sum()) for place in unsure], unsure)
    empty = np.array([*(each == () for each in sets), False])
    return np.where(empty[codes], -1, codes), sets, notes


def describe_unsure(
    texts: Sequence[str], counts: Sequence[int], unsure: Sequence[int]
) -> list[str]:
    """A sentence about answers that may be a class or "don't know"; nothing without such."""
    if not unsure:
        return []
    listed = ", ".join(texts[place] for place in unsure)
    number = f"{sum(counts):,} answer{'s' if sum(counts) > 1 else ''}"
    return [
        f"{number} ({listed}) taken for “don't know”. It stays a class where the true classes, in "
        "the file or in the data, name it."
    ]


def _missing(lines: Numbers, roles: Mapping[str, tuple[Numbers, Columns]]) -> list[str]:
    notes = []
    for role, (codes, found) in roles.items():
        blank = np.flatnonzero(codes < 0)
        if len(blank):
            more = f" ({len(blank):,} such lines)" if len(blank) > 1 else ""
            notes.append(
                f"Line {lines[blank[0]]} names no {role} in column {found[role]!r} and is left "
                f"out{more}."
            )
    return notes


def _confidences(
    table: pd.DataFrame, found: Columns, scale: Scale | None, lines: Numbers
) -> tuple[NDArray[np.float64] | None, Scale | None, list[str]]:
    if CONFIDENCE in found:
        values = as_numbers(table[found[CONFIDENCE]])
        scale = scale or guess_scale(values, plain_heading(found[CONFIDENCE]))
        return to_confidences(values, scale, lines), scale, [describe_scale(scale)]
    if DOUBT in found:
        doubts = as_numbers(table[found[DOUBT]], blank=0.0)
        return 1.0 - to_confidences(doubts, (0.0, 1.0), lines), None, []
    return None, None, []


def _truth(
    table: pd.DataFrame, found: Columns, item: Numbers, lines: Numbers, items: Sequence[str]
) -> tuple[list[str | None] | None, list[str]]:
    """The true class of each item, the last that is given, and a sentence where lines differ."""
    if TRUTH not in found:
        return None, []
    truth: list[str | None] = [None] * len(items)
    differing: dict[int, str] = {}
    names = as_names(table[found[TRUTH]])
    for row, name, line in zip(item.tolist(), names, lines.tolist(), strict=True):
        if row < 0 or name is None or not name.strip():
            continue
        before, truth[row] = truth[row], name.strip()
        if before not in (None, truth[row]):
            where = f"{items[row]} is {before!r} before line {line}, and {truth[row]!r} there"
            differing.setdefault(row, where)
    if not differing:
        return truth if any(truth) else None, []
    more = f" ({len(differing):,} such items)" if len(differing) > 1 else ""
    first = next(iter(differing.values()))
    return truth, [f"In column {found[TRUTH]!r}, {first}; the last line counts{more}."]


def spoken(crowd: CrowdFile) -> tuple[list[tuple[str, ...]], NDArray[np.float64]]:
    """The set that each answer names first, and the mass on it."""
    answers, frame = crowd.answers, crowd.frame
    first = answers.focal[answers.starts[:-1]]
    members = {int(mask): frame.members(int(mask)) for mask in np.unique(first)}
    return [members[int(mask)] for mask in first], answers.mass[answers.starts[:-1]]


def write_lines(crowd: CrowdFile, scale: Scale = UNIT, **names: str) -> bytes:
    """One line per answer: worker, item, answer and confidence, under the headings of the file."""
    sets, mass = spoken(crowd)
    origin = crowd.origin or Origin()
    headings = {**dict(names or _OURS), **origin.headings}
    if crowd.layout == "credal" or LISTS in origin.marks:
        said = [json.dumps(list(each), ensure_ascii=False) for each in sets]
    else:
        said = [write_cell(each, crowd.frame.size) for each in sets]
    answers = crowd.answers
    people, things = (np.array(each, dtype=object) for each in (crowd.annotators, crowd.items))
    columns: dict[str, Any] = {
        headings[WORKER]: people[answers.annotators],
        headings[ITEM]: things[answers.rows],
        headings[ANSWER]: said,
    }
    if CONFIDENCE in headings:
        columns[headings[CONFIDENCE]] = as_written(from_confidences(mass, crowd.scale or scale))
    elif DOUBT in headings:
        columns[headings[DOUBT]] = np.round(1.0 - mass, 12)
    elif crowd.layout == "long":
        columns[CONFIDENCE] = np.round(mass, 12)
    return origin.write(columns)


_OURS = {WORKER: "worker", ITEM: "item", ANSWER: "answer"}


def as_written(values: NDArray[np.float64]) -> NDArray[Any]:
    """Numbers without a fraction where none has one."""
    return values.astype(np.int64) if (values == np.rint(values)).all() else values


def keeps_confidence(crowd: CrowdFile) -> bool:
    """Whether the file has a place for the confidence of a label."""
    return crowd.layout in {"long", "credal"} or CONFIDENCE in (crowd.origin or Origin()).headings
