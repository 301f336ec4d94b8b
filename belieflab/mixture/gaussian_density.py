"""Gaussian densities without data: their parameters, what they give for points, samples of them."""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from belieflab.mixture.covariance_families import Family
from belieflab.mixture.expectation_kernel import LOG_2_PI, factorise

Floats = NDArray[np.float64]


class GaussianParameters(NamedTuple):
    """π [shape=(K,)], μ [shape=(K, p)], Σ [shape=(K, p, p)]."""

    weights: Floats
    means: Floats
    covariances: Floats


@dataclass(frozen=True)
class GaussianDensity:
    """Gaussians of one covariance family in p dimensions."""

    family: Family
    p: int
    parameters = GaussianParameters

    def shapes(self, n_components: int) -> tuple[tuple[int, ...], ...]:
        """The shape of each of the parameters."""
        return (n_components,), (n_components, self.p), (n_components, self.p, self.p)

    def log_joint(self, parameters: GaussianParameters, X: Floats) -> Floats:
        """ln π_k f_k(x) of any points [shape=(n, K)]."""
        return gaussian_log_joint(parameters, X)

    def count_parameters(self, n_components: int) -> int:
        """Number of free parameters, proportions included."""
        means = n_components * self.p
        return n_components - 1 + means + self.family.count(n_components, self.p)

    def sample(
        self, parameters: GaussianParameters, component: int, n: int, rng: np.random.Generator
    ) -> Floats:
        """Draw n points of one component [shape=(n, p)]."""
        factor = np.linalg.cholesky(parameters.covariances[component])
        deviates = rng.standard_normal((n, len(factor)))
        return parameters.means[component] + deviates @ factor.T


def gaussian_log_joint(parameters: GaussianParameters, X: Floats) -> Floats:
    """ln π_k N(x; μ_k, Σ_k) [shape=(n, K)]."""
    return whitened_log_joint(*normalisers(parameters), parameters.means, X)


def whitened_log_joint(constants: Floats, factors: Floats, means: Floats, X: Floats) -> Floats:
    """c_k - ½ ‖F_k (x - μ_k)‖² [shape=(n, K)]; a class with c_k = -∞ is impossible."""
    out = np.empty((len(X), len(constants)))
    with np.errstate(over="ignore", invalid="ignore"):
        for k, mean in enumerate(means):
            whitened = (X - mean) @ factors[k].T
            out[:, k] = constants[k] - 0.5 * np.einsum("ij,ij->i", whitened, whitened)
    lost = ~np.isfinite(out[:, constants > -np.inf]).any(axis=1)
    if lost.any():
        out[lost] = constants - _far_squares(factors, means, X[lost])
    return out


def _far_squares(factors: Floats, means: Floats, X: Floats) -> Floats:
    """Squared distances too large for a double, brought below 1e300 row by row [shape=(n, K)].

    Which component is nearest stays; that is all that matters so far out.
    """
    largest = np.abs(X).max(axis=1, keepdims=True)
    away = X[:, None] / largest[:, None] - means / largest[:, None]
    whitened = np.einsum("kij,nkj->nki", factors, away)
    whitened /= np.abs(whitened).max(axis=(1, 2), keepdims=True)
    squares = np.square(whitened).sum(axis=2)
    return 1e300 * squares / squares.max(axis=1, keepdims=True)


def normalisers(parameters: GaussianParameters) -> tuple[Floats, Floats]:
    """ln π_k - ½ ln|2π Σ_k| and the inverse Cholesky factor of Σ_k, per component."""
    n_components, p = parameters.means.shape
    constants = np.empty(n_components)
    factors = np.empty((n_components, p, p))
    with np.errstate(divide="ignore"):
        log_weights = np.log(parameters.weights)
    for k, covariance in enumerate(parameters.covariances):
        half_log_determinant = factorise(covariance, factors[k], 0.0)
        constants[k] = log_weights[k] - half_log_determinant - 0.5 * p * LOG_2_PI
    return constants, factors
