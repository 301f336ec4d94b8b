"""Prodigy's exports: what is accepted, rejected and ignored, and what is refused where."""

import io
import json
import zipfile
from pathlib import Path
from typing import Any

import pytest

from belieflab.data.crowd_files import CrowdFile, read_crowd_file, write_crowd_file
from belieflab.data.crowd_files.losses import describe_loss, ending_of
from belieflab.errors import DataError

ANSWERS = Path(__file__).parents[2] / "sample_data" / "answers"
KINDS = [{"id": k, "text": name} for k, name in enumerate(["good", "bad", "neither"])]
ALL = ("bad", "good", "neither")


def task(number: int, answer: str, who: str = "ann", **more: Any) -> dict[str, Any]:
    hashes = {"_input_hash": -number, "_task_hash": 7 * number}
    return {"text": f"text {number}", **more, "answer": answer, "_annotator_id": who, **hashes}


def choice(number: int, answer: str, accept: list[Any], who: str = "ann") -> dict[str, Any]:
    return task(number, answer, who, options=KINDS, accept=accept)


def as_lines(values: list[Any]) -> bytes:
    return "".join(json.dumps(each) + "\n" for each in values).encode()


def opened(*values: Any, name: str = "news.jsonl") -> CrowdFile:
    return read_crowd_file(as_lines([*values]), name)


def said_in(crowd: CrowdFile) -> dict[tuple[str, str], tuple[str, ...]]:
    answers = crowd.answers
    assert (answers.mass == 1).all()
    return {
        (crowd.items[row], crowd.annotators[who]): crowd.frame.members(int(mask))
        for row, who, mask in zip(answers.rows, answers.annotators, answers.focal, strict=True)
    }


def test_options_are_accepted_rejected_and_ignored() -> None:
    crowd = opened(
        choice(1, "accept", [0]),
        choice(1, "accept", [0, 2], "bob"),
        choice(2, "reject", [1]),
        choice(2, "ignore", [], "bob"),
    )
    assert crowd.layout == "prodigy" and crowd.notes == ()
    assert said_in(crowd) == {
        ("text 1", "ann"): ("good",),
        ("text 1", "bob"): ("good", "neither"),
        ("text 2", "ann"): ("good", "neither"),
        ("text 2", "bob"): ALL,
    }


def test_questions_about_one_class_each_are_one_answer_together() -> None:
    crowd = opened(
        task(1, "reject", label="A"),
        task(1, "accept", label="B"),
        task(1, "reject", "bob", label="A"),
        task(2, "reject", label="A"),
        task(2, "reject", label="B"),
        task(2, "ignore", label="C"),
        task(3, "ignore", label="C"),
    )
    assert said_in(crowd) == {
        ("text 1", "ann"): ("B",),
        ("text 1", "bob"): ("B", "C"),
        ("text 2", "ann"): ("C",),
        ("text 3", "ann"): ("A", "B", "C"),
    }


def test_one_class_alone_has_its_opposite() -> None:
    crowd = opened(task(1, "accept", label="SPAM"), task(2, "reject", label="SPAM"))
    assert crowd.frame.names == ("SPAM", "not SPAM")
    assert list(said_in(crowd).values()) == [("SPAM",), ("not SPAM",)]
    accepted = opened(task(1, "accept", label="SPAM"), task(2, "accept", label="SPAM"))
    assert accepted.frame.size == 2


def test_classes_are_called_by_ids_unless_these_are_only_numbers() -> None:
    options = [{"id": "GOOD", "text": "Good 👍"}, {"id": "BAD", "text": "Bad 👎"}]
    crowd = opened(task(1, "accept", options=options, accept=["BAD"]))
    assert crowd.frame.names == ("BAD", "GOOD")
    blanks = [task(1, "accept", label="A"), task(2, "accept", label="A ")]
    assert opened(*blanks, task(3, "accept", label="B")).frame.names == ("A", "B")
    single = opened(task(1, "accept", accept="A"), task(2, "accept", accept=["B"]))
    assert [*said_in(single).values()] == [("A",), ("B",)]
    alike = [{"id": 1, "text": "same"}, {"id": 2, "text": "same"}]
    assert opened(task(1, "accept", options=alike, accept=[2])).frame.names == ("1", "2")


def test_items_are_called_by_ids_texts_or_hashes() -> None:
    said = [task(1, "accept", label="A", meta={"id": 5}), task(2, "accept", label="B", meta={})]
    assert opened(*said).items == ("text 1", "text 2")
    said[1]["meta"] = {"id": 6}
    assert opened(*said).items == ("5", "6")
    long = [{**each, "text": 300 * "x", "meta": {}} for each in said]
    assert opened(*long).items == ("-1", "-2")
    pictures = [
        {"image": f"data:image/png;base64,{k}", "label": "A", "answer": "accept", "_input_hash": k}
        for k in (3, 4)
    ]
    assert opened(*pictures).items == ("3", "4")


def test_who_answered_is_the_annotator_the_session_or_the_file() -> None:
    first, second = task(1, "accept", label="A"), task(2, "accept", label="B")
    second = {**second, "_annotator_id": None, "_session_id": "news-bob"}
    assert opened(first, second).annotators == ("ann", "news-bob")
    for each in (first, second):
        each.pop("_annotator_id"), each.pop("_session_id", None)
    alone = opened(first, second)
    assert alone.annotators == ("news",)
    assert alone.notes == ("The file does not say who answered: it is one annotator.",)
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        archive.writestr("ann.jsonl", as_lines([first, second]))
        archive.writestr("bob.jsonl", as_lines([first]))
    crowd = read_crowd_file(stream.getvalue(), "export.zip")
    assert crowd.layout == "prodigy" and crowd.annotators == ("ann", "bob")
    assert crowd.items == ("text 1", "text 2") and crowd.notes == ()


def test_what_does_not_count_is_named() -> None:
    crowd = opened(
        choice(1, "accept", [1]),
        choice(1, "accept", [0]),
        choice(2, "accept", []),
        {key: value for key, value in choice(3, "", []).items() if key != "answer"},
    )
    assert said_in(crowd) == {("text 1", "ann"): ("good",)}
    assert crowd.notes == (
        "Line 1: ann answers about text 1 again in line 2; the last answer counts (1 such line).",
        "Answers that leave no class, left out: 1. The first: line 3.",
        "Tasks without an answer, left out: 1.",
    )


def test_labels_go_back_as_choices() -> None:
    crowd = opened(choice(1, "accept", [0]), choice(2, "accept", [0, 2]), choice(3, "ignore", []))
    written = write_crowd_file(crowd, crowd.answers.combine("average"))
    first, second, third = (json.loads(line) for line in written.splitlines())
    same = {"text": "text 1", "options": KINDS, "_input_hash": -1}
    assert first == {**same, "accept": [0], "answer": "accept", "_annotator_id": "combined"}
    assert second["accept"] == [0, 2] and second["answer"] == "accept"
    assert third["accept"] == [] and third["answer"] == "ignore"
    again = read_crowd_file(written, "x.jsonl")
    assert list(said_in(again).values()) == list(said_in(crowd).values())
    assert "no place for confidences" in describe_loss(crowd) and ending_of(crowd) == "jsonl"


def test_labels_go_back_as_answers_about_one_class_each() -> None:
    three = [
        task(1, "accept", label="A"),
        task(2, "reject", label="B"),
        task(3, "ignore", label="C"),
    ]
    alone = [
        task(1, "accept", label="A"),
        task(2, "reject", label="A"),
        task(3, "ignore", label="A"),
    ]
    for said in (three, alone):
        crowd = opened(*said)
        written = write_crowd_file(crowd, crowd.answers.combine("average"))
        answers = [json.loads(line) for line in written.splitlines()]
        told = [(each["text"], each["answer"]) for each in answers]
        assert told == [("text 1", "accept"), ("text 2", "reject"), ("text 3", "ignore")]
        assert [each["label"] for each in answers[:2]] == [each["label"] for each in said[:2]]


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        (task(2, "maybe", label="A"), "Line 2: the answer is 'maybe'; expected is accept, reject"),
        (choice(2, "accept", [9]), "Line 2: 9 is accepted, but it is none of the options"),
        (choice(2, "accept", [{}]), "Line 2: {} is accepted"),
        (choice(2, "accept", [" "]), "Line 2: ' ' is accepted"),
        (task(2, "accept"), "Line 2 names no label, and no options"),
        ({"label": "A", "answer": "accept"}, "Line 2 does not say what it is about"),
        (3, "Line 2 is no task"),
    ],
)
def test_a_broken_line_is_refused(line: Any, sentence: str) -> None:
    with pytest.raises(DataError) as caught:
        opened(task(1, "accept", label="A"), line)
    assert sentence in str(caught.value)


def test_marks_in_a_text_are_no_classes() -> None:
    with pytest.raises(DataError, match="Line 1: the answer marks parts of a text or picture"):
        opened(task(1, "accept", spans=[{"start": 0, "end": 3, "label": "NAME"}]))
    with pytest.raises(DataError, match="No line of the file says which class"):
        opened(task(1, "accept"))


def test_the_sample_holds_the_answers_of_the_others() -> None:
    found = [
        read_crowd_file((ANSWERS / name).read_bytes(), name)
        for name in ("argilla.json", "prodigy.jsonl")
    ]
    theirs, ours = (
        {(item, who.removeprefix("shore-")): members for (item, who), members in each.items()}
        for each in map(said_in, found)
    )
    assert ours == theirs
