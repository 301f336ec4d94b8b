"""Both classifiers as scikit-learn estimators, and what they make of bad input."""

import pickle
import warnings

import numpy as np
import pandas as pd
import pytest
from sklearn.datasets import load_iris
from sklearn.exceptions import NotFittedError
from sklearn.model_selection import KFold, cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.utils.estimator_checks import check_estimator

from belieflab import DataError, MassTable
from belieflab.belief import decide_with_rejection, interval_dominance
from belieflab.errors import FitWarning
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


def test_classes_are_predicted_as_they_were_given():
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
        ({"n_neighbors": 0}, "n_neighbors must be a whole number at least 1"),
        ({"n_neighbors": 2.5}, "n_neighbors must be a whole number at least 1"),
        ({"n_neighbors": True}, "n_neighbors must be a whole number at least 1"),
        ({"alpha": 1.0}, "alpha must be a finite number above 0 and below 1"),
        ({"alpha": 0}, "alpha must be a finite number above 0 and below 1"),
        ({"alpha": np.nan}, "alpha must be a finite number"),
        ({"beta": -1}, "beta must be a finite number above 0"),
        ({"beta": np.inf}, "beta must be a finite number above 0"),
        ({"gamma": "best"}, "gamma must be one of 'class', 'single'"),
        ({"gamma": -2.0}, "gamma must be one of .* or a finite number above 0"),
        ({"gamma": None}, "gamma must be one of"),
        ({"gamma": [1.0, 2.0]}, "one for each of the 3 classes"),
        ({"gamma": [1.0, -2.0, 1.0]}, "Every gamma is a number above 0"),
        ({"gamma": ["a", "b", "c"]}, "gamma holds numbers"),
        ({"metric": "as the crow flies"}, "metric must be the name of a metric"),
        ({"metric": 2}, "metric must be the name of a metric"),
        ({"metric": "precomputed"}, "square table; found 150 rows and 4 columns"),
        ({"metric": "cosine", "algorithm": "kd_tree"}, "metric 'cosine'.*algorithm='kd_tree'"),
        ({"metric_params": 3}, "metric_params must be None or a dict"),
        ({"algorithm": "fast"}, "algorithm must be one of 'auto'"),
        ({"n_jobs": 0}, "n_jobs must be None or a whole number other than 0"),
        ({"n_jobs": "all"}, "n_jobs must be None or"),
        ({"learn_alpha": "yes"}, "learn_alpha must be True or False"),
    ],
)
def test_impossible_settings_get_a_sentence(settings, sentence):
    with pytest.raises(DataError, match=sentence):
        EvidentialKNN(**settings).fit(X, Y)


# -- reliability --------------------------------------------------------------------------------


def test_a_reliability_discounts_the_label():
    reliability = np.random.default_rng(0).uniform(0, 1, 150)
    reliability[::10] = 0.0
    given = EvidentialKNN(gamma=0.5).fit(X, Y, reliability=reliability)
    kept = np.flatnonzero(reliability)
    np.testing.assert_array_equal(given.rows_, kept)
    doubted = MassTable.from_guess_and_doubt(Y[kept], 1.0 - reliability[kept])
    twin = EvidentialKNN(gamma=0.5).fit(X[kept], doubted)
    assert given.predict_mass(X).equals(twin.predict_mass(X), 1e-12)
    assert given.labels_.equals(doubted, 1e-12)


def test_full_reliability_changes_nothing():
    plain, trusted = EvidentialKNN().fit(X, Y), EvidentialKNN().fit(X, Y, reliability=np.ones(150))
    np.testing.assert_array_equal(plain.predict_proba(X), trusted.predict_proba(X))


@pytest.mark.parametrize(
    ("reliability", "sentence"),
    [
        (np.zeros(150), "reliability above 0"),
        (np.ones(149), "one number for each of the 150 objects"),
        (np.where(np.arange(150) == 2, 1.5, 1.0), "reliability of row 3 is 1.5"),
        (np.where(np.arange(150) == 4, np.nan, 1.0), "reliability of row 5 is nan"),
        (["much"] * 150, "one number from 0 to 1 for each object"),
    ],
)
def test_impossible_reliabilities_get_a_sentence(reliability, sentence):
    with pytest.raises(DataError, match=sentence):
        EvidentialKNN().fit(X, Y, reliability=reliability)


# -- plausibilities -----------------------------------------------------------------------------


def random_plausibilities(rng, n, n_classes):
    plausibility = np.round(rng.uniform(size=(n, n_classes)) ** 2, 2)
    plausibility[np.arange(n), np.arange(n) % n_classes] = 1.0
    return plausibility


@pytest.mark.parametrize("rule", ["class", "single", "jousselme", "learned", "contextual", 0.7])
def test_plausibilities_are_learned_as_the_table_they_make(rule):
    rng = np.random.default_rng(3)
    plausibility = random_plausibilities(rng, 40, 4)
    plausibility[5] = 1.0  # says nothing
    plausibility[6] *= 0.8  # some mass on ∅
    points, queries = rng.normal(size=(40, 2)), rng.normal(size=(15, 2))
    ours = EvidentialKNN(3, gamma=rule).fit(points, plausibility)
    twin = EvidentialKNN(3, gamma=rule).fit(points, MassTable.from_contour(plausibility))
    np.testing.assert_array_equal(ours.rows_, twin.rows_)
    assert 5 not in ours.rows_
    np.testing.assert_allclose(ours.gamma_, twin.gamma_, rtol=1e-6)
    assert ours.labels_.equals(twin.labels_, 1e-15)
    assert ours.predict_mass(queries).equals(twin.predict_mass(queries), 1e-6)


def test_sixty_three_plausibility_columns_are_pooled_row_by_row():
    """They were refused: 6372 by 6372 focal sets."""
    rng = np.random.default_rng(0)
    plausibility = random_plausibilities(rng, 200, 63)
    points, queries = rng.normal(size=(200, 3)), rng.normal(size=(50, 3))
    model = EvidentialKNN().fit(points, plausibility)
    assert any("4,096 focal sets" in note for note in model.notes_)
    with pytest.warns(FitWarning, match="50 of 50 points"):
        shares = model.predict_proba(queries)
    near = model._search.nearest(queries, 7)
    evidence = model._evidence(near)[:, :, None]
    contour = (1 - evidence * (1 - plausibility[near.index])).prod(axis=1)
    twin = MassTable.from_contour(contour / contour.max(axis=1, keepdims=True))
    np.testing.assert_allclose(shares, twin.pignistic(), atol=1e-12)
    with pytest.warns(FitWarning):
        assert model.predict_mass(queries[:5]).equals(twin[:5], 1e-12)
    with pytest.warns(FitWarning):
        assert model.explain(queries[0]).combined[-1].equals(twin[0], 1e-12)


def test_columns_of_a_frame_name_the_classes():
    rng = np.random.default_rng(0)
    frame = pd.DataFrame(random_plausibilities(rng, 30, 3), columns=["x", "y", "z"])
    model = EvidentialKNN(3).fit(rng.normal(size=(30, 2)), frame)
    assert model.classes_.tolist() == ["x", "y", "z"]


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (lambda p: p[:29], "30 objects but 29 labels"),
        (lambda p: 0 * p, "row 1 makes every class impossible"),
        (lambda p: 0 * p + 1, "All labels are vacuous"),
        (lambda p: p + 2, "Row 1 has the plausibility"),
    ],
)
def test_impossible_plausibilities_get_a_sentence(change, sentence):
    rng = np.random.default_rng(0)
    with pytest.raises(DataError, match=sentence):
        EvidentialKNN(3).fit(rng.normal(size=(30, 2)), change(random_plausibilities(rng, 30, 3)))


# -- storing ------------------------------------------------------------------------------------


@pytest.mark.parametrize("rule", ["class", "jousselme", "contextual"])
@pytest.mark.parametrize("n_features", [2, 10, 80])
def test_a_stored_model_is_its_points_and_labels(rule, n_features):
    rng = np.random.default_rng(0)
    points, y = rng.normal(size=(2500, n_features)), rng.integers(0, 3, 2500)
    model = EvidentialKNN(5, gamma=rule).fit(points, y)
    model.labels_  # noqa: B018 (a table that was asked for is not stored)
    stored = pickle.dumps(model)
    per_object = 8 * n_features + 8 + 24 + 12 + (8 if rule == "jousselme" else 0)
    assert len(stored) < 2500 * per_object + 10_000
    again = pickle.loads(stored)
    np.testing.assert_array_equal(
        again.predict_proba(points[:50]), model.predict_proba(points[:50])
    )
    assert again.labels_.equals(model.labels_)


def test_one_point_at_a_time_is_explained():
    model = EvidentialKNN().fit(X, Y)
    assert len(model.explain(X[:1]).rows) == 7
    with pytest.raises(DataError, match="One point at a time"):
        model.explain(X[:2])
