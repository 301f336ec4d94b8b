"""What in a file of answers may be meant in two ways is said, with its place."""

import json
from pathlib import Path

import numpy as np
import pytest

from belieflab.data.crowd_files import read_crowd_file, write_crowd_file
from belieflab.data.reading.process import open_crowd_file
from belieflab.errors import DataError

TAKEN = "taken for “don't know”"
ANSWERS = Path(__file__).parents[2] / "sample_data" / "answers"


def lines(*answers: str, head: str = "worker,item,answer", more: str = "") -> bytes:
    rows = [f"w{row % 2},i{row // 2},{answer}{more}" for row, answer in enumerate(answers)]
    return "\n".join([head, *rows]).encode()


@pytest.mark.parametrize(
    "text", ["unknown", "Unknown", "UNKNOWN", "none", "n/a ", "IDK", "Not sure"]
)
def test_some_texts_alone_say_that_nothing_is_known(text):
    content = json.dumps(
        [
            {"worker": f"w{k % 2}", "item": k // 2, "answer": answer}
            for k, answer in enumerate(["cat", text, "dog", "cat"])
        ]
    ).encode()
    crowd = read_crowd_file(content, "a.json")
    assert crowd.frame.names == ("cat", "dog")
    assert crowd.answers.set_sizes.tolist() == [1, 2, 1, 1]
    said = [note for note in crowd.notes if TAKEN in note]
    assert len(said) == (text.strip().lower() in {"unknown", "none", "n/a"})
    assert all(note.startswith(f"1 answer ({text.strip()}) {TAKEN}") for note in said)


def test_a_class_of_that_name_stays_one():
    content = lines("cat", "unknown", "dog", "cat")
    assert read_crowd_file(content).frame.names == ("cat", "dog")
    for known in (["cat", "dog", "Unknown"], ["unknown"]):
        crowd = read_crowd_file(content, classes=known)
        assert crowd.frame.names == ("cat", "dog", "unknown") and not crowd.notes
        assert open_crowd_file(content, classes=known).frame == crowd.frame
    named = lines("cat", "none", "dog", "cat", head="worker,item,answer,truth", more=",none")
    assert read_crowd_file(named).frame.names == ("cat", "dog", "none")
    wide = b"item,ann,bob,truth\n1,cat,unknown,cat\n2,dog,dog,unknown\n3,cat,cat,cat\n"
    assert read_crowd_file(wide).frame.names == ("cat", "dog", "unknown")
    spared = read_crowd_file(wide.replace(b"dog,unknown\n", b"dog,dog\n"))
    assert spared.frame.names == ("cat", "dog")
    assert any(note.startswith(f"1 answer (unknown) {TAKEN}") for note in spared.notes)


def test_it_stays_one_where_otherwise_a_single_class_is_left_or_others_name_it_in_sets():
    assert read_crowd_file(lines("cat", "none", "cat", "none")).frame.names == ("cat", "none")
    among = read_crowd_file(lines("cat", "cat|unknown", "dog", "unknown"))
    assert among.frame.names == ("cat", "dog", "unknown")
    # where several may be chosen, none is "none of these"; unknown is not
    several = read_crowd_file(lines("cat", "cat|dog", "none", "unknown"))
    assert several.frame.names == ("cat", "dog", "none")


def tasks(*annotations: dict[str, tuple[str, ...] | int]) -> bytes:
    """One task each for an annotation: choices and ratings by the names of their controls."""
    made = []
    for number, said in enumerate(annotations, start=1):
        result = []
        for control, value in said.items():
            kind = "choices" if isinstance(value, tuple) else "rating"
            held = list(value) if isinstance(value, tuple) else value
            named = {"from_name": control, "to_name": "text", "type": kind}
            result.append({**named, "value": {kind: held}})
        made.append({"id": number, "annotations": [{"completed_by": 1, "result": result}]})
    return json.dumps(made).encode()


def test_a_second_control_of_label_studio_is_counted():
    content = tasks(
        {"tone": ("calm",), "topic": ("art",), "sure": 3},
        {"topic": ("law", "art"), "tone": ("loud",), "sure": 5, "liked": 1},
        {"topic": ("law",), "sure": 4},
    )
    crowd = read_crowd_file(content, "tasks.json")
    assert crowd.frame.names == ("art", "law") and crowd.answers.set_sizes.tolist() == [1, 2, 1]
    assert "The choices of 'topic' are read; not those of 'tone' (2)." in crowd.notes
    assert "The ratings of 'sure' are read; not those of 'liked' (1)." in crowd.notes
    np.testing.assert_allclose(crowd.answers.mass[crowd.answers.starts[:-1]], [0.5, 1, 0.75])
    written = json.loads(write_crowd_file(crowd, crowd.answers.combine("average")))
    assert {each["from_name"] for each in written[0]["annotations"][0]["result"]} == {
        "topic",
        "sure",
    }


def test_choices_of_one_control_alone_need_no_sentence():
    crowd = read_crowd_file(
        tasks({"topic": ("law",)}, {"topic": ("I don't know",)}, {"topic": ("art",)})
    )
    assert crowd.frame.names == ("art", "law") and crowd.answers.set_sizes.tolist() == [1, 2, 1]
    assert not crowd.notes


def top_two(first: str, share: float, impossible: list[str]) -> dict[str, object]:
    return {
        "Most Probable Class": first,
        "Most Probable Class Prob": share,
        "Impossible Class(es)": impossible,
    }


def test_contradictions_of_two_probable_classes_are_counted():
    answers = [top_two("cat", 80, ["elk"]), top_two("elk", 60, ["dog", "elk"])]
    more = [top_two("dog", 70, ["cat", "dog", "elk"]), top_two("dog", 100, [])]
    crowd = read_crowd_file(json.dumps({"a": answers, "b": more}).encode(), "x.json")
    _, both, whole = crowd.notes
    assert both == (
        "Answers in which a class is both probable and impossible: 2; it keeps its probability. "
        "The first: Item a, answer 2, 'elk'."
    )
    assert whole == (
        "Answers in which every class is impossible: 1; what they leave open is open to all "
        "classes. The first: Item b, answer 1."
    )
    starts, omega = crowd.answers.starts, crowd.frame.omega
    third = slice(starts[2], starts[3])
    assert dict(zip(crowd.answers.focal[third], crowd.answers.mass[third], strict=True)) == {
        crowd.frame.mask(["dog"]): 0.7,
        omega: pytest.approx(0.3),
    }
    fine = read_crowd_file(json.dumps({"a": [answers[0], more[1]]}).encode(), "x.json")
    assert len(fine.notes) == 1


def test_no_second_class_is_no_class():
    second = {"Second Most Probable Class": "No", "Second Most Probable Class Prob": None}
    answers = [top_two("cat", 96, ["elk"]) | second, top_two("elk", 100, ["cat", "elk"]) | second]
    crowd = read_crowd_file(json.dumps({"a": answers}).encode(), "x.json")
    assert crowd.frame.names == ("cat", "elk")
    assert any("every class is impossible: 1" in note for note in crowd.notes)
    probable = second | {"Second Most Probable Class Prob": 4}
    crowd = read_crowd_file(json.dumps({"a": [answers[0] | probable]}).encode(), "x.json")
    assert crowd.frame.names == ("No", "cat", "elk")


@pytest.mark.parametrize(
    ("cell", "said"),
    [
        ("-2", "Row 2 has -2 votes for 'a'; a count cannot be below 0."),
        ("2.5", "Row 2 has 2.5 votes for 'a'; a count cannot have a fraction."),
        ("many", "Row 2 holds 'many' in column 'votes_a', where a number is expected."),
        ("inf", "Row 2 holds Infinity in column 'votes_a'."),
    ],
)
def test_headings_that_say_votes_take_the_layout_and_a_bad_count_is_named(cell, said):
    for third in ("", ",1"):
        head = "item,votes_a,votes_b" + (",votes_c" if third else "")
        content = f"{head}\n1,3,4{third}\n2,{cell},5{third}\n3,1,2{third}\n".encode()
        with pytest.raises(DataError) as refused:
            read_crowd_file(content, "votes.csv")
        assert str(refused.value) == said


def test_votes_that_are_classes_are_those_of_annotators_and_blanks_are_no_vote():
    content = b"item,vote_ann,vote_bob\n1,cat,dog\n2,cat,cat\n3,dog,dog\n"
    assert read_crowd_file(content).layout == "wide"
    blank = read_crowd_file(b"item,votes_a,votes_b\n1,3,\n2,,5\n3,1,2\n")
    assert blank.layout == "counts" and len(blank.answers) == 3


def test_a_line_of_codes_with_another_number_of_cells_is_named():
    for bad, count in (("2 2", "2 cells"), ("1", "1 cell"), ("0 1 1 2", "4 cells")):
        content = f"0 -1 2\n1 1 0\n{bad}\n0 0 1\n".encode()
        with pytest.raises(DataError) as refused:
            read_crowd_file(content, "codes.txt")
        assert str(refused.value) == f"Line 3 has {count}, but most lines have 3."
    with pytest.raises(DataError, match="does not look like the answers of a crowd"):
        read_crowd_file(b"said\nit is a cat\na dog perhaps\nI do not know it\n", "text.txt")


def test_true_classes_that_differ_from_line_to_line_are_named():
    rows = "ann,1,elk,elk", "bob,1,elk,cat", "ann,2,cat,cat", "bob,2,cat,cat"
    crowd = read_crowd_file("\n".join(["worker,item,answer,gold", *rows]).encode())
    [note] = crowd.notes
    assert note == (
        "In column 'gold', 1 is 'elk' before line 3, and 'cat' there; the last line counts."
    )
    assert crowd.truth.tolist() == [0, 0]
    assert not read_crowd_file("\n".join(["worker,item,answer,gold", *rows[2:]]).encode()).notes


def test_answers_without_a_probability_or_with_too_much_of_it_are_counted():
    silent = top_two("cat", 80, []) | {"Most Probable Class Prob": None}
    second = {"Second Most Probable Class": "elk", "Second Most Probable Class Prob": 60}
    above = top_two("cat", 80, []) | second
    crowd = read_crowd_file(json.dumps({"a": [silent], "b": [above]}).encode(), "x.json")
    assert crowd.notes[1:] == (
        "Answers without a probability of the most probable class: 1, taken as sure. "
        "The first: Item a, answer 1.",
        "Answers whose probabilities sum to more than 100 %: 1, divided by their sum. "
        "The first: Item b, answer 1.",
    )
    rounded = above | {"Second Most Probable Class Prob": 20.2}
    fine = read_crowd_file(json.dumps({"a": [rounded, top_two("elk", 9, [])]}).encode(), "x.json")
    assert len(fine.notes) == 1


def test_a_list_that_is_cut_short_is_no_class():
    content = lines('"[""cat"", ""dog""]"', '"[""dog"""', '"[""cat""]"')
    with pytest.raises(DataError, match=r'Answer 2 of the file is a damaged list: \["dog"'):
        read_crowd_file(content)
    assert read_crowd_file(lines("[cat", "dog", "[cat")).frame.names == ("[cat", "dog")


def species(*items: str | None) -> bytes:
    found = json.loads(tasks(*({"kind": (name,)} for name in ("elk", "cat", "elk", "cat"))))
    for task, item in zip(found, items, strict=True):
        task["data"] = {} if item is None else {"item": item}
    return json.dumps(found).encode()


@pytest.mark.parametrize(
    ("items", "flaw"),
    [
        (("a", "b", "a", "d"), "tasks 1 and 3 have the same 'item', 'a'"),
        (("a", "b", None, "d"), "task 3 has no 'item'"),
    ],
)
def test_tasks_that_are_not_called_by_their_items_say_why(items, flaw):
    crowd = read_crowd_file(species(*items), "x.json")
    assert f"Tasks are called by their ids, because {flaw}." in crowd.notes
    assert not read_crowd_file(species("a", "b", "c", "d"), "x.json").notes


def test_halves_of_characters_in_json_are_replaced():
    tasks = (ANSWERS / "label_studio.json").read_bytes().replace(b'"gull"', b'"\\ud800"')
    assert read_crowd_file(tasks, "x.json").frame.names == ("plover", "sandpiper", "tern", "\ufffd")
    whole = tasks.replace(b"\\ud800", b"\\ud83d\\udc26")
    assert "🐦" in read_crowd_file(whole, "x.json").frame.names
    lines = b'{"id": 1, "label": ["\\udfff"]}\n{"id": 2, "label": ["b"]}\n'
    crowd = open_crowd_file(lines, "ann.jsonl")
    assert crowd.frame.names == ("b", "\ufffd")
