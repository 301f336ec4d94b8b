"""Networks in which some features are discrete; a discrete feature has no continuous parent.

What families with a discrete feature say about an object enters the E step like its label, as a
factor per class. The Gaussians of the other features are those of `components`.
"""

import numpy as np
from numpy.typing import NDArray

from belieflab.bayes.components import NetworkComponents
from belieflab.bayes.density import NO_LABEL_MODEL, NetworkParameters
from belieflab.bayes.points import ClassMoments, Expectation, Points
from belieflab.bayes.structure import Structure
from belieflab.bayes.tables import (
    CLASS_ALONE,
    Family,
    LevelCounts,
    LevelMeans,
    Table,
    add_log_factors,
)
from belieflab.mixture.components import EVERY_ROW_ONCE, Shares, share_out
from belieflab.mixture.gaussian import Moments

Floats = NDArray[np.float64]
Chosen = NDArray[np.bool_]


class MixedPoints(Points):
    """Points some of whose features are codes.

    Parameters
    ----------
    X, row_weights, floor : as for `Points`; codes 0, 1, … in the columns of discrete features
    levels : number of levels of every feature, 0 where it is continuous
    """

    def __init__(
        self,
        X: Floats,
        row_weights: Floats = EVERY_ROW_ONCE,
        floor: float = 0.0,
        levels: tuple[int, ...] = (),
    ) -> None:
        super().__init__(X, row_weights, floor)
        self.levels = levels

    @property
    def scaled(self) -> Floats:
        """Features in their deviations, discrete ones as indicators of their levels."""
        parts = [
            row[None] / np.sqrt(variance)
            if size == 0
            else (row == np.arange(size)[:, None]) / np.sqrt(2.0)
            for row, variance, size in zip(self.features, self.variances, self.levels, strict=True)
        ]
        return np.concatenate(parts)

    def class_moments(self, shares: Shares) -> ClassMoments:
        """Also the sums by level."""
        weighted = np.ascontiguousarray(shares(0, self.n).T)
        return super().class_moments(shares)._replace(levels=self.count(weighted))

    def count(self, responsibilities: Floats) -> LevelCounts:
        """The sums by level under responsibilities [shape=(K, n)]."""
        weighted = responsibilities
        if self.row_weights.size:
            weighted = self.row_weights * responsibilities
        return LevelCounts(self.features, self.levels, weighted)


class MixedComponents(NetworkComponents):
    """Densities of one structure on points with discrete features."""

    points: MixedPoints
    needs_responsibilities = True

    def _linear_part(self, structure: Structure) -> Structure:
        """The Gaussians that are linear in continuous parents, and these parents."""
        continuous = np.array(self.points.levels) == 0
        arcs = structure.parents & np.outer(continuous, continuous)
        linear = continuous & ~structure.parents[:, ~continuous].any(axis=1)
        arcs &= linear[:, None]
        return Structure(arcs, linear | arcs.any(axis=0))

    def log_prior(self, parameters: NetworkParameters) -> float:
        """ln of the prior of the tables."""
        return sum(family.log_prior for family in parameters.families)

    def _row_factors(self, parameters: NetworkParameters, log_plausibility: Floats) -> Floats:
        factors = super()._row_factors(parameters, log_plausibility)
        if not factors.shape[1]:
            factors = np.zeros((len(factors), self.n))
        return add_log_factors(parameters.families, self.points.features, factors)

    def _expect(
        self, parameters: NetworkParameters, log_plausibility: Floats, power: float, wanted: Floats
    ) -> Expectation:
        if self.order.size:
            found = super()._expect(parameters, log_plausibility, power, wanted)
        else:
            found = self._expect_tables(parameters, log_plausibility, power, wanted)
        return found._replace(criterion=found.criterion + self.log_prior(parameters))

    def _expect_tables(
        self, parameters: NetworkParameters, log_plausibility: Floats, power: float, wanted: Floats
    ) -> Expectation:
        """The E step without any linear Gaussian."""
        factors = self._row_factors(parameters, log_plausibility)
        with np.errstate(divide="ignore"):
            joint = np.tile(np.log(parameters.weights), (self.n, 1))
        criterion, shares = share_out(joint, factors, power, self.row_weights)
        wanted[:] = shares.T
        counts, n_classes = self.weigh(shares).sum(axis=0), len(factors)
        none = np.empty((n_classes, 0)), np.empty((n_classes, 0, 0))
        return Expectation(criterion, Moments(criterion, counts, *none), wanted)

    def maximise(
        self, parameters: NetworkParameters, expectation: Expectation
    ) -> NetworkParameters:
        """The M step, tables and means by level included."""
        new = super().maximise(parameters, expectation)
        return self._with_families(new, self.points.count(expectation.responsibilities))

    def fit_moments(
        self, moments: ClassMoments, label_parameters: Floats = NO_LABEL_MODEL
    ) -> NetworkParameters:
        """Parameters of one M step from the moments of all features."""
        new = super().fit_moments(moments, label_parameters)
        return new if moments.levels is None else self._with_families(new, moments.levels)

    def _with_families(self, new: NetworkParameters, counts: LevelCounts) -> NetworkParameters:
        """The families with a discrete feature; those of continuous ones also where all stand."""
        families: list[Family] = []
        means, variances = new.means.copy(), new.variances.copy()
        for j, (size, row) in enumerate(zip(self.points.levels, new.parents, strict=True)):
            family: Family
            parent = next((int(i) for i in np.flatnonzero(row)), CLASS_ALONE)
            if not size and (parent == CLASS_ALONE or not self.points.levels[parent]):
                continue
            if size:
                family = Table.fit(counts, j, parent)
                means[:, j], variances[:, j] = family.code_moments
            else:
                floor = float(self.points.floors[j])
                family = LevelMeans.fit(counts, j, parent, counts.means(j, means[:, j]), floor)
                means[:, j], variances[:, j] = family.mean_alone, family.variances
                if (family.variances[new.weights > 0] <= floor).any():
                    self.note_floor()
            families.append(family)
        return new._replace(means=means, variances=variances, families=tuple(families))


def without_forbidden(structure: Structure, levels: tuple[int, ...]) -> Structure:
    """The structure less its arcs from a continuous to a discrete feature.

    Examples
    --------
    >>> from belieflab.bayes.structure import star
    >>> without_forbidden(star(3, 0), (0, 2, 0)).arcs
    [(0, 2)]
    """
    discrete: Chosen = np.array(levels) > 0
    return structure._replace(parents=structure.parents & ~np.outer(discrete, ~discrete))
