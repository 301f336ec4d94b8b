"""One whole run of EM in compiled code, for many starts on the same data.

Unrestricted covariances only: their M step is a division. A start whose covariance collapses stops
there and says so; the careful loop of `em` takes over for it.
"""

import numpy as np
from numpy.typing import NDArray

from belieflab.compiling import kernel
from belieflab.mixture.complement_kernel import choose_left_out, data_moments, fill_left_out
from belieflab.mixture.expectation_kernel import EMPTY_COUNT, LOG_2_PI, expect, factorise

Floats = NDArray[np.float64]

CONVERGED, STOPPED, COLLAPSED = 0, 1, 2


@kernel
def run_em(
    features: Floats,
    log_plausibility: Floats,
    row_weights: Floats,
    weights: Floats,
    means: Floats,
    covariances: Floats,
    absolute: float,
    relative: float,
    early_tol: float,
    still: float,
    max_iter: int,
    smallest: float,
) -> tuple[float, int, int, int]:
    """Run EM from the given parameters, which are overwritten by the last ones.

    It ends when the increase of the criterion L is below `absolute` + `relative` |L| (see
    `em.StopRule.limits`) and no parameter moved by more than `still`. `row_weights` is (0,) when
    every row counts once.
    Returns the criterion at those parameters, the M steps done, the M steps after which the
    relative increase first fell below `early_tol`, and how it ended.
    """
    n_components, p = means.shape
    n = features.shape[1]
    factors = np.empty((n_components, p, p))
    constants = np.empty(n_components)
    counts = np.empty(n_components)
    first = np.empty((n_components, p))
    second = np.empty((n_components, p, p))
    nothing = np.empty((n_components, 0))
    total_count, centre, total_first, total_second = data_moments(features, row_weights)
    total_weight = total_count[0]
    previous = -np.inf
    early = -1
    moved = np.inf
    for iteration in range(max_iter + 1):
        for k in range(n_components):
            half_log_determinant = factorise(covariances[k], factors[k], smallest)
            if np.isnan(half_log_determinant):
                return previous, iteration, early, COLLAPSED
            constants[k] = np.log(weights[k]) - half_log_determinant - 0.5 * p * LOG_2_PI
        left_out = choose_left_out(weights, means, covariances, total_count, centre, total_second)
        criterion = expect(
            features,
            log_plausibility,
            row_weights,
            1.0,
            constants,
            means,
            factors,
            0,
            n,
            counts,
            first,
            second,
            nothing,
            left_out,
        )
        if left_out >= 0:
            fill_left_out(
                left_out,
                means,
                total_count,
                centre,
                total_first,
                total_second,
                counts,
                first,
                second,
            )
        if iteration > 0:
            increase = criterion - previous
            if early < 0 and increase < early_tol * abs(previous):
                early = iteration
            if increase < absolute + relative * abs(previous) and moved <= still:
                return criterion, iteration, early, CONVERGED
        if iteration == max_iter:
            return criterion, iteration, early, STOPPED
        previous = criterion
        for k in range(n_components):
            if not counts[k] > EMPTY_COUNT * total_weight / n:
                return previous, iteration, early, COLLAPSED
        moved = maximise(total_weight, counts, first, second, weights, means, covariances)
    return previous, max_iter, early, STOPPED


@kernel
def maximise(
    total_weight: float,
    counts: Floats,
    first: Floats,
    second: Floats,
    weights: Floats,
    means: Floats,
    covariances: Floats,
) -> float:
    """M step, in place; returns the largest move of a parameter.

    `counts`, `first` and `second` are the moments of each component's points, taken about its
    current mean: first / counts is how far the mean moves.
    """
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
