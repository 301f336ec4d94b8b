"""The fused E step equals the equations written out."""

import numpy as np
import pytest
from scipy.stats import multivariate_normal

from belieflab.mixture.covariance_families import FAMILIES
from belieflab.mixture.expectation_kernel import exponentials, factorise
from belieflab.mixture.gaussian import (
    GaussianComponents,
    GaussianParameters,
    gaussian_log_joint,
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


def test_exponentials_are_right_to_the_last_digits():
    x = np.concatenate([np.linspace(-40, 0, 5001), [-700.0, -707.9, -709.0, -1e300, -np.inf]])
    expected = np.where(x > -708, np.exp(x), 0)
    spent, out = x.copy(), np.empty_like(x)
    exponentials(spent, spent.view(np.int64), out, out.view(np.int64), len(x))
    assert np.abs(out - expected).max() < 1e-15
    normal = expected > 1e-307
    assert np.abs(out[normal] / expected[normal] - 1).max() < 1e-15


@pytest.mark.parametrize("n", [2, 127, 128, 129, 700])
@pytest.mark.parametrize("p", [1, 2, 5])
@pytest.mark.parametrize("power", [1.0, 0.3])
def test_one_pass_gives_criterion_responsibilities_and_moments(n, p, power):
    rng = np.random.default_rng(n + p)
    X = rng.normal(size=(n, p)) * 3
    parameters = random_parameters(rng, 3, p)
    plausibility = rng.uniform(size=(n, 3))
    plausibility[::4, 0] = 0.0
    with np.errstate(divide="ignore"):
        log_plausibility = np.log(plausibility)
    joint = power * (naive_joint(parameters, X) + log_plausibility)
    totals = np.logaddexp.reduce(joint, axis=1)
    shares = np.exp(joint - totals[:, None])

    components = GaussianComponents(X, FAMILIES["VVV"])
    filled = np.empty((3, n))
    moments = components.expect(parameters, np.ascontiguousarray(log_plausibility.T), power, filled)
    assert moments.criterion == pytest.approx(totals.sum() / power, rel=1e-12)
    np.testing.assert_allclose(filled.T, shares, atol=1e-13)
    np.testing.assert_allclose(moments.counts, shares.sum(axis=0), rtol=1e-11, atol=1e-12)
    for k in range(3):
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


def test_a_collapsed_covariance_is_told_by_nan():
    factor = np.empty((2, 2))
    assert np.isnan(factorise(np.array([[1.0, 1.0], [1.0, 1.0]]), factor, 1e-12))
