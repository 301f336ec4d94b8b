"""A broken twin of every kind of file: a sentence on the page says what and where; nothing is lost.

Each file is given to the page where a person would bring it. The data that are loaded stay.
"""

import io
import json
import zipfile
from typing import NamedTuple

import numpy as np
import pytest
from opened_pages import drawn, open_page, sentences
from PIL import Image
from streamlit.testing.v1 import AppTest

from belieflab.data import load_sample
from belieflab.ui.shell.page_table import ROOT
from belieflab.ui.shell.workspace import Workspace

SAMPLES = ROOT / "sample_data"
IRIS = load_sample("iris")


class Broken(NamedTuple):
    """A file, the sentence expected of it, what is answered before, and what cannot be pressed."""

    name: str
    content: bytes
    sentence: str
    answer: int | None = None
    locked: str = ""


def sample(name: str) -> bytes:
    return (SAMPLES / name).read_bytes()


def as_npy(array: np.ndarray) -> bytes:
    stream = io.BytesIO()
    np.save(stream, array)
    return stream.getvalue()


def as_npz(**arrays: np.ndarray) -> bytes:
    stream = io.BytesIO()
    np.savez(stream, **arrays)
    return stream.getvalue()


def zipped(**members: str) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        for name, text in members.items():
            archive.writestr(f"{name}.csv", text)
    return stream.getvalue()


def picture(kind: str) -> bytes:
    stream = io.BytesIO()
    Image.fromarray(np.random.default_rng(1).integers(0, 256, (64, 64, 3), dtype=np.uint8)).save(
        stream, kind
    )
    return stream.getvalue()


def stated_png(width: int, height: int) -> bytes:
    """A PNG of one pixel whose header states another size."""
    import struct
    import zlib

    stream = io.BytesIO()
    Image.new("L", (1, 1)).save(stream, "PNG")
    content = bytearray(stream.getvalue())
    content[16:24] = struct.pack(">II", width, height)
    content[29:33] = struct.pack(">I", zlib.crc32(content[12:29]))
    return bytes(content)


def matrix(*, row: int, column: int, value: float, names: bool = True) -> bytes:
    points = np.arange(8.0)
    D = np.abs(points[:, None] - points)
    D[row, column] = value
    heads = [f"p{k}" for k in range(8)]
    rows = [",".join([heads[k], *map(str, D[k])]) for k in range(8)]
    return "\n".join([",".join(["", *heads]), *rows]).encode()


def lines(*more: str, head: str = "worker,item,answer", item: str = "") -> bytes:
    good = [f"w{j},{item}{i},{IRIS.class_names[i % 3]}" for i in range(1, 7) for j in range(3)]
    extra = head.count(",") - 2
    return "\n".join([head, *(f"{line}{',4' * extra}" for line in good), *more]).encode()


def votes(cell: str) -> bytes:
    """Counts of votes, of which one is this cell."""
    return f"item,votes_a,votes_b\n1,3,4\n2,{cell},5\n3,1,6\n".encode()


def wide(*more: str) -> bytes:
    """A column for each of three annotators."""
    names = IRIS.class_names
    good = [f"{i},{names[i % 3]},{names[i % 3]},{names[(i + i // 4) % 3]}" for i in range(1, 13)]
    return "\n".join(["item,ann,bob,cleo", *good, *more]).encode()


def counts(*more: str, first: str = "setosa") -> bytes:
    good = [f"{i},{i % 3},{(i + 1) % 3 + 1},2" for i in range(1, 9)]
    head = f"item,votes_{first},votes_versicolor,votes_virginica"
    return "\n".join([head, *good, *more]).encode()


def crowdtruth(*more: str, head: str = "!amt_worker_ids\torig_id\tresponse\tgold") -> bytes:
    names = IRIS.class_names
    good = [f"A{k % 4}\t{1 + k // 4}\t{names[k // 4 % 3]}\t{names[k // 4 % 3]}" for k in range(40)]
    return "\n".join([head, *good, *more]).encode()


def credal(answer: str, *, user: str = "u9", item: str = "1", sure: int = 4) -> bytes:
    """Answers in the columns of the Credal data sets, the last of them in line 42."""
    names = IRIS.class_names
    rows = [(f"u{k % 4}", 1 + k // 4, f'[""{names[k // 4 % 3]}""]', 3 + k % 5) for k in range(40)]
    rows.append((user, item, answer, sure))
    return "\n".join(
        ["user;img;answer;certitude", *(f'{w};{i};"{said}";{c}' for w, i, said, c in rows)]
    ).encode()


def tasks(*, choice: str = "setosa", item: str = "9", who: tuple[int, int] = (1, 2)) -> bytes:
    """Nine tasks of Label Studio with two annotations each; what is odd is in the last."""
    names = [IRIS.class_names[k % 3] for k in range(8)]
    found = []
    for k, name in enumerate([*names, choice]):
        value = {"type": "choices", "value": {"choices": [name]}}
        people = who if k == 8 else (1, 2)
        said = [{"completed_by": each, "result": [value]} for each in people]
        data = {"item": item if k == 8 else str(k + 1)}
        found.append({"id": k + 1, "data": data, "annotations": said})
    return json.dumps(found).encode()


def top_two(name: str = "setosa", item: str = "3", **more: object) -> bytes:
    """Answers with the most probable class; what is odd is in the last item."""
    known = {"Most Probable Class Prob": 70.0, "Impossible Class(es)": []}
    found = {str(k): [{"Most Probable Class": IRIS.class_names[k]} | known] for k in (1, 2)}
    return json.dumps({**found, item: [{"Most Probable Class": name} | known | more]}).encode()


def folder(**changes: tuple[bytes, bytes]) -> bytes:
    """The files of the Credal sample as a zip, some with a text replaced once."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        for path in sorted((SAMPLES / "credal").glob("*.csv")):
            archive.writestr(
                path.name, path.read_bytes().replace(*changes.get(path.stem, (b"", b"")), 1)
            )
    return stream.getvalue()


TASKS = json.loads(sample("answers/label_studio.json"))


def with_rating(value: int) -> list[dict]:
    """The tasks with another rating of the first answer."""
    tasks = json.loads(sample("answers/label_studio.json"))
    for result in tasks[0]["annotations"][0]["result"]:
        if result["type"] == "rating":
            result["value"]["rating"] = value
    return tasks


POINTS = "x,y2,kind\n" + "".join(f"{k}.5,{k * k}.25,{'ab'[k % 2]}\n" for k in range(8))

DATA = [
    Broken("short.csv", b"a,b,kind\n1,2,x\n3,4\n5,6,y\n", "Row 2 has 2 cells"),
    Broken(
        "infinite.csv", b"a,b\n1,2\nInfinity,3\n4,5\n", "Row 2 holds Infinity", None, "data.use"
    ),
    Broken("twice.csv", b"a,a\n1,2\n3,4\n", "'a' appears twice, in columns 1 and 2"),
    Broken(
        "ids.csv",
        b"id,a,b\nk1,1.5,2\nk2,2.5,3\nk1,4.5,5\n",
        "Rows 1 and 3 have the same id 'k1'",
        None,
        "data.use",
    ),
    Broken(
        "masses.csv",
        b"x,{a},{b}\n1,0.5,0.5\n2,0.5,0.47\n",
        "masses of row 2 sum to 0.97",
        None,
        "data.use",
    ),
    Broken(
        "negative.csv",
        b"x,pl:a,pl:b\n1,1,0.5\n2,-0.1,1\n",
        "Row 2 has the plausibility -0.1",
        None,
        "data.use",
    ),
    Broken("strange.csv", b'x,"guess={a, b}",doubt\n1,a,0\n2,c,0\n', "'c'", None, "data.use"),
    Broken(
        "weights.csv", b"x,sample_weight,class\n1,1,a\n2,-1,b\n3,2,a\n", "Row 2", None, "data.use"
    ),
    Broken("iris.arff", sample("iris.arff").replace(b"setosa\n", b"tulip\n", 5), "tulip"),
    Broken("iris.xlsx", sample("iris.xlsx")[:2000], "Excel"),
    Broken("iris.parquet", sample("iris.parquet")[:900], "Parquet"),
    Broken("iris.json", sample("iris.json")[:-30], "The JSON file cannot be read in line"),
    Broken("iris.jsonl", sample("iris.jsonl").replace(b"{", b"(", 3), "line 1"),
    Broken("nested.json", b'[{"x": 1}, {"x": [2, 3]}]', "Row 2 holds a list in 'x'"),
    Broken("X.npy", as_npy(np.ones((5, 3)))[:150], "array are damaged or cut short"),
    Broken(
        "objects.npy",
        b"\x93NUMPY\x01\x00v\x00{'descr': '|O', 'fortran_order': False, "
        b"'shape': (2,), }" + b" " * 60 + b"\n" + b"x" * 40,
        "NumPy",
    ),
    Broken("Xy.npz", as_npz(X=np.ones((5, 3)), y=np.ones(4)), "rows"),
    Broken("nothing.zip", zipped(), "X.csv"),
    Broken("cut.zip", zipped(X="1;2\n")[:40], "zip"),
    Broken(
        "folder.zip", zipped(X="1;2\n3;4\n", y_true="0\n"), "X.csv has 2 rows, but y_true.csv has 1"
    ),
    Broken(
        "folder.zip", zipped(X="1;2\n3;4\n", y_true="elk\nfox\n", classes="0;elk\n1;owl\n"), "'fox'"
    ),
    Broken("D.csv", matrix(row=2, column=5, value=9.0), "'p2', column 'p5' holds 9"),
    Broken("D.csv", matrix(row=3, column=3, value=2.0), "'p3' to itself is 2, not 0"),
    Broken("cut.png", picture("PNG")[:600], "damaged or cut short"),
    Broken("cut.jpg", picture("JPEG")[:300], "damaged or cut short"),
    Broken("cut.tif", picture("TIFF")[:60], "damaged or cut short"),
    Broken("huge.png", stated_png(40_000, 40_000), "40,000 × 40,000 pixels; the limit is"),
    Broken("item.csv", lines("w1,,setosa"), "Line 20 names no item in column 'item'", 0),
    Broken("again.csv", lines("w1,4,setosa"), "w1 answers about 4 again in line 20", 0),
    Broken("class.csv", lines("w9,4,tulip"), "The answers name the class 'tulip'", 0),
    Broken("join.csv", lines(item="plant-"), "No item of the file is an object of the data", 0),
    Broken(
        "tasks.json",
        json.dumps([*TASKS[:3], {**TASKS[3], "annotations": []}]).encode(),
        "Tasks without any choice, left out: 1, first task 4",
    ),
    Broken("tasks.json", json.dumps(TASKS).encode()[:-40], "line"),
    Broken(
        "argilla.json",
        sample("answers/argilla.json").replace(b'"user_id": "ben"', b'"user_id": null', 1),
        "Record 1: a response does not say whose it is",
    ),
    Broken("ann.jsonl", b'{"id": 1, "label": ["a"]}\n{"id": 2, "label": [}\n', "in line 2"),
    Broken(
        "ann.jsonl",
        b'{"id": 1, "label": ["a"]}\n{"id": 2, "label": [[0, 3, "x"]]}\n',
        "Line 2: a label marks a part of the text",
    ),
    Broken(
        "points.csv",
        sample("answers/coralnet.csv").replace(b",Turf,59,", b",Turf,590,", 1),
        "Line 2: the confidence 590 is outside the scale from 0 to 100",
        0,
    ),
    Broken(
        "prodigy.jsonl",
        sample("answers/prodigy.jsonl").replace(b'"answer": "accept"', b'"answer": "perhaps"', 1),
        "Line 1: the answer is 'perhaps'; expected is accept, reject or ignore",
    ),
    Broken(
        "top.json",
        sample("answers/top_two.json").replace(b"70.0", b"170.0", 1),
        "Item bird-01, answer 1: the probability 170.0 is outside the scale from 0 to 100",
    ),
    Broken("who.yaml", b"ann: {1: cat\nbob: {1: dog}\n", "YAML text cannot be read in line"),
    Broken(
        "votes.csv",
        b"x,votes_elm,votes_fir\n1,3,4\n2,5,-2\n3,1,6\n",
        "Row 2 has -2 votes for 'fir'; a count cannot be below 0",
        0,
        "data.use",
    ),
    Broken(
        "crowdtruth.tsv",
        sample("answers/crowdtruth.tsv").replace(b"A1001\tbird-01\t", b"A1001\t\t", 1),
        "Line 3 names no item in column 'orig_id' and is left out",
        0,
    ),
    Broken(
        "birds.csv",
        sample("answers/features_and_annotators.csv").replace(b"bird-02", b"bird-01", 1),
        "Rows 1 and 2 have the same id 'bird-01'; ids must differ",
        0,
        "data.use",
    ),
    Broken(
        "birds.csv",
        sample("answers/features_and_annotators.csv").replace(b",314,", b",Infinity,", 1),
        "Row 2 holds Infinity in column 'wing_mm'",
        0,
        "data.use",
    ),
    Broken(
        "rated.json",
        json.dumps(with_rating(7)).encode(),
        "Task 1: the confidence 7 is outside the scale from 1 to 5",
    ),
    Broken("wide.csv", wide(",setosa,setosa,setosa"), "Row 13 has no id", 0, "data.use"),
    Broken(
        "wide.csv",
        wide("12,setosa,setosa,setosa"),
        "Rows 12 and 13 have the same id '12'",
        0,
        "data.use",
    ),
    Broken("counts.csv", counts(",1,2,3"), "Row 9 has no id", 0, "data.use"),
    Broken("counts.csv", counts("8,1,2,3"), "Rows 8 and 9 have the same id '8'", 0, "data.use"),
    Broken(
        "crowdtruth.tsv",
        crowdtruth("A9\t1\tsetosa\tvirginica"),
        "In column 'gold', 1 is 'setosa' before line 42, and 'virginica' there",
        0,
    ),
    Broken(
        "credal.zip",
        folder(DATA_imperfect=(b'[""Moth""]', b'[""Wasp""]')),
        "DATA_imperfect.csv is left alone: The answers name the class 'Wasp', as 3001 does about",
    ),
    Broken(
        "credal.zip",
        folder(DATA_imperfect=(b'"16";"Moth"', b'"";"Moth"')),
        "Line 2 names no item in column 'img' and is left out",
    ),
    Broken(
        "credal.zip",
        folder(DATA_imperfect=(b';"7"', b';"9"')),
        "DATA_imperfect.csv is left alone: Line 3: the confidence 9 is outside the scale",
    ),
    Broken(
        "credal.zip",
        folder(DATA_imperfect=(b'"202";"3001";"11"', b'"202";"3001";"9"')),
        "Line 3: 3001 answers about 9 again in line 4; the last answer counts",
    ),
    Broken(
        "credal.zip",
        folder(X_pictures=(b"15\n", b"28\n")),
        "DATA_imperfect.csv is left alone: what its items are stands in X_pictures.csv.",
    ),
    Broken("credal.zip", folder(y_true=(b"2\n", b"7\n")), "Row 2 has the true class '7'"),
    Broken(
        "D.csv",
        matrix(row=2, column=2, value=0.0).replace(b"\np3,", b"\nq3,"),
        "Rows and columns of dissimilarities have the same names; 'q3' has a row and no column",
    ),
    Broken("word.csv", POINTS.encode() + b"many,3.5,a\n", "'x': row 9 holds 'many'"),
    Broken("y.csv", b"y\n" + b"1\n2\n2\n" * 8, "The file has 24 rows, but Iris has 150 objects", 0),
]

LABELS = [
    Broken("rows.csv", b"label\nsetosa\nvirginica\n", "2 rows of labels, but the data has 150"),
    Broken("class.csv", b"label\n" + b"tulip\n" * 150, "'tulip'"),
    Broken("sums.csv", b"p:setosa,p:versicolor,p:virginica\n" + b"0.5,0.3,0.1\n" * 150, "row 1"),
    Broken("doubt.csv", b"guess,doubt\n" + b"setosa,1.5\n" * 150, "1.5"),
]

CROWD = [
    Broken(
        "five.csv",
        lines("w1,9,setosa,7", head="worker,item,answer,confidence"),
        "Line 20: the confidence 7 is outside the scale from 1 to 5",
    ),
    Broken("item.csv", lines("w1,,setosa"), "Line 20 names no item"),
    Broken("again.csv", lines("w1,4,setosa"), "w1 answers about 4 again in line 20"),
    Broken("class.csv", lines("w9,4,tulip"), "The answers name the class 'tulip'"),
    Broken("join.csv", lines(item="plant-"), "No item of the file is an object of the data"),
    Broken(
        "credal.csv",
        sample("answers/credal.csv").replace(b'"7"', b'"9"', 1),
        "confidence 9 is outside",
    ),
    Broken(
        "wide.csv",
        b"item,ann,bob\n1,setosa,setosa\n1,setosa,setosa\n",
        "Row 2 is about item '1' again",
    ),
    Broken("wide.csv", wide(",setosa,setosa,setosa"), "Row 13 names no item in column 'item'"),
    Broken("wide.csv", wide("13,setosa,tulip,"), "the class 'tulip', as bob does about '13'"),
    Broken("wide.csv", wide("999,setosa,,"), "1 item of the file has no object in the data, first"),
    Broken("counts.csv", counts(",1,2,3"), "Row 9 names no item in column 'item'"),
    Broken("counts.csv", counts("8,1,2,3"), "Row 9 is about item '8' again"),
    Broken("counts.csv", counts(first="tulip"), "The answers name the class 'tulip'"),
    Broken("counts.csv", counts("plant-1,1,2,3"), "no object in the data, first 'plant-1'"),
    Broken("ct.tsv", crowdtruth("A1\t1\tsetosa\t"), "A1 answers about 1 again in line 42"),
    Broken("ct.tsv", crowdtruth("A1\t1\ttulip\t"), "'tulip', as A1 does about '1'"),
    Broken("ct.tsv", crowdtruth("A1\tp7\tsetosa\t"), "no object in the data, first 'p7'"),
    Broken("credal.csv", credal('[""setosa""]', item=""), "Line 42 names no item in column 'img'"),
    Broken("credal.csv", credal('[""setosa""]', user="u1"), "u1 answers about 1 again in line 42"),
    Broken("credal.csv", credal('[""tulip""]'), "the class 'tulip', as u9 does about '1'"),
    Broken("credal.csv", credal('[""setosa""]', item="p7"), "no object in the data, first 'p7'"),
    Broken("credal.csv", credal('[""setosa""'), "Answer 41 of the file is a damaged list"),
    Broken("tasks.json", tasks(who=(1, 1)), "1 answers about 9 again in task 9"),
    Broken("tasks.json", tasks(choice="tulip"), "the class 'tulip', as 1 does about '9'"),
    Broken("tasks.json", tasks(item="p9"), "1 item of the file has no object in the data, first"),
    Broken("tasks.json", tasks(item="8"), "because tasks 8 and 9 have the same 'item', '8'"),
    Broken("tasks.json", tasks(item=""), "because task 9 has no 'item'"),
    Broken("top.json", top_two("tulip"), "the class 'tulip', as answer 1 does about '3'"),
    Broken("top.json", top_two(""), "Item 3, answer 1 names no 'Most Probable Class'"),
    Broken("top.json", top_two(item="p3"), "no object in the data, first 'p3'"),
    Broken(
        "top.json",
        top_two(
            **{"Second Most Probable Class": "virginica", "Second Most Probable Class Prob": 60}
        ),
        "sum to more than 100 %: 1, divided by their sum. The first: Item 3, answer 1",
    ),
    Broken("picture.png", picture("PNG"), "answers"),
    Broken("ann.jsonl", b'{"id": 1, "label": ["a"]}\n{"id": 2, "label": [}\n', "Line 2"),
    Broken("doccano.zip", sample("answers/doccano.zip")[:900], "damaged"),
    Broken("below.csv", votes("-2"), "Row 2 has -2 votes for 'a'; a count cannot be below 0"),
    Broken("half.csv", votes("2.5"), "Row 2 has 2.5 votes for 'a'; a count cannot have a fraction"),
    Broken("many.csv", votes("many"), "Row 2 holds 'many' in column 'votes_a', where a number"),
    Broken(
        "codes.txt",
        sample("answers/codes.txt").replace(b"-1 1 1 3 1 -1\n", b"-1 1 1 3 1\n"),
        "Line 3 has 5 cells, but most lines have 6",
    ),
    Broken(
        "three.txt", b"0 -1 2\n1 1 0\n2 2\n0 0 1\n", "Line 3 has 2 cells, but most lines have 3"
    ),
]


@pytest.fixture(scope="module")
def pages() -> dict[str, AppTest]:
    """Each page opened once, with Iris."""
    ways = {"data": {"way": "Upload"}, "labels": {"tab": "Import"}, "crowd": {}}
    found = {}
    for page, controls in ways.items():
        workspace = Workspace()
        workspace.load_sample("iris")
        found[page] = open_page(page, workspace, **controls)
    return found


def given(app: AppTest, file: Broken) -> AppTest:
    """The page with the file, after those before it were discarded."""
    app.session_state["data.upload.round"] = app.session_state["number"] = (
        app.session_state["number"] + 1 if "number" in app.session_state else 1
    )
    app = drawn(app) if "data.draft" in app.session_state else app
    app.file_uploader[0].upload(file.name, file.content)
    return drawn(app)


def check(app: AppTest, file: Broken) -> None:
    shown = sentences(app).replace("\xa0", " ")
    assert file.sentence in shown, shown[-1500:]
    held: Workspace = app.session_state["workspace"]
    assert held.dataset.name == "Iris" and held.dataset.n == 150 and not app.exception


@pytest.mark.parametrize("file", DATA, ids=lambda file: f"{file.name}: {file.sentence}"[:60])
def test_on_the_data_page(pages: dict[str, AppTest], file: Broken) -> None:
    app = given(pages["data"], file)
    if file.answer is not None:
        [radio] = [each for each in app.radio if each.key and each.key.startswith("data.question")]
        app = drawn(radio.set_value(radio.options[file.answer].replace("\\", "")))
    if file.locked:
        assert app.button(key=file.locked).disabled
    check(app, file)


@pytest.mark.parametrize("file", LABELS, ids=lambda file: file.name)
def test_on_the_labels_page(pages: dict[str, AppTest], file: Broken) -> None:
    check(given(pages["labels"], file), file)


@pytest.mark.parametrize("file", CROWD, ids=lambda file: f"{file.name}: {file.sentence}"[:60])
def test_on_the_crowd_page(pages: dict[str, AppTest], file: Broken) -> None:
    check(given(pages["crowd"], file), file)
