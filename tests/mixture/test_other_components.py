"""Weibull, categorical and bare proportions."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import minimize
from scipy.stats import weibull_min

from belieflab import DataError, MassTable
from belieflab.mixture import SoftLabelMixture
from belieflab.mixture.weibull import fit_weibull


@settings(max_examples=30)
@given(seed=st.integers(0, 10**6), shape=st.floats(0.3, 8), scale=st.floats(0.01, 1000))
def test_the_weibull_fit_is_the_maximum_of_its_likelihood(seed, shape, scale):
    rng = np.random.default_rng(seed)
    x = scale * rng.weibull(shape, 200)
    weights = rng.dirichlet(np.ones(200))
    found = fit_weibull(np.log(x), weights)

    def loss(logs):
        return -weights @ weibull_min.logpdf(x, np.exp(logs[0]), scale=np.exp(logs[1]))

    best = minimize(loss, np.log([shape, scale]), method="Nelder-Mead", options={"xatol": 1e-10})
    assert loss(np.log(found)) <= best.fun + 1e-9


@settings(max_examples=15)
@given(seed=st.integers(0, 10**6))
def test_the_likelihood_of_weibull_mixtures_never_decreases(seed):
    rng = np.random.default_rng(seed)
    X = np.concatenate([rng.weibull(1.5, (40, 2)), 4 * rng.weibull(5, (40, 2))])
    model = SoftLabelMixture(2, components="weibull", random_state=0, max_iter=80)
    trace = [step.criterion for step in model.iterate(X)]
    assert (np.diff(trace) >= -1e-9 * np.abs(trace[:-1])).all()


def test_weibull_classes_are_learned_from_soft_labels():
    rng = np.random.default_rng(0)
    X = np.concatenate([rng.weibull(1.5, (2000, 1)), 4 * rng.weibull(5, (2000, 1))])
    labels = MassTable.from_guess_and_doubt(np.repeat([0, 1], 2000), np.full(4000, 0.3))
    model = SoftLabelMixture(components="weibull", tol=1e-9).fit(X, labels)
    np.testing.assert_allclose(model.shapes_.ravel(), [1.5, 5], rtol=0.06)
    np.testing.assert_allclose(model.scales_.ravel(), [1, 4], rtol=0.06)


def test_lifetimes_must_be_positive():
    with pytest.raises(DataError, match="row 2 has -1 in feature 1"):
        SoftLabelMixture(2, components="weibull").fit([[1.0], [-1.0], [2.0]])


def test_categorical_mixture_with_hard_labels_is_counting():
    X = np.array([[0, 1], [0, 0], [1, 1], [2, 1], [2, 1], [2, 0]], dtype=float)
    model = SoftLabelMixture(components="categorical").fit(X, [0, 0, 0, 1, 1, 1])
    np.testing.assert_allclose(model.probabilities_[0, 0], [2 / 3, 1 / 3, 0])
    np.testing.assert_allclose(model.probabilities_[1, 1], [1 / 3, 2 / 3, 0])


@settings(max_examples=15)
@given(seed=st.integers(0, 10**6))
def test_the_likelihood_of_categorical_mixtures_never_decreases(seed):
    rng = np.random.default_rng(seed)
    X = rng.integers(0, 3, (60, 4)).astype(float)
    model = SoftLabelMixture(2, components="categorical", random_state=0, max_iter=80)
    trace = [step.criterion for step in model.iterate(X)]
    assert (np.diff(trace) >= -1e-9 * np.abs(trace[:-1])).all()


@pytest.mark.parametrize("wrong", [0.5, -1.0])
def test_codes_must_be_whole(wrong):
    with pytest.raises(DataError, match="whole codes"):
        SoftLabelMixture(2, components="categorical").fit([[0.0], [1.0], [wrong]])


def test_a_code_absent_in_training_is_refused():
    model = SoftLabelMixture(components="categorical").fit([[0.0], [1.0], [1.0]], [0, 1, 1])
    with pytest.raises(DataError, match="Code 2 was not seen"):
        model.predict([[2.0]])


def test_samples_of_every_kind_have_the_shape_of_the_data():
    X = np.random.default_rng(0).integers(1, 3, (30, 2)).astype(float)
    for kind in ("weibull", "categorical", "proportions"):
        model = SoftLabelMixture(components=kind).fit(X, [0, 1] * 15)
        drawn, classes = model.sample(50, random_state=0)
        assert drawn.shape == (50, 2) and set(classes) <= {0, 1}
