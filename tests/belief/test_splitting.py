"""scikit-learn's model selection cuts a MassTable as it cuts an array."""

import numpy as np
import pytest
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.model_selection import KFold, ShuffleSplit, cross_val_score, train_test_split
from sklearn.utils import resample, shuffle

from belieflab import MassTable


@pytest.fixture
def points():
    return np.arange(40.0).reshape(20, 2)


@pytest.fixture
def labels():
    return MassTable.from_guess_and_doubt(np.arange(20) % 3, np.linspace(0, 1, 20))


class _Remembering(ClassifierMixin, BaseEstimator):
    def fit(self, X, y):
        assert isinstance(y, MassTable)
        assert len(X) == len(y)
        self.classes_ = np.arange(y.frame.size)
        return self

    def score(self, X, y):
        assert isinstance(y, MassTable)
        # Row i holds the points (2i, 2i + 1) and the doubt i / 19: rows and labels stay together.
        np.testing.assert_allclose(y.mass_of(y.frame.omega), X[:, 0] / 38)
        return float(len(y))


def test_train_test_split_keeps_rows_together(points, labels):
    train, test, train_labels, test_labels = train_test_split(points, labels, random_state=0)
    assert isinstance(train_labels, MassTable)
    assert (len(train), len(test)) == (len(train_labels), len(test_labels)) == (15, 5)
    np.testing.assert_allclose(test_labels.mass_of(7), test[:, 0] / 38)


def test_folds_index_the_table(points, labels):
    for train, test in KFold(4).split(points, labels):
        assert len(labels[train]) + len(labels[test]) == 20


@pytest.mark.parametrize("cv", [5, KFold(5), ShuffleSplit(3, test_size=4, random_state=0)])
def test_cross_validation_cuts_points_and_labels_alike(points, labels, cv):
    assert set(cross_val_score(_Remembering(), points, labels, cv=cv)) == {4.0}


def test_shuffling_and_resampling_work(points, labels):
    for move in (shuffle, resample):
        moved, moved_labels = move(points, labels, random_state=0)
        np.testing.assert_allclose(moved_labels.mass_of(7), moved[:, 0] / 38)
