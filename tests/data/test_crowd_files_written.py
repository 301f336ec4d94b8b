"""Labels written as the answers came: headings, separators, other columns, tasks."""

import io
import json
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
import yaml

from belieflab.belief import MassTable
from belieflab.data import load_sample
from belieflab.data.crowd_files import AskedCrowd, CrowdFile, read_crowd_file, write_crowd_file
from belieflab.data.crowd_files.layouts import CROWD_LAYOUTS
from belieflab.data.crowd_files.losses import describe_loss, ending_of
from belieflab.data.crowd_files.tables import load_table, read_long
from belieflab.data.dataset import Dataset
from belieflab.data.label_summary import best_sets
from belieflab.data.reading import guess_roles, read_table, sniff

ANSWERS = Path(__file__).parents[2] / "sample_data" / "answers"
BIRDS = ("gull", "plover", "sandpiper", "tern")
HEADS = {
    "long.csv": "annotator,item,answer,confidence",
    "credal.csv": '"log_id";"user";"img";"goodanswer";"answer";"certitude"',
    "crowdtruth.tsv": "!amt_annotation_ids\t!amt_worker_ids\torig_id\tresponse\tgold",
    "wide.csv": "item,combined",
    "features_and_annotators.csv": "id,wing_mm,bill_mm,combined,truth",
    "coralnet.csv": "Name,Date,Site,Row,Column,Label code,Label,Annotator,Machine suggestion 1,"
    "Machine confidence 1",
    "counts.csv": "item,count_gull,count_plover,count_sandpiper,count_tern",
}
NO_CONFIDENCE = "The layout has no place for confidences: sets alone are written."


def sample(name: str) -> CrowdFile:
    return read_crowd_file((ANSWERS / name).read_bytes(), name)


def table_of(content: bytes, separator: str) -> pd.DataFrame:
    return pd.read_csv(io.BytesIO(content), sep=separator, dtype=str, keep_default_na=False)


@pytest.mark.parametrize("name", [each.name for each in sorted(ANSWERS.iterdir())])
def test_what_is_written_reads_back_with_the_same_items_truth_and_features(name):
    crowd = sample(name)
    labels = crowd.answers.combine("average")
    content = write_crowd_file(crowd, labels)
    again = read_crowd_file(content, name, layout=crowd.layout)
    assert set(again.items) == set(crowd.items) and again.has_items == crowd.has_items
    order = [again.items.index(item) for item in crowd.items]
    if crowd.features is not None:
        pd.testing.assert_frame_equal(again.features.iloc[order].reset_index(drop=True),
                                      crowd.features)  # fmt: skip
    if crowd.truth is not None and crowd.layout != "label-studio":  # theirs is an annotation
        was, now = (np.array(each.frame.names)[each.truth] for each in (crowd, again))
        np.testing.assert_array_equal(now[order], was)
    assert ending_of(crowd) == name.rpartition(".")[2].replace("zip", "jsonl")  # one of its files
    met = again.answers.combine("average")[order]
    if crowd.layout in ("counts", "top-two", "coralnet"):  # shares of classes
        best, found = (each.pignistic().argmax(axis=1) for each in (labels, met))
        sure = np.sort(labels.pignistic(), axis=1)[:, -1] > 0.75
        named, were = np.array(again.frame.names), np.array(crowd.frame.names)
        np.testing.assert_array_equal(named[found[sure]], were[best[sure]])
        return
    (sets, doubts), (masks, _) = best_sets(labels), best_sets(met)
    sure = np.flatnonzero(doubts < 0.7)
    assert len(sure) > 15
    assert [again.frame.members(int(masks[row])) for row in sure] == [
        crowd.frame.members(int(sets[row])) for row in sure
    ]


@pytest.mark.parametrize("name", HEADS)
def test_headings_and_separators_are_those_of_the_file(name):
    crowd = sample(name)
    content = write_crowd_file(crowd, crowd.answers.combine("average"))
    first = content.decode().splitlines()[0]
    separator = {"credal.csv": ";", "crowdtruth.tsv": "\t"}.get(name, ",")
    heads = HEADS[name].replace('"', "").split(separator)
    # What numbers single answers has no place beside a label of all of them.
    heads = [each for each in heads if each not in ("log_id", "!amt_annotation_ids")]
    assert first.split(separator) == heads


def test_other_columns_stay_beside_the_labels():
    crowd = sample("features_and_annotators.csv")
    given = table_of((ANSWERS / "features_and_annotators.csv").read_bytes(), ",")
    written = table_of(write_crowd_file(crowd, crowd.answers.combine("average")), ",")
    for name in ("id", "wing_mm", "bill_mm", "truth"):
        assert written[name].tolist() == given[name].tolist()
    assert describe_loss(crowd) == NO_CONFIDENCE


def test_a_file_without_headings_is_written_without():
    crowd = sample("codes.txt")
    labels = MassTable.from_sets([1, 2, 4, 8, 3, *[15] * 25], crowd.frame)
    written = write_crowd_file(crowd, labels).decode().split()
    assert written == ["0", "1", "2", "3", "0|1"] + ["-1"] * 25


def test_a_doubt_and_a_certitude_are_written_on_their_own_scales():
    doubts = read_crowd_file(b"rater;unit;tag;doubt\na;u1;x;0.25\nb;u1;y;0.5\na;u2;y;0\n")
    labels = MassTable.from_guess_and_doubt([0, 1], [0.25, 0.0], doubts.frame)
    assert write_crowd_file(doubts, labels) == (
        b"rater;unit;tag;doubt\ncombined;u1;x;0.25\ncombined;u2;y;0.0\n"
    )
    credal = sample("credal.csv")
    sure = MassTable.from_guess_and_doubt([0] * 30, [0.5] * 30, credal.frame)
    written = table_of(write_crowd_file(credal, sure), ";")
    assert set(written["certitude"]) == {"4"} and set(written["answer"]) == {'["gull"]'}
    assert "log_id" in describe_loss(credal)


def test_tasks_keep_their_ids_their_data_and_the_names_of_their_controls():
    tasks = json.loads((ANSWERS / "label_studio.json").read_bytes())
    for task in tasks:
        task["id"] += 5_000
    crowd = read_crowd_file(json.dumps(tasks).encode(), "export.json")
    written = json.loads(write_crowd_file(crowd, crowd.answers.combine("average")))
    by_id = {task["id"]: task for task in tasks}
    for task in written:
        assert task["data"] == by_id.pop(task["id"])["data"]
        [annotation] = task["annotations"]
        assert "completed_by" not in annotation  # whom Label Studio would look for
        choices, rating = annotation["result"]
        assert (choices["from_name"], choices["to_name"]) == ("species", "image")
        assert (rating["from_name"], type(rating["value"]["rating"])) == ("sure", int)
    assert not by_id and describe_loss(crowd) == ""


def test_true_and_false_and_numbers_stay_what_they_are_in_yaml():
    crowd = read_crowd_file(b"ann: {7: true, 9: false}\nbob: {7: true, 9: false}\n", "a.yaml")
    content = write_crowd_file(crowd, crowd.answers.combine("average"))
    assert yaml.safe_load(content) == {"combined": {7: True, 9: False}}
    assert describe_loss(crowd) == NO_CONFIDENCE


def test_sets_of_true_and_false_stay_what_they_are_in_yaml():
    content = (
        b"ann: {7: true, 9: false, 11: [true, false]}\n"
        b'bob: {7: true, 9: [true], 11: "don\'t know"}\neve: {7: [false, null], 11: false}\n'
    )
    crowd = read_crowd_file(content, "a.yaml")
    assert crowd.frame.names == ("false", "true")
    written = yaml.safe_load(CROWD_LAYOUTS.find(crowd.layout).write(crowd))
    assert written == {
        "ann": {7: True, 9: False, 11: [False, True]},
        "bob": {7: True, 9: True, 11: [False, True]},
        "eve": {7: False, 11: False},
    }
    again = read_crowd_file(yaml.safe_dump(written).encode(), "b.yaml")
    pd.testing.assert_frame_equal(again.answers.table(), crowd.answers.table())
    combined = write_crowd_file(crowd, MassTable.from_sets([2, 1, 3], crowd.frame))
    assert yaml.safe_load(combined) == {"combined": {7: True, 9: False, 11: [False, True]}}
    texts = read_crowd_file(b"ann: {7: 'true', 9: [x, 2020-01-01]}\nbob: {7: x}\n", "a.yaml")
    assert texts.frame.names == ("2020-01-01", "true", "x")
    assert b"'true'" in CROWD_LAYOUTS.find(texts.layout).write(texts)


def test_sets_of_true_and_false_name_the_classes_that_single_ones_do_elsewhere():
    said = [True, False, [True, False], [True]]
    rows = [{"worker": f"w{k}", "item": f"i{k % 2}", "answer": each} for k, each in enumerate(said)]
    crowd = read_crowd_file(json.dumps(rows).encode(), "answers.json")
    assert crowd.frame.names == ("False", "True")
    again = read_crowd_file(CROWD_LAYOUTS.find(crowd.layout).write(crowd), "answers.json")
    pd.testing.assert_frame_equal(again.answers.table(), crowd.answers.table())
    lines = "worker,item,answer\n" + "".join(
        f'{each["worker"]},{each["item"]},"{json.dumps(each["answer"])}"\n' for each in rows
    )
    assert read_crowd_file(lines.encode(), "answers.csv").frame.names == ("false", "true")


def test_records_are_written_as_records():
    rows = [
        {"worker": who, "item": k, "answer": "ab"[k], "page": f"p{k}"}
        for who in "xy"
        for k in (0, 1)
    ]
    crowd = read_crowd_file(json.dumps(rows).encode(), "answers.json")
    written = json.loads(write_crowd_file(crowd, crowd.answers.combine("average")))
    assert [each["page"] for each in written] == ["p0", "p1"]
    assert [each["answer"] for each in written] == ["a", "b"] and ending_of(crowd) == "json"


def test_classes_are_written_under_the_names_of_the_file():
    iris = load_sample("iris")
    rows = "".join(f"{code} {code}\n" for code in iris.truth.tolist())
    crowd = AskedCrowd.from_file(read_crowd_file(rows.encode(), "codes.txt"), iris)
    labels = crowd.answers.combine("average")
    assert labels.frame.names == iris.class_names
    assert crowd.write(labels).decode().split() == [str(code) for code in iris.truth.tolist()]


def test_items_that_are_no_objects_are_left_out_with_their_columns():
    content = b"item,ann,bob,place\nk1,a,a,here\nk9,b,a,there\nk2,b,b,nowhere\n"
    data = Dataset(np.zeros((2, 1)), ("x",), ids=("k2", "k1"))
    crowd = AskedCrowd.from_file(read_crowd_file(content, layout="wide"), data)
    written = table_of(crowd.write(crowd.answers.combine("average")), ",")
    assert written["item"].tolist() == ["k1", "k2"]
    assert written["place"].tolist() == ["here", "nowhere"]
    assert written["combined"].tolist() == ["a", "b"]


def test_what_a_workspace_file_does_not_hold_is_said():
    crowd = sample("features_and_annotators.csv")
    header, (who, entries, *_) = crowd.pack()
    header = json.loads(json.dumps(header))
    again = CrowdFile.restore(header, who.to_numpy(float), entries.to_numpy(float))
    assert describe_loss(again) == (
        f"{NO_CONFIDENCE} Not written, because it is not the same for all answers about an item or "
        "no longer at hand: wing_mm, bill_mm, truth."
    )
    first = write_crowd_file(again, again.answers.combine("average")).decode().splitlines()[0]
    assert first == "id,combined"
    for strange in (
        3,
        {},
        {**header["origin"], "delimiter": "x"},
        {**header["origin"], "marks": [1]},
    ):
        other = {**header, "origin": strange}
        found = CrowdFile.restore(other, who.to_numpy(float), entries.to_numpy(float))
        assert found.origin is None


def test_tables_of_the_data_page_are_written_as_they_were():
    content = (ANSWERS / "features_and_annotators.csv").read_bytes()
    table = read_table(content, sniff(content, "birds.csv"))
    roles = guess_roles(table).with_roles(dict.fromkeys(("Ada", "Ben", "Cleo", "Dov"), "annotator"))
    crowd = load_table(table, roles).crowd
    first = write_crowd_file(crowd, crowd.answers.combine("average")).decode().splitlines()[0]
    assert first == "id,wing_mm,bill_mm,combined,Eva,Finn,truth"
    content = (ANSWERS / "credal.csv").read_bytes()
    guess = sniff(content, "credal.csv")
    crowd = read_long(read_table(content, guess), guess=guess)
    first = write_crowd_file(crowd, crowd.answers.combine("average")).decode().splitlines()[0]
    assert first == "user;img;goodanswer;answer;certitude"
