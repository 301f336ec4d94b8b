"""Gaussian components: the E step's sums, the M step of a covariance family, and the floor.

When a component shrinks onto a few points its likelihood grows without bound. Covariances are
therefore kept at least `FLOOR` times the variance of the data, in the data's own scale:
Σ_k ⪰ ε D, D = diag(variances). For the unrestricted family, cutting eigenvalues at the floor is
exactly the M step under that constraint; for the others the loop of `em` refuses a step that would
lower the likelihood. So it never falls.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from belieflab.iteration import check_stop, current_flag
from belieflab.mixture.components import EVERY_ROW_ONCE, Rows, Shares
from belieflab.mixture.covariance_families import Family
from belieflab.mixture.expectation_kernel import EMPTY_COUNT, NONE_LEFT_OUT, expect
from belieflab.mixture.gaussian_density import (
    GaussianDensity,
    GaussianParameters,
    gaussian_log_joint,
    normalisers,
)
from belieflab.segments import map_in_order, row_segments, stoppable_segments

__all__ = [
    "FLOOR",
    "FLOOR_NOTE",
    "GaussianComponents",
    "GaussianParameters",
    "Moments",
    "gaussian_log_joint",
    "normalisers",
]

Floats = NDArray[np.float64]

FLOOR = 1e-9
"""Smallest allowed variance of a component along any direction, as a share of the data's."""

FLOOR_NOTE = (
    "A component shrank onto too few points or onto a plane; its covariance was kept at "
    f"{FLOOR:g} of the data's variance."
)
EMPTY_NOTE = "A component lost all its objects; its proportion is 0."


class Moments(NamedTuple):
    """What one E step gives: the criterion and, per component, Σ t, Σ t d, Σ t d dᵀ, d = x - μ."""

    criterion: float
    counts: Floats
    first: Floats
    second: Floats


class GaussianComponents(Rows):
    """Gaussian densities of one covariance family on one set of points.

    Parameters
    ----------
    X : points [shape=(n, p)]
    family : the covariance family of the M step
    row_weights : what each point counts, see `Rows`

    Attributes
    ----------
    centre, covariance, variances : of all the data [shape=(p,), (p, p), (p,)]
    unit : a power of 2 near the variances, by which families get their scatter matrices divided,
        so that what they take for vanished does not depend on the units of the data
    """

    def __init__(self, X: Floats, family: Family, row_weights: Floats = EVERY_ROW_ONCE) -> None:
        super().__init__(len(X), row_weights)
        self.family = family
        self.density = GaussianDensity(family, X.shape[1])
        self.features = np.ascontiguousarray(X.T)
        self.centre = X.mean(axis=0)
        if row_weights.size:
            self.centre = self.features @ row_weights / self.total_weight
        everything = self._moments_under(lambda begin, end: np.ones((end - begin, 1)))
        covariance = everything.second / self.total_weight
        self.variances = np.diagonal(covariance[0])
        self.covariance = self._above_floor(covariance)[0]
        self.unit = 2.0 ** np.round(np.log2(self.variances).mean())

    def expect(
        self,
        parameters: GaussianParameters,
        log_plausibility: Floats,
        power: float = 1.0,
        responsibilities: Floats | None = None,
    ) -> Moments:
        """Criterion and the sums under the responsibilities: Côme et al. (2009), eq. 50, 51.

        `log_plausibility` is [shape=(K, n)], or (K, 0) when every label is vacuous.
        `responsibilities` [shape=(K, n)] is filled when given.
        """
        constants, factors = normalisers(parameters)
        log_plausibility = np.ascontiguousarray(log_plausibility)
        n_components, p = parameters.means.shape
        wanted = np.empty((n_components, 0)) if responsibilities is None else responsibilities
        stop = current_flag().array

        def sums_of(bounds: tuple[int, int]) -> Moments:
            counts = np.empty(n_components)
            first = np.empty((n_components, p))
            second = np.empty((n_components, p, p))
            criterion = expect(
                self.features,
                log_plausibility,
                self.row_weights,
                power,
                constants,
                parameters.means,
                factors,
                *bounds,
                counts,
                first,
                second,
                wanted,
                NONE_LEFT_OUT,
                stop,
            )
            return Moments(criterion, counts, first, second)

        parts = list(map_in_order(sums_of, row_segments(self.n)))
        check_stop()
        return Moments(
            criterion=sum(part.criterion for part in parts),
            counts=np.sum([part.counts for part in parts], axis=0),
            first=np.sum([part.first for part in parts], axis=0),
            second=_symmetric(np.sum([part.second for part in parts], axis=0)),
        )

    def maximise(self, parameters: GaussianParameters, moments: Moments) -> GaussianParameters:
        """The M step, eq. 52: proportions, means and the family's covariances."""
        counts = moments.counts
        alive = counts > EMPTY_COUNT * self.total_weight / self.n
        if not alive.all():
            self.notes["empty"] = EMPTY_NOTE
        shift = np.zeros_like(parameters.means)
        shift[alive] = moments.first[alive] / counts[alive, None]
        scatters = moments.second - counts[:, None, None] * shift[:, :, None] * shift[:, None, :]
        covariances = parameters.covariances.copy()
        within = self._above_floor(scatters[alive] / counts[alive, None, None])
        scatters = within * counts[alive, None, None]
        covariances[alive] = self.unit * self.family.estimate(
            counts[alive], scatters / self.unit, covariances[alive] / self.unit
        )
        return GaussianParameters(
            weights=np.where(alive, counts, 0.0) / counts[alive].sum(),
            means=parameters.means + shift,
            covariances=self._above_floor(covariances),
        )

    def start_from(self, shares: Shares) -> GaussianParameters:
        """Parameters of one M step from given responsibilities."""
        moments = self._moments_under(shares)
        return self.maximise(self.spread_out(len(moments.counts)), moments)

    def spread_out(self, n_components: int) -> GaussianParameters:
        """Equal proportions, every mean at the data's, every covariance the data's."""
        return GaussianParameters(
            weights=np.full(n_components, 1.0 / n_components),
            means=np.tile(self.centre, (n_components, 1)),
            covariances=np.tile(self.covariance, (n_components, 1, 1)),
        )

    def _moments_under(self, shares: Shares) -> Moments:
        return moments_about(self.features, self.centre, shares, self.row_weights)

    def responsibilities(
        self, parameters: GaussianParameters, log_plausibility: Floats, power: float = 1.0
    ) -> Floats:
        """t_ik of the points themselves [shape=(n, K)]."""
        wanted = np.empty((len(parameters.weights), self.n))
        self.expect(parameters, log_plausibility, power, wanted)
        return np.ascontiguousarray(wanted.T)

    def _above_floor(self, covariances: Floats) -> Floats:
        """Raise what lies below the floor and add a note."""
        raised, any_low = raise_spectra(covariances, self.variances, FLOOR)
        if any_low:
            self.notes["floor"] = FLOOR_NOTE
        return raised


def raise_spectra(covariances: Floats, variances: Floats, floor: float) -> tuple[Floats, bool]:
    """Covariances [shape=(K, p, p)] with Σ_k ⪰ floor · diag(variances), and whether any was lower.

    Eigenvalues below the floor are raised to it, in the units of the data.
    """
    scale = np.sqrt(variances)
    units = scale[:, None] * scale
    spectra, axes = np.linalg.eigh(covariances / units)
    low = spectra[:, 0] < floor
    if not low.any():
        return covariances, False
    raised = covariances.copy()
    raised[low] = units * np.einsum(
        "kij,kj,klj->kil", axes[low], np.maximum(spectra[low], floor), axes[low]
    )
    return raised, True


def moments_about(
    features: Floats, centre: Floats, shares: Shares, row_weights: Floats = EVERY_ROW_ONCE
) -> Moments:
    """The sums under given responsibilities, d = x - centre; features [shape=(p, n)].

    Segment by segment, as a centred copy of all the data would double the memory.
    """
    parts = []
    for begin, end in stoppable_segments(features.shape[1]):
        deviations = features[:, begin:end] - centre[:, None]
        weights = shares(begin, end)
        if row_weights.size:
            weights = row_weights[begin:end, None] * weights
        second = np.stack([(deviations * each) @ deviations.T for each in weights.T])
        parts.append((weights.sum(axis=0), (deviations @ weights).T, second))
    counts, first, second = (sum(part[1:], start=part[0]) for part in zip(*parts, strict=True))
    return Moments(0.0, counts, first, second)


def _symmetric(lower: Floats) -> Floats:
    return np.tril(lower) + np.swapaxes(np.tril(lower, -1), -1, -2)
