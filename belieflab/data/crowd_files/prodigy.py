"""Prodigy's exports: JSON lines in which somebody accepts, rejects or ignores a task."""

import json
from collections.abc import Mapping, Sequence
from pathlib import PurePath
from typing import Any, NamedTuple

import numpy as np
import pandas as pd

from belieflab.data.crowd_files.cells import Members
from belieflab.data.crowd_files.crowd_file import CrowdFile, Given, build
from belieflab.data.crowd_files.lines import COMBINED, number_names, spoken
from belieflab.data.crowd_files.origin import Origin
from belieflab.data.crowd_files.scale import Scale
from belieflab.data.crowd_files.source import CrowdSource, dict_of, list_of
from belieflab.errors import DataError

ANSWER, LABEL, OPTIONS, CHOSEN, TASKS = "answer", "label", "options", "accept", "tasks"
ACCEPT, REJECT, IGNORE = ANSWERS = ("accept", "reject", "ignore")
CLASSES = (LABEL, OPTIONS, CHOSEN)
"""What a task about classes holds one of."""
INPUT = "_input_hash"
HASHES = (INPUT, "_task_hash")
ANNOTATORS = ("_annotator_id", "_session_id")
INPUTS = ("text", "image", "html", "audio", "video")
NAMES = ("id", "doc_id", "filename", *INPUTS)
"""What an object may be called by, the best first; by the hash of its input otherwise."""
OF_ANSWER = (LABEL, CHOSEN, ANSWER, *ANNOTATORS, "_task_hash", "_timestamp", "score", "priority")
"""What is said of one answer, and not of its object."""
MARKED = ("spans", "relations", "audio_spans")
SOMEBODY = "somebody"
NOT = "not "
"""Stands before the only class of a file, to name what is not of it."""
BINARY = "binary"
"""Mark of a file whose tasks ask about one class each."""
MAX_NAME = 200
"""Characters of a text above which it names no object."""

Task = dict[str, Any]


class Said(NamedTuple):
    """What a task was answered with: the classes it is about, and where it stands."""

    item: str
    who: str
    answer: str
    classes: tuple[str, ...]
    asked: str
    file: str
    line: int


def holds_tasks(source: CrowdSource) -> bool:
    """Whether its lines are tasks with an answer."""
    if source.parts:
        return all(map(are_tasks, source.parts.values()))
    return are_tasks(source.values)


def are_tasks(values: Any) -> bool:
    """Whether these are tasks with an answer, about classes or not."""
    lines = [dict_of(each) for each in _lines(values)]
    answered = [line for line in lines if line.get(ANSWER) in ANSWERS]
    return bool(answered) and all(
        not line.keys().isdisjoint((*CLASSES, *HASHES)) for line in answered
    )


def is_table_of_tasks(table: pd.DataFrame) -> bool:
    """Whether a table is such a file whose lines are plain: one class and its answer each."""
    needed = {ANSWER, LABEL, INPUT} <= {*table.columns}
    return needed and bool(table[ANSWER].isin(ANSWERS).any())


def _lines(values: Any) -> list[Any]:
    """The lines; one alone was read as a single record."""
    return [values] if isinstance(values, dict) else list_of(values)


def read_tasks(
    source: CrowdSource, layout: str = "prodigy", scale: Scale | None = None
) -> CrowdFile:
    """The answers to all tasks: accepted classes as sets, rejected ones as sets of the others.

    The answers of somebody about one object, each about one class, are one set together.
    """
    files = source.parts or {source.filename: source.values}
    places = [
        (name if source.parts else "", number, _task(line, number, name if source.parts else ""))
        for name, values in files.items()
        for number, line in enumerate(_lines(values), start=1)
    ]
    tasks = [task for _, _, task in places]
    if all(task.keys().isdisjoint(CLASSES) for task in tasks):
        raise DataError(_describe_other(tasks))
    named, items = _find_classes(tasks), _name_items(tasks)
    called = {str(of): name for of, name in named.items()}
    ids = {name: of for of, name in named.items()}
    said = [
        _said(task, item, called, (file, number), _annotator(task, file or source.filename))
        for (file, number, task), item in zip(places, items, strict=True)
        if task.get(ANSWER) is not None
    ]
    binary = all(task.keys().isdisjoint((OPTIONS, CHOSEN)) for task in tasks)
    classes = [*ids, *([f"{NOT}{next(iter(ids))}"] if binary and len(ids) == 1 else [])]
    found, notes = _unite(said, classes)
    if len(said) < len(tasks):
        notes.append(f"Tasks without an answer, left out: {len(tasks) - len(said):,}.")
    if not any(ANNOTATORS[0] in task or ANNOTATORS[1] in task for task in tasks):
        notes += (
            [] if source.parts else ["The file does not say who answered: it is one annotator."]
        )
    if not found:
        raise DataError("No line of the file says which class something is of.")
    item, names = number_names([each.item for each, _ in found])
    who, annotators = number_names([each.who for each, _ in found])
    sets = {members: place for place, members in enumerate(dict.fromkeys(m for _, m in found))}
    codes = np.array([sets[members] for _, members in found], dtype=np.int64)
    lines = np.array([each.line for each, _ in found], dtype=np.int64)
    known = dict(zip(reversed(items), reversed(tasks), strict=True))
    texts = [json.dumps(_without_answer(known[each]), ensure_ascii=False) for each in names]
    marks = {name: json.dumps(of) for name, of in ids.items()} | ({BINARY: "yes"} if binary else {})
    origin = Origin((TASKS,), beside=pd.DataFrame({TASKS: texts}), marks=marks)
    given = Given(item, who, codes, names, annotators, [*sets, tuple(classes)], lines)
    return build(layout, given, notes, origin=origin)


def _task(line: Any, number: int, file: str) -> Task:
    if not isinstance(line, dict):
        raise DataError(f"{_place(file, number)} is no task.")
    return line


def _place(file: str, number: int) -> str:
    return f"Line {number}" + (f" of {file}" if file else "")


def _describe_other(tasks: Sequence[Task]) -> str:
    marked = next((k for k, task in enumerate(tasks, 1) if task.keys() & {*MARKED}), None)
    if marked is None:
        return (
            "No line of the file says which class something is of (label, or options and accept)."
        )
    return (
        f"Line {marked}: the answer marks parts of a text or picture. Classes of whole texts or "
        "pictures are read."
    )


def _find_classes(tasks: Sequence[Task]) -> dict[str | int, str]:
    """What each class is called that Prodigy has an id of: by its text where ids are numbers."""
    texts: dict[str | int, set[str]] = {}
    for task in tasks:
        for option in map(dict_of, list_of(task.get(OPTIONS))):
            if _is_id(option.get("id")):
                texts.setdefault(option["id"], set()).add(str(option.get("text") or "").strip())
        for each in filter(_is_id, (*_chosen_in(task), task.get(LABEL))):
            texts.setdefault(each, set())
    shown = [next(iter(each)) if len(each) == 1 else "" for each in texts.values()]
    numbered = all(str(of).removeprefix("-").isdecimal() for of in texts)
    if numbered and all(shown) and len({*shown}) == len(shown):
        return dict(zip(texts, shown, strict=True))
    return {of: str(of).strip() for of in texts}


def _is_id(value: Any) -> bool:
    return isinstance(value, (str, int)) and bool(str(value).strip())


def _chosen_in(task: Task) -> list[Any]:
    chosen = task.get(CHOSEN)
    return chosen if isinstance(chosen, list) else [] if chosen is None else [chosen]


def _name_items(tasks: Sequence[Task]) -> list[str]:
    """What the object of each task is called: by its id, its text, or the hash of its input."""
    inputs = [_input_of(task, number) for number, task in enumerate(tasks, start=1)]
    for known in NAMES:
        names = [_name_of(task, known) for task in tasks]
        pairs = {*zip(inputs, names, strict=True)}
        if None not in names and len(pairs) == len({*inputs}) == len({*names}):
            return [str(name) for name in names]
    return inputs


def _input_of(task: Task, number: int) -> str:
    for key in (INPUT, *INPUTS, "id"):
        if isinstance(task.get(key), (str, int, float)) and str(task[key]).strip():
            value = task[key]
            return str(int(value) if isinstance(value, float) and value.is_integer() else value)
    raise DataError(f"Line {number} does not say what it is about ({INPUT}, text or image).")


def _name_of(task: Task, key: str) -> str | None:
    value = task.get(key, dict_of(task.get("meta")).get(key))
    name = str(value).strip() if isinstance(value, (str, int)) else ""
    return name if name and len(name) <= MAX_NAME and not name.startswith("data:") else None


def _annotator(task: Task, file: str) -> str:
    named = (str(task[key]).strip() for key in ANNOTATORS if task.get(key) is not None)
    return next(filter(None, named), PurePath(file).stem or SOMEBODY)


def _said(
    task: Task, item: str, called: Mapping[str, str], place: tuple[str, int], who: str
) -> Said:
    """What a task was answered with."""
    where, answer = _place(*place), task[ANSWER]
    if answer not in ANSWERS:
        raise DataError(f"{where}: the answer is {answer!r}; expected is accept, reject or ignore.")
    if task.keys().isdisjoint((OPTIONS, CHOSEN)):
        label = task.get(LABEL)
        if not _is_id(label):
            raise DataError(f"{where} names no label, and no options.")
        return Said(item, who, answer, (called[str(label)],), str(label), *place)
    listed = _chosen_in(task)
    offered = {str(dict_of(each).get("id")) for each in list_of(task.get(OPTIONS))}
    for each in listed:
        if not _is_id(each) or (offered and str(each) not in offered):
            raise DataError(f"{where}: {each!r} is accepted, but it is none of the options.")
    return Said(item, who, answer, tuple(called[str(each)] for each in listed), OPTIONS, *place)


def _unite(
    said: Sequence[Said], classes: Sequence[str]
) -> tuple[list[tuple[Said, Members]], list[str]]:
    """What everybody says about each object, and notes; of the same question the last counts."""
    groups: dict[tuple[str, str], dict[str, Said]] = {}
    again = []
    for each in said:
        group = groups.setdefault((each.item, each.who), {})
        if each.asked in group:
            again.append((group.pop(each.asked), each))
        group[each.asked] = each
    found: list[tuple[Said, Members]] = []
    silent = []
    for group in groups.values():
        *_, last = group.values()
        yes, no = ({name for each in group.values() if each.answer == answer
                    for name in each.classes} for answer in (ACCEPT, REJECT))  # fmt: skip
        if yes or no:
            members = tuple(name for name in classes if (name in yes or not yes) and name not in no)
            found += [(last, members)] if members else []
            silent += [] if members else [last]
        elif all(each.answer == IGNORE for each in group.values()):
            found.append((last, None))
        else:
            silent.append(last)
    notes = []
    if again:
        (first, newer), more = again[0], len(again)
        notes.append(
            f"{_place(first.file, first.line)}: {first.who} answers about {first.item} again in "
            f"{_place(newer.file, newer.line).lower()}; the last answer counts ({more:,} such "
            f"line{'s' if more > 1 else ''})."
        )
    if silent:
        notes.append(
            f"Answers that leave no class, left out: {len(silent):,}. The first: "
            f"{_place(silent[0].file, silent[0].line).lower()}."
        )
    return found, notes


def _without_answer(task: Task) -> Task:
    return {key: value for key, value in task.items() if key not in OF_ANSWER}


def write_tasks(crowd: CrowdFile) -> bytes:
    """Tasks with the label of their object as an answer, as Prodigy's `db-in` reads them.

    Where tasks ask about one class each, a label of several rejects all others, one by one.
    """
    sets, _ = spoken(crowd)
    origin, size = crowd.origin or Origin(), crowd.frame.size
    ids = {name: json.loads(origin.marks.get(name, json.dumps(name))) for name in crowd.frame.names}
    options = [{"id": of, "text": str(name)} for name, of in ids.items()]
    real = [name for name in ids if BINARY not in origin.marks or name in origin.marks]
    texts = origin.cells.get(TASKS)
    known = [json.loads(text) for text in texts or ()] or [{"text": each} for each in crowd.items]
    lines: list[Task] = []
    for names, row in zip(sets, crowd.answers.rows.tolist(), strict=True):
        task, ignored = known[row], len(names) == size > 1
        if BINARY not in origin.marks:
            said = {CHOSEN: [] if ignored else [ids[name] for name in names]}
            answers = [said | {ANSWER: IGNORE if ignored else ACCEPT}]
            task = {**task, OPTIONS: task.get(OPTIONS) or options}
        elif ignored:
            answers = [{LABEL: ids[real[0]], ANSWER: IGNORE}]
        elif len(names) == 1 and names[0] in real:
            answers = [{LABEL: ids[names[0]], ANSWER: ACCEPT}]
        else:
            answers = [{LABEL: ids[each], ANSWER: REJECT} for each in real if each not in names]
        lines += [{**task, **each, ANNOTATORS[0]: COMBINED} for each in answers]
    return "".join(f"{json.dumps(line, ensure_ascii=False)}\n" for line in lines).encode("utf-8")
