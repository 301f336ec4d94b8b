"""A fitted mixture as seen on a plane: outlines of its components and its density there.

Gaussians seen along two directions are Gaussians again: mean μ B - s, covariance Bᵀ Σ B for the map
x ↦ x B - s. So outlines, regions and densities on a plane are those of the marginal mixture, all
that one can know who sees these two coordinates only. Weibull components are seen exactly along
features, and along other directions as Gaussians of the same means and covariances.
"""

from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray
from scipy.special import gamma, log_ndtr
from scipy.stats import chi2

from belieflab.data.projection import Projection
from belieflab.errors import DataError
from belieflab.mixture.gaussian import GaussianParameters, gaussian_log_joint
from belieflab.mixture.label_noise import NoisyParameters
from belieflab.mixture.weibull import WeibullParameters, weibull_log_joint

Floats = NDArray[np.float64]
Span = tuple[float, float]

CORNERS = 61
"""Points of an outline, the last one the first again."""

WITHIN_95 = "95 %"
LEVELS: dict[str, float | None] = {WITHIN_95: None, "1 σ": 1.0, "2 σ": 2.0}
"""What an outline means: 95 % of the component lies in it, or a distance in deviations."""

FLAT = 1e-9
"""Two directions closer than this, relative to their length, count as one."""


class PlanarMixture(Protocol):
    """A mixture on the plane; `span` limits the axis that no feature gives, if there is one."""

    weights: Floats

    def centres(self, span: Span) -> Floats:
        """The middle of each component [shape=(K, 2)]."""

    def outlines(self, level: str, span: Span) -> Floats:
        """One closed line around each component [shape=(K, corners, 2)]."""

    def log_joint(self, places: Floats) -> Floats:
        """ln π_k f_k of the coordinates that are seen [shape=(m, K)]."""


def see(parameters: Any, view: Projection | None) -> PlanarMixture:
    """The mixture of these parameters, seen along the view; not at all along none."""
    if isinstance(parameters, NoisyParameters):
        return see(parameters.model, view)
    if view is None:
        return HiddenMixture(parameters.weights)
    if isinstance(parameters, GaussianParameters):
        return PlanarGaussians(parameters, view)
    if not isinstance(parameters, WeibullParameters):
        raise DataError("Only Gaussian and Weibull components can be drawn on a plane.")
    if is_exact(parameters, view):
        return PlanarWeibulls(parameters, view)
    return PlanarGaussians(_same_moments(parameters), view)


def is_exact(parameters: Any, view: Projection) -> bool:
    """Whether the plane shows the mixture's own density; Weibulls are exact along features only."""
    if not isinstance(parameters, WeibullParameters):
        return True
    return bool((np.count_nonzero(view.loadings, axis=0) <= 1).all())


class HiddenMixture:
    """A mixture on a plane to which no linear map leads: its components have no place there."""

    def __init__(self, weights: Floats) -> None:
        self.weights = weights

    def centres(self, span: Span) -> Floats:
        """No place for any component [shape=(K, 2)]."""
        return np.full((len(self.weights), 2), np.nan)

    def outlines(self, level: str, span: Span) -> Floats:
        """No line around any component [shape=(K, 1, 2)]."""
        return np.full((len(self.weights), 1, 2), np.nan)

    def log_joint(self, places: Floats) -> Floats:
        """Nothing is known of places between the objects."""
        raise DataError("A mixture has no density on a plane to which no linear map leads.")


class PlanarGaussians:
    """Gaussian components seen along any two directions."""

    def __init__(self, parameters: GaussianParameters, view: Projection) -> None:
        self.weights = parameters.weights
        self.seen = np.flatnonzero(view.loadings.any(axis=0))
        self.means = parameters.means @ view.loadings - view.shift
        self.covariances = view.loadings.T @ parameters.covariances @ view.loadings
        self.free = _independent(view.loadings)
        every = range(len(self.means))
        self.marginal = GaussianParameters(
            parameters.weights,
            self.means[:, self.free],
            self.covariances[np.ix_(every, self.free, self.free)],
        )

    def centres(self, span: Span) -> Floats:
        """The middle of each component [shape=(K, 2)]."""
        return _middles(self.means, self.seen, span)

    def outlines(self, level: str, span: Span) -> Floats:
        """Ellipses μ + r Σ^½ u over unit vectors u, or bands μ ± r σ [shape=(K, corners, 2)]."""
        corners = _corners(level, len(self.free), self.seen)
        around = self.means[:, None] + corners @ _roots(self.covariances)
        return _spread_along(around, self.seen, span)

    def log_joint(self, places: Floats) -> Floats:
        """ln π_k f_k of the coordinates that are seen [shape=(m, K)]."""
        return gaussian_log_joint(self.marginal, np.ascontiguousarray(places[:, self.free]))


class PlanarWeibulls:
    """Weibull components seen along two features."""

    def __init__(self, parameters: WeibullParameters, view: Projection) -> None:
        self.weights = parameters.weights
        self.seen = np.flatnonzero(view.loadings.any(axis=0))
        self.free = _independent(view.loadings)
        self.features = view.loadings.argmax(axis=0)
        self.shapes = parameters.shapes[:, self.features]
        self.scales = parameters.scales[:, self.features]

    def centres(self, span: Span) -> Floats:
        """The medians of each component [shape=(K, 2)]."""
        return _middles(self._quantiles(np.zeros((1, 2)))[:, 0], self.seen, span)

    def outlines(self, level: str, span: Span) -> Floats:
        """A circle of normal deviates carried to the features by their quantiles.

        It holds the same share of the component as a circle of that radius of a Gaussian.
        """
        corners = _corners(level, len(self.free), self.seen)
        return _spread_along(self._quantiles(corners), self.seen, span)

    def log_joint(self, places: Floats) -> Floats:
        """ln π_k f_k of the coordinates that are seen [shape=(m, K)]; nothing lies below 0."""
        seen = places[:, self.free]
        parameters = WeibullParameters(
            self.weights, self.shapes[:, self.free], self.scales[:, self.free]
        )
        inside = (seen > 0).all(axis=1)
        out = np.full((len(places), len(self.weights)), -np.inf)
        out[inside] = weibull_log_joint(parameters, np.log(seen[inside]))
        return out

    def _quantiles(self, deviates: Floats) -> Floats:
        """a (-ln(1 - Φ(z)))^(1/b) [shape=(K, m, 2)]."""
        powers = -log_ndtr(-deviates)
        return self.scales[:, None] * powers ** (1.0 / self.shapes[:, None])


def _corners(level: str, dimensions: int, seen: NDArray[np.int64]) -> Floats:
    """Standard deviates of an outline: a circle, or a band when one axis only is seen."""
    distance = LEVELS[level]
    radius = float(np.sqrt(chi2.ppf(0.95, dimensions))) if distance is None else distance
    if len(seen) < 2:
        return radius * np.tile([[-1.0], [1.0], [1.0], [-1.0], [-1.0]], 2)
    angles = np.linspace(0.0, 2 * np.pi, CORNERS)
    return radius * np.column_stack([np.cos(angles), np.sin(angles)])


def _spread_along(outlines: Floats, seen: NDArray[np.int64], span: Span) -> Floats:
    """Stretch bands, seen along one axis only, over the whole span of the other."""
    if len(seen) == 2:
        return outlines
    stretched = outlines.copy()
    low, high = span
    stretched[:, :, 1 - int(seen[0])] = [low, low, high, high, low]
    return stretched


def _middles(means: Floats, seen: NDArray[np.int64], span: Span) -> Floats:
    return np.where(np.isin([0, 1], seen), means, sum(span) / 2)


def _roots(covariances: Floats) -> Floats:
    """Symmetric square roots, which move smoothly when a covariance does [shape=(K, 2, 2)]."""
    spectra, axes = np.linalg.eigh(covariances)
    return np.einsum("kij,kj,klj->kil", axes, np.sqrt(np.maximum(spectra, 0.0)), axes)


def _independent(loadings: Floats) -> list[int]:
    """The axes that say something new: both, or one of two that are the same."""
    seen = [column for column in (0, 1) if loadings[:, column].any()]
    if not seen:
        raise DataError("At least one axis must show the features.")
    values = np.linalg.svd(loadings / np.linalg.norm(loadings, axis=0).max(), compute_uv=False)
    return seen if len(seen) < 2 or values[-1] > FLAT else seen[:1]


def _same_moments(parameters: WeibullParameters) -> GaussianParameters:
    """Gaussians with the means a Γ(1 + 1/b) and variances of the Weibull components."""
    first = gamma(1.0 + 1.0 / parameters.shapes)
    variances = parameters.scales**2 * (gamma(1.0 + 2.0 / parameters.shapes) - first**2)
    covariances = variances[:, :, None] * np.eye(variances.shape[1])
    return GaussianParameters(parameters.weights, parameters.scales * first, covariances)
