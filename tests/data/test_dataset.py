import numpy as np
import pandas as pd
import pytest

from belieflab import DataError, Frame
from belieflab.data import Dataset, build_labels, load_sample
from belieflab.data.categories import CategoricalColumn
from belieflab.data.fingerprint import fingerprint
from belieflab.data.reading.categories import is_category

X = np.arange(6.0).reshape(3, 2)


def test_sizes_and_frame():
    data = Dataset(X, ("a", "b"), np.array([0, 1, -1]), ("![x](http://e.org)", "<img>"))
    assert (data.n, data.p) == (3, 2)
    assert data.frame is not None
    assert data.frame.names == ("![x](http://e.org)", "<img>")


def test_no_classes_no_frame():
    assert Dataset(X, ("a", "b")).frame is None


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"X": np.empty((0, 2))}, "at least one row"),
        ({"X": np.arange(3.0)}, "at least one row"),
        ({"feature_names": ("a",)}, "2 feature columns but 1 feature names"),
        ({"X": np.array([[1.0, 2.0], [3.0, np.inf]]), "truth": None}, "Row 2 .* column 'b'"),
        ({"truth": np.array([0, 1])}, "3 rows of data but 2 true classes"),
        ({"truth": np.array([0, 2, 1])}, "Row 2 has the class number 2; the 2 classes"),
        ({"truth": np.array([0, 1, -2])}, "Row 3 has the class number -2"),
        ({"class_names": ()}, "Row 1 has the class number 0; the 0 classes"),
        ({"image_shape": (2, 2)}, "3 rows of data are not the pixels of an image of shape 2 × 2"),
        ({"image_shape": (3,)}, "of shape 3"),
    ],
)
def test_bad_parts_are_named(changes, sentence):
    parts = {
        "X": X,
        "feature_names": ("a", "b"),
        "truth": np.array([0, 1, 1]),
        "class_names": ("u", "v"),
    }
    with pytest.raises(DataError, match=sentence):
        Dataset(**{**parts, **changes})


def test_the_frame_holds_the_class_values():
    dataset = Dataset(np.eye(2), ("a", "b"), np.array([0, 1]), ("3", "5"), class_kind="integer")
    assert dataset.frame.values == (3, 5)
    assert Dataset(np.eye(2), ("a", "b"), None, ("3", "5")).frame.values == ("3", "5")
    assert build_labels("expert-doubt", dataset, seed=0).frame.values == (3, 5)


def test_the_fingerprint_of_stored_results_stays():
    iris = load_sample("iris")
    assert fingerprint(iris.X, iris.truth) == "29e134e4"
    assert fingerprint(iris.X) == "f413f4cd"
    assert fingerprint(iris.X.T) != fingerprint(iris.X) == fingerprint(np.asfortranarray(iris.X))


def test_pixels_are_named_by_their_place_in_the_image():
    image = Dataset(np.arange(6.0)[:, None], ("grey",), image_shape=(2, 3))
    assert image.name_of(4) == "row 2, column 2"
    columns = image.name_columns(np.array([0, 5]))
    assert {name: values.tolist() for name, values in columns.items()} == {
        "row": [1, 2],
        "column": [1, 3],
    }
    assert image.take(np.arange(3)).image_shape == ()
    assert image.take(np.arange(3)).name_of(2) == "row 3"


def test_objects_are_found_by_id_or_by_row_and_listed_with_their_texts():
    named = Dataset(np.zeros((3, 1)), ("x",), ids=("k1", "7", "k3"), texts=("a", "b", "c"))
    assert (named.find("k3"), named.find(" 7 ")) == (2, 1)
    with pytest.raises(DataError, match="There is no object '2'; ids are such as 'k1'"):
        named.find("2")
    counted = Dataset(np.zeros((3, 1)), ("x",))
    assert counted.find("3") == 2
    for wrong in ("0", "4", "x", ""):
        with pytest.raises(DataError, match="rows run from 1 to 3"):
            counted.find(wrong)
    listed = named.name_columns(np.array([2, 0]), texts=True)
    assert listed == {"id": ["k3", "k1"], "text": ["c", "a"]}
    assert list(counted.name_columns(texts=True)) == ["row"]
    assert list(named.name_columns()) == ["id"]


def test_ids_texts_and_categories_count_as_memory():
    X, codes = np.zeros((1_000, 1)), np.zeros(1_000, dtype=np.int64)
    plain = Dataset(X, ("x",))
    ids, texts = tuple(f"id {k}" for k in range(1_000)), ("a" * 500,) * 1_000
    full = Dataset(
        X, ("x",), ids=ids, texts=texts, categories=(CategoricalColumn("c", ("a",), codes),)
    )
    assert plain.nbytes == X.nbytes
    assert full.nbytes > X.nbytes + codes.nbytes + 500 * 1_000 + 1_000 * 50


def test_a_name_that_many_objects_share_is_short():
    """A Parquet file of 55 kB whose class was a text of 100 kB took the server 14 GB."""
    long = "a" * 301
    X, codes = np.arange(4.0)[:, None], np.arange(4) % 2
    with pytest.raises(DataError, match=r"The class 'aaa.*…' has 301 characters; .* at most 300"):
        Dataset(X, ("x",), codes, (long, "b"))
    with pytest.raises(DataError, match=r"The class .* has 301 characters"):
        Frame([long, "b"])
    with pytest.raises(DataError, match=r"The level of 'colour' .* has 301 characters"):
        CategoricalColumn("colour", (long, "b"), codes)
    with pytest.raises(DataError, match=r"The value of the split .* has 301 characters"):
        Dataset(X, ("x",), split=(long, "b", "b", "b"))
    assert Dataset(X, ("x",), codes, (long[1:], "b")).frame.names[0] == long[1:]
    texts = pd.Series([long, "b", long, "b", "b"])
    assert not is_category(texts) and is_category(texts.str[:300])
