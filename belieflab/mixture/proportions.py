"""Components without a density: only the proportions are learned.

E2M's uncertain Bernoulli sample is this model: the classes are the values 0 and 1, the label of an
object is how plausible each value is, and π_1 is the parameter θ (Denœux 2015).
"""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from belieflab.mixture.components import EVERY_ROW_ONCE, Expectation, Rows, Shares, share_out

Floats = NDArray[np.float64]


class Proportions(NamedTuple):
    """π [shape=(K,)]."""

    weights: Floats


@dataclass(frozen=True)
class ProportionsDensity:
    """The same constant density for every class, on p features that say nothing."""

    p: int
    parameters = Proportions

    def shapes(self, n_components: int) -> tuple[tuple[int, ...], ...]:
        """The shape of the proportions."""
        return ((n_components,),)

    def log_joint(self, parameters: Proportions, X: Floats) -> Floats:
        """ln π_k for every point [shape=(n, K)]."""
        return _log_weights(parameters, len(X))

    def count_parameters(self, n_components: int) -> int:
        """K - 1."""
        return n_components - 1

    def sample(
        self, parameters: Proportions, component: int, n: int, rng: np.random.Generator
    ) -> Floats:
        """The component's number, for want of features, in every column."""
        return np.full((n, self.p), float(component))


class BareProportions(Rows):
    """The proportions of the classes, whatever the features say."""

    def __init__(self, X: Floats, row_weights: Floats = EVERY_ROW_ONCE) -> None:
        super().__init__(len(X), row_weights)
        self.density = ProportionsDensity(X.shape[1])

    def expect(
        self, parameters: Proportions, log_plausibility: Floats, power: float = 1.0
    ) -> Expectation:
        """Criterion Σ_i ln Σ_k pl_ik π_k and its responsibilities."""
        return share_out(
            _log_weights(parameters, self.n), log_plausibility, power, self.row_weights
        )

    def responsibilities(
        self, parameters: Proportions, log_plausibility: Floats, power: float = 1.0
    ) -> Floats:
        """t_ik of the points themselves [shape=(n, K)]."""
        return self.expect(parameters, log_plausibility, power).responsibilities

    def maximise(self, parameters: Proportions, expectation: Expectation) -> Proportions:
        """π_k = Σ_i w_i t_ik / Σ_i w_i."""
        return self._estimate(expectation.responsibilities)

    def start_from(self, shares: Shares) -> Proportions:
        """Parameters of one M step from given responsibilities."""
        return self._estimate(shares(0, self.n))

    def _estimate(self, responsibilities: Floats) -> Proportions:
        """Proportions of given responsibilities."""
        return Proportions(self.weigh(responsibilities).sum(axis=0) / self.total_weight)


def _log_weights(parameters: Proportions, n: int) -> Floats:
    with np.errstate(divide="ignore"):
        return np.tile(np.log(parameters.weights), (n, 1))
