"""CoralNet's export of annotations: a line is a point of a picture, machines suggest classes."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from belieflab.belief.masks import as_masks
from belieflab.data.crowd_answers import CrowdAnswers
from belieflab.data.crowd_files.cells import ANSWER, WORKER, Members, plain_heading
from belieflab.data.crowd_files.crowd_file import (
    CrowdFile,
    Given,
    Numbers,
    find_frame,
    last_of_each,
)
from belieflab.data.crowd_files.lines import COMBINED, number_names, number_sets, of_items, spoken
from belieflab.data.crowd_files.machine_suggestions import (
    CONFIDENCE,
    MACHINE,
    SUGGESTION,
    Suggestions,
    read_suggestions,
)
from belieflab.data.crowd_files.origin import Origin
from belieflab.data.crowd_files.scale import UNIT, Scale
from belieflab.data.crowd_files.source import CrowdSource
from belieflab.data.label_files import as_names
from belieflab.errors import DataError

NAME, ROW, COLUMN, LABEL = "name", "row", "column", "label"
POINT = (NAME, ROW, COLUMN)
CODES = ("label_code", "short_code", "long_label", "label_name", "label_id")
"""Headings under which the classes stand once more, by other names."""
ANNOTATOR, CONFIRMED = "annotator", ("verified", "confirmed")
OF_ANNOTATION = ("annotated", "date_annotated", *CONFIRMED)
"""What is true of one annotation: not written beside a label that is of several annotators."""
SOMEBODY, UNCONFIRMED = "somebody", "unconfirmed"
MACHINES = ("robot", UNCONFIRMED, COMBINED)
"""Those whose label is the first suggestion, where a line holds suggestions."""

_OURS = {NAME: "Name", ROW: "Row", COLUMN: "Column", ANSWER: "Label", WORKER: "Annotator"}

Flags = NDArray[np.bool_]


def holds_points(source: CrowdSource) -> bool:
    """Whether the headings name a picture, a place in it and a label."""
    return source.table is not None and are_points(source.table)


def are_points(table: pd.DataFrame) -> bool:
    """Whether the columns are those of annotated points."""
    names = {plain_heading(name) for name in table.columns}
    return {*POINT} <= names and bool({LABEL, CODES[0]} & names)


def read_points(
    source: CrowdSource, layout: str = "coralnet", scale: Scale | None = None
) -> CrowdFile:
    """The labels of the points, and the suggestions of the machine as one annotator's answers.

    The confidences of the suggestions are masses of single classes; the rest is on all classes.
    """
    table = source.table
    if table is None or not are_points(table):
        raise DataError("The file has no columns Name, Row, Column and Label.")
    found = {plain_heading(name): str(name) for name in reversed(table.columns)}
    lines = np.arange(len(table), dtype=np.int64) + source.first_line
    item, items, notes = _points(table, found, lines)
    label = found.get(LABEL) or found[CODES[0]]
    named, codes = _labels(table, found, label, lines)
    aliases = {alias: name for of in codes.values() for alias, name in of.items()}
    hints = read_suggestions(table, lines, scale, {*filter(None, named)}, aliases)
    said, sets, unsure = number_sets(named, {*source.classes, *hints.names})
    who, people = number_names(_annotators(table, found))
    again = (item >= 0) & _are_suggested(said, sets, who, people, hints)
    kept = np.flatnonzero((item >= 0) & (said >= 0) & ~again)
    given = Given(item[kept], who[kept], said[kept], items, people, sets, lines[kept])
    answers, annotators, doubled = _answers(given, item, hints)
    notes += [*_describe_people(found, int(again.sum())), *unsure, *doubled, *hints.notes]
    own = {label, *codes, *hints.columns, found.get(ANNOTATOR, ""), *(found[x] for x in POINT)}
    dated = {found.get(each) for each in OF_ANNOTATION}
    others = [name for name in table.columns if name not in own | dated]
    headings = {ANSWER: label, **{each: found[each] for each in POINT}}
    headings |= {WORKER: found[ANNOTATOR]} if ANNOTATOR in found else {}
    origin = source.origin(
        [name for name in table.columns if name not in dated],
        of_items(table[others], item, len(items)),
        headings=headings | {name: name for name in (*codes, *hints.columns)},
        marks={_mark(code, name): each for code, of in codes.items() for each, name in of.items()},
    )
    more: dict[str, Any] = {"scale": hints.scale, "notes": tuple(notes), "origin": origin}
    return CrowdFile(layout, answers, tuple(items), annotators, None, **more)


def _points(
    table: pd.DataFrame, found: Mapping[str, str], lines: Numbers
) -> tuple[Numbers, list[str], list[str]]:
    """The point of each line, -1 where one of its three cells is blank; names; notes."""
    cells = zip(*(as_names(table[found[each]]) for each in POINT), strict=True)
    names = [f"{name} ({row}, {column})" if name and row and column else None
             for name, row, column in cells]  # fmt: skip
    item, items = number_names(names)
    blank = np.flatnonzero(item < 0)
    if not len(blank):
        return item, items, []
    more = f" ({len(blank):,} such lines)" if len(blank) > 1 else ""
    what = "does not say which point of which picture it is about"
    return item, items, [f"Line {lines[blank[0]]} {what} and is left out{more}."]


def _labels(
    table: pd.DataFrame, found: Mapping[str, str], label: str, lines: Numbers
) -> tuple[list[str | None], dict[str, dict[str, str]]]:
    """The label of each line, and by column the class that each of its other names stands for."""
    named = [(name or "").strip() or None for name in as_names(table[label])]
    codes: dict[str, dict[str, str]] = {}
    for column in (found[each] for each in CODES if found.get(each, label) != label):
        first: dict[str, int] = {}
        of = codes.setdefault(column, {})
        cells = as_names(table[column])
        for row, (name, alias) in enumerate(zip(named, cells, strict=True)):
            if name and alias and of.setdefault(alias, name) != name:
                raise DataError(
                    f"Line {lines[row]}: {alias!r} in column {column!r} stands for {name!r}, and "
                    f"for {of[alias]!r} in line {lines[first[alias]]}."
                )
            first.setdefault(alias or "", row)
        named = [name or (alias and of.get(alias, alias)) or None
                 for name, alias in zip(named, cells, strict=True)]  # fmt: skip
    return named, codes


def _annotators(table: pd.DataFrame, found: Mapping[str, str]) -> list[str]:
    """Who gave the label of each line."""
    if ANNOTATOR in found:
        return [(name or "").strip() or UNCONFIRMED for name in as_names(table[found[ANNOTATOR]])]
    seen = next((found[each] for each in CONFIRMED if each in found), None)
    if seen is None:
        return [SOMEBODY] * len(table)
    cells = (str(name).strip().casefold() for name in as_names(table[seen]))
    return [SOMEBODY if cell in ("true", "1", "yes") else UNCONFIRMED for cell in cells]


def _are_suggested(
    said: Numbers, sets: Sequence[Members], who: Numbers, people: Sequence[str], hints: Suggestions
) -> Flags:
    """Which labels are a machine's, and its first suggestion: they would count twice."""
    firsts = hints.first_of(len(said))
    machine = np.array([name in MACHINES for name in people], dtype=bool)[who]
    alike = [place >= 0 and sets[place] == (first,) for place, first in zip(said, firsts,
             strict=True)]  # fmt: skip
    repeated: Flags = machine & np.array(alike, dtype=bool)
    return repeated


def _describe_people(found: Mapping[str, str], again: int) -> list[str]:
    notes = []
    if not {ANNOTATOR, *CONFIRMED} & found.keys():
        notes.append("The file does not say who annotated: all labels are one annotator's.")
    if again:
        notes.append(
            f"Labels that nobody confirmed and that are the machine's first suggestion: {again:,}. "
            f"They count once, as {MACHINE}."
        )
    return notes


def _answers(
    given: Given, item: Numbers, hints: Suggestions
) -> tuple[CrowdAnswers, tuple[str, ...], list[str]]:
    """The answers of people and of the machine, the names of both, and notes."""
    if not len(given.item) and not len(hints.rows):
        raise DataError("No line of the file holds a label or a suggestion.")
    last, doubled = last_of_each(given)
    frame = find_frame([*given.sets, *((name,) for name in hints.names)])
    heard = np.unique(given.who)
    masks = [frame.omega if each is None else frame.mask(each) for each in given.sets]
    focal = as_masks(frame.size, masks)[given.said[last]]
    hinted = np.unique(hints.rows[item[hints.rows] >= 0])
    places, newest = np.unique(item[hinted][::-1], return_index=True)
    chosen = hinted[::-1][newest]
    lengths, machine, mass = hints.masses(chosen, frame)
    who = [np.searchsorted(heard, given.who[last]), np.full(len(chosen), len(heard))]
    answers = CrowdAnswers(
        frame,
        len(given.items),
        np.concatenate([given.item[last], places]),
        np.concatenate(who).astype(np.int64),
        np.concatenate([[0], np.cumsum([*(1 for _ in last), *lengths])]).astype(np.int64),
        np.concatenate([focal, machine]),
        np.concatenate([np.ones(len(last)), mass]),
    )
    names = (*(given.annotators[each] for each in heard), *([MACHINE] if len(chosen) else []))
    told = dict(zip(places.tolist(), chosen.tolist(), strict=True))
    older = np.setdiff1d(hinted, chosen).tolist()
    again = sum(hints.of_row(row) != hints.of_row(told[item[row]]) for row in older)
    if again:
        what = f"Lines whose suggestions differ from later ones about their point: {again:,}"
        doubled = (*doubled, f"{what}; the last ones count.")
    return answers, names, [*doubled]


def write_points(crowd: CrowdFile) -> bytes:
    """One line per point: its class as label, and what the label gives to classes as suggestions.

    A label of several classes is written as suggestions alone, evenly: a point has one label.
    """
    sets, mass = spoken(crowd)
    size, origin = crowd.frame.size, crowd.origin or Origin((*_OURS.values(),), _OURS)
    rows: list[tuple[tuple[str, ...], float]] = [((), 0.0)] * len(crowd.items)
    for names, share, row in zip(sets, mass.tolist(), crowd.answers.rows.tolist(), strict=True):
        known = len(names) < size or size == 1
        rows[row] = (names, share / len(names)) if known else ((), 0.0)
    labels = [names[0] if len(names) == 1 else "" for names, _ in rows]
    columns: dict[str, Any] = dict(
        zip((origin.headings[each] for each in POINT), _places(crowd.items), strict=True)
    )
    columns[origin.headings[ANSWER]] = labels
    for code in origin.headings:
        if any(mark.startswith(_mark(code, "")) for mark in origin.marks):
            columns[code] = [origin.marks.get(_mark(code, name), "") for name in labels]
    if WORKER in origin.headings:
        columns[origin.headings[WORKER]] = [COMBINED if names else "" for names, _ in rows]
    high = 1.0 if crowd.scale == UNIT else 100.0
    for k in range(max((len(names) for names, _ in rows), default=0)):
        columns[f"{SUGGESTION} {k + 1}"] = [names[k] if k < len(names) else "" for names, _ in rows]
        columns[f"{CONFIDENCE} {k + 1}"] = [
            round(high * share, 4) if k < len(names) else "" for names, share in rows
        ]
    return origin.write(columns)


def _mark(code: str, name: str) -> str:
    """The mark that says what a class is called in a column of codes."""
    return f"{code}: {name}"


def _places(items: Sequence[str]) -> tuple[list[str], list[Any], list[Any]]:
    """Picture, row and column of each item, as `_points` calls them; else the item alone."""
    parts = [re.fullmatch(r"(.*) \((.*), (.*)\)", item, re.DOTALL) for item in items]
    cells = [(item, "", "") if part is None else part.groups()
             for item, part in zip(items, parts, strict=True)]  # fmt: skip
    names, *numbers = (list(each) for each in zip(*cells, strict=True))
    rows, columns = ([int(x) if x.isdecimal() else x for x in each] for each in numbers)
    return names, rows, columns
