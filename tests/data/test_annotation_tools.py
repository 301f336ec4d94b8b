"""Exports of argilla and doccano: every way of writing them, and what is refused where."""

import io
import json
import zipfile
from pathlib import Path
from typing import Any

import pytest

from belieflab.data.crowd_files import CrowdFile, read_crowd_file, write_crowd_file
from belieflab.data.crowd_files.losses import describe_loss
from belieflab.errors import DataError

ANSWERS = Path(__file__).parents[2] / "sample_data" / "answers"
SAID = {("1", "ann"): ["cat"], ("1", "bob"): ["cat", "dog"], ("2", "ann"): ["dog"]}


def opened(values: Any, name: str = "export.json") -> CrowdFile:
    text = json.dumps(values) if name.endswith("json") else as_lines(values)
    return read_crowd_file(text.encode(), name)


def as_lines(values: list[Any]) -> str:
    return "".join(json.dumps(each) + "\n" for each in values)


def zipped(**files: list[Any]) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        for name, values in files.items():
            archive.writestr(f"export/{name}.jsonl", as_lines(values))
    return stream.getvalue()


def said_in(crowd: CrowdFile) -> dict[tuple[str, str], list[str]]:
    answers = crowd.answers
    first = answers.focal[answers.starts[:-1]]
    return {
        (crowd.items[row], crowd.annotators[who]): list(crowd.frame.members(int(mask)))
        for row, who, mask in zip(answers.rows, answers.annotators, first, strict=True)
    }


def of(item: str) -> list[tuple[str, list[str]]]:
    return [(who, names) for (about, who), names in SAID.items() if about == item]


def record(item: str, **more: Any) -> dict[str, Any]:
    given = [{"value": names, "user_id": who} for who, names in of(item)]
    held = {"id": item, "fields": {"text": "t"}, "responses": {"kind": given}, "suggestions": {}}
    return held | more


BY_QUESTION = [record("1"), record("2")]
BY_ANNOTATOR = [
    {"id": item, "fields": {}, "responses": [
        {"user_id": who, "status": "submitted", "values": {"kind": {"value": names}}}
        for who, names in of(item)
    ]}
    for item in "12"
]  # fmt: skip
FLAT = [
    {"id": item, "text": "t", "kind.responses": [names for _, names in of(item)],
     "kind.responses.users": [who for who, _ in of(item)],
     "kind.responses.status": ["submitted" for _ in of(item)]}
    for item in "12"
]  # fmt: skip
IN_COLUMNS = [
    {"id": item, "text": "t", "kind": [{"user_id": who, "value": v} for who, v in of(item)]}
    for item in "12"
]


@pytest.mark.parametrize("name", ["export.json", "export.jsonl"])
@pytest.mark.parametrize("records", [BY_QUESTION, BY_ANNOTATOR, FLAT, IN_COLUMNS])
def test_every_way_in_which_argilla_writes_responses(records: list[Any], name: str) -> None:
    crowd = opened(records, name)
    assert crowd.layout == "argilla" and said_in(crowd) == SAID and crowd.notes == ()


def test_drafts_other_questions_and_records_without_response_are_named() -> None:
    given = {"user_id": "ann", "values": {"kind": {"value": "cat"}, "why": {"value": "ears"}}}
    more = {"user_id": "bob", "values": {"kind": {"value": "dog"}}, "status": "discarded"}
    third = {"user_id": "cy", "values": {"kind": {"value": "dog"}}}
    crowd = opened([{"id": "x", "responses": [given, more, third]}, {"id": "y", "responses": []}])
    assert said_in(crowd) == {("x", "ann"): ["cat"], ("x", "cy"): ["dog"]}
    assert crowd.notes == (
        "Drafts and discarded, left out: 1 response, the first about record 1.",
        "The answers to 'kind' are read; not those to why.",
    )


def test_labels_go_back_to_argilla_as_suggestions_with_scores() -> None:
    crowd = opened(BY_QUESTION)
    written = json.loads(write_crowd_file(crowd, crowd.answers.combine("average")))
    assert [each["id"] for each in written] == ["1", "2"]
    assert all(each["fields"] == {"text": "t"} and each["responses"] == {} for each in written)
    assert written[1]["suggestions"] == {
        "kind": {"value": "dog", "score": 1.0, "agent": "combined"}
    }
    again = opened(written)
    assert again.annotators == ("combined",) and again.scale == (0.0, 1.0)
    assert again.notes[0].startswith("Nobody responded") and describe_loss(crowd) == ""


@pytest.mark.parametrize(
    ("records", "sentence"),
    [
        ([record("1", responses={"kind": [{"user_id": "a"}]})], "Record 1: a response to 'kind'"),
        (
            [BY_QUESTION[0], record("2", responses={"kind": [{"value": "cat"}]})],
            "Record 2: a response does not say whose",
        ),
        (
            [FLAT[0], FLAT[1] | {"kind.responses.users": []}],
            "Record 2: 'kind.responses' holds 1 answers, but 'kind.responses.users' 0 annotators",
        ),
        (
            [record("1"), record("2", responses={"kind": [{"value": [{}], "user_id": "a"}]})],
            "Record 2: the answer of a to 'kind' is neither",
        ),
        ([record("1", responses={})], "No record of the file holds an answer"),
        (
            [record("1", responses={}, suggestions={"kind": {"value": "cat", "score": 3}})],
            "Record 1: the confidence 3 is outside",
        ),
    ],
)
def test_a_broken_export_of_argilla_is_refused_with_its_record(
    records: list[Any], sentence: str
) -> None:
    with pytest.raises(DataError) as caught:
        opened(records)
    assert sentence in str(caught.value)


def lines_of(who: str) -> list[dict[str, Any]]:
    return [
        {"id": int(item), "text": "t", "label": SAID.get((item, who), []), "Comments": []}
        for item in "123"
    ]


ANNOTATED = [
    {"id": int(item), "text": "t", "meta": {}, "annotations": [
        {"label": 7, "label_name": name, "user": 1, "user_name": who}
        for who, names in of(item) for name in names
    ]}
    for item in "123"
]  # fmt: skip


def test_doccano_writes_a_file_for_each_annotator() -> None:
    content = zipped(ann=lines_of("ann"), bob=lines_of("bob"), unknown=[])
    crowd = read_crowd_file(content, "export.zip")
    assert crowd.layout == "doccano" and said_in(crowd) == SAID
    assert crowd.notes == ("Without a label, left out: 1 of 3 items.",)


@pytest.mark.parametrize("name", ["export.json", "export.jsonl"])
def test_annotations_of_doccano_say_whose_they_are(name: str) -> None:
    crowd = opened(ANNOTATED, name)
    assert crowd.layout == "doccano" and said_in(crowd) == SAID


def test_one_file_of_doccano_is_one_annotator() -> None:
    crowd = opened(lines_of("ann"), "ann.jsonl")
    assert crowd.annotators == ("ann",) and said_in(crowd)["2", "ann"] == ["dog"]
    together = opened(lines_of("ann"), "all.jsonl")
    assert "does not say who gave a label" in together.notes[-1]
    assert opened(lines_of("ann")[:1], "ann.jsonl").items == ("1",)


def test_labels_go_back_to_doccano_as_lines_with_their_texts() -> None:
    crowd = read_crowd_file(zipped(ann=lines_of("ann"), bob=lines_of("bob")), "e.zip")
    text = write_crowd_file(crowd, crowd.answers.combine("average")).decode()
    written = [json.loads(line) for line in text.splitlines()]
    assert written[1] == {"id": 2, "text": "t", "Comments": [], "label": ["dog"]}
    assert "no place for confidences" in describe_loss(crowd)


@pytest.mark.parametrize(
    ("lines", "sentence"),
    [
        ([*lines_of("ann"), {"id": 9, "text": "t", "label": 0.5}], "Line 4: the label is no list"),
        (
            [*lines_of("ann"), {"id": 9, "text": "t", "label": [[0, 3, "NAME"]]}],
            "Line 4: a label marks a part of the text",
        ),
        (
            [{"id": 8, "annotations": [{"label": 2, "start_offset": 0, "user": 1}]}],
            "Line 1: a label marks a part of the text",
        ),
        ([*ANNOTATED, {"id": 9, "annotations": [{"user": 1}]}], "Line 4: an annotation names no"),
        ([{"id": 8, "text": "t", "label": []}], "No line of the file holds a label"),
    ],
)
def test_a_broken_export_of_doccano_is_refused_with_its_line(
    lines: list[Any], sentence: str
) -> None:
    with pytest.raises(DataError) as caught:
        opened(lines, "ann.jsonl")
    assert sentence in str(caught.value)


def test_a_broken_file_in_the_archive_is_named() -> None:
    content = zipped(ann=lines_of("ann"), bob=[{"id": 1, "label": [[0, 3, "NAME"]]}])
    with pytest.raises(DataError, match=r"Line 1 of bob\.jsonl: a label marks a part"):
        read_crowd_file(content, "export.zip")


def test_samples_hold_the_same_answers() -> None:
    argilla, doccano = (
        read_crowd_file((ANSWERS / name).read_bytes(), name)
        for name in ("argilla.json", "doccano.zip")
    )
    number = {str(k): f"bird-{k:02}" for k in range(1, 31)}
    found = {(number[item], who): said for (item, who), said in said_in(doccano).items()}
    assert found == said_in(argilla)
