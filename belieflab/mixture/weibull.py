"""Weibull components with independent features, for positive data such as lifetimes (Côme 2008).

f_k(x) = Π_j (b/a) (x_j/a)^(b-1) exp(-(x_j/a)^b) with shape b = b_kj and scale a = a_kj.
"""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from belieflab.errors import DataError
from belieflab.iteration import check_stop
from belieflab.mixture.components import EVERY_ROW_ONCE, Expectation, Rows, Shares, share_out

Floats = NDArray[np.float64]

SHAPE_LIMITS = (0.02, 500.0)
"""A sharper or flatter shape is a component that has shrunk onto one value."""

SHAPE_NOTE = "A component shrank onto a single value; its Weibull shape was held at 500."


class WeibullParameters(NamedTuple):
    """π [shape=(K,)], shapes b and scales a [shape=(K, p)]."""

    weights: Floats
    shapes: Floats
    scales: Floats


@dataclass(frozen=True)
class WeibullDensity:
    """Weibull densities of p independent positive features."""

    p: int
    parameters = WeibullParameters

    def shapes(self, n_components: int) -> tuple[tuple[int, ...], ...]:
        """The shape of each of the parameters."""
        return (n_components,), (n_components, self.p), (n_components, self.p)

    def log_joint(self, parameters: WeibullParameters, X: Floats) -> Floats:
        """ln π_k f_k(x) [shape=(n, K)]; points with a number that is not positive are refused."""
        return weibull_log_joint(parameters, logarithms(X))

    def count_parameters(self, n_components: int) -> int:
        """K - 1 proportions, a shape and a scale per component and feature."""
        return n_components - 1 + 2 * n_components * self.p

    def sample(
        self, parameters: WeibullParameters, component: int, n: int, rng: np.random.Generator
    ) -> Floats:
        """Draw n points of one component [shape=(n, p)]."""
        draws = rng.weibull(parameters.shapes[component], (n, self.p))
        return parameters.scales[component] * draws


class WeibullComponents(Rows):
    """Weibull densities of independent positive features."""

    def __init__(self, X: Floats, row_weights: Floats = EVERY_ROW_ONCE) -> None:
        super().__init__(len(X), row_weights)
        self.density = WeibullDensity(X.shape[1])
        self.logs = logarithms(X)

    def expect(
        self, parameters: WeibullParameters, log_plausibility: Floats, power: float = 1.0
    ) -> Expectation:
        """Criterion and responsibilities: Côme et al. (2009), eq. 50 and 51."""
        return share_out(
            weibull_log_joint(parameters, self.logs), log_plausibility, power, self.row_weights
        )

    def responsibilities(
        self, parameters: WeibullParameters, log_plausibility: Floats, power: float = 1.0
    ) -> Floats:
        """t_ik of the points themselves [shape=(n, K)]."""
        return self.expect(parameters, log_plausibility, power).responsibilities

    def maximise(
        self, parameters: WeibullParameters, expectation: Expectation
    ) -> WeibullParameters:
        """The M step; shapes by a bracketed Newton solve of their one-dimensional equation."""
        return self._estimate(expectation.responsibilities)

    def start_from(self, shares: Shares) -> WeibullParameters:
        """Parameters of one M step from given responsibilities."""
        return self._estimate(shares(0, self.n))

    def _estimate(self, responsibilities: Floats) -> WeibullParameters:
        """Maximum-likelihood parameters of points weighted by t_ik."""
        weighted = self.weigh(responsibilities)
        n_components, p = weighted.shape[1], self.density.p
        shapes, scales = np.empty((n_components, p)), np.empty((n_components, p))
        for k in range(n_components):
            weights = weighted[:, k] / max(weighted[:, k].sum(), 1e-300)
            for j in range(p):
                shapes[k, j], scales[k, j] = fit_weibull(self.logs[:, j], weights)
        if (shapes >= SHAPE_LIMITS[1]).any():
            self.notes["shape"] = SHAPE_NOTE
        return WeibullParameters(weighted.sum(axis=0) / self.total_weight, shapes, scales)


def logarithms(X: Floats) -> Floats:
    """ln x of every number; one that is not positive is named."""
    if (X <= 0).any():
        row, column = np.argwhere(X <= 0)[0]
        raise DataError(
            f"Weibull components need positive numbers; row {row + 1} has {X[row, column]:g} "
            f"in feature {column + 1}."
        )
    return np.log(X)


def fit_weibull(logs: Floats, weights: Floats) -> tuple[float, float]:
    """Shape and scale that maximise Σ_i w_i ln f(x_i), from ln x_i and weights that sum to 1.

    The shape solves Σ w x^b ln x / Σ w x^b - 1/b - Σ w ln x = 0, which rises in b; Newton's steps
    are kept inside the bracket that the signs give. Then a^b = Σ w x^b.
    """
    centre = float(weights @ logs)
    centred = logs - centre
    low, high = SHAPE_LIMITS
    spread = float(np.sqrt(weights @ centred**2))
    shape = min(max(1.2825 / max(spread, 1e-12), low), high)
    for _ in range(60):
        check_stop()
        value, slope = _shape_equation(shape, centred, weights)
        low, high = (low, shape) if value > 0 else (shape, high)
        step = shape - value / slope
        new = step if low < step < high else 0.5 * (low + high)
        if abs(new - shape) <= 1e-14 * shape:
            break
        shape = new
    top = float((shape * centred).max())
    log_power = top + np.log(weights @ np.exp(shape * centred - top))
    return float(shape), float(np.exp(centre + log_power / shape))


def _shape_equation(shape: float, centred: Floats, weights: Floats) -> tuple[float, float]:
    exponents = shape * centred
    tilted = weights * np.exp(exponents - exponents.max())
    total = tilted.sum()
    mean = float(tilted @ centred) / total
    second = float(tilted @ centred**2) / total
    return mean - 1.0 / shape, second - mean**2 + 1.0 / shape**2


def weibull_log_joint(parameters: WeibullParameters, logs: Floats) -> Floats:
    """ln π_k f_k(x) [shape=(n, K)] from ln x [shape=(n, p)]."""
    with np.errstate(divide="ignore"):
        log_weights = np.log(parameters.weights)
    out = np.empty((len(logs), len(log_weights)))
    for k in range(len(log_weights)):
        check_stop()
        standard = parameters.shapes[k] * (logs - np.log(parameters.scales[k]))
        out[:, k] = log_weights[k] + (
            np.log(parameters.shapes[k]) + standard - logs - np.exp(standard)
        ).sum(axis=1)
    return out
