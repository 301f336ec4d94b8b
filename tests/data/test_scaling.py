"""Scaled features have one scale, their names say so, and nothing else changes."""

import numpy as np
import pytest
from sklearn.preprocessing import RobustScaler, StandardScaler

from belieflab import DataError
from belieflab.data.categories import CategoricalColumn
from belieflab.data.dataset import Dataset
from belieflab.data.samples import load_sample
from belieflab.data.scaling import describe_scaling, scale, standardise


def test_mean_zero_deviation_one_and_the_truth_stays():
    wine = load_sample("wine")
    scaled = standardise(wine)
    np.testing.assert_allclose(scaled.X.mean(axis=0), 0, atol=1e-12)
    np.testing.assert_allclose(scaled.X.std(axis=0), 1)
    assert scaled.truth is wine.truth
    assert scaled.feature_names[0] == f"{wine.feature_names[0]}, standardised"


def test_a_constant_feature_becomes_zero():
    scaled = standardise(Dataset(np.array([[1.0, 7.0], [3.0, 7.0]]), ("a", "b")))
    np.testing.assert_array_equal(scaled.X, [[-1, 0], [1, 0]])


@pytest.mark.parametrize("kind", ["standardise", "robust"])
def test_a_constant_that_no_mean_meets_exactly_becomes_zero_too(kind):
    data = Dataset(np.column_stack([np.full(7, 0.1), np.arange(7.0)]), ("a", "b"))
    assert not scale(data, kind).X[:, 0].any()


def test_robust_is_median_and_interquartile_range():
    data = Dataset(np.array([[0.0], [1.0], [2.0], [3.0], [100.0]]), ("a",))
    scaled = scale(data, "robust")
    np.testing.assert_array_equal(scaled.X[:, 0], [-1.0, -0.5, 0.0, 0.5, 49.0])
    assert scaled.feature_names == ("a, robustly scaled",)


@pytest.mark.parametrize(
    ("kind", "peer"), [("standardise", StandardScaler()), ("robust", RobustScaler())]
)
def test_scikit_learn_gives_the_same_numbers(kind, peer):
    wine = load_sample("wine")
    np.testing.assert_allclose(scale(wine, kind).X, peer.fit_transform(wine.X), atol=1e-12)


def test_without_an_interquartile_range_the_deviation_divides_and_it_is_said():
    values = np.array([5.0, 5.0, 5.0, 5.0, 9.0])
    data = Dataset(np.column_stack([values, np.arange(5.0)]), ("mostly <b>five</b>", "b"))
    scaled = scale(data, "robust")
    np.testing.assert_allclose(scaled.X[:, 0], (values - 5.0) / values.std())
    assert "standard deviation: mostly <b>five</b>." in describe_scaling(scaled)
    assert "standard deviation: " not in describe_scaling(scale(load_sample("iris"), "robust"))


def test_the_same_data_give_the_very_same_result_and_none_gives_them_back():
    iris = load_sample("iris")
    assert scale(iris, "none") is iris
    assert scale(iris, "robust") is scale(iris, "robust")
    assert scale(iris, "robust") is not scale(iris, "standardise")
    with pytest.raises(DataError, match="no scaling 'log'; there are none, standardise, robust"):
        scale(iris, "log")


def test_original_values_stay_known_also_of_some_rows_and_beside_categories():
    column = CategoricalColumn("colour", ("red", "blue"), np.array([0, 1, 0]))
    data = Dataset(np.array([[1.0], [2.0], [6.0]]), ("a",), categories=(column,))
    scaled = scale(data, "standardise")
    X, names = scaled.take(np.array([2, 0])).original
    assert X.tolist() == [[6.0], [1.0]] and names == ("a",)
    X, names = scaled.coded().original
    assert X.tolist() == [[1.0, 0.0], [2.0, 1.0], [6.0, 0.0]] and names == ("a", "colour")
    assert scaled.coded().scale.apply(X).tolist() == scaled.coded().X.tolist()
    assert data.original[0] is data.X


def test_objects_that_a_split_keeps_apart_are_scaled_like_those_for_training():
    X = np.array([[0.0], [2.0], [4.0], [1000.0]])
    data = Dataset(X, ("a",), split=("train", "train", "train", "test"))
    for kind in ("standardise", "robust"):
        scaled = scale(data, kind)
        np.testing.assert_array_equal(scaled.X[:3], scale(data.training, kind).X)
        assert scaled.X[3, 0] > 300 and scaled.original[0] is X
