"""The fused E step equals the equations written out."""

import numpy as np
import pytest
from scipy.stats import multivariate_normal

from belieflab.iteration import StopFlag
from belieflab.mixture.block_kernel import exponentials
from belieflab.mixture.complement_kernel import choose_left_out, data_moments, fill_left_out
from belieflab.mixture.covariance_families import FAMILIES
from belieflab.mixture.expectation_kernel import NONE_LEFT_OUT, expect, factorise
from belieflab.mixture.gaussian import (
    GaussianComponents,
    GaussianParameters,
    gaussian_log_joint,
    normalisers,
)
from belieflab.segments import SEGMENT_ROWS


def random_parameters(rng, n_components, p):
    roots = rng.normal(size=(n_components, p, p + 5))
    return GaussianParameters(
        rng.dirichlet(np.ones(n_components)),
        rng.normal(size=(n_components, p)),
        roots @ roots.swapaxes(1, 2) / (p + 5),
    )


def naive_joint(parameters, X):
    return np.stack(
        [
            np.log(weight) + multivariate_normal(mean, covariance).logpdf(X).reshape(len(X))
            for weight, mean, covariance in zip(*parameters, strict=True)
        ],
        axis=1,
    )


def test_exponentials_are_right_to_the_last_digits_over_the_whole_range():
    rng = np.random.default_rng(0)
    x = np.concatenate([np.linspace(-707.99, 0, 70_800), -rng.exponential(size=9_999), [-1e-300]])
    expected = np.exp(x)
    exponentials(x)
    assert np.abs(x / expected - 1).max() < 4e-16


def test_exponentials_below_the_smallest_are_zero():
    x = np.array([-708.1, -745.0, -1e300, -np.inf])
    exponentials(x)
    assert x.tolist() == [0.0] * 4


@pytest.mark.parametrize("n", [2, 127, 128, 129, 700])
@pytest.mark.parametrize("p", [1, 2, 5, 12])
@pytest.mark.parametrize("n_components", [1, 2, 3])
@pytest.mark.parametrize("power", [1.0, 0.3])
def test_one_pass_gives_criterion_responsibilities_and_moments(n, p, n_components, power):
    rng = np.random.default_rng(n + p)
    X = rng.normal(size=(n, p)) * 3
    parameters = random_parameters(rng, n_components, p)
    plausibility = rng.uniform(size=(n, n_components))
    if n_components > 1:
        plausibility[::4, 0] = 0.0
    with np.errstate(divide="ignore"):
        log_plausibility = np.log(plausibility)
    joint = power * (naive_joint(parameters, X) + log_plausibility)
    totals = np.logaddexp.reduce(joint, axis=1)
    shares = np.exp(joint - totals[:, None])

    components = GaussianComponents(X, FAMILIES["VVV"])
    filled = np.empty((n_components, n))
    moments = components.expect(parameters, np.ascontiguousarray(log_plausibility.T), power, filled)
    assert moments.criterion == pytest.approx(totals.sum() / power, rel=1e-12)
    np.testing.assert_allclose(filled.T, shares, atol=1e-13)
    np.testing.assert_allclose(moments.counts, shares.sum(axis=0), rtol=1e-11, atol=1e-12)
    for k in range(n_components):
        deviations = X - parameters.means[k]
        weighted = shares[:, k, None] * deviations
        np.testing.assert_allclose(moments.first[k], weighted.sum(axis=0), atol=1e-9)
        np.testing.assert_allclose(moments.second[k], weighted.T @ deviations, atol=1e-8)


def test_log_joint_equals_scipy():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(50, 4))
    parameters = random_parameters(rng, 3, 4)
    np.testing.assert_allclose(
        gaussian_log_joint(parameters, X), naive_joint(parameters, X), rtol=1e-11
    )


def test_many_segments_give_the_same_sums_as_one():
    rng = np.random.default_rng(1)
    X = rng.normal(size=(2 * SEGMENT_ROWS + 17, 2))
    parameters = random_parameters(rng, 2, 2)
    nothing = np.empty((2, 0))
    whole = GaussianComponents(X, FAMILIES["VVV"]).expect(parameters, nothing)
    again = GaussianComponents(X, FAMILIES["VVV"]).expect(parameters, nothing)
    joint = naive_joint(parameters, X)
    assert whole.criterion == again.criterion
    assert whole.criterion == pytest.approx(np.logaddexp.reduce(joint, axis=1).sum(), rel=1e-12)


def test_a_collapsed_covariance_gives_nan():
    factor = np.empty((2, 2))
    assert np.isnan(factorise(np.array([[1.0, 1.0], [1.0, 1.0]]), factor, 1e-12))


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("shift", [0.0, 1e6])
def test_what_the_other_components_leave_is_the_moments_of_the_one_left_out(weighted, shift):
    rng = np.random.default_rng(2)
    X = rng.normal(size=(333, 5)) + shift
    row_weights = rng.uniform(0.1, 3, size=333) if weighted else np.empty(0)
    features, parameters = np.ascontiguousarray(X.T), random_parameters(rng, 3, 5)
    parameters = parameters._replace(means=parameters.means + shift)
    totals = data_moments(features, row_weights, StopFlag().array)
    chosen = choose_left_out(*parameters, *totals[:2], totals[3])
    assert chosen == parameters.weights.argmax()
    direct = moments_of(features, row_weights, parameters, NONE_LEFT_OUT)
    fewer = moments_of(features, row_weights, parameters, chosen)
    fill_left_out(chosen, parameters.means, *totals, *fewer)
    for found, expected in zip(fewer, direct, strict=True):
        np.testing.assert_allclose(found, expected, rtol=1e-9, atol=1e-9)


def test_a_component_with_a_small_share_of_a_variance_is_not_left_out():
    rng = np.random.default_rng(3)
    X = rng.normal(size=(100, 2)) + np.outer(np.arange(100) >= 60, [0.0, 30.0])
    features = np.ascontiguousarray(X.T)
    totals = data_moments(features, np.empty(0), StopFlag().array)
    near = GaussianParameters(
        np.array([0.6, 0.4]), np.array([[0.0, 0.0], [0.0, 30.0]]), np.tile(np.eye(2), (2, 1, 1))
    )
    assert choose_left_out(*near, *totals[:2], totals[3]) == NONE_LEFT_OUT


def moments_of(features, row_weights, parameters, left_out):
    n_components, p = parameters.means.shape
    sums = np.zeros(n_components), np.zeros((n_components, p)), np.zeros((n_components, p, p))
    constants, factors = normalisers(parameters)
    labels = nothing = np.empty((n_components, 0))
    expect(
        features, labels, row_weights, 1.0, constants, parameters.means, factors,
        0, features.shape[1], *sums, nothing, left_out, StopFlag().array,
    )  # fmt: skip
    return sums
