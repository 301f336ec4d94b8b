"""Categorical components with independent features: codes 0, 1, … in every column.

f_k(x) = Π_j θ_kj(x_j). Two codes make it a mixture of Bernoulli variables.
"""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from belieflab.errors import DataError
from belieflab.mixture.components import EVERY_ROW_ONCE, Expectation, Rows, Shares, share_out
from belieflab.segments import stoppable_segments

Floats = NDArray[np.float64]


class CategoricalParameters(NamedTuple):
    """π [shape=(K,)] and θ_kj(code) [shape=(K, p, codes)]."""

    weights: Floats
    probabilities: Floats


@dataclass(frozen=True)
class CategoricalDensity:
    """Products of p categorical variables with the codes 0 to n_codes - 1."""

    p: int
    n_codes: int
    parameters = CategoricalParameters

    def shapes(self, n_components: int) -> tuple[tuple[int, ...], ...]:
        """The shape of each of the parameters."""
        return (n_components,), (n_components, self.p, self.n_codes)

    def log_joint(self, parameters: CategoricalParameters, X: Floats) -> Floats:
        """ln π_k f_k(x) [shape=(n, K)]."""
        largest = largest_code(X)
        if largest >= self.n_codes:
            raise DataError(
                f"Code {largest} was not seen in training; codes go to {self.n_codes - 1}."
            )
        return _log_joint(parameters, indicators(X, self.n_codes))

    def count_parameters(self, n_components: int) -> int:
        """K - 1 proportions and codes - 1 shares per component and feature."""
        return n_components - 1 + n_components * self.p * (self.n_codes - 1)

    def sample(
        self, parameters: CategoricalParameters, component: int, n: int, rng: np.random.Generator
    ) -> Floats:
        """Draw n points of one component [shape=(n, p)]."""
        cumulated = parameters.probabilities[component].cumsum(axis=1)
        draws = rng.random((n, len(cumulated), 1))
        return (draws > cumulated[None, :, :-1]).sum(axis=2).astype(np.float64)


class CategoricalComponents(Rows):
    """Products of categorical variables."""

    def __init__(self, X: Floats, row_weights: Floats = EVERY_ROW_ONCE) -> None:
        super().__init__(len(X), row_weights)
        self.n_codes = largest_code(X) + 1
        if self.n_codes > 1000:
            raise DataError(
                f"Code {self.n_codes - 1} is too large for categorical components (limit 999)."
            )
        self.density = CategoricalDensity(X.shape[1], self.n_codes)
        self.indicators = indicators(X, self.n_codes)

    def expect(
        self, parameters: CategoricalParameters, log_plausibility: Floats, power: float = 1.0
    ) -> Expectation:
        """Criterion and responsibilities: Côme et al. (2009), eq. 50 and 51."""
        return share_out(
            _log_joint(parameters, self.indicators), log_plausibility, power, self.row_weights
        )

    def responsibilities(
        self, parameters: CategoricalParameters, log_plausibility: Floats, power: float = 1.0
    ) -> Floats:
        """t_ik of the points themselves [shape=(n, K)]."""
        return self.expect(parameters, log_plausibility, power).responsibilities

    def maximise(
        self, parameters: CategoricalParameters, expectation: Expectation
    ) -> CategoricalParameters:
        """The M step: weighted shares of each code."""
        return self._estimate(expectation.responsibilities)

    def start_from(self, shares: Shares) -> CategoricalParameters:
        """Parameters of one M step from given responsibilities."""
        return self._estimate(shares(0, self.n))

    def _estimate(self, responsibilities: Floats) -> CategoricalParameters:
        """Shares of each code among points weighted by t_ik; 1/codes where nothing counts."""
        weighted = self.weigh(responsibilities)
        counts = sum(
            np.einsum("ik,ijc->kjc", weighted[begin:end], self.indicators[begin:end])
            for begin, end in stoppable_segments(self.n)
        )
        totals = counts.sum(axis=2, keepdims=True)
        shares = np.where(
            totals > 0, counts / np.where(totals > 0, totals, 1.0), 1.0 / self.n_codes
        )
        return CategoricalParameters(weighted.sum(axis=0) / self.total_weight, shares)


def largest_code(X: Floats) -> int:
    """The largest code; a number that is no code is named."""
    if (X < 0).any() or (X != np.floor(X)).any():
        row, column = np.argwhere((X < 0) | (X != np.floor(X)))[0]
        raise DataError(
            "Categorical components need whole codes 0, 1, 2, …; "
            f"row {row + 1} has {X[row, column]:g} in feature {column + 1}."
        )
    return int(X.max())


def indicators(X: Floats, n_codes: int) -> Floats:
    """1 where feature j of row i has the code [shape=(n, p, codes)]."""
    return (X[:, :, None] == np.arange(n_codes)).astype(np.float64)


def _log_joint(parameters: CategoricalParameters, indicators: Floats) -> Floats:
    # a code that a component has never seen gets the smallest double instead of ln 0, so that a
    # point impossible under every component still has finite, comparable scores
    tiny = np.finfo(np.float64).tiny
    logs = np.log(np.maximum(parameters.probabilities, tiny))
    out = np.empty((len(indicators), len(logs)))
    for begin, end in stoppable_segments(len(indicators)):
        out[begin:end] = np.einsum("ijc,kjc->ik", indicators[begin:end], logs)
    with np.errstate(divide="ignore"):
        return out + np.log(parameters.weights)
