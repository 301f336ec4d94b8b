"""SoftLabelMixture as a scikit-learn estimator, and what it makes of bad input."""

import warnings

import numpy as np
import pytest
from sklearn.base import clone
from sklearn.datasets import load_iris
from sklearn.exceptions import NotFittedError
from sklearn.model_selection import cross_val_score
from sklearn.utils.estimator_checks import check_estimator

from belieflab import DataError, MassTable
from belieflab.mixture import FitWarning, LabelNoiseMixture, SoftLabelMixture


@pytest.fixture(scope="module")
def iris():
    return load_iris(return_X_y=True)


@pytest.mark.parametrize("estimator", [SoftLabelMixture(), LabelNoiseMixture()])
def test_scikit_learns_own_checks_pass(estimator):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        results = check_estimator(estimator, on_fail=None, on_skip=None)
    failed = [row["check_name"] for row in results if row["status"] == "failed"]
    assert failed == []
    assert sum(row["status"] == "passed" for row in results) > 40


def test_soft_labels_pass_through_model_selection(iris):
    X, y = iris
    labels = MassTable.from_guess_and_doubt(y, np.full(150, 0.2))
    scores = cross_val_score(SoftLabelMixture(), X, labels, cv=5)
    assert len(scores) == 5 and (scores > 0.6).all()


def test_score_is_the_mean_pignistic_probability_of_the_predicted_class(iris):
    X, y = iris
    model = SoftLabelMixture().fit(X, y)
    assert model.score(X, y) == pytest.approx((model.predict(X) == y).mean())
    doubtful = MassTable.from_guess_and_doubt(y, np.full(150, 0.3))
    right = (model.predict(X) == y).mean()
    assert model.score(X, doubtful) == pytest.approx(right * 0.8 + (1 - right) * 0.1)


def test_the_posterior_is_proportional_to_the_joint_density(iris):
    X, y = iris
    model = SoftLabelMixture().fit(X, y)
    posterior = model.predict_proba(X)
    np.testing.assert_allclose(posterior.sum(axis=1), 1)
    np.testing.assert_allclose(model.predict_mass(X).pignistic(), posterior)
    assert (model.classes_[posterior.argmax(axis=1)] == model.predict(X)).all()
    assert np.isfinite(model.score_samples(X)).all()


def test_responsibilities_remember_the_labels(iris):
    X, y = iris
    model = SoftLabelMixture().fit(X, y)
    assert (model.responsibilities_.mass.argmax(axis=1) == y).all()


def test_one_seed_gives_one_model_and_the_best_start_wins(iris):
    X, _ = iris
    one = SoftLabelMixture(3, n_init=10, random_state=4, tol=1e-8).fit(X)
    again = clone(one).fit(X)
    assert one.log_likelihood_ == again.log_likelihood_
    assert len(one.starts_) == 10
    kept = [run.criterion for run in one.starts_ if not run.collapsed]
    assert one.log_likelihood_ == pytest.approx(max(kept), abs=1e-9)


def test_compiled_starts_run_as_the_steps_do(iris):
    X, y = iris
    labels = MassTable.from_guess_and_doubt(y, np.full(150, 0.6))
    model = SoftLabelMixture(init="random", n_init=4, random_state=1).fit(X, labels)
    best = max(model.starts_, key=lambda run: run.criterion)
    assert best.iterations == model.n_iter_
    np.testing.assert_allclose(best.parameters.means, model.means_, rtol=1e-10)


def test_samples_come_from_the_mixture(iris):
    X, y = iris
    model = SoftLabelMixture().fit(X, y)
    drawn, classes = model.sample(30_000, random_state=0)
    assert drawn.shape == (30_000, 4)
    for k in range(3):
        error = np.sqrt(np.diag(model.covariances_[k]) / 10_000)
        assert (np.abs(drawn[classes == k].mean(axis=0) - model.means_[k]) < 5 * error).all()


def test_a_run_can_be_stopped_at_any_step(iris):
    X, _ = iris
    model = SoftLabelMixture(3, random_state=0)
    for step in model.iterate(X):
        if step.iteration == 3:
            break
    assert model.n_iter_ == 3
    assert model.predict(X).shape == (150,)


def test_numbers_that_ask_for_prediction_before_fitting():
    with pytest.raises(NotFittedError):
        SoftLabelMixture().predict([[0.0]])


def test_a_row_that_makes_every_class_impossible_is_named(iris):
    X, _ = iris
    plausibility = np.ones((150, 3))
    plausibility[41] = 0
    with pytest.raises(DataError, match="row 42"):
        SoftLabelMixture().fit(X, plausibility)


def test_a_class_that_no_row_makes_plausible_gets_no_weight_and_a_note(iris):
    X, _ = iris
    plausibility = np.ones((150, 3))
    plausibility[:, 2] = 0
    plausibility[:75, 1] = 0.5
    with (
        pytest.warns(FitWarning, match="proportion is 0"),
        pytest.warns(FitWarning, match="No label favours the class 2"),
    ):
        model = SoftLabelMixture().fit(X, plausibility)
    assert model.weights_[2] == 0
    for values in (*model.parameters_, model.predict_proba(X)):
        assert np.isfinite(values).all()


def test_fewer_rows_than_components():
    with pytest.raises(DataError, match="5 components need at least as many rows; there are 3"):
        SoftLabelMixture(5).fit([[0.0], [1.0], [2.0]])


def test_more_features_than_rows_is_mended_and_said():
    X = np.random.default_rng(0).normal(size=(8, 12))
    with pytest.warns(FitWarning) as caught:
        model = SoftLabelMixture().fit(X, [0, 0, 0, 0, 1, 1, 1, 1])
    assert "covariance was kept" in str(caught[0].message)
    assert np.isfinite(model.log_likelihood_)
    assert np.isfinite(model.predict_proba(X)).all()


def test_a_constant_column_is_named(iris):
    X, y = iris
    with pytest.raises(DataError, match="Feature 3 has the same value 7"):
        SoftLabelMixture().fit(np.insert(X, 2, 7.0, axis=1), y)


def test_a_duplicated_column_is_mended_and_said(iris):
    X, y = iris
    with pytest.warns(FitWarning) as caught:
        model = SoftLabelMixture().fit(np.column_stack([X, X[:, 0]]), y)
    assert "covariance was kept" in str(caught[0].message)
    assert (model.predict(np.column_stack([X, X[:, 0]])) == y).mean() > 0.95


def test_an_outlier_leaves_every_number_finite(iris):
    X, y = iris
    X = X.copy()
    X[7, 2] = 1e12
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", FitWarning)
        model = SoftLabelMixture(max_iter=50).fit(X, y)
    for values in (*model.parameters_, model.predict_proba(X), model.history_.criterion):
        assert np.isfinite(values).all()


@pytest.mark.parametrize("wrong", [np.nan, np.inf])
def test_numbers_that_are_none_are_refused(iris, wrong):
    X, y = iris
    X = X.copy()
    X[3, 1] = wrong
    with pytest.raises(ValueError, match=r"NaN|infinity"):
        SoftLabelMixture().fit(X, y)


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ({"init": "best"}, "init must be one of"),
        ({"init": (1, 2)}, "3 arrays"),
        ({"init": (np.ones(2), np.zeros((2, 4)), np.ones((2, 4, 4)))}, "shapes"),
        ({"init": (np.full(3, 1), np.zeros((3, 4)), np.tile(np.eye(4), (3, 1, 1)))}, "sum to 3"),
        ({"init": (np.full(3, 1 / 3), np.zeros((3, 4)), -np.tile(np.eye(4), (3, 1, 1)))},
         "Covariance 1 of init is not"),
        ({"covariance": "round"}, "covariance must be one of"),
        ({"components": "poisson"}, "components must be one of"),
        ({"annealing": [0.5, 0.2]}, "annealing must be"),
    ],
)  # fmt: skip
def test_impossible_settings_get_a_sentence(iris, settings, sentence):
    X, y = iris
    with pytest.raises(DataError, match=sentence):
        SoftLabelMixture(**settings).fit(X, y)
