"""The moments of one component as what the others leave of the moments of all rows.

The responsibilities of a row sum to 1, so the sums Σ t, Σ t d, Σ t d dᵀ over all components are
those of the data, which never change. The component with the most objects can therefore be had by
subtraction, which spares a quarter of an iteration for two components. Subtracting loses digits
when little is left; it is done only when at least `KEPT_SHARE` of every variance is.
"""

import numpy as np
from numpy.typing import NDArray

from belieflab.compiling import kernel
from belieflab.mixture.block_kernel import GROUP, LARGEST_BLOCK, deviate
from belieflab.mixture.expectation_kernel import NONE_LEFT_OUT, sum_lanes
from belieflab.mixture.moments_kernel import add_moments
from belieflab.stop_kernel import stop_requested

KEPT_SHARE = 0.1
"""Smallest share of the total that may be left: subtraction then costs one digit of sixteen."""

Floats = NDArray[np.float64]
Flag = NDArray[np.int64]


@kernel
def data_moments(
    features: Floats, row_weights: Floats, stop: Flag
) -> tuple[Floats, Floats, Floats, Floats]:
    """Of all rows: Σ w [shape=(1,)], the centre c, Σ w d and the lower half of Σ w d dᵀ, d = x - c.

    Σ w d is 0 up to the rounding of the centre. Once the flag is set the sums are not complete.
    """
    p, n_all = features.shape
    size = p + p % 2
    centre, first, second = np.zeros(p), np.zeros(p), np.zeros((p, p))
    for j in range(p):
        centre[j] = features[j].mean()
    deviations, weighted = np.zeros((size, LARGEST_BLOCK)), np.empty((2, LARGEST_BLOCK))
    shares = np.ones(LARGEST_BLOCK)
    count = np.zeros(1)
    count_lanes, first_lanes = np.zeros(4), np.zeros((size, 4))
    second_lanes = np.zeros((size, size, 4))
    for at in range(0, n_all, LARGEST_BLOCK):
        if stop_requested(stop):
            break
        n = min(LARGEST_BLOCK, n_all - at)
        n_padded = n + -n % GROUP
        deviate(features, at, n, centre, deviations)
        if row_weights.shape[0] > 0:
            shares[:n] = row_weights[at : at + n]
        shares[n:] = 0.0
        add_moments(
            shares, 0, n_padded, deviations, weighted, count_lanes, first_lanes, second_lanes
        )
    sum_lanes(count_lanes, first_lanes, second_lanes, count, first, second)
    return count, centre, first, second


@kernel
def choose_left_out(
    weights: Floats,
    means: Floats,
    covariances: Floats,
    total_count: Floats,
    centre: Floats,
    total_second: Floats,
) -> int:
    """The component with the largest proportion if subtraction is safe for it, else none."""
    chosen = int(np.argmax(weights))
    for j in range(centre.shape[0]):
        gap = centre[j] - means[chosen, j]
        total = total_second[j, j] / total_count[0] + gap * gap
        if not weights[chosen] * covariances[chosen, j, j] > KEPT_SHARE * total:
            return NONE_LEFT_OUT
    return chosen


@kernel
def fill_left_out(
    left_out: int,
    means: Floats,
    total_count: Floats,
    centre: Floats,
    total_first: Floats,
    total_second: Floats,
    counts: Floats,
    first: Floats,
    second: Floats,
) -> None:
    """Write the moments of the component that was left out, about its own mean.

    Moving the origin by g adds c g to Σ t d, and (Σ t d) gᵀ + g (Σ t d)ᵀ + c g gᵀ to Σ t d dᵀ.
    """
    n_components, p = means.shape
    counts[left_out] = 0.0
    first[left_out] = 0.0
    second[left_out] = 0.0
    gap = np.empty(p)
    for k in range(n_components + 1):
        if k == left_out:
            continue
        if k == n_components:
            sign, count, origin, sums, squares = (
                1.0, total_count[0], centre, total_first, total_second
            )  # fmt: skip
        else:
            sign, count, origin, sums, squares = -1.0, counts[k], means[k], first[k], second[k]
        for j in range(p):
            gap[j] = origin[j] - means[left_out, j]
        counts[left_out] += sign * count
        for j in range(p):
            first[left_out, j] += sign * (sums[j] + count * gap[j])
            for other in range(j + 1):
                moved = sums[j] * gap[other] + sums[other] * gap[j] + count * gap[j] * gap[other]
                second[left_out, j, other] += sign * (squares[j, other] + moved)
