"""Label Studio's export: tasks with the choices of each annotator, and ratings beside them."""

import json
from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np
import pandas as pd

from belieflab.data.crowd_files.cells import HEADINGS, ITEM, plain_heading
from belieflab.data.crowd_files.crowd_file import CrowdFile, Given, build
from belieflab.data.crowd_files.lines import (
    COMBINED,
    as_written,
    number_names,
    number_sets,
    spoken,
)
from belieflab.data.crowd_files.origin import Origin
from belieflab.data.crowd_files.scale import (
    Scale,
    describe_scale,
    from_confidences,
    guess_scale,
    to_confidences,
)
from belieflab.data.crowd_files.source import CrowdSource, dict_of, list_of
from belieflab.errors import DataError

CHOICES, RATING, TASKS = "choices", "rating", "tasks"


def holds_tasks(source: CrowdSource) -> bool:
    """Whether it is a list of tasks with annotations."""
    values = source.values
    return isinstance(values, list) and bool(values) and "annotations" in dict_of(values[0])


def read_tasks(
    source: CrowdSource, layout: str = "label-studio", scale: Scale | None = None
) -> CrowdFile:
    """Label Studio's JSON export: choices of each annotator; a rating beside is a confidence."""
    tasks = source.values
    names, renamed = _task_names(tasks)
    controls, others = _controls(tasks)
    items, who, cells, ratings, lines = [], [], [], [], []
    unsaid: list[int] = []
    truth: dict[str, str] = {}
    for number, (task, name) in enumerate(zip(tasks, names, strict=True), start=1):
        for annotation in list_of(dict_of(task).get("annotations")):
            chosen, rating = _choices(dict_of(annotation), controls)
            if dict_of(annotation).get("was_cancelled"):
                continue
            if chosen is None:
                unsaid += [number] * (not np.isnan(rating))
                continue
            if dict_of(annotation).get("ground_truth") and len(chosen) == 1:
                truth[name] = str(chosen[0])
            items.append(name)
            who.append(_person(dict_of(annotation).get("completed_by")))
            cells.append(json.dumps(chosen, ensure_ascii=False))
            ratings.append(rating)
            lines.append(number)
    if not items:
        raise DataError("No task of the file holds choices that somebody made.")
    item, item_names = number_names(items)
    people, annotators = number_names(who)
    said, sets, unsure = number_sets(cells, {*source.classes, *truth.values()})
    place, values = np.array(lines, dtype=np.int64), np.array(ratings, dtype=np.float64)
    silent = _silent_tasks(len(tasks), set(lines))
    confidence, notes = None, [*renamed, *others, *unsure, *silent]
    if unsaid:
        some = "annotations" if len(unsaid) > 1 else "annotation"
        first = f"the first in task {unsaid[0]}"
        notes.append(f"{len(unsaid):,} {some} with a rating and no choice left out, {first}.")
    if not np.isnan(values).all():
        scale = scale or guess_scale(values, "rating")
        confidence = to_confidences(values, scale, place, "Task")
        notes.append(describe_scale(scale))
    given = Given(
        item,
        people,
        said,
        item_names,
        annotators,
        sets,
        place,
        confidence,
        [truth.get(name) for name in item_names] if truth else None,
        "Task",
    )
    kept = scale if confidence is not None else None
    origin = _task_origin(tasks, names, item_names, controls)
    return build(layout, given, notes, scale=kept, origin=origin)


def _results(tasks: list[Any]) -> Iterator[dict[str, Any]]:
    """What was said with each control."""
    for task in tasks:
        for annotation in list_of(dict_of(task).get("annotations")):
            if not dict_of(annotation).get("was_cancelled"):
                yield from map(dict_of, list_of(dict_of(annotation).get("result")))


def _controls(tasks: list[Any]) -> tuple[dict[str, str], list[str]]:
    """The control with most choices and that with most ratings, and a sentence about others."""
    used: dict[str, Counter[str]] = {CHOICES: Counter(), RATING: Counter()}
    for result in _results(tasks):
        for kind in used.keys() & dict_of(result.get("value")).keys():
            used[kind][_control_of(result)] += 1
    best, notes = {}, []
    for kind, counts in used.items():
        (best[kind], _), *others = counts.most_common() or [("", 0)]
        if others:
            listed = ", ".join(f"{name!r} ({count:,})" for name, count in others)
            what = kind if kind == CHOICES else f"{kind}s"
            notes.append(f"The {what} of {best[kind]!r} are read; not those of {listed}.")
    return best, notes


def _control_of(result: dict[str, Any]) -> str:
    return str(result.get("from_name", ""))


def _task_origin(
    tasks: list[Any], names: list[str], items: list[str], controls: dict[str, str]
) -> Origin:
    """Ids and data of the tasks, and what their controls are called."""
    found: dict[str, Any] = dict(zip(reversed(names), reversed(tasks), strict=True))
    known = [{key: dict_of(found[each]).get(key) for key in ("id", "data")} for each in items]
    texts = [json.dumps(each, ensure_ascii=False) for each in known]
    marks: dict[str, str] = {}
    for result in _results(tasks):
        for kind in controls.keys() & dict_of(result.get("value")).keys():
            if _control_of(result) == controls[kind]:
                for end in ("from_name", "to_name"):
                    marks.setdefault(f"{kind} {end}", str(result.get(end, "")))
        if len(marks) == 4:
            break
    return Origin((TASKS,), beside=pd.DataFrame({TASKS: texts}), marks=marks)


def _silent_tasks(count: int, spoken_about: set[int]) -> list[str]:
    """A sentence about tasks for which nobody chose anything; nothing where there are none."""
    silent = [number for number in range(1, count + 1) if number not in spoken_about]
    if not silent:
        return []
    return [f"Tasks without any choice, left out: {len(silent):,}, first task {silent[0]}."]


def write_tasks(crowd: CrowdFile) -> bytes:
    """Tasks with annotations, as Label Studio imports them."""
    sets, mass = spoken(crowd)
    origin = crowd.origin or Origin()
    known = map(json.loads, origin.cells.get(TASKS, ()))
    own = ({"id": row + 1, "data": {"item": name}} for row, name in enumerate(crowd.items))
    tasks = [{**task, "annotations": []} for task in (known if TASKS in origin.cells else own)]
    scale = crowd.scale or (0.0, 1.0)
    ratings = as_written(from_confidences(mass, scale)).tolist()
    for place, (row, who) in enumerate(
        zip(crowd.answers.rows.tolist(), crowd.answers.annotators.tolist(), strict=True)
    ):
        value = {"choices": list(sets[place])}
        result = [{**_control(origin, CHOICES), "value": value}]
        if crowd.scale is not None:
            result.append({**_control(origin, RATING), "value": {RATING: ratings[place]}})
        name = crowd.annotators[who]
        by = {} if name == COMBINED else {"completed_by": name}  # nobody whom Label Studio knows
        tasks[row]["annotations"].append({**by, "result": result})
    return json.dumps(tasks, indent=1, ensure_ascii=False).encode("utf-8")


def _control(origin: Origin, kind: str) -> dict[str, Any]:
    """The names of Label Studio's control for choices or for ratings."""
    ours = {CHOICES: "choice", RATING: "sure"}[kind]
    named = origin.marks.get(f"{kind} from_name", ours), origin.marks.get(f"{kind} to_name", "item")
    return {"from_name": named[0], "to_name": named[1], "type": kind}


def _task_names(tasks: list[Any]) -> tuple[list[str], list[str]]:
    """What the tasks call their items: a plain entry of their data with such a name, or `id`.

    Beside them a sentence where such an entry is not there in every task, or not its own.
    """
    names = [str(dict_of(task).get("id", number)) for number, task in enumerate(tasks, start=1)]
    called, flaw = "their ids", ""
    for known in HEADINGS[ITEM]:
        found = [_entry(dict_of(dict_of(task).get("data")), known) for task in tasks]
        if len(set(found)) == len(found) and None not in found:
            names, called = [str(name) for name in found], f"{known!r}"
            break
        if not flaw and len(set(found)) > len(found) / 2:
            flaw = _describe_flaw(found, known)
    return names, [f"Tasks are called by {called}, because {flaw}."] if flaw else []


def _describe_flaw(found: list[str | None], known: str) -> str:
    """Which task does not have this entry, or not of its own."""
    if None in found:
        return f"task {found.index(None) + 1} has no {known!r}"
    seen: dict[str | None, int] = {}
    again = next(k for k, name in enumerate(found) if seen.setdefault(name, k) != k)
    first = seen[found[again]]
    return f"tasks {first + 1} and {again + 1} have the same {known!r}, {found[again]!r}"


def _entry(data: dict[str, Any], known: str) -> str | None:
    """A plain entry of the data of a task, under this heading."""
    values = (value for key, value in data.items() if plain_heading(key) == known)
    found = next(values, None)
    return str(found) if isinstance(found, (str, int)) and str(found) else None


def _person(value: Any) -> str:
    if isinstance(value, dict):
        value = value.get("email") or value.get("username") or value.get("id")
    return "somebody" if value is None else str(value)


def _choices(
    annotation: dict[str, Any], controls: dict[str, str]
) -> tuple[list[str] | None, float]:
    """The classes of the first list of choices of that control, and the rating beside it."""
    chosen, rating = None, np.nan
    for result in map(dict_of, list_of(annotation.get("result"))):
        value, control = dict_of(result.get("value")), _control_of(result)
        found = value.get(CHOICES) if control == controls.get(CHOICES) else None
        if chosen is None and isinstance(found, list):
            chosen = [str(each) for each in found]
        if isinstance(value.get(RATING), (int, float)) and control == controls.get(RATING):
            rating = float(value[RATING])
    return chosen or None, rating
