"""Estimators on dissimilarities can be cross-validated: rows and columns are cut together."""

import numpy as np
import pytest
from sklearn.model_selection import KFold, cross_val_predict, cross_val_score
from sklearn.utils import get_tags
from sklearn.utils.metaestimators import _safe_split

from belieflab.clustering import CECM, ECM, EVCLUS, RECM, EKNNclus
from belieflab.data.samples import load_sample
from belieflab.neighbors import EvidentialKNN

DATA = load_sample("iris")
D = np.linalg.norm(DATA.X[:, None] - DATA.X, axis=2)
PAIRWISE = [
    RECM(2, random_state=0),
    EVCLUS(2, metric="precomputed", random_state=0),
    EKNNclus(10, metric="precomputed", random_state=0),
]


@pytest.mark.parametrize("model", PAIRWISE, ids=lambda model: type(model).__name__)
def test_dissimilarities_are_cut_by_rows_and_columns(model):
    assert get_tags(model).input_tags.pairwise
    rows, others = np.arange(0, 150, 2), np.arange(1, 150, 2)
    cut, _ = _safe_split(model, D, None, rows)
    np.testing.assert_array_equal(cut, D[np.ix_(rows, rows)])
    held, _ = _safe_split(model, D, None, others, rows)
    np.testing.assert_array_equal(held, D[np.ix_(others, rows)])


@pytest.mark.parametrize("model", [ECM(2), CECM(2), EVCLUS(2), EKNNclus()])
def test_points_are_cut_by_rows_only(model):
    assert not get_tags(model).input_tags.pairwise


@pytest.mark.parametrize("model", PAIRWISE[:2], ids=lambda model: type(model).__name__)
def test_held_out_objects_join_the_clusters_of_their_neighbours(model):
    """Setosa lies apart, so two clusters find it from any half of the objects."""
    setosa = DATA.truth == 0

    def agreement(fitted, held, y):
        found = fitted.predict(held) == 0
        return max(np.mean(found == y), np.mean(found != y))

    folds = KFold(3, shuffle=True, random_state=0)
    scores = cross_val_score(model, D, setosa, cv=folds, scoring=agreement)
    assert scores.min() > 0.9
    assert cross_val_predict(model, D, cv=folds).shape == (150,)


def test_neighbours_on_distances_are_cross_validated_like_those_on_points():
    folds = KFold(3, shuffle=True, random_state=0)
    given = cross_val_score(EvidentialKNN(metric="precomputed"), D, DATA.truth, cv=folds)
    points = cross_val_score(EvidentialKNN(), DATA.X, DATA.truth, cv=folds)
    np.testing.assert_allclose(given, points)


@pytest.mark.parametrize(
    "make",
    [
        lambda metric: RECM(3, metric=metric, random_state=0),
        lambda metric: EVCLUS(3, metric=metric, random_state=0),
        lambda metric: EKNNclus(15, metric=metric, random_state=0),
    ],
    ids=["RECM", "EVCLUS", "EKNNclus"],
)
def test_distances_of_points_give_the_partition_of_the_points(make):
    rows, new = np.arange(0, 150, 2), np.arange(1, 150, 10)
    points = make("euclidean").fit(DATA.X[rows])
    given = make("precomputed").fit(D[np.ix_(rows, rows)])
    assert not get_tags(points).input_tags.pairwise
    np.testing.assert_allclose(given.partition_.mass, points.partition_.mass, atol=1e-10)
    one, other = given.predict_mass(D[np.ix_(new, rows)]), points.predict_mass(DATA.X[new])
    np.testing.assert_allclose(one.mass, other.mass, atol=1e-8)


def test_recm_takes_squares_only_where_they_are_given():
    squares = RECM(3, squared=True, random_state=0).fit(D**2)
    points = RECM(3, squared=True, metric="euclidean", random_state=0).fit(DATA.X)
    np.testing.assert_allclose(points.criterion_, squares.criterion_, rtol=1e-9)
