"""The label-noise model: the chances that a class is given in place of another are learned too.

t_ik ∝ P(given_i | k) π_k f_k(x_i); the M step also sets P(j | k) = Σ_{given_i = j} t_ik / Σ_i t_ik
(Lawrence and Schölkopf 2001).
"""

from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from belieflab.errors import DataError
from belieflab.iteration import Step
from belieflab.mixture.components import Components, Density, Shares
from belieflab.mixture.estimator import SoftLabelMixture
from belieflab.mixture.gaussian import GaussianComponents
from belieflab.mixture.label_rows import TableRows
from belieflab.mixture.problem import Problem
from belieflab.mixture.starts import given_start
from belieflab.mixture.strategies import read_guesses, trust_every_guess

Floats = NDArray[np.float64]

BELIEF_IN_GIVEN = 0.8
"""Chance with which the given class is the true one at the start."""


class NoisyParameters(NamedTuple):
    """The parameters of the densities and the flips P(given j | true k) [shape=(K, K), row k]."""

    model: Any
    flips: Floats


class NoisyExpectation(NamedTuple):
    """The densities' own expectation and the responsibilities [shape=(n, K)]."""

    criterion: float
    model: Any
    responsibilities: Floats


@dataclass(frozen=True)
class NoisyDensity:
    """Any densities, with the chances of flips among the parameters."""

    model: Density
    parameters = NoisyParameters

    def shapes(self, n_components: int) -> tuple[tuple[int, ...], ...]:
        """The shapes of the densities' own parameters, from which a fit may start."""
        return self.model.shapes(n_components)

    def log_joint(self, parameters: NoisyParameters, X: Floats) -> Floats:
        """ln π_k f_k(x): new points come without a given label."""
        return self.model.log_joint(parameters.model, X)

    def count_parameters(self, n_components: int) -> int:
        """Those of the densities and K (K - 1) flips."""
        return self.model.count_parameters(n_components) + n_components * (n_components - 1)

    def sample(
        self, parameters: NoisyParameters, component: int, n: int, rng: np.random.Generator
    ) -> Floats:
        """Draw n points of one component."""
        return self.model.sample(parameters.model, component, n, rng)


class NoisyLabels:
    """Any component densities, with given labels that may be flipped."""

    def __init__(self, components: Components, given: NDArray[np.int64]) -> None:
        self.components = components
        self.density = NoisyDensity(components.density)
        self.given = given
        self.notes = components.notes
        self.row_weights = components.row_weights
        self.total_weight = components.total_weight

    def expect(
        self, parameters: NoisyParameters, log_plausibility: Floats, power: float = 1.0
    ) -> NoisyExpectation:
        """The criterion Σ_i ln Σ_k P(given_i | k) π_k f_k(x_i)."""
        chances = self._log_chances(parameters.flips)
        if isinstance(self.components, GaussianComponents):  # both in one pass over the points
            wanted = np.empty_like(chances)
            model = self.components.expect(parameters.model, chances, power, wanted)
            return NoisyExpectation(model.criterion, model, np.ascontiguousarray(wanted.T))
        other = self.components.expect(parameters.model, chances, power)
        shares = self.components.responsibilities(parameters.model, chances, power)
        return NoisyExpectation(other.criterion, other, shares)

    def responsibilities(
        self, parameters: NoisyParameters, log_plausibility: Floats, power: float = 1.0
    ) -> Floats:
        """t_ik of the points themselves [shape=(n, K)]."""
        return self.expect(parameters, log_plausibility, power).responsibilities

    def maximise(
        self, parameters: NoisyParameters, expectation: NoisyExpectation
    ) -> NoisyParameters:
        """The M step of the densities and of the flips."""
        return NoisyParameters(
            self.components.maximise(parameters.model, expectation.model),
            self._flips(expectation.responsibilities),
        )

    def start_from(self, shares: Shares) -> NoisyParameters:
        """Densities of given responsibilities; a given class is true with chance 0.8."""
        return with_first_flips(self.components.start_from(shares))

    def _log_chances(self, flips: Floats) -> Floats:
        """ln P(given_i | k) [shape=(K, n)]; nothing was given where the label is unknown."""
        with np.errstate(divide="ignore"):
            chances = np.log(flips)[:, self.given]
        return np.where(self.given >= 0, chances, 0.0)

    def _flips(self, responsibilities: Floats) -> Floats:
        n_components = responsibilities.shape[1]
        known = self.given >= 0
        counts = np.zeros((n_components, n_components))
        shares = responsibilities[known]
        if self.row_weights.size:
            shares = self.row_weights[known, None] * shares
        for k in range(n_components):
            given = self.given[known]
            counts[k] = np.bincount(given, weights=shares[:, k], minlength=n_components)
        totals = counts.sum(axis=1, keepdims=True)
        return np.where(totals > 0, counts / np.where(totals > 0, totals, 1.0), 1.0 / n_components)


def with_first_flips(model: Any) -> NoisyParameters:
    """Densities' parameters and the flips of a start: a given class is true with chance 0.8."""
    n_components = len(model.weights)
    others = (1.0 - BELIEF_IN_GIVEN) / max(n_components - 1, 1)
    flips = np.full((n_components, n_components), others)
    np.fill_diagonal(flips, BELIEF_IN_GIVEN if n_components > 1 else 1.0)
    return NoisyParameters(model, flips)


class LabelNoiseMixture(SoftLabelMixture):
    """A mixture whose given labels may be wrong, with flip chances learned from the data.

    Parameters and attributes as in `SoftLabelMixture`; `flips_` holds P(given j | true k),
    row k [shape=(K, K)]. The doubts of soft labels are not used: every row counts by its guess.
    """

    def _pose(self, X: Any, y: Any, sample_weight: Any = None) -> Problem:
        problem = super()._pose(X, y, sample_weight)
        if not problem.informative and problem.n_components > 1:
            raise DataError(
                "The label-noise model needs given labels; here every label is vacuous."
            )
        labels = problem.labels
        given, _ = read_guesses(labels)
        return replace(
            problem,
            rows=TableRows(trust_every_guess(labels), problem.classes),
            components=NoisyLabels(problem.components, given),
        )

    def _given_start(self, problem: Problem) -> NoisyParameters:
        density: NoisyDensity = problem.components.density  # type: ignore[assignment]
        return with_first_flips(given_start(density.model, self.init, problem.n_components))

    def _take(self, step: Step) -> None:
        super()._take(step)
        for name in step.snapshot.model._fields:
            setattr(self, f"{name}_", getattr(step.snapshot.model, name))
