"""The points of a fit and the sums over the classes, from which networks are learned."""

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from belieflab.bayes.tables import LevelCounts
from belieflab.iteration import check_stop, current_flag
from belieflab.mixture.components import EVERY_ROW_ONCE, Shares
from belieflab.mixture.expectation_kernel import NONE_LEFT_OUT, expect
from belieflab.mixture.gaussian import Moments
from belieflab.segments import map_in_order, row_segments

Floats = NDArray[np.float64]


def sum_over_segments(sums_of: Callable[[tuple[int, int]], Iterable[Any]], n: int) -> list[Any]:
    """The sums of all n rows, from those of every segment in their order."""
    parts = [tuple(part) for part in map_in_order(sums_of, row_segments(n))]
    check_stop()
    return [sum(each[1:], start=each[0]) for each in zip(*parts, strict=True)]


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
        counts, first, second = self._sums_under(shares(0, self.n))
        above_zero = np.maximum(counts, np.finfo(np.float64).tiny)
        shift = first / above_zero[:, None]
        covariances = second / above_zero[:, None, None] - shift[:, :, None] * shift[:, None, :]
        return ClassMoments(counts, self.centre + shift, covariances)

    def _sums_under(self, responsibilities: Floats) -> tuple[Floats, Floats, Floats]:
        """Σ t, Σ t d and Σ t d dᵀ, d = x - centre, under responsibilities [shape=(n, K)].

        By the kernel of the E step, with densities that are all the same: the responsibilities
        come out as they went in. Matrix products would leave threads behind that go on spinning.
        """
        with np.errstate(divide="ignore"):
            logs = np.ascontiguousarray(np.log(responsibilities).T)
        n_classes = len(logs)
        same = (np.zeros(n_classes), np.tile(self.centre, (n_classes, 1)))
        factors, none = np.zeros((n_classes, self.p, self.p)), np.empty((n_classes, 0))
        given, stop = (self.features, logs, self.row_weights, 1.0), current_flag().array

        def sums_of(bounds: tuple[int, int]) -> tuple[Floats, Floats, Floats]:
            first, second = np.empty((n_classes, self.p)), np.empty(factors.shape)
            sums = (np.empty(n_classes), first, second)
            expect(*given, *same, factors, *bounds, *sums, none, NONE_LEFT_OUT, stop)
            return sums

        counts, first, lower = sum_over_segments(sums_of, self.n)
        return counts, first, np.tril(lower) + np.swapaxes(np.tril(lower, -1), 1, 2)


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
