"""A painting from the browser is checked value by value before it becomes data."""

import numpy as np
import pytest

from belieflab import DataError
from belieflab.data.dataset import Dataset
from belieflab.data.reading import guess_roles, read_table, sniff, to_dataset, write_dataset
from belieflab.ui.pages.data.painting_canvas.canvas import (
    MAX_CLASSES,
    MAX_POINTS,
    PAINTED,
    canvas_data,
    read_painting,
)

TWO = {"points": [[0.5, -1, 0], [2.25, 3, 1], [1, 1, 0]], "names": ["left", "right"]}


def test_a_painting_becomes_points_with_their_classes() -> None:
    dataset = read_painting(TWO)
    assert np.array_equal(dataset.X, [[0.5, -1], [2.25, 3], [1, 1]])
    assert dataset.truth is not None
    assert [dataset.class_names[k] for k in dataset.truth] == ["left", "right", "left"]
    assert dataset.feature_names == ("x", "y")
    assert dataset.source == PAINTED


def test_a_class_without_points_is_left_out() -> None:
    dataset = read_painting({"points": [[0, 0, 2], [1, 1, 0]], "names": ["a", "b", "c"]})
    assert dataset.class_names == ("a", "c")
    assert dataset.truth is not None and dataset.truth.tolist() == [1, 0]


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"points": []}, "Nothing is painted yet"),
        ({"points": None}, "Nothing is painted yet"),
        ({"points": "abc"}, "Nothing is painted yet"),
        ({"points": [[0, 0]]}, "Point 1"),
        ({"points": [[0, 0, 0], [0, 0, 2]]}, "Point 2"),
        ({"points": [[0, 0, 0.5]]}, "Point 1"),
        ({"points": [[0, 0, -1]]}, "Point 1"),
        ({"points": [[0, 0, float("nan")]]}, "Point 1"),
        ({"points": [[float("inf"), 0, 0]]}, "Point 1"),
        ({"points": [[1e300, 0, 0]]}, "Point 1"),
        ({"points": [["0", 0, 0]]}, "Point 1"),
        ({"points": [[True, 0, 0]]}, "Point 1"),
        ({"points": [None]}, "Point 1"),
        ({"points": [[0, 0, 0]] * (MAX_POINTS + 1)}, f"at most {MAX_POINTS} points"),
        ({"names": []}, "no class names"),
        ({"names": "ab"}, "no class names"),
        ({"names": ["a", " "]}, "Class 2 of the painting has no name"),
        ({"names": ["a", "a "]}, "Two classes of the painting are called 'a'"),
        ({"names": [str(k) for k in range(MAX_CLASSES + 1)]}, f"at most {MAX_CLASSES} classes"),
    ],
)
def test_a_forged_painting_is_refused_in_words(change: dict[str, object], sentence: str) -> None:
    with pytest.raises(DataError, match=sentence):
        read_painting({**TWO, **change})


def test_what_is_no_painting_at_all_is_refused() -> None:
    with pytest.raises(DataError, match="did not arrive"):
        read_painting([1, 2])


def test_a_painted_data_set_goes_back_onto_the_plane() -> None:
    data = canvas_data(read_painting(TWO))
    assert data["points"] == TWO["points"]
    assert data["names"] == TWO["names"]
    assert data["token"] == canvas_data(read_painting(TWO))["token"] != ""
    other = {**TWO, "names": ["left", "up"]}
    assert canvas_data(read_painting(other))["token"] != data["token"]


def test_other_data_leave_the_plane_alone() -> None:
    other = Dataset(np.zeros((2, 2)), ("x", "y"), np.array([0, 1]), ("a", "b"))
    assert canvas_data(other) == canvas_data(None)
    assert canvas_data(None)["points"] == [] and canvas_data(None)["token"] == ""
    assert len(set(canvas_data(None)["colours"])) == MAX_CLASSES


def test_a_painting_saved_as_csv_reads_back_with_both_coordinates() -> None:
    painted = read_painting(TWO)
    content = write_dataset(painted)
    table = read_table(content, sniff(content, "painted.csv"))
    again = to_dataset(table, guess_roles(table)).dataset
    assert again.feature_names == ("x", "y")
    assert np.array_equal(again.X, painted.X)
    assert again.class_names == painted.class_names
