"""Files of answers: every layout opens, is written back, its broken twin says what and where."""

import json
import time
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from belieflab.belief import MassTable
from belieflab.data.crowd_files import (
    CROWD_LAYOUTS,
    CrowdFile,
    items_as_data,
    join_items,
    read_crowd_file,
    write_crowd_file,
)
from belieflab.data.dataset import Dataset
from belieflab.data.reading import read_table, sniff
from belieflab.data.reading.process import open_crowd_file
from belieflab.errors import DataError

ANSWERS = Path(__file__).parents[2] / "sample_data" / "answers"
LAYOUT_OF = {Path(each.example).name: each.key for each in CROWD_LAYOUTS.values()} | {
    "codes.txt": "wide",
    "features_and_annotators.csv": "wide",
}
BIRDS = ("gull", "plover", "sandpiper", "tern")


def sample(name: str) -> CrowdFile:
    return read_crowd_file((ANSWERS / name).read_bytes(), name)


def lines(*rows: str, head: str = "worker,item,answer") -> bytes:
    return "\n".join([head, *rows, ""]).encode()


def test_every_layout_has_a_sample_and_every_sample_a_layout():
    assert LAYOUT_OF.keys() == {file.name for file in ANSWERS.iterdir()}


@pytest.mark.parametrize("name", LAYOUT_OF)
def test_every_sample_is_recognised(name):
    crowd = sample(name)
    assert crowd.layout == LAYOUT_OF[name]
    assert len(crowd.items) == 30 and crowd.answers.n == 30
    assert len(crowd.answers) == {"counts.csv": 30, "coralnet.csv": 58}.get(name, 140)
    sums = np.add.reduceat(crowd.answers.mass, crowd.answers.starts[:-1])
    np.testing.assert_allclose(sums, 1)


@pytest.mark.parametrize("name", ["long.csv", "label_studio.json", "features_and_annotators.csv"])
def test_a_process_of_its_own_reads_the_same(name):
    here, there = sample(name), open_crowd_file((ANSWERS / name).read_bytes(), name)
    for one, other in ((here, there), (here, CrowdFile.unpack(*here.pack()))):
        assert (one.layout, one.items, one.annotators) == (
            other.layout,
            other.items,
            other.annotators,
        )
        assert (one.scale, one.notes, one.frame) == (other.scale, other.notes, other.frame)
        np.testing.assert_array_equal(one.answers.focal, other.answers.focal)
        np.testing.assert_array_equal(one.answers.mass, other.answers.mass)
        assert (one.features is None) == (other.features is None)


@pytest.mark.parametrize("key", CROWD_LAYOUTS)
def test_combined_labels_are_written_in_the_layout_of_the_file(key):
    layout = CROWD_LAYOUTS[key]
    crowd = sample(Path(layout.example).name)
    labels = crowd.answers.combine("average")
    content = write_crowd_file(crowd, labels)
    again = read_crowd_file(content, f"x.{layout.ending}", layout=key)
    assert set(again.items) == set(crowd.items)
    order = [again.items.index(item) for item in crowd.items]
    found = again.answers.combine("average").pignistic()[order]
    named = [crowd.frame.names.index(name) for name in again.frame.names]
    sure = np.sort(labels.pignistic(), axis=1)[:, -1] > 0.75
    expected = labels.pignistic()[sure].argmax(axis=1)
    np.testing.assert_array_equal(np.array(named)[found[sure].argmax(axis=1)], expected)


def test_common_names_of_columns_are_understood_whatever_their_order():
    content = b"Response\t_worker_id\t_unit_id\tgold\nyes\tw1\tu1\tno\nno\tw2\tu1\tno\n"
    crowd = read_crowd_file(content)
    assert (crowd.layout, crowd.annotators, crowd.items) == ("long", ("w1", "w2"), ("u1",))
    assert crowd.truth is not None and crowd.frame.names[crowd.truth[0]] == "no"


def test_sets_are_written_in_many_ways():
    cells = [
        "cat|dog",
        '"{cat, dog}"',
        '"[""cat"", ""dog""]"',
        '"cat\ndog"',
        "*",
        "don't know",
        "Ω",
    ]
    crowd = read_crowd_file(lines(*(f"w{j},1,{cell}" for j, cell in enumerate(cells)), "x,1,elk"))
    assert crowd.answers.set_sizes.tolist() == [2, 2, 2, 2, 3, 3, 3, 1]


def test_a_certitude_becomes_a_confidence_and_its_scale_can_be_changed():
    content = lines("a,1,x,1", "b,1,y,4", "c,1,x,7", head="user,img,answer,certitude")
    crowd = read_crowd_file(content)
    assert crowd.scale == (1, 7)
    np.testing.assert_allclose(1 - crowd.answers.doubts, [0, 0.5, 1])
    wider = read_crowd_file(content, scale=(1, 13))
    np.testing.assert_allclose(1 - wider.answers.doubts, [0, 0.25, 0.5])


def test_two_probable_classes_and_the_impossible_ones_become_masses():
    answer = {
        "Most Probable Class": "cat",
        "Most Probable Class Prob": 60.0,
        "Second Most Probable Class": "dog",
        "Second Most Probable Class Prob": 20.0,
        "Impossible Class(es)": ["elk"],
    }
    more = answer | {"Most Probable Class Prob": 100.0, "Second Most Probable Class Prob": 100.0}
    other = answer | {"Second Most Probable Class": "owl", "Impossible Class(es)": []}
    crowd = read_crowd_file(json.dumps({"7": [answer, more, other]}).encode(), "soft.json")
    frame, table = crowd.frame, crowd.answers.masses(np.arange(3))
    assert table.mass_of(frame.mask(["cat"])).tolist() == [0.6, 0.5, 0.6]
    np.testing.assert_allclose(table.mass_of(frame.mask(["cat", "dog", "owl"])), [0.2, 0, 0])
    np.testing.assert_allclose(table.mass_of(int(frame.omega)), [0, 0, 0.2])


def test_a_file_of_classes_alone_is_refused_with_what_to_do():
    with pytest.raises(DataError, match="one class to each of 2 items and names no annotator"):
        read_crowd_file(b"{11: true, 12: false}\n", "truth.yaml")


def test_records_beside_the_answers_are_left_out():
    rows = [
        {"annotator": who, "id": k, "label": "ab"[k % 2], "metadata": {"time": k}}
        for who in ("ann", "bob")
        for k in range(3)
    ]
    crowd = read_crowd_file(json.dumps(rows).encode(), "answers.json")
    assert len(crowd.answers) == 6 and crowd.frame.names == ("a", "b")


def test_annotations_with_a_rating_and_no_choice_are_counted():
    tasks = json.loads((ANSWERS / "label_studio.json").read_bytes())
    for task in tasks[3:5]:
        result = task["annotations"][0]["result"]
        task["annotations"][0]["result"] = [each for each in result if each["type"] == "rating"]
    crowd = read_crowd_file(json.dumps(tasks).encode(), "export.json")
    assert len(crowd.answers) == 138
    assert "2 annotations with a rating and no choice left out, the first in task 4." in crowd.notes


@pytest.mark.parametrize(
    ("many", "one", "scale"),
    [("1", "7", "1 to 5"), ("0.5", "1.2", "0 to 1"), ("6", "9", "1 to 7")],
)
def test_one_confidence_outside_does_not_make_another_scale(many, one, scale):
    rows = [f"a,{k},{'xy'[k % 2]},{many}" for k in range(30)]
    content = lines(*rows, f"a,99,x,{one}", head="worker,item,answer,confidence")
    with pytest.raises(DataError, match=f"Line 32: the confidence {one} is outside the scale from"
                       f" {scale}."):  # fmt: skip
        read_crowd_file(content)


def test_confidences_move_to_another_scale_as_if_they_were_read_on_it():
    content = lines("a,1,x,1", "b,1,*,4", "c,1,x|y,7", "d,1,y,5",
                    head="user,img,answer,certitude")  # fmt: skip
    crowd, other = read_crowd_file(content), read_crowd_file(content, scale=(1, 13))
    again = crowd.rescaled((1.0, 13.0))
    np.testing.assert_allclose(again.answers.mass, other.answers.mass, atol=1e-12)
    assert again.notes == other.notes and again.scale == other.scale
    with pytest.raises(DataError, match="Answer 3: the confidence 7 is outside"):
        crowd.rescaled((1.0, 5.0))
    with pytest.raises(DataError, match="no confidences on a scale"):
        sample("top_two.json").rescaled((0.0, 200.0))


def test_counts_leave_one_vote_to_omega():
    crowd = read_crowd_file(b"item,votes_a,votes_b\n1,3,0\n2,1,1\n3,0,0\n")
    table = crowd.answers.combine("average")
    assert table.mass_of(0b01).tolist() == [0.75, 1 / 3, 0]
    assert table.mass_of(0b11).tolist() == [0.25, 1 / 3, 1]


def test_rows_of_codes_hold_no_answer_where_they_hold_minus_one():
    crowd = read_crowd_file(b"0 -1 2\n-1 1 1\n2 2 -1\n")
    assert crowd.frame.names == ("0", "1", "2") and len(crowd.answers) == 6
    assert crowd.annotators == ("annotator 1", "annotator 2", "annotator 3")


@pytest.mark.parametrize(
    ("content", "settings", "said"),
    [
        (lines("a,1,x,7", head="worker,item,answer,confidence"), {"scale": (1, 5)}, "Line 2"),
        (b'[{"id": 1, "annotations": [}', {}, "line 1"),
        (b"[" * 100_000, {}, "JSON"),
        (b"x,y\n1.5,2\n2.5,3\n", {}, "does not look like the answers"),
        (b"item,ann,bob\n1,x,y\n1,y,x\n", {}, "Row 2 is about item '1' again"),
        (b"item,ann,bob\n1,x,y\n,y,x\n", {"layout": "wide"}, "Row 2 names no item"),
        (lines("a,1,"), {}, "no answer"),
        (json.dumps([{"id": 1, "annotations": []}]).encode(), {}, "No task"),
        (b"\x93NUMPY broken", {}, "NumPy"),
        (b"[1, 2]", {}, "does not look like"),
        (b'[{"a": {"b": 1}}]', {}, "Row 1 holds records in 'a'"),
        (b'{"id": 1, "label": ["a"]}\n{"id": 2, "label": [}\n', {}, "Line 2 of the JSON lines"),
        (b'[{"annotations": 3}]', {}, "No task"),
        (b'{"1": [{"Most Probable Class": 3}]}', {}, "Item 1, answer 1 names no"),
    ],
)  # fmt: skip
def test_a_broken_file_is_refused_with_a_sentence_that_says_where(content, settings, said):
    with pytest.raises(DataError, match=said):
        read_crowd_file(content, "file", **settings)


def test_classes_of_items_are_no_answers():
    with pytest.raises(DataError, match="one class to each of 2 items and names no annotator"):
        read_crowd_file(b"1: a\n2: b\n", "truth.yaml")


def test_a_line_without_item_is_left_out_and_a_repeated_answer_counts_once():
    crowd = read_crowd_file(lines("a,1,x", "b,,x", "b,1,y", "a,1,y", "a,2,x"))
    assert len(crowd.answers) == 3
    assert "Line 3 names no item" in crowd.notes[0]
    assert "Line 2: a answers about 1 again in line 5" in crowd.notes[1]


def test_a_small_yaml_text_cannot_become_a_large_one():
    text = b"a: &a {x: 1}\nb: {1: *a}\n"
    with pytest.raises(DataError, match="YAML"):
        read_crowd_file(text, "bomb.yaml")


# -- joining to the data --------------------------------------------------------------------------


def points(n: int, truth=None, names=()) -> Dataset:
    return Dataset(np.zeros((n, 1)), ("x",), truth, tuple(names))


def test_items_are_rows_from_one_or_from_zero_or_in_order():
    one = read_crowd_file(lines("a,1,x", "a,4,y"))
    zero = read_crowd_file(lines("a,0,x", "a,3,y"))
    assert join_items(one, points(4)).answers.rows.tolist() == [0, 3]
    assert join_items(zero, points(4)).answers.rows.tolist() == [0, 3]
    wide = read_crowd_file(b"ann,bob\nx,y\ny,y\n")
    assert join_items(wide, points(2)).way == "order"
    with pytest.raises(DataError, match="2 rows of answers, but there are 3 objects"):
        join_items(wide, points(3))


def test_items_without_an_object_are_named():
    crowd = read_crowd_file(lines("a,1,x", "a,9,y", "a,2,y"))
    joined = join_items(crowd, points(3))
    assert joined.answers.rows.tolist() == [0, 1]
    assert "1 item of the file has no object in the data, first '9'" in joined.notes[0]
    with pytest.raises(DataError, match="the first is 'b7'"):
        join_items(read_crowd_file(lines("a,b7,x", "a,b8,y")), points(3))


def test_classes_are_matched_by_name_number_or_truth():
    truth = np.array([0, 1, 2])
    data = points(3, truth, ("elk", "cat", "owl"))
    named = join_items(read_crowd_file(lines("a,1,cat", "b,1,cat|owl", "c,1,*")), data)
    assert named.answers.frame.names == ("elk", "cat", "owl")
    assert named.answers.focal.tolist()[0] == 0b010
    numbered = join_items(read_crowd_file(lines("a,1,0", "a,2,2", "a,3,1")), data)
    assert numbered.answers.focal.tolist() == [0b001, 0b100, 0b010]
    rows = ("a,1,Elch,Elch", "a,2,Katze,Katze", "a,3,Elch,Eule")
    other = read_crowd_file(lines(*rows, head="worker,item,answer,gold"))
    assert join_items(other, data).answers.focal.tolist() == [0b001, 0b010, 0b001]
    with pytest.raises(
        DataError, match="'wolf', as a does about '1'; the classes of the data are elk"
    ):
        join_items(read_crowd_file(lines("a,1,wolf", "a,2,cat")), data)


def test_items_can_be_the_data():
    data = items_as_data(sample("features_and_annotators.csv"))
    assert data.feature_names == ("wing_mm", "bill_mm") and data.truth is not None
    shares = items_as_data(sample("wide.csv"))
    assert shares.X.shape == (30, 4) and shares.class_names == BIRDS
    np.testing.assert_allclose(shares.X.sum(axis=1), 1)


def test_labels_need_as_many_rows_as_there_are_items():
    crowd = sample("long.csv")
    with pytest.raises(DataError, match="30 items but 2 labels"):
        write_crowd_file(crowd, MassTable.vacuous(2, crowd.frame))


def test_a_formula_in_a_name_is_written_so_that_no_spreadsheet_runs_it():
    crowd = replace(sample("wide.csv"), items=("=1+1", *("x" * k for k in range(2, 31))))
    content = write_crowd_file(crowd, crowd.answers.combine("average"))
    assert b"'=1+1" in content


def test_half_a_million_cells_are_read_in_seconds():
    rng = np.random.default_rng(0)
    table = rng.integers(-1, 4, (5_000, 100))
    content = "\n".join(" ".join(map(str, row)) for row in table.tolist()).encode()
    start = time.process_time()
    crowd = read_crowd_file(content)
    assert len(crowd.answers) == int((table >= 0).sum())
    assert time.process_time() - start < 20


@pytest.mark.parametrize("name", ["long.csv", "counts.csv", "top_two.json"])
def test_answers_are_restored_from_their_tables_and_damage_is_refused(name):
    crowd = sample(name)
    header, (who, entries, *_) = crowd.pack()
    header = json.loads(json.dumps(header))
    again = CrowdFile.restore(header, who.to_numpy(float), entries.to_numpy(float))
    np.testing.assert_array_equal(again.answers.focal, crowd.answers.focal)
    np.testing.assert_array_equal(again.answers.mass, crowd.answers.mass)
    assert (again.items, again.annotators, again.scale) == (
        crowd.items,
        crowd.annotators,
        crowd.scale,
    )
    for key, value in {"sets": [10**9], "items": [], "classes": None, "annotators": [1]}.items():
        with pytest.raises(DataError, match="damaged"):
            CrowdFile.restore(header | {key: value}, who.to_numpy(float), entries.to_numpy(float))
    with pytest.raises(DataError, match="damaged"):
        CrowdFile.restore(header, who.to_numpy(float) * 2, entries.to_numpy(float))
    with pytest.raises(DataError, match="damaged"):
        CrowdFile.restore(header, who.to_numpy(float), entries.to_numpy(float) * 3)


@pytest.mark.parametrize(
    ("heads", "item"),
    [
        (["INPUT:image", "OUTPUT:result", "ASSIGNMENT:worker_id", "GOLDEN:result"], "INPUT:image"),
        (["Input.url", "Answer.category.label", "WorkerId", "gold"], "Input.url"),
        (["HITId", "Answer.category.label", "WorkerId", "gold", "Input.url"], "HITId"),
        (
            [
                "INPUT:image",
                "OUTPUT:result",
                "ASSIGNMENT:worker_id",
                "GOLDEN:result",
                "INPUT:question",
                "ASSIGNMENT:status",
                "ASSIGNMENT:task_id",
            ],
            "ASSIGNMENT:task_id",
        ),
        (
            [
                "INPUT:image",
                "OUTPUT:label",
                "ASSIGNMENT:worker_id",
                "GOLDEN:label",
                "INPUT:lang",
                "OUTPUT:comment",
            ],
            "INPUT:image",
        ),
    ],
)
def test_headings_of_toloka_and_mechanical_turk_say_who_said_what_about_what(heads, item):
    rows = [
        [f"i{k}", BIRDS[(k + (k * j) % 2) % 4], f"w{j}", BIRDS[k % 4] if k < 4 else ""]
        + [f"t{k}" if head == "ASSIGNMENT:task_id" else "so" for head in heads[4:]]
        for k in range(12)
        for j in range(3)
    ]
    content = lines(*("\t".join(row) for row in rows), head="\t".join(heads))
    crowd = read_crowd_file(content, "pool.tsv")
    assert crowd.layout == "long" and len(crowd.answers) == 36
    assert crowd.annotators == ("w0", "w1", "w2") and crowd.frame.names == BIRDS
    assert crowd.items == tuple(f"{'t' if 'task' in item else 'i'}{k}" for k in range(12))
    assert crowd.truth.tolist() == [0, 1, 2, 3, *[-1] * 8]
    written = write_crowd_file(crowd, crowd.answers.combine("average"))
    assert read_crowd_file(written, "pool.tsv").items == crowd.items
    nobody = lines(*("\t".join([*row[:3], "", *row[4:]]) for row in rows), head="\t".join(heads))
    assert read_crowd_file(nobody, "pool.tsv").truth is None


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("a.yaml", b"ann: {7: 1, 9: 2}\nbob: {7: 1.0, 9: 2.0}\n"),
        ("sets.yaml", b"ann: {7: [1, 2.0], 9: 2}\nbob: {7: [1.0], 9: 2.0}\n"),
        (
            "lines.json",
            b'[{"worker": "a", "item": 7, "answer": 1.0},'
            b' {"worker": "a", "item": 9, "answer": "2"}, {"worker": "b", "item": 7, "answer": 1}]',
        ),
        (
            "sets.json",
            b'[{"worker": "a", "item": 7, "answer": [1, 2]},'
            b' {"worker": "b", "item": 7, "answer": [1.0, 2.0]}]',
        ),
    ],
)
def test_1_and_1_0_are_one_class(name, content):
    assert sorted(read_crowd_file(content, name).frame.names) == ["1", "2"]


def test_1_and_1_0_are_one_class_of_objects():
    for name, content in (("a.yaml", b"t1: 1\nt2: 1.0\nt3: 2\n"), ("b.yaml", b"t1: 1.0\nt2: 1")):
        table = read_table(content, sniff(content, name))
        assert set(table["class"]) == ({"1", "2"} if name == "a.yaml" else {"1"})
