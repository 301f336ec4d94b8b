"""One answer per line: who, about what, which class or set of classes, how sure."""

import json
from collections.abc import Mapping, Sequence
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
    parse_cell,
    plain_heading,
    write_cell,
)
from belieflab.data.crowd_files.crowd_file import CrowdFile, Given, Numbers, build
from belieflab.data.crowd_files.scale import (
    Scale,
    describe_scale,
    guess_scale,
    to_confidences,
)
from belieflab.data.crowd_files.source import CrowdSource
from belieflab.data.label_files import as_names, as_numbers
from belieflab.data.reading.spreadsheet_guard import guard
from belieflab.errors import DataError

Columns = Mapping[str, str]
NEEDED = {WORKER: "who answered", ITEM: "the items", ANSWER: "the answers"}
COMBINED = "combined"
"""The annotator under whose name combined answers are written back."""


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
    said, sets = number_sets(as_names(table[found[ANSWER]]))
    notes = _missing(lines, {ITEM: (item, found), WORKER: (who, found)})
    kept = np.flatnonzero((item >= 0) & (who >= 0) & (said >= 0))
    confidence, scale, more = _confidences(table, found, scale, lines)
    truth = _truth(table, found, item, len(items))
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
    return build(layout, given, [*notes, *more], scale=scale)


def number_names(names: Sequence[str | None]) -> tuple[Numbers, list[str]]:
    """Numbers of names, -1 for a blank, and the names in order of their first use."""
    cleaned = [None if name is None else name.strip() or None for name in names]
    codes, found = pd.factorize(np.array(cleaned, dtype=object))
    return codes.astype(np.int64), [str(name) for name in found]


def number_sets(cells: Sequence[str | None]) -> tuple[Numbers, list[Members]]:
    """Numbers of the sets in cells, -1 for a blank, and the sets."""
    codes, texts = number_names(cells)
    sets = [parse_cell(text) for text in texts]
    empty = np.array([*(each == () for each in sets), False])
    return np.where(empty[codes], -1, codes), sets


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
    table: pd.DataFrame, found: Columns, item: Numbers, count: int
) -> list[str | None] | None:
    if TRUTH not in found:
        return None
    truth: list[str | None] = [None] * count
    for row, name in zip(item.tolist(), as_names(table[found[TRUTH]]), strict=True):
        if row >= 0 and name is not None and name.strip():
            truth[row] = name.strip()
    return truth


def spoken(crowd: CrowdFile) -> tuple[list[tuple[str, ...]], NDArray[np.float64]]:
    """The set that each answer names first, and the mass on it."""
    answers, frame = crowd.answers, crowd.frame
    first = answers.focal[answers.starts[:-1]]
    members = {int(mask): frame.members(int(mask)) for mask in np.unique(first)}
    return [members[int(mask)] for mask in first], answers.mass[answers.starts[:-1]]


def write_lines(crowd: CrowdFile, delimiter: str = ",") -> bytes:
    """One line per answer: worker, item, answer, confidence from 0 to 1."""
    sets, mass = spoken(crowd)
    said = [write_cell(names, crowd.frame.size) for names in sets]
    return _csv(crowd, {"answer": said, "confidence": mass}, ("worker", "item"), delimiter)


def write_credal(crowd: CrowdFile) -> bytes:
    """As the Credal data sets: semicolons, sets as JSON lists, certitudes on their scale."""
    low, high = crowd.scale or (1.0, 7.0)
    sets, mass = spoken(crowd)
    said = [json.dumps(list(names), ensure_ascii=False) for names in sets]
    sure = np.rint(low + (high - low) * mass).astype(int)
    return _csv(crowd, {"answer": said, "certitude": sure}, ("user", "img"), ";")


def write_crowdtruth(crowd: CrowdFile) -> bytes:
    """As CrowdTruth's standardised tables: tabs, worker, item and response."""
    said = [write_cell(names, crowd.frame.size) for names in spoken(crowd)[0]]
    return _csv(crowd, {"response": said}, ("!amt_worker_ids", "orig_id"), "\t")


def _csv(
    crowd: CrowdFile, columns: Mapping[str, Any], names: tuple[str, str], delimiter: str
) -> bytes:
    answers = crowd.answers
    people, things = (np.array(each, dtype=object) for each in (crowd.annotators, crowd.items))
    table = {names[0]: people[answers.annotators], names[1]: things[answers.rows], **columns}
    return write_text(table, delimiter)


def write_text(columns: Mapping[str, Any], delimiter: str = ",") -> bytes:
    """A delimited text whose cells no spreadsheet runs."""
    safe = {guard(str(name)): _safe(cells) for name, cells in columns.items()}
    return pd.DataFrame(safe).to_csv(index=False, sep=delimiter).encode("utf-8")


def _safe(cells: Sequence[Any]) -> list[Any]:
    return [guard(cell) if isinstance(cell, str) else cell for cell in cells]
