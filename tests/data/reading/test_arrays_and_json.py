"""NumPy arrays and JSON: good ones are tables, broken ones get one sentence."""

import io
import json
import pickle
import struct
import zipfile
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from belieflab import DataError
from belieflab.data.reading import guess_roles, read_folder, read_table, sniff, to_dataset


def npy(array, **options) -> bytes:
    stream = io.BytesIO()
    np.save(stream, array, **options)
    return stream.getvalue()


def npz(**arrays) -> bytes:
    stream = io.BytesIO()
    np.savez(stream, **arrays)
    return stream.getvalue()


def read(content: bytes, name: str = "file"):
    return read_table(content, sniff(content, name))


def text_of(value) -> bytes:
    return json.dumps(value).encode()


# -- NumPy --------------------------------------------------------------------------------------


@pytest.mark.parametrize("dtype", ["f8", "<f4", ">i2", "u1", "?"])
@pytest.mark.parametrize("order", ["C", "F"])
def test_an_array_of_numbers_is_a_table(dtype, order):
    array = np.array([[0, 1, 1], [1, 0, 1]]).astype(dtype).copy(order=order)
    table = read(npy(array))
    assert list(table.columns) == ["column 1", "column 2", "column 3"]
    np.testing.assert_array_equal(table.to_numpy(), array.astype(float))


def test_stacks_are_laid_in_rows_an_image_in_pixels_and_a_vector_is_a_column():
    assert read(npy(np.zeros((5, 4, 7)))).shape == (5, 28)
    image = npy(np.random.default_rng(0).random((5, 4, 3)))
    assert read(image).shape == (20, 3)
    as_rows = replace(sniff(image, "a.npy"), as_image=False)
    assert read_table(image, as_rows).shape == (5, 12)
    assert read(npy(np.arange(4.0))).shape == (4, 1)


def test_texts_and_structured_arrays_are_columns():
    rows = np.array([(1.5, "a"), (2.5, "")], dtype=[("x", "f8"), ("kind", "U3")])
    table = read(npy(rows))
    assert table["x"].tolist() == [1.5, 2.5]
    assert table["kind"].iloc[0] == "a" and table["kind"].isna().iloc[1]


def test_an_archive_called_x_is_a_part_of_a_folder_and_no_folder_itself():
    X = np.random.default_rng(0).normal(size=(6, 2))
    loaded = read_folder({"X.npz": npz(points=X)})
    np.testing.assert_array_equal(loaded.dataset.X, X)


def test_arrays_of_as_many_rows_are_taken_together_and_others_can_be_chosen():
    X, y = np.random.default_rng(0).normal(size=(30, 2)), np.arange(30) % 3
    content = npz(X_train=X, y_train=y, X_test=X[:6], y_test=y[:6], version=np.array(3))
    guess = sniff(content, "both.npz")
    assert guess.sheets == ("X_train, y_train", "X_test, y_test")
    table = read_table(content, guess)
    assert list(table.columns) == ["X_train 1", "X_train 2", "y_train"]
    roles = guess_roles(table)
    assert roles.columns("truth") == ["y_train"]
    assert to_dataset(table, roles).dataset.class_names == ("0", "1", "2")


def test_arrays_belong_together_as_files_do():
    files = {"X.npy": npy(np.eye(3)), "y_true.npy": npy(np.array(["a", "b", "a"]))}
    loaded = read_folder(files)
    assert loaded.dataset.truth.tolist() == [0, 1, 0]


@pytest.mark.parametrize("code", [0xD800, 0x110000, 0xFFFFFFFF])
def test_numbers_that_are_no_characters_become_signs_that_can_be_written(code):
    content = npy(np.array(["abc", "def"])).replace(b"a\0\0\0", struct.pack("<I", code))
    try:
        cells = read(content)["column 1"].tolist()
    except DataError:
        return
    assert cells[1] == "def" and cells[0].endswith("bc")
    cells[0].encode()


def header_with(shape: str) -> bytes:
    header = f"{{'descr': '<f8', 'fortran_order': False, 'shape': {shape}, }}".encode()
    header = header.ljust(117) + b"\n"
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (npy(np.array([{}, 1], dtype=object), allow_pickle=True), "never unpickled"),
        (npz(a=np.zeros(3), b=np.array([None] * 3)), "never unpickled"),
        (npy(np.ones((2, 2)) * 1j), "complex128; only numbers"),
        (npy(np.float64(3)), "a single number"),
        (npy(np.ones((4, 4)))[:-9], "damaged or cut short"),
        (npy(np.ones((4, 4)))[:20], "header"),
        (npy(np.ones((2, 2_001))), "2,001 columns"),
        (npy(np.empty((0, 3))), "no rows"),
        (header_with("(100000000000, 3)"), "the limit is"),
        (header_with("(3, 100000000000, 100000000000)"), "the limit is"),
        (header_with("__import__('os')"), "header"),
        (npz(a=np.float64(1)), "No array"),
    ],
)
def test_a_broken_array_gets_a_sentence(content, sentence):
    with pytest.raises(DataError, match=sentence):
        read(content)


def test_a_pickle_is_no_array():
    with pytest.raises(DataError):
        read(pickle.dumps([1, 2, 3]), "points.npy")


def test_a_zip_of_other_files_is_no_numpy_archive():
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        archive.writestr("a.npy", npy(np.eye(2)))
        archive.writestr("notes.txt", "x")
    with pytest.raises(DataError, match="not an Excel workbook"):
        read(stream.getvalue())


# -- JSON ---------------------------------------------------------------------------------------

RECORDS = [{"x": 1, "kind": "a"}, {"x": 2.5, "kind": None}, {"kind": "b", "more": True}]


@pytest.mark.parametrize(
    "content",
    [
        text_of(RECORDS),
        b"\xef\xbb\xbf" + text_of(RECORDS),
        "\n".join(map(json.dumps, RECORDS)).encode(),
        text_of({"columns": ["x", "kind", "more"], "data": [[1, "a"], [2.5], [None, "b", True]]}),
        text_of({"x": [1, 2.5, None], "kind": ["a", None, "b"], "more": [None, None, True]}),
        text_of({"version": 1, "items": RECORDS}),
    ],
)
def test_every_shape_of_a_table_is_the_same_table(content):
    table = read(content, "points.json")
    assert list(table.columns) == ["x", "kind", "more"]
    assert table["x"].tolist()[:2] == [1.0, 2.5] and np.isnan(table["x"].iloc[2])
    assert table["kind"].iloc[[0, 2]].tolist() == ["a", "b"] and table["kind"].isna().iloc[1]
    assert table["more"].iloc[2] == "true"


def test_rows_without_names_are_numbered_and_lines_need_no_ending():
    assert list(read(b"[1, 2]\n[3, 4]\n").columns) == ["column 1", "column 2"]
    assert sniff(b'{"x": 1}\n{"x": 2}\n').kind == "json"


def test_headings_in_braces_are_no_json():
    assert sniff("{a},{b},Ω\n0.5,0.25,0.25\n".encode(), "masses.csv").kind == "csv"


def test_long_whole_numbers_stay_exact():
    table = read(b'[{"id": 9007199254740993, "x": 1}, {"id": 9007199254740995, "x": 2}]')
    assert table["id"].tolist() == ["9007199254740993", "9007199254740995"]


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b'[{"x": 1},\n {"x": }]', "line 1, column 11"),
        (b'{"x": 1}\n{"x": 2\n', "line 2, column"),
        (b'{"x": [1, 2], "y": [1]}', "1 to 2 rows"),
        (b'[{"x": [1]}]', "Row 1 holds a list in 'x'.*Crowd page"),
        (b'{"x": [{"a": 1}], "y": [{}, {}]}', "Row 1 holds a record in 'x'.*Crowd page"),
        (b'[{"x": 1}, 3]', "Row 2 of the JSON file is no record"),
        (b"3", "a single value"),
        (b"[]", "no rows"),
        (b"[" * 100_000, "nested too deeply"),
        (b"[" + b"9" * 5_000 + b"]", "too many digits"),
        (text_of([{f"c{k}": 1 for k in range(2_001)}]), "2,001 columns"),
    ],
)
def test_broken_json_gets_a_sentence(content, sentence):
    with pytest.raises(DataError, match=sentence):
        read(content, "points.json")


def test_half_a_character_is_replaced():
    read(rb'[{"\ud800": "\udfff", "x": 1}]')["x"].to_json().encode()


def test_records_under_the_numbers_of_their_rows_are_rows():
    frame = pd.DataFrame({"x": [1.5, 2.5], "class": ["a", "b"]})
    table = read(frame.to_json(orient="index").encode(), "a.json")
    pd.testing.assert_frame_equal(table, frame, check_dtype=False)


def test_what_people_and_programs_write_for_a_missing_number():
    cells = ["1.5", "<NA>", "n.a.", "none", "missing", ".", "--", "#DIV/0!", "2.5"]
    table = read(("x,kind\n" + "\n".join(f"{cell},a" for cell in cells)).encode(), "a.csv")
    assert table["x"].isna().sum() == 7 and table["x"].sum() == 4.0
