"""Argilla's export: records with the responses of each annotator to a question."""

import json
from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
import pandas as pd

from belieflab.data.crowd_files.crowd_file import CrowdFile, Given, build
from belieflab.data.crowd_files.lines import COMBINED, number_names, number_sets, spoken
from belieflab.data.crowd_files.origin import Origin
from belieflab.data.crowd_files.scale import UNIT, Scale, to_confidences
from belieflab.data.crowd_files.source import CrowdSource, dict_of, list_of
from belieflab.errors import DataError

RESPONSES, SUGGESTIONS, RECORDS, QUESTION = "responses", "suggestions", "records", "question"
FLAT = f".{RESPONSES}"
"""Ending of the columns of responses in records that were made flat."""
UNFINISHED = ("discarded", "draft")
"""States of responses that are no answers."""
_KEPT = ("id", "fields", "metadata", "vectors", "_server_id")


class Response(NamedTuple):
    """What one annotator said to a question about the record of that number, from 1."""

    record: int
    question: str
    who: str
    value: Any
    status: str
    score: float = 1.0


def holds_records(source: CrowdSource) -> bool:
    """Whether it is a list of records with responses, in one of argilla's ways."""
    return bool(_records(source.values)) and any(
        _way_of(record) for record in map(dict_of, _records(source.values))
    )


def _records(values: Any) -> list[Any]:
    """The records; a single one is the one line of JSON Lines."""
    return [values] if isinstance(values, dict) else list_of(values)


def _way_of(record: dict[str, Any]) -> str:
    """How a record holds its responses; empty where it holds none."""
    given = record.get(RESPONSES)
    if isinstance(given, dict) and "fields" in record:
        return "by question"
    if isinstance(given, list) and any("values" in dict_of(each) for each in given):
        return "by annotator"
    if any(name.endswith(FLAT) and f"{name}.users" in record for name in record):
        return "flat"
    return "in columns" if any(map(_are_responses, record.values())) else ""


def _are_responses(cell: Any) -> bool:
    held = list_of(cell)
    return bool(held) and all({"user_id", "value"} <= dict_of(each).keys() for each in held)


def read_records(
    source: CrowdSource, layout: str = "argilla", scale: Scale | None = None
) -> CrowdFile:
    """The responses to the question with most answers; suggestions where nobody responded."""
    records = [dict_of(each) for each in _records(source.values)]
    found = [one for number, record in enumerate(records, start=1) for one in _said(number, record)]
    said = [one for one in found if one.status not in UNFINISHED and one.value is not None]
    notes = _unfinished(found, said)
    suggested = not said
    if suggested:
        said = [each for number, record in enumerate(records, 1) for each in _hints(number, record)]
    question, others = _question_of(said)
    said = [each for each in said if each.question == question]
    if others:
        notes.append(f"The answers to {question!r} are read; not those to {', '.join(others)}.")
    cells = [json.dumps(_classes(each), ensure_ascii=False) for each in said]
    names = [str(record.get("id") or number) for number, record in enumerate(records, start=1)]
    item, items = number_names([names[each.record - 1] for each in said])
    who, annotators = number_names([each.who for each in said])
    codes, sets, unsure = number_sets(cells, source.classes)
    notes += unsure
    place = np.array([each.record for each in said], dtype=np.int64)
    confidence = None
    if suggested:
        scores = np.array([each.score for each in said])
        confidence = to_confidences(scores, scale or UNIT, place, "Record")
        notes.append("Nobody responded: the suggestions are read, their scores as confidences.")
    given = Given(item, who, codes, items, annotators, sets, place, confidence, None, "Record")
    held = dict(zip(reversed(names), reversed(records), strict=True))
    texts = [json.dumps({key: held[each].get(key) for key in _KEPT}) for each in items]
    origin = Origin(
        (RECORDS,), beside=pd.DataFrame({RECORDS: texts}), marks={QUESTION: question}
    )  # fmt: skip
    kept = (scale or UNIT) if suggested else None
    return build(layout, given, notes, scale=kept, origin=origin)


def _unfinished(found: list[Response], said: list[Response]) -> list[str]:
    left = [each for each in found if each.status in UNFINISHED]
    if not left:
        return []
    what = f"{len(left):,} response{'s' if len(left) > 1 else ''}"
    return [f"Drafts and discarded, left out: {what}, the first about record {left[0].record}."]


def _said(number: int, record: dict[str, Any]) -> Iterator[Response]:
    """The responses of a record, however it holds them."""
    way, given = _way_of(record), record.get(RESPONSES)
    if way == "by question":
        for question, responses in dict_of(given).items():
            for one in list_of(responses):
                yield _response(number, question, one)
    elif way == "by annotator":
        for each in list_of(given):
            who, status = _annotator(number, each), str(dict_of(each).get("status") or "")
            for question, value in dict_of(dict_of(each).get("values")).items():
                yield Response(number, question, who, dict_of(value).get("value"), status)
    elif way == "flat":
        for name in [name for name in record if name.endswith(FLAT)]:
            yield from _flat(number, name, record)
    else:
        for question, cell in record.items():
            if _are_responses(cell):
                for one in cell:
                    yield _response(number, question, one)


def _response(number: int, question: str, one: Any) -> Response:
    if "value" not in dict_of(one):
        raise DataError(f"Record {number}: a response to {question!r} holds no value.")
    status = str(one.get("status") or "")
    return Response(number, question, _annotator(number, one), one["value"], status)


def _annotator(number: int, one: Any) -> str:
    who = dict_of(one).get("user_id")
    if who is None or not str(who).strip():
        raise DataError(f"Record {number}: a response does not say whose it is (user_id).")
    return str(who)


def _flat(number: int, name: str, record: dict[str, Any]) -> Iterator[Response]:
    values, people = list_of(record[name]), list_of(record.get(f"{name}.users"))
    states = list_of(record.get(f"{name}.status")) or [""] * len(values)
    if not len(values) == len(people) == len(states):
        raise DataError(
            f"Record {number}: {name!r} holds {len(values):,} answers, but {name + '.users'!r} "
            f"{len(people):,} annotators."
        )
    for value, who, status in zip(values, people, states, strict=True):
        yield Response(number, name.removesuffix(FLAT), str(who), value, str(status or ""))


def _hints(number: int, record: dict[str, Any]) -> Iterator[Response]:
    """The suggestions of a record, as answers of whoever made them."""
    for question, each in dict_of(record.get(SUGGESTIONS)).items():
        value, score = dict_of(each).get("value"), dict_of(each).get("score")
        sure = float(score) if isinstance(score, (int, float)) else 1.0
        who = str(dict_of(each).get("agent") or "suggestion")
        if value is not None:
            yield Response(number, question, who, value, "", sure)


def _question_of(said: list[Response]) -> tuple[str, list[str]]:
    """The question that names classes with most answers, and the others."""
    counts = Counter(each.question for each in said if _names_classes(each.value))
    if not counts:
        raise DataError("No record of the file holds an answer that names a class.")
    (question, _), *_ = counts.most_common(1)
    return question, sorted({each.question for each in said} - {question})


def _names_classes(value: Any) -> bool:
    held = value if isinstance(value, list) else [value]
    return bool(held) and all(isinstance(each, (str, int)) for each in held)


def _classes(said: Response) -> list[str]:
    held = said.value if isinstance(said.value, list) else [said.value]
    if not _names_classes(said.value) and held:
        raise DataError(
            f"Record {said.record}: the answer of {said.who} to {said.question!r} is neither a "
            "class nor a list of classes."
        )
    return [str(each) for each in held]


def write_records(crowd: CrowdFile) -> bytes:
    """Records with the labels as suggestions, whose scores are their masses."""
    sets, mass = spoken(crowd)
    origin = crowd.origin or Origin()
    known = [json.loads(text) for text in origin.cells.get(RECORDS, ())]
    own = [{"id": name, "fields": {"item": name}} for name in crowd.items]
    question = origin.marks.get(QUESTION, "label")
    records = [{**each, RESPONSES: {}, SUGGESTIONS: {}} for each in known or own]
    for names, row, score in zip(sets, crowd.answers.rows.tolist(), mass.tolist(), strict=True):
        value: Any = names[0] if len(names) == 1 else list(names)
        hint = {"value": value, "score": round(score, 12), "agent": COMBINED}
        records[row][SUGGESTIONS] = {question: hint}
    return json.dumps(records, indent=1, ensure_ascii=False).encode("utf-8")
