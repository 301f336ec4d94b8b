"""Dissimilarities as data: what is refused and where, how they are drawn, what keeps them."""

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from scipy.spatial.distance import cdist

from belieflab.data.dataset import Dataset
from belieflab.data.dissimilarities import (
    BLOCK,
    MAX_PRODUCTS,
    checked_matrix,
    from_dissimilarities,
    scale_to_plane,
)
from belieflab.data.projection import axis_choices
from belieflab.data.scaling import standardise
from belieflab.data.summary import describe_size
from belieflab.errors import DataError

NAMES = ("ash", "birch", "cedar", "dogwood")
D = np.array([[0.0, 1, 4, 5], [1, 0, 3.5, 4], [4, 3.5, 0, 2], [5, 4, 2, 0]])


def points(n: int = 60, p: int = 2) -> np.ndarray:
    return np.random.default_rng(3).normal(size=(n, p))


@pytest.mark.parametrize("n", [60, 450])
def test_scaling_gives_back_the_distances_of_points_on_a_plane(n: int) -> None:
    distances = cdist(points(n), points(n))
    assert_allclose(
        cdist(scale_to_plane(distances), scale_to_plane(distances)), distances, atol=1e-10
    )


def test_scaling_is_the_same_every_time_and_has_its_largest_coordinates_positive() -> None:
    distances = cdist(points(450, 5), points(450, 5))
    first = scale_to_plane(distances)
    assert_array_equal(first, scale_to_plane(distances.copy()))
    assert (first[np.abs(first).argmax(axis=0), [0, 1]] > 0).all()
    assert first[:, 0].var() >= first[:, 1].var()


def test_objects_in_one_place_and_equal_dissimilarities_are_drawn_too() -> None:
    assert_array_equal(scale_to_plane(np.zeros((3, 3))), np.zeros((3, 2)))
    for n in (5, 500):
        assert np.isfinite(scale_to_plane(1.0 - np.eye(n))).all()


def test_names_become_ids_and_the_size_is_said() -> None:
    dataset, notes = from_dissimilarities(D, NAMES, name="trees")
    assert (dataset.ids, dataset.feature_names, notes) == (NAMES, ("MDS 1", "MDS 2"), ())
    assert describe_size(dataset) == "4 objects, dissimilarities (4 × 4), no classes"
    assert [axis.title for axis in axis_choices(dataset)] == ["MDS 1", "MDS 2", "row number"]
    assert standardise(dataset) is dataset


def test_some_of_the_objects_keep_their_dissimilarities_and_places() -> None:
    dataset, _ = from_dissimilarities(D, NAMES)
    for rows in (np.array([3, 1]), np.array([False, True, False, True])):
        some = dataset.take(rows)
        chosen = np.arange(4)[rows]
        assert some.dissimilarities is not None
        assert_array_equal(some.dissimilarities, D[np.ix_(chosen, chosen)])
        assert_array_equal(some.X, dataset.X[rows])
    assert_array_equal(dataset.coded().dissimilarities, D)


def broken(row: int, column: int, value: float, *, both: bool = False) -> np.ndarray:
    matrix = D.copy()
    matrix[row, column] = value
    if both:
        matrix[column, row] = value
    return matrix


@pytest.mark.parametrize(
    ("matrix", "sentence"),
    [
        (broken(1, 2, 9.0), "Row 'birch', column 'cedar' holds 9, but row 'cedar', column 'birch'"),
        (
            broken(1, 2, -1.0, both=True),
            "of 'birch' and 'cedar' is -1; dissimilarities are not neg",
        ),
        (broken(2, 2, 0.5), "The dissimilarity of 'cedar' to itself is 0.5, not 0."),
        (broken(0, 3, np.nan), "The dissimilarity of 'ash' and 'dogwood' is missing."),
        (broken(0, 3, np.inf), "The dissimilarity of 'ash' and 'dogwood' is infinite."),
        (D[:3], "a square table, a row and a column for every object; found 3 × 4"),
        (np.exp(-D), "these look like similarities"),
    ],
)
def test_what_is_wrong_is_said_with_its_place(matrix: np.ndarray, sentence: str) -> None:
    with pytest.raises(DataError) as refusal:
        checked_matrix(matrix, NAMES)
    assert sentence in str(refusal.value)


def test_without_names_objects_are_called_by_their_rows() -> None:
    with pytest.raises(DataError, match="Row 2, column 3 holds 9, but row 3, column 2"):
        checked_matrix(broken(1, 2, 9.0))


def test_rounding_is_evened_out_and_said() -> None:
    rounded = D.copy()
    rounded[0, 1] *= 1 + 5e-9
    matrix, notes = checked_matrix(rounded)
    assert notes == (
        "1 pair of objects differed by rounding in the two directions; the mean was taken.",
    )
    assert_array_equal(matrix, matrix.T)


def test_too_many_objects_are_refused_with_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("belieflab.data.dissimilarities.MAX_OBJECTS", 3)
    with pytest.raises(DataError, match="between 4 objects; the limit is 3"):
        checked_matrix(D)


@pytest.mark.parametrize("matrix", [D[:3, :3], -D, broken(0, 1, 2.0), D + np.eye(4)])
def test_a_dataset_takes_no_other_matrix(matrix: np.ndarray) -> None:
    with pytest.raises(DataError):
        Dataset(points(4), ("a", "b"), dissimilarities=matrix)


@pytest.mark.parametrize("kind", ["random", "equal", "grid"])
def test_the_plane_of_many_objects_takes_a_limited_number_of_products(
    kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Random dissimilarities of 5,000 objects took 10 s, of hostile ones without limit."""
    n, rng = 900, np.random.default_rng(1)
    if kind == "grid":  # both axes have the same eigenvalue
        D = cdist(places := np.indices((30, 30)).reshape(2, -1).T, places)
    else:
        D = np.triu(np.ones((n, n)) if kind == "equal" else rng.random((n, n)), 1)
        D += D.T
    solved: list[int] = []
    eigh = np.linalg.eigh
    monkeypatch.setattr(np.linalg, "eigh", lambda a: (solved.append(len(a)), eigh(a))[1])
    axes = scale_to_plane(D)
    monkeypatch.undo()
    assert len(solved) <= MAX_PRODUCTS and max(solved) <= BLOCK * MAX_PRODUCTS < n
    squares = D**2
    means = squares.mean(axis=0)
    exact = np.linalg.eigvalsh(-0.5 * (squares - means - means[:, None] + means.mean()))[:-3:-1]
    rel = 0.02 if kind == "random" else 1e-9  # the best found, where no plane stands out
    assert (axes**2).sum(axis=0) == pytest.approx(exact, rel=rel)
