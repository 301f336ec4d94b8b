"""The features of a data set in numbers."""

import numpy as np

from belieflab.data.dataset import Dataset
from belieflab.data.summary import describe_size, summarise_features


def test_the_summary_agrees_with_numpy() -> None:
    X = np.array([[1.0, -2.0], [2.0, -2.0], [6.0, -2.0]])
    table = summarise_features(Dataset(X, ("a", "b")))
    assert table["feature"].tolist() == ["a", "b"]
    assert table["mean"].tolist() == [3.0, -2.0]
    assert np.allclose(table["deviation"], [np.sqrt(7.0), 0.0])
    assert table["minimum"].tolist() == [1.0, -2.0]
    assert table["median"].tolist() == [2.0, -2.0]
    assert table["maximum"].tolist() == [6.0, -2.0]
    assert table["distinct"].tolist() == [3, 1]


def test_one_object_has_no_deviation() -> None:
    assert summarise_features(Dataset(np.ones((1, 1)), ("a",)))["deviation"].tolist() == [0.0]


def test_the_size_is_a_phrase_with_singular_and_plural() -> None:
    assert describe_size(Dataset(np.ones((1, 1)), ("a",))) == "1 object × 1 feature, no classes"
    many = Dataset(np.ones((1200, 2)), ("a", "b"), class_names=("c", "d"))
    assert describe_size(many) == "1,200 objects × 2 features, 2 classes"
