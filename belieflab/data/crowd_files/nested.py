"""Answers in nested texts: Label Studio's export, top two classes with probabilities, YAML."""

import json
from typing import Any

import numpy as np

from belieflab.belief.masks import as_masks
from belieflab.data.crowd_answers import CrowdAnswers
from belieflab.data.crowd_files.cells import HEADINGS, ITEM, Members, plain_heading
from belieflab.data.crowd_files.crowd_file import CrowdFile, Given, build, find_frame
from belieflab.data.crowd_files.lines import number_names, number_sets, spoken
from belieflab.data.crowd_files.scale import (
    Scale,
    describe_scale,
    guess_scale,
    to_confidences,
)
from belieflab.data.crowd_files.source import CrowdSource
from belieflab.errors import DataError

FIRST, FIRST_PROBABILITY = "Most Probable Class", "Most Probable Class Prob"
SECOND, SECOND_PROBABILITY = "Second Most Probable Class", "Second Most Probable Class Prob"
IMPOSSIBLE = "Impossible Class(es)"


def holds_tasks(source: CrowdSource) -> bool:
    """Whether it is a list of tasks with annotations."""
    values = source.values
    return isinstance(values, list) and bool(values) and "annotations" in dict_of(values[0])


def read_tasks(
    source: CrowdSource, layout: str = "label-studio", scale: Scale | None = None
) -> CrowdFile:
    """Label Studio's JSON export: choices of each annotator; a rating beside is a confidence."""
    tasks = source.values
    names = _task_names(tasks)
    items, who, cells, ratings, lines = [], [], [], [], []
    truth: dict[str, str] = {}
    for number, (task, name) in enumerate(zip(tasks, names, strict=True), start=1):
        for annotation in list_of(dict_of(task).get("annotations")):
            chosen, rating = _choices(dict_of(annotation))
            if chosen is None or dict_of(annotation).get("was_cancelled"):
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
    said, sets = number_sets(cells)
    place, values = np.array(lines, dtype=np.int64), np.array(ratings, dtype=np.float64)
    confidence, notes = None, _silent_tasks(len(tasks), set(lines))
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
    return build(layout, given, notes, scale=kept)


def _silent_tasks(count: int, spoken_about: set[int]) -> list[str]:
    """A sentence about tasks for which nobody chose anything; nothing where there are none."""
    silent = [number for number in range(1, count + 1) if number not in spoken_about]
    if not silent:
        return []
    return [f"Tasks without any choice, left out: {len(silent):,}, first task {silent[0]}."]


def write_tasks(crowd: CrowdFile) -> bytes:
    """Tasks with annotations, as Label Studio imports them."""
    sets, mass = spoken(crowd)
    tasks: list[dict[str, Any]] = [
        {"id": row + 1, "data": {"item": name}, "annotations": []}
        for row, name in enumerate(crowd.items)
    ]
    low, high = crowd.scale or (0.0, 1.0)
    for place, (row, who) in enumerate(
        zip(crowd.answers.rows.tolist(), crowd.answers.annotators.tolist(), strict=True)
    ):
        value = {"choices": list(sets[place])}
        result: list[dict[str, Any]] = [
            {"from_name": "choice", "to_name": "item", "type": "choices", "value": value}
        ]
        if crowd.scale is not None:
            rating = {"rating": low + (high - low) * float(mass[place])}
            result.append({"from_name": "sure", "to_name": "item", "type": "rating"})
            result[-1]["value"] = rating
        annotation = {"completed_by": crowd.annotators[who], "result": result}
        tasks[row]["annotations"].append(annotation)
    return json.dumps(tasks, indent=1, ensure_ascii=False).encode("utf-8")


def dict_of(value: Any) -> dict[str, Any]:
    """The value if it is a mapping, else an empty one."""
    return value if isinstance(value, dict) else {}


def list_of(value: Any) -> list[Any]:
    """The value if it is a list, else an empty one."""
    return value if isinstance(value, list) else []


def _names_in(answer: dict[str, Any]) -> tuple[str, ...]:
    """The impossible classes of an answer."""
    return tuple(name for name in list_of(answer.get(IMPOSSIBLE)) if isinstance(name, str))


def _task_names(tasks: list[Any]) -> list[str]:
    """What the tasks call their items: a plain entry of their data with such a name, or `id`."""
    for known in HEADINGS[ITEM]:
        found = [
            next(
                (value for key, value in dict_of(dict_of(task).get("data")).items()
                 if plain_heading(key) == known),
                None,
            )
            for task in tasks
        ]  # fmt: skip
        if all(isinstance(each, (str, int)) for each in found) and len(set(found)) == len(found):
            return [str(each) for each in found]
    return [str(dict_of(task).get("id", number)) for number, task in enumerate(tasks, start=1)]


def _person(value: Any) -> str:
    if isinstance(value, dict):
        value = value.get("email") or value.get("username") or value.get("id")
    return "somebody" if value is None else str(value)


def _choices(annotation: dict[str, Any]) -> tuple[list[str] | None, float]:
    """The classes of the first list of choices, and the rating beside it."""
    chosen, rating = None, np.nan
    for result in list_of(annotation.get("result")):
        value = dict_of(dict_of(result).get("value"))
        if chosen is None and isinstance(value.get("choices"), list):
            chosen = [str(each) for each in value["choices"]]
        if isinstance(value.get("rating"), (int, float)):
            rating = float(value["rating"])
    return chosen or None, rating


def holds_top_two(source: CrowdSource) -> bool:
    """Whether every item has a list of answers with most and second most probable class."""
    values = source.values
    if not isinstance(values, dict) or not values:
        return False
    first = next(iter(values.values()))
    return isinstance(first, list) and bool(first) and FIRST in dict_of(first[0])


def read_top_two(
    source: CrowdSource, layout: str = "top-two", scale: Scale | None = None
) -> CrowdFile:
    """Most and second most probable class with probabilities, rest on what is not impossible.

    Probabilities that sum to more than 100 % are divided by their sum.
    """
    values: dict[str, Any] = source.values
    scale = scale or (0.0, 100.0)
    rows, who, lengths, sets, mass = [], [], [], [], []
    listed: list[Members] = []
    for row, (item, answers) in enumerate(values.items()):
        for number, answer in enumerate(answers if isinstance(answers, list) else []):
            named = _top_two(dict_of(answer), scale, f"Item {item}, answer {number + 1}")
            rows.append(row)
            who.append(number)
            lengths.append(len(named))
            sets += [names for names, _ in named]
            mass += [share for _, share in named]
            listed.append(_names_in(dict_of(answer)))
    if not rows:
        raise DataError("The file holds no answer.")
    frame = find_frame([*(None if each is None else tuple(n.lstrip("!") for n in each)
                          for each in sets), *listed])  # fmt: skip
    omega, known = int(frame.omega), {}
    for names in set(sets):
        mask = omega if names is None else frame.mask(name.lstrip("!") for name in names)
        excluded = names is not None and names[:1] and names[0].startswith("!")
        known[names] = (omega & ~mask or omega) if excluded else mask
    answers_ = CrowdAnswers(
        frame,
        len(values),
        np.array(rows, dtype=np.int64),
        np.array(who, dtype=np.int64),
        np.concatenate([[0], np.cumsum(lengths)]).astype(np.int64),
        as_masks(frame.size, [known[names] for names in sets]),
        np.array(mass, dtype=np.float64),
    )
    note = (
        "The file does not say who answered: the first answers count as one annotator, and so on."
    )
    people = tuple(f"answer {number + 1}" for number in range(max(who) + 1))
    return CrowdFile(layout, answers_, tuple(values), people, None, scale, notes=(note,))


def _top_two(answer: dict[str, Any], scale: Scale, place: str) -> list[tuple[Members, float]]:
    """Sets with their masses; a name with `!` in front is excluded from the set."""
    low, high = scale
    shares: dict[str, float] = {}
    for key, probability in ((FIRST, FIRST_PROBABILITY), (SECOND, SECOND_PROBABILITY)):
        name, value = answer.get(key), answer.get(probability)
        if not isinstance(name, str) or not name.strip():
            continue
        number = high if value is None and key == FIRST else 0.0 if value is None else value
        if not isinstance(number, (int, float)) or not low <= number <= high:
            raise DataError(
                f"{place}: the probability {number} is outside the scale from {low:g} to {high:g}."
            )
        shares[name.strip()] = shares.get(name.strip(), 0.0) + (number - low) / (high - low)
    if not shares:
        raise DataError(f"{place} names no {FIRST!r}.")
    total = max(sum(shares.values()), 1.0)
    out = tuple(f"!{name}" for name in _names_in(answer))
    named: list[tuple[Members, float]] = [
        ((name,), share / total) for name, share in shares.items() if share > 0
    ]
    rest = 1.0 - sum(share for _, share in named)
    return [*named, (out or None, rest)] if rest > 1e-12 or not named else named


def write_top_two(crowd: CrowdFile) -> bytes:
    """The two most probable classes of each answer, and those it excludes."""
    beliefs, frame, answers = crowd.answers.pignistic(), crowd.frame, crowd.answers
    entries: dict[str, list[dict[str, Any]]] = {name: [] for name in crowd.items}
    for place, row in enumerate(answers.rows.tolist()):
        share = beliefs[place]
        order: list[int] = np.argsort(-share, kind="stable").tolist()
        first, second = order[0], order[1] if len(order) > 1 else None
        entry: dict[str, Any] = {
            FIRST: frame.names[first],
            FIRST_PROBABILITY: round(100 * float(share[first]), 6),
            SECOND: None if second is None else frame.names[second],
            SECOND_PROBABILITY: None if second is None else round(100 * float(share[second]), 6),
        }
        entry[IMPOSSIBLE] = [name for k, name in enumerate(frame.names) if share[k] == 0]
        entries[crowd.items[row]].append(entry)
    return json.dumps(entries, indent=1, ensure_ascii=False).encode("utf-8")


def holds_mapping(source: CrowdSource) -> bool:
    """Whether it maps annotators to items to answers."""
    values = source.mapping
    return bool(values) and all(isinstance(each, dict) for each in (values or {}).values())


def read_mapping(
    source: CrowdSource, layout: str = "yaml", scale: Scale | None = None
) -> CrowdFile:
    """`annotator: {item: answer, …}`, as the files of Welinder et al. (2010)."""
    triples = [
        (str(who), str(item), json.dumps(answer) if isinstance(answer, list) else _word(answer))
        for who, given in (source.mapping or {}).items()
        for item, answer in given.items()
        if answer is not None
    ]
    if not triples:
        raise DataError("The file holds no answer.")
    people, things, cells = zip(*triples, strict=True)
    who, annotators = number_names(people)
    item, items = number_names(things)
    said, sets = number_sets(cells)
    lines = np.arange(1, len(triples) + 1, dtype=np.int64)
    given = Given(item, who, said, items, annotators, sets, lines, place="Answer")
    return build(layout, given)


def _word(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def write_mapping(crowd: CrowdFile) -> bytes:
    """`annotator: {item: answer, …}`."""
    import yaml

    sets, _ = spoken(crowd)
    found: dict[str, dict[str, Any]] = {name: {} for name in crowd.annotators}
    for names, row, who in zip(sets, crowd.answers.rows, crowd.answers.annotators, strict=True):
        said: Any = names[0] if len(names) == 1 else list(names)
        found[crowd.annotators[who]][crowd.items[row]] = said
    text: str = yaml.safe_dump(found, allow_unicode=True, sort_keys=False)
    return text.encode("utf-8")
