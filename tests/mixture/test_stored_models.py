"""What a stored model keeps, what it leaves out, and how large it is."""

import pickle

import numpy as np
import pytest
from sklearn.datasets import load_iris

from belieflab import DataError, MassTable
from belieflab.mixture import LabelNoiseMixture, SoftLabelMixture
from belieflab.mixture.training_states import training_states

X, Y = load_iris(return_X_y=True)
CODES = np.floor(X)

FITS = {
    "gaussian": (SoftLabelMixture(), X),
    "tied": (SoftLabelMixture(covariance="tied"), X),
    "weibull": (SoftLabelMixture(components="weibull"), X),
    "categorical": (SoftLabelMixture(components="categorical"), CODES),
    "proportions": (SoftLabelMixture(components="proportions"), X),
    "label noise": (LabelNoiseMixture(), X),
}


@pytest.fixture(params=FITS)
def fitted(request):
    model, points = FITS[request.param]
    labels = MassTable.from_guess_and_doubt(Y, np.full(150, 0.3))
    return model.fit(points, labels), points


def test_a_stored_model_predicts_samples_and_compares_as_before(fitted):
    model, points = fitted
    again = pickle.loads(pickle.dumps(model))
    assert (again.predict(points) == model.predict(points)).all()
    np.testing.assert_array_equal(again.predict_proba(points), model.predict_proba(points))
    np.testing.assert_array_equal(again.score_samples(points), model.score_samples(points))
    for ours, theirs in zip(again.sample(20, 0), model.sample(20, 0), strict=True):
        np.testing.assert_array_equal(ours, theirs)
    assert (again.bic(), again.aic(), again.icl()) == (model.bic(), model.aic(), model.icl())
    assert again.notes_ == model.notes_ and again.ending_ is model.ending_


def test_what_needs_the_training_data_says_what_to_call_instead(fitted):
    again = pickle.loads(pickle.dumps(fitted[0]))
    with pytest.raises(DataError, match=r"responsibilities_ needs .* predict_mass\(X\)"):
        _ = again.responsibilities_
    with pytest.raises(DataError, match=r"predict_mass\(X\)"):
        _ = again.problem_
    twice = pickle.loads(pickle.dumps(again))
    assert twice.icl() == again.icl()


def test_icl_is_bic_and_twice_the_entropy(fitted):
    model, _ = fitted
    shares = model.responsibilities_.mass
    entropy = -np.sum(shares[shares > 0] * np.log(shares[shares > 0]))
    assert model.icl() == pytest.approx(model.bic() + 2 * entropy, rel=1e-12)


def test_a_fit_refers_to_the_callers_data_and_copies_nothing():
    model = SoftLabelMixture().fit(X, Y)
    assert model._training[0] is X and model._training[1] is Y
    held = [value for value in vars(model).values() if isinstance(value, np.ndarray)]
    assert max(array.size for array in held) < len(X)


def test_a_run_that_was_stopped_can_be_stored():
    model = SoftLabelMixture(3, random_state=0)
    for step in model.iterate(X):
        if step.iteration == 2:
            break
    again = pickle.loads(pickle.dumps(model))
    assert again.icl() == model.icl() and again.n_iter_ == 2


def test_a_model_of_many_rows_is_small():
    rng = np.random.default_rng(0)
    points = rng.normal(size=(100_000, 10))
    model = SoftLabelMixture(max_iter=5).fit(points, rng.integers(0, 3, 100_000))
    assert len(pickle.dumps(model)) < 100_000


def test_a_model_of_many_components_and_iterations_is_small():
    rng = np.random.default_rng(0)
    centres = 5 * rng.normal(size=(50, 20))
    points = np.repeat(centres, 40, axis=0) + rng.normal(size=(2000, 20))
    model = SoftLabelMixture(50, "diagonal", init="k-means++", tol=0, max_iter=300, random_state=0)
    for _ in model.iterate(points):
        pass
    assert model.n_iter_ == 300
    assert len(pickle.dumps(model)) < 1_000_000


def test_an_unfitted_model_can_be_stored():
    assert pickle.loads(pickle.dumps(SoftLabelMixture(3))).n_components == 3


def test_states_of_training_hold_the_posterior_without_the_labels(fitted):
    model, points = fitted
    (end,) = training_states(model, model.kept_steps[-1:])
    np.testing.assert_allclose(end.posteriors, model.predict_proba(points), atol=1e-9)
    np.testing.assert_array_equal(end.decisions, model.predict_proba(points).argmax(axis=1))
    assert model.n_objects_ == 150
