"""Both classifiers as scikit-learn estimators, and what they make of bad input."""

import warnings

import numpy as np
import pytest
from sklearn.datasets import load_iris
from sklearn.exceptions import NotFittedError
from sklearn.model_selection import KFold, cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.utils.estimator_checks import check_estimator

from belieflab import DataError, MassTable
from belieflab.belief import decide_with_rejection, interval_dominance
from belieflab.neighbors import EvidentialKNN, EvidentialNetwork

X, Y = load_iris(return_X_y=True)


RANDOM_STARTS = {
    name: "k-means starts at other points when objects are repeated; see "
    "test_a_weight_counts_as_so_many_objects for the same from one start"
    for name in (
        "check_sample_weight_equivalence_on_dense_data",
        "check_sample_weight_equivalence_on_sparse_data",
    )
}


@pytest.mark.parametrize(
    ("estimator", "expected"), [(EvidentialKNN(), {}), (EvidentialNetwork(), RANDOM_STARTS)]
)
def test_scikit_learns_own_checks_pass(estimator, expected):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        results = check_estimator(
            estimator, expected_failed_checks=expected, on_fail=None, on_skip=None
        )
    failed = [row["check_name"] for row in results if row["status"] == "failed"]
    assert failed == []
    assert sum(row["status"] == "passed" for row in results) > 40


@pytest.mark.parametrize("model", [EvidentialKNN(), EvidentialNetwork(3, max_iter=50)])
def test_soft_labels_pass_through_model_selection(model):
    labels = MassTable.from_guess_and_doubt(Y, np.full(150, 0.2))
    scores = cross_val_score(
        make_pipeline(StandardScaler(), model), X, labels, cv=KFold(3, shuffle=True, random_state=0)
    )
    assert len(scores) == 3 and (scores > 0.7).all()


def test_given_distances_are_cut_by_model_selection():
    distances = np.linalg.norm(X[:, None] - X, axis=2)
    given = cross_val_score(EvidentialKNN(metric="precomputed"), distances, Y, cv=5)
    measured = cross_val_score(EvidentialKNN(), X, Y, cv=5)
    np.testing.assert_allclose(given, measured)


def test_score_is_the_mean_pignistic_probability_of_the_predicted_class():
    model = EvidentialKNN().fit(X, Y)
    right = (model.predict(X) == Y).mean()
    assert model.score(X, Y) == pytest.approx(right)
    doubtful = MassTable.from_guess_and_doubt(Y, np.full(150, 0.3))
    assert model.score(X, doubtful) == pytest.approx(right * 0.8 + (1 - right) * 0.1)


def test_classes_are_answered_as_they_were_given():
    names = np.array(["setosa", "versicolor", "virginica"])[Y]
    for model in (EvidentialKNN(), EvidentialNetwork(random_state=0)):
        assert set(model.fit(X, names).predict(X)) == set(names)
        assert model.predict_mass(X).frame.names == ("setosa", "versicolor", "virginica")


def test_equal_evidence_goes_to_the_first_class():
    model = EvidentialKNN(2, gamma=1.0).fit([[-1.0], [1.0], [5.0]], ["b", "a", "a"])
    assert model.predict([[0.0]])[0] == "a"


def test_costs_rejection_and_sets_follow_from_the_masses():
    table = EvidentialKNN().fit(X, Y).predict_mass(np.vstack([X[:1], np.full((1, 4), 50.0)]))
    np.testing.assert_array_equal(decide_with_rejection(table, 0.3), [0, -1])
    np.testing.assert_array_equal(interval_dominance(table), [1, 7])


def test_prediction_before_fitting():
    for model in (EvidentialKNN(), EvidentialNetwork()):
        for ask in (model.predict, model.predict_proba, model.predict_mass):
            with pytest.raises(NotFittedError):
                ask([[0.0]])
    with pytest.raises(NotFittedError):
        EvidentialKNN().explain([0.0])


@pytest.mark.parametrize("model", [EvidentialKNN(), EvidentialNetwork()])
def test_numbers_that_are_none_and_other_widths_are_refused(model):
    wrong = X.copy()
    wrong[3, 1] = np.nan
    with pytest.raises(ValueError, match="NaN"):
        model.fit(wrong, Y)
    model.fit(X, Y)
    with pytest.raises(ValueError, match="NaN"):
        model.predict(wrong)
    with pytest.raises(ValueError, match="3 features"):
        model.predict(X[:, :3])


@pytest.mark.parametrize("model", [EvidentialKNN(), EvidentialNetwork()])
def test_labels_that_teach_nothing_are_refused(model):
    with pytest.raises(DataError, match="All labels are vacuous"):
        model.fit(X, MassTable.vacuous(150, "abc"))
    with pytest.raises(DataError, match="row 3 makes every class impossible"):
        model.fit(X[:20], MassTable("ab", [0, 1], [[0, 1], [0, 1], [1, 0]] + [[0, 1]] * 17))
    with pytest.raises(DataError, match="150 objects but 149 labels"):
        model.fit(X, Y[:149])


@pytest.mark.parametrize("k", [9, 10, 50])
def test_as_many_neighbours_as_labelled_objects_are_too_many(k):
    labels = np.full(150, -1)
    labels[:9] = Y[::17]
    sentence = (
        f"{k} neighbours need at least {k + 1} objects whose label says something; there are 9"
    )
    with pytest.raises(DataError, match=sentence):
        EvidentialKNN(k, unknown=-1).fit(X, labels)
    with pytest.raises(DataError, match=sentence):
        EvidentialKNN(3, unknown=-1).fit(X, labels).leave_one_out_errors(k)
    assert EvidentialKNN(8, unknown=-1).fit(X, labels).predict(X).shape == (150,)


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ({"n_neighbors": 0}, "n_neighbors is a whole number from 1 up"),
        ({"n_neighbors": 2.5}, "n_neighbors is a whole number from 1 up"),
        ({"alpha": 1.0}, "alpha is a number above 0 and below 1"),
        ({"alpha": 0}, "alpha is a number above 0 and below 1"),
        ({"beta": -1}, "beta is a number above 0"),
        ({"gamma": "best"}, "gamma is one of class, single"),
        ({"gamma": -2.0}, "Every gamma is a number above 0"),
        ({"gamma": [1.0, 2.0]}, "one for each of the 3 classes"),
        ({"gamma": ["a", "b", "c"]}, "gamma holds numbers"),
        ({"metric": "precomputed"}, "square table; found 150 rows and 4 columns"),
    ],
)
def test_impossible_settings_get_a_sentence(settings, sentence):
    with pytest.raises(DataError, match=sentence):
        EvidentialKNN(**settings).fit(X, Y)


def test_one_point_at_a_time_is_explained():
    model = EvidentialKNN().fit(X, Y)
    assert len(model.explain(X[:1]).rows) == 7
    with pytest.raises(DataError, match="One point at a time"):
        model.explain(X[:2])
