"""Doccano's exports: JSON lines with the labels of a text or picture, a file per annotator."""

import json
from collections.abc import Iterator
from pathlib import PurePath
from typing import Any, NamedTuple

import numpy as np
import pandas as pd

from belieflab.data.crowd_files.cells import WORKER, find_columns
from belieflab.data.crowd_files.crowd_file import CrowdFile, Given, build
from belieflab.data.crowd_files.lines import number_names, number_sets, spoken
from belieflab.data.crowd_files.origin import Origin
from belieflab.data.crowd_files.scale import Scale
from belieflab.data.crowd_files.source import CrowdSource, dict_of, list_of
from belieflab.errors import DataError

LABEL, ANNOTATIONS, LINES = "label", "annotations", "lines"
LABELS = (LABEL, "labels", "cats")
ITEMS = ("id", "doc_id", "filename", "image", "text", "data")
"""What a line calls its object by, the best first."""
TOGETHER, SOMEBODY = "all", "somebody"
"""Name of the export of a project whose annotators share their labels; whoever has no name."""


class Said(NamedTuple):
    """What somebody said about an object, and where."""

    file: str
    line: int
    item: str
    who: str
    classes: list[str]


def holds_lines(source: CrowdSource) -> bool:
    """Whether it is doccano's export, or a zip with one for each annotator."""
    if source.parts:
        return all(map(_are_lines, source.parts.values()))
    return _are_lines(source.values)


def _lines(values: Any) -> list[dict[str, Any]]:
    """The lines of a file; one alone was read as a single record."""
    return [dict_of(each) for each in ([values] if isinstance(values, dict) else list_of(values))]


def _are_lines(values: Any) -> bool:
    lines = _lines(values)
    if not lines or any("result" in dict_of(each) for line in lines for each in _marks(line)):
        return False
    named = any(dict_of(each).get(LABEL) is not None for line in lines for each in _marks(line))
    listed = all(_label_key(line) and set(ITEMS) & line.keys() for line in lines)
    nobody = WORKER not in find_columns(lines[0])
    return named or (
        listed and nobody and any(isinstance(line[_label_key(line)], list) for line in lines)
    )


def _marks(line: dict[str, Any]) -> list[Any]:
    return list_of(line.get(ANNOTATIONS))


def _label_key(line: dict[str, Any]) -> str:
    return next((key for key in LABELS if key in line), "")


def read_exports(
    source: CrowdSource, layout: str = "doccano", scale: Scale | None = None
) -> CrowdFile:
    """The labels of every annotator; several labels of one are a set."""
    files = source.parts or {source.filename: source.values}
    if source.parts and all(not _has_labels(values) for values in files.values()):
        raise DataError("No line of the files in the archive holds a label.")
    said: list[Said] = []
    known: dict[str, dict[str, Any]] = {}
    for name, values in files.items():
        for number, line in enumerate(_lines(values), start=1):
            about = _item(line, number)
            known.setdefault(about, line)
            said += _said(name if source.parts else "", number, about, line, _annotator(name))
    if not said:
        raise DataError("No line of the file holds a label that somebody gave.")
    item, items = number_names([each.item for each in said])
    who, annotators = number_names([each.who for each in said])
    cells = [json.dumps(each.classes, ensure_ascii=False) for each in said]
    codes, sets, unsure = number_sets(cells, source.classes)
    lines = np.array([each.line for each in said], dtype=np.int64)
    texts = [json.dumps(_without_labels(known[each]), ensure_ascii=False) for each in items]
    origin = Origin((LINES,), beside=pd.DataFrame({LINES: texts}))
    given = Given(item, who, codes, items, annotators, sets, lines)
    silent = len(known) - len(items)
    notes = [f"Without a label, left out: {silent:,} of {len(known):,} items."] if silent else []
    notes += unsure
    if annotators == [TOGETHER]:
        notes.append(
            "The file does not say who gave a label: all count as one annotator. Doccano writes a "
            "file for each where annotators do not share their labels."
        )
    return build(layout, given, notes, origin=origin)


def _has_labels(values: Any) -> bool:
    return any(_marks(line) or line.get(_label_key(line)) for line in _lines(values))


def _annotator(filename: str) -> str:
    """Whose export a file is: it is called after its annotator."""
    return PurePath(filename).stem or SOMEBODY


def _item(line: dict[str, Any], number: int) -> str:
    for key in ITEMS:
        if isinstance(line.get(key), (str, int)) and str(line[key]).strip():
            return str(line[key])
    return str(number)


def _said(
    file: str, number: int, item: str, line: dict[str, Any], annotator: str
) -> Iterator[Said]:
    """What a line says: labels of one annotator, or of each by `user`."""
    where = f"Line {number}" + (f" of {file}" if file else "")
    if _marks(line) or not _label_key(line):
        of: dict[str, list[str]] = {}
        for each in _marks(line):
            mark = dict_of(each)
            if mark.get(LABEL) is None and mark.get("label_name") is None:
                raise DataError(f"{where}: an annotation names no label.")
            if "start_offset" in mark:
                raise _spans(where)
            who = str(mark.get("user_name") or mark.get("user") or SOMEBODY)
            of.setdefault(who, []).append(str(mark.get("label_name") or mark[LABEL]))
        yield from (Said(file, number, item, who, classes) for who, classes in of.items())
        return
    given = line[_label_key(line)]
    held = [] if given is None else given if isinstance(given, list) else [given]
    if any(isinstance(each, list) for each in held):
        raise _spans(where)
    if not all(isinstance(each, (str, int)) for each in held):
        raise DataError(f"{where}: the label is no list of class names.")
    if held:
        yield Said(file, number, item, annotator, [str(each) for each in held])


def _spans(where: str) -> DataError:
    return DataError(
        f"{where}: a label marks a part of the text. Labels of whole texts or pictures are read."
    )


def _without_labels(line: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in line.items() if key not in (*LABELS, ANNOTATIONS)}


def write_exports(crowd: CrowdFile) -> bytes:
    """One line per item with its label, as doccano imports them."""
    sets, _ = spoken(crowd)
    texts = (crowd.origin or Origin()).cells.get(LINES)
    known = map(json.loads, texts) if texts else ({"id": each} for each in crowd.items)
    lines: list[dict[str, Any]] = [{**line, LABEL: []} for line in known]
    for names, row in zip(sets, crowd.answers.rows.tolist(), strict=True):
        lines[row][LABEL] = list(names)
    return "".join(f"{json.dumps(line, ensure_ascii=False)}\n" for line in lines).encode("utf-8")
