"""The points of a fit and the sums over the classes, from which networks are learned."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from belieflab.bayes.tables import LevelCounts
from belieflab.mixture.components import EVERY_ROW_ONCE, Shares
from belieflab.mixture.gaussian import Moments, moments_about

Floats = NDArray[np.float64]


class Points:
    """The points of a fit, and what they are as a whole.

    Parameters
    ----------
    X : points [shape=(n, p)]
    row_weights : what each counts, see `mixture.components.Rows`
    floor : smallest variance of a feature given its parents, as a share of its variance

    Attributes
    ----------
    features : the points by feature [shape=(p, n)]
    centre, variances : of all the data [shape=(p,)]
    levels : number of levels of every feature, 0 where it is continuous
    """

    def __init__(self, X: Floats, row_weights: Floats = EVERY_ROW_ONCE, floor: float = 0.0) -> None:
        self.features = np.ascontiguousarray(X.T)
        self.row_weights = row_weights
        self.floor = floor
        self.p, self.n = self.features.shape
        self.levels: tuple[int, ...] = (0,) * self.p
        self.total_weight = float(row_weights.sum()) if row_weights.size else float(self.n)
        weights = row_weights if row_weights.size else np.ones(self.n)
        self.centre = self.features @ weights / self.total_weight
        deviations = (row - mean for row, mean in zip(self.features, self.centre, strict=True))
        self.variances = np.array([weights @ each**2 for each in deviations]) / self.total_weight

    @property
    def floors(self) -> Floats:
        """The smallest allowed variance of each feature [shape=(p,)]."""
        return self.floor * self.variances

    @property
    def scaled(self) -> Floats:
        """The features in units of their deviations [shape=(p, n)]."""
        return np.asarray(self.features / np.sqrt(self.variances)[:, None])

    def class_moments(self, shares: Shares) -> "ClassMoments":
        """Counts, means and covariances of every class under given responsibilities."""
        sums = moments_about(self.features, self.centre, shares, self.row_weights)
        counts = np.maximum(sums.counts, np.finfo(np.float64).tiny)
        shift = sums.first / counts[:, None]
        covariances = sums.second / counts[:, None, None] - shift[:, :, None] * shift[:, None, :]
        return ClassMoments(sums.counts, self.centre + shift, covariances)


class ClassMoments(NamedTuple):
    """What structures are learned from.

    Counts n_k [shape=(K,)], means [shape=(K, p)] and covariances [shape=(K, p, p)]; sums by level
    where features are discrete, whose means and covariances are those of their codes.
    """

    counts: Floats
    means: Floats
    covariances: Floats
    levels: LevelCounts | None = None


class StarMoments(NamedTuple):
    """The sums of one E step of a star: Σ t, Σ t d, Σ t d², Σ t d d_root, d = x - μ."""

    criterion: float
    counts: Floats
    first: Floats
    squares: Floats
    crosses: Floats


class Expectation(NamedTuple):
    """One E step: the criterion, the sums, and t_ik where the M step needs them [(K, n)]."""

    criterion: float
    sums: Moments | StarMoments
    responsibilities: Floats
