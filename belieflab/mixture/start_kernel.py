"""One whole run of EM in compiled code, for many starts on the same data.

Unrestricted covariances only: their M step is a division. A start whose covariance collapses stops
there and says so; the careful loop of `em` takes over for it.

A run may be accelerated once EM contracts linearly: the increase has fallen below a first
tolerance, and from step to step its moves shrink by the same ratio. An accelerated point that
lowers the criterion, or that is no mixture at all, is dropped for the EM step it stood for, so the
criterion does not fall. The steps stay as short as the ratio says that the way to the maximum is,
as a longer one might end in the basin of another maximum; and a run that moves farther than a few
times that way is repeated from where acceleration began.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from belieflab.compiling import kernel
from belieflab.mixture.acceleration_kernel import (
    has_drifted,
    is_steady,
    make_track,
    propose,
    record,
    reset,
    return_to_anchor,
)
from belieflab.mixture.complement_kernel import choose_left_out, data_moments, fill_left_out
from belieflab.mixture.expectation_kernel import EMPTY_COUNT, LOG_2_PI, expect, factorise
from belieflab.stop_kernel import stop_requested

Floats = NDArray[np.float64]
Flag = NDArray[np.int64]

CONVERGED, REACHED_LIMIT, COLLAPSED, STOPPED = 0, 1, 2, 3

ROUNDING = 1e-14
"""A relative fall of the criterion below this is rounding."""

BEGIN_SHARE = 0.01
"""Acceleration may begin when the increase is below this share of the first tolerance."""


class Limits(NamedTuple):
    """When a run ends.

    An increase of the criterion L below absolute + relative |L| has converged (see
    `em.StopRule.limits`), if no parameter moved by more than `still`. `early_*` say the same of
    the first tolerance. A pivot of a covariance below `smallest` is a collapse. `offset` is added
    to the criterion: the features may be scaled copies of those it is reported for.
    """

    absolute: float
    relative: float
    early_absolute: float
    early_relative: float
    still: float
    max_iter: int
    smallest: float
    offset: float
    accelerated: bool


class Sums(NamedTuple):
    """What an E step writes: per component Σ t, Σ t d, Σ t d dᵀ, inverse Cholesky factor."""

    counts: Floats
    first: Floats
    second: Floats
    factors: Floats


class Totals(NamedTuple):
    """The same of all rows, about their centre; see `complement_kernel.data_moments`."""

    weight: Floats
    centre: Floats
    first: Floats
    second: Floats


@kernel
def run_em(
    features: Floats,
    log_plausibility: Floats,
    row_weights: Floats,
    weights: Floats,
    means: Floats,
    covariances: Floats,
    limits: Limits,
    stop: Flag,
) -> tuple[float, int, int, int]:
    """Run EM from the given parameters, which are overwritten by the last ones.

    Returns the criterion at those parameters, the E steps done after the first, how many of them
    until the increase first fell below the early limits (-1: never), and how it ended.
    `row_weights` is (0,) when every row counts once. The flag `stop` [shape=(1,)] is read at
    every block of rows.
    """
    n_components, p = means.shape
    theta = np.concatenate((weights, means.ravel(), covariances.ravel()))
    parts, here, track = split(theta, n_components, p), theta.copy(), make_track(theta.shape[0])
    total_weight, centre, total_first, total_second = data_moments(features, row_weights, stop)
    if stop_requested(stop):  # the moments are not complete: nothing can be divided by them
        return -np.inf, 0, -1, STOPPED
    totals = Totals(total_weight, centre, total_first, total_second)
    sums = make_sums(n_components, p)
    previous, moved, early, ended = -np.inf, np.inf, -1, REACHED_LIMIT
    fresh, extrapolated = True, False
    iteration = -1
    while iteration < limits.max_iter:
        iteration += 1
        criterion = evaluate(
            features, log_plausibility, row_weights, totals, parts, limits, sums, stop
        )
        if stop_requested(stop):
            ended = STOPPED
            break
        if extrapolated and not criterion >= previous - ROUNDING * abs(previous):
            theta[:] = track.image
            reset(track)
            extrapolated = False
            continue
        if np.isnan(criterion):
            ended = COLLAPSED
            break
        increase = np.inf if fresh else criterion - previous
        settled = increase < limits.absolute + limits.relative * abs(previous)
        first_limit = limits.early_absolute + limits.early_relative * abs(previous)
        if early < 0 and increase < first_limit:
            early = iteration
        previous, fresh = criterion, False
        here[:] = theta
        if settled and moved <= limits.still and not extrapolated:
            ended = CONVERGED
            break
        moved = maximise(total_weight[0], sums, parts)
        extrapolated = False
        if not limits.accelerated or early < 0:
            continue
        if has_drifted(track, theta):
            return_to_anchor(track, theta)
            fresh, moved = True, np.inf
            continue
        if settled and moved <= limits.still:
            ended = CONVERGED
            break
        record(track, here, theta)
        if increase < BEGIN_SHARE * first_limit and is_steady(track):
            propose(track, theta)
            extrapolated = True
    weights[:], means[:], covariances[:] = split(here, n_components, p)
    return previous, iteration, early, ended


@kernel
def make_sums(n_components: int, p: int) -> Sums:
    """Empty arrays for the sums."""
    return Sums(
        np.empty(n_components),
        np.empty((n_components, p)),
        np.empty((n_components, p, p)),
        np.empty((n_components, p, p)),
    )


@kernel
def split(theta: Floats, n_components: int, p: int) -> tuple[Floats, Floats, Floats]:
    """Views of the proportions, means and covariances that stand in one vector."""
    begin, end = n_components, n_components * (1 + p)
    return (
        theta[:begin],
        theta[begin:end].reshape((n_components, p)),
        theta[end:].reshape((n_components, p, p)),
    )


@kernel
def evaluate(
    features: Floats,
    log_plausibility: Floats,
    row_weights: Floats,
    totals: Totals,
    parts: tuple[Floats, Floats, Floats],
    limits: Limits,
    sums: Sums,
    stop: Flag,
) -> float:
    """E step: writes the sums; returns the criterion, or NaN where there is no mixture."""
    weights, means, covariances = parts
    n_components, p = means.shape
    constants = np.empty(n_components)
    for k in range(n_components):
        if not weights[k] > 0.0:
            return np.nan
        half_log_determinant = factorise(covariances[k], sums.factors[k], limits.smallest)
        if np.isnan(half_log_determinant):
            return np.nan
        constants[k] = np.log(weights[k]) - half_log_determinant - 0.5 * p * LOG_2_PI
    left_out = choose_left_out(
        weights, means, covariances, totals.weight, totals.centre, totals.second
    )
    criterion = expect(
        features,
        log_plausibility,
        row_weights,
        1.0,
        constants,
        means,
        sums.factors,
        0,
        features.shape[1],
        sums.counts,
        sums.first,
        sums.second,
        np.empty((n_components, 0)),
        left_out,
        stop,
    )
    if left_out >= 0:
        fill_left_out(
            left_out,
            means,
            totals.weight,
            totals.centre,
            totals.first,
            totals.second,
            sums.counts,
            sums.first,
            sums.second,
        )
    for k in range(n_components):
        if not sums.counts[k] > EMPTY_COUNT * totals.weight[0] / features.shape[1]:
            return np.nan
    return criterion + limits.offset


@kernel
def maximise(total_weight: float, sums: Sums, parts: tuple[Floats, Floats, Floats]) -> float:
    """M step, in place; returns the largest move of a parameter.

    The moments are taken about each component's current mean: first / counts is how far it moves.
    """
    weights, means, covariances = parts
    counts, first, second = sums.counts, sums.first, sums.second
    moved = 0.0
    n_components, p = means.shape
    for k in range(n_components):
        moved = max(moved, abs(counts[k] / total_weight - weights[k]))
        weights[k] = counts[k] / total_weight
        for j in range(p):
            shift = first[k, j] / counts[k]
            for other in range(j + 1):
                value = second[k, j, other] / counts[k] - shift * first[k, other] / counts[k]
                moved = max(moved, abs(value - covariances[k, j, other]))
                covariances[k, j, other] = value
                covariances[k, other, j] = value
        for j in range(p):
            moved = max(moved, abs(first[k, j] / counts[k]))
            means[k, j] += first[k, j] / counts[k]
    return moved
