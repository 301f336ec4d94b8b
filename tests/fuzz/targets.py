"""What is fuzzed: good files of every reader, label layout and workspace, and how each is read."""

import io
import zipfile
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import openpyxl
import pyarrow as pa
import pyarrow.parquet as pq
from PIL import Image

from belieflab import DataError
from belieflab.data.answer_headings import holds_answers
from belieflab.data.answer_table import read_answers
from belieflab.data.crowd_files import items_as_data, read_crowd_file
from belieflab.data.dataset import Dataset
from belieflab.data.dissimilarities import from_dissimilarities
from belieflab.data.label_files import layouts_for
from belieflab.data.reading import (
    guess_roles,
    missing_values,
    read_folder,
    read_label_file,
    read_table,
    sniff,
    to_dataset,
    write_dataset,
    write_labels,
)
from belieflab.data.reading.images import with_image
from belieflab.data.reading.new_objects import Features
from belieflab.data.samples import load_sample
from belieflab.ui.shell.lessons.reading import read_lesson
from belieflab.ui.shell.state import State
from belieflab.ui.shell.workspace_file import SavedWorkspace, write
from belieflab.ui.shell.workspace_reader import read as read_workspace

SAMPLE_DATA = Path(__file__).parents[2] / "sample_data"
LESSONS = Path(__file__).parents[2] / "belieflab" / "ui" / "shell" / "lessons"


@dataclass(frozen=True)
class Target:
    """A good file under a name, and the reading of it that must give a result or a sentence."""

    name: str
    content: bytes
    read: Callable[[bytes, str], None]


def refused(error: DataError) -> None:
    """A refusal is one sentence that can be shown and saved."""
    text = str(error)
    assert text.strip() and "\n" not in text and len(text) < 2_000, text
    text.encode("utf-8")


def read_points(content: bytes, name: str) -> None:
    """Read as the Data page does, then save as a download does."""
    try:
        guess = sniff(content, name)
        table = read_table(content, guess)
        roles = guess_roles(table)
        assert missing_values(table, roles).summary
        loaded = with_image(to_dataset(table, roles, missing="median"), guess)
        assert np.isfinite(loaded.dataset.X).all()
        if (matrix := loaded.dataset.dissimilarities) is not None:
            assert matrix.shape == (loaded.dataset.n,) * 2 and (matrix >= 0).all()
        write_dataset(loaded.dataset, loaded.labels)
        write(SavedWorkspace(State(dataset=loaded.dataset, labels=loaded.labels)))
    except DataError as error:
        refused(error)


def read_label_columns(content: bytes, name: str) -> None:
    """Read as the Labels page does; answers of annotators as its tab Crowd does."""
    try:
        labels = read_label_file(content, name).labels
        np.testing.assert_allclose(labels.mass.sum(axis=1), 1.0, atol=1e-9)
        write_labels(labels, layouts_for(labels)[-1])
    except DataError as error:
        refused(error)


def read_crowd(content: bytes, name: str) -> None:
    """Read answers of annotators, one a line."""
    try:
        table = read_table(content, sniff(content, name))
        if holds_answers(table.columns):
            read_answers(table, 20).combine("average")
    except DataError as error:
        refused(error)


def read_asked_crowd(content: bytes, name: str) -> None:
    """Read answers in one of the layouts of the Crowd page, and write labels as they came."""
    try:
        crowd = read_crowd_file(content, name)
        items_as_data(crowd).name.encode("utf-8")
        for each in (*crowd.annotators, *crowd.answers.frame.names, *crowd.notes):
            each.encode("utf-8")
        assert crowd.describe()
    except DataError as error:
        refused(error)


def read_second_file(content: bytes, name: str) -> None:
    """Match the columns of a second file as the tab Predict does."""
    features = Features(("x", "y", "class = a"), np.zeros(3))
    try:
        new = features.match(read_table(content, sniff(content, name)), "median")
        assert np.isfinite(new.X).all() and len(new.rows) == len(new.X)
    except DataError as error:
        refused(error)


def read_together(content: bytes, name: str) -> None:
    """Read a zipped folder."""
    try:
        loaded = read_folder({name: content}, missing="median")
        write(SavedWorkspace(State(dataset=loaded.dataset, labels=loaded.labels)))
    except DataError as error:
        refused(error)


def open_workspace(content: bytes, name: str) -> None:
    """Open a workspace file, and save what was opened."""
    try:
        write(read_workspace(content))
    except DataError as error:
        refused(error)


def read_toml(content: bytes, name: str) -> None:
    """Read a lesson file."""
    try:
        read_lesson(content, name)
    except DataError as error:
        refused(error)


def zip_of(members: dict[str, bytes]) -> bytes:
    """An archive of these members."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return stream.getvalue()


def _workbook() -> bytes:
    book = openpyxl.Workbook()
    for row in (["x", "y", "species", "day"], [1, 2.5, "a", "2020-01-01"], [3, "NA", "b", None]):
        book.active.append(row)
    book.create_sheet("second").append(["label", "a", "b"])
    stream = io.BytesIO()
    book.save(stream)
    return stream.getvalue()


def _parquet(**options: object) -> bytes:
    table = pa.table(
        {
            "x": [1.0, None, 3.0, 4.0],
            "n": pa.array([1, 2, 3, 4], pa.int16()),
            "day": pa.array([0, 1, 2, None], pa.date32()),
            "class": pa.array(["a", "b", "a", "b"]).dictionary_encode(),
            "text": ["é", "", "=1", None],
        }
    )
    stream = io.BytesIO()
    pq.write_table(table, stream, **options)
    return stream.getvalue()


def _array() -> bytes:
    stream = io.BytesIO()
    np.save(stream, np.arange(12.0).reshape(4, 3) % 5)
    return stream.getvalue()


_FORMATS = {"png": "PNG", "jpg": "JPEG", "tif": "TIFF", "tiff": "TIFF"}


def _images() -> dict[str, bytes]:
    """Small pictures of every format and of most kinds of pixels."""
    colours = np.arange(7 * 5 * 4, dtype=np.uint8).reshape(7, 5, 4) * 2
    grey, deep = Image.fromarray(colours[:, :, 0]), colours[:, :, 0].astype(np.uint16) * 400
    rgb, frames = Image.fromarray(colours[:, :, :3]), [grey.rotate(90)]
    deflated = {"compression": "tiff_deflate"}
    saved: dict[str, tuple[Image.Image, dict[str, Any]]] = {
        "grey.png": (grey, {}),
        "clear.png": (Image.fromarray(colours), {}),
        "deep.png": (Image.fromarray(deep), {}),
        "palette.png": (rgb.quantize(8), {"transparency": 0}),
        "photo.jpg": (rgb.resize((24, 16)), {"quality": 60}),
        "frames.tif": (grey, {"save_all": True, "append_images": frames}),
        "packed.tiff": (rgb, {"compression": "tiff_lzw"}),
        "numbers.tif": (Image.fromarray(deep.astype(np.float32)), deflated),
    }
    found = {}
    for name, (image, options) in saved.items():
        stream = io.BytesIO()
        image.save(stream, _FORMATS[name.partition(".")[2]], **options)
        found[name] = stream.getvalue()
    return found


def _squares() -> dict[str, bytes]:
    """Dissimilarities: a square with names and classes, one half of it, and an array."""
    names, points = "abcdef", np.array([0.0, 1.0, 1.5, 4.0, 4.5, 7.0])
    matrix = np.abs(points[:, None] - points)
    rows = [[f"{value:g}" for value in row] for row in matrix]
    named = [["name", *names, "class"]]
    named += [
        [name, *row, "uv"[i > 2]] for i, (name, row) in enumerate(zip(names, rows, strict=True))
    ]
    half = [[*row[: i + 1], *[""] * (5 - i)] for i, row in enumerate(rows)]
    stream = io.BytesIO()
    np.save(stream, matrix)
    texts = {"square.csv": named, "half.csv": [list(names), *half], "bare.txt": rows}
    written = {name: "\n".join(map(",".join, lines)).encode() for name, lines in texts.items()}
    return written | {"square.npy": stream.getvalue()}


def _other_workspaces() -> list[bytes]:
    """Workspace files of an image, and of dissimilarities."""
    X = np.arange(36.0).reshape(12, 3) / 36
    square, _ = from_dissimilarities(np.abs(X[:, :1] - X[:, 0]))
    image = Dataset(X, ("red", "green", "blue"), image_shape=(3, 4))
    return [write(SavedWorkspace(State(dataset=each, seed=3))) for each in (image, square)]


def _workspace() -> bytes:
    iris = load_sample("iris").take(np.arange(0, 150, 15))
    from belieflab.data.laws import build_labels

    labels = build_labels("expert-doubt", iris, seed=1)
    settings = {"mixture.n_init": 3, "neighbours.gamma": "class", "whatif.methods": ["eknn"]}
    return write(SavedWorkspace(State(dataset=iris, labels=labels, seed=3), settings=settings))


_TEXTS = {
    "quotes.csv": b'name;x;y\n"a;b";1,5;2\n"c ""d""";3,5;\n"e\nf";4,25;6\n',
    "latin.csv": "höhe,breite,klasse\n1,2,süß\n3,4,käse\n5,6,süß\n".encode("latin-1"),
    "wide.csv": "a\tb\tclass\n1\t2\tä\n3\t4\tß\n".encode("utf-16"),
    "blank.csv": b",,,\n,,,\n",
    "spaces.txt": b"x y  class\n 1  2 a\n 3  4 b\n 5  6 a\n",
    "quoted.arff": b"@relation 'r'\n@attribute 'a b' real\n@attribute c {'x y', \"z\"}\n"
    b"% note\n@data\n1, 'x y'\n?, \"z\"\n3, ?\n",
    "columns.json": b'{"x": [1, 2.5, null], "kind": ["a", "b", "a"], "ok": [true, false, null]}',
    "lines.jsonl": b'{"id": 7, "x": 1.5, "class": "a"}\n{"id": 8, "x": -2e3, "class": "b"}\n',
    "declared.csv": b'x,"label={b, a}"\n1,a\n2,b\n3,\n',
}
_LABELS = {
    "sets.csv": b'set\n"a|b"\n*\n"""a|b""|c"\n{a, c}\n' + "∅\n".encode(),
    "masses.csv": '{a},"{a, b}",Ω,∅\n0.5,0.25,0.25,0\n1,0,0,0\n0,,1,\n'.encode(),
    "pl.csv": b'pl:a,pl:"b",pl:c\n1,0.5,0\n0.2,1,0.3\n',
    "p.csv": b"p:a,p:b\n0.5,0.5\n0.1,0.9\n",
    "numbers.csv": b"0,0.5,0.5,0\n0,1,0,0\n0,0,0.25,0.75\n",
}
_ANSWERS = {
    "answers.csv": b"row,annotator,answer,doubt\n1,ann,a,0.5\n2,bob,b,\n1,bob,b,1\n3,ann,,0\n",
}


@cache
def targets() -> tuple[Target, ...]:
    """Every good file with the readings that a page may try on it."""
    samples = {path.name: path.read_bytes() for path in SAMPLE_DATA.iterdir() if path.is_file()}
    short = {
        name: content
        if content[:2] in (b"PK", b"PA") or name.endswith(".png")
        else b"".join(content.splitlines(True)[:14])
        for name, content in samples.items()
        if not name.endswith(".md")
    }
    crowd = {path.name: path.read_bytes() for path in (SAMPLE_DATA / "crowd").glob("*.csv")}
    answers = {path.name: path.read_bytes() for path in (SAMPLE_DATA / "answers").iterdir()}
    books = {"two.xlsx": _workbook()}
    columns = {
        "plain.parquet": _parquet(),
        "groups.parquet": _parquet(row_group_size=2, compression="gzip", use_dictionary=False),
    }
    lesson = next(iter(sorted(LESSONS.rglob("*.toml")))).read_bytes()
    arrays = {"points.npy": _array()}
    files = short | _TEXTS | _LABELS | books | columns | arrays | _images() | _squares()
    return (
        *(Target(name, content, read_points) for name, content in files.items()),
        *(
            Target(n, c, read_label_columns)
            for n, c in files.items()
            if "label" in n or n in _LABELS
        ),
        *(Target(name, content, read_crowd) for name, content in _ANSWERS.items()),
        *(Target(name, content, read_asked_crowd) for name, content in answers.items()),
        Target("second.csv", b"id;y;x;class\nu;1;2,5;a\nv;;-3;b\nw;4;1e3;\n", read_second_file),
        Target("crowd.zip", zip_of(crowd), read_together),
        *(Target("workspace.zip", _workspace(), open_workspace) for _ in range(3)),
        *(Target("workspace.zip", each, open_workspace) for each in _other_workspaces()),
        Target("my-lesson.toml", lesson, read_toml),
    )
