"""The E step and its sums in one pass over the rows, for Gaussian components.

Rows are taken in blocks that stay in the first-level cache. Nothing of size n × K is kept: a
block's responsibilities are spent at once on the sums that the M step needs.
"""

import numpy as np
from numpy.typing import NDArray

from belieflab.compiling import kernel, summing_kernel
from belieflab.mixture.block_kernel import (
    BLOCK_NUMBERS,
    GROUP,
    LARGEST_BLOCK,
    SMALLEST_BLOCK,
    add_row,
    deviate,
    log_joint,
    share_out,
)
from belieflab.mixture.moments_kernel import add_moments
from belieflab.stop_kernel import stop_requested

EMPTY_COUNT = 1e-10
"""A component with less than this many objects has lost them all."""

LOG_2_PI = np.log(2.0 * np.pi)

NONE_LEFT_OUT = -1

Floats = NDArray[np.float64]
Flag = NDArray[np.int64]


@summing_kernel
def log_likelihood(top: Floats, total: Floats, n: int) -> float:
    """Σ_i (top_i + ln total_i) of n rows; sixty-four totals are multiplied before a logarithm."""
    criterion = 0.0
    for i in range(n):
        criterion += top[i]
    begin = 0
    while begin < n:
        end = min(begin + 64, n)
        product = 1.0
        for i in range(begin, end):
            product *= total[i]
        criterion += np.log(product)
        begin = end
    return criterion


@kernel
def weigh_rows(
    joint: Floats, row_weights: Floats, begin: int, n: int, top: Floats, total: Floats
) -> float:
    """Multiply the responsibilities of one block by w_i; returns Σ_i w_i (top_i + ln total_i)."""
    criterion = 0.0
    for i in range(n):
        criterion += row_weights[begin + i] * (top[i] + np.log(total[i]))
    for k in range(joint.shape[0]):
        for i in range(n):
            joint[k, i] *= row_weights[begin + i]
    return criterion


@kernel
def expect(
    features: Floats,
    log_plausibility: Floats,
    row_weights: Floats,
    power: float,
    constants: Floats,
    means: Floats,
    factors: Floats,
    begin: int,
    end: int,
    counts: Floats,
    first: Floats,
    second: Floats,
    responsibilities: Floats,
    left_out: int,
    stop: Flag,
) -> float:
    """Criterion and sums of the rows begin..end; the sums are written, not added.

    The criterion is (1/b) Σ_i ln Σ_k exp(b ln(pl_ik π_k f_k)): Côme et al. (2009), eq. 50 for
    b = 1; the sums are under the responsibilities of eq. 51.

    Shapes: features (p, n); log_plausibility (K, n), or (K, 0) when all labels are vacuous;
    row_weights (n,), all above 0, or (0,) when every row counts once; constants (K,);
    means (K, p); factors (K, p, p); counts (K,); first (K, p) = Σ t (x - μ);
    second (K, p, p) = Σ t (x - μ)(x - μ)ᵀ, lower half; responsibilities (K, n), or (K, 0) when
    they are not wanted. With row weights the criterion is Σ_i w_i ln Σ_k … and t_ik is w_i t_ik
    in the sums. The sums of the component `left_out` are not computed and stay as they were.
    Once the flag `stop` [shape=(1,)] is set the result is NaN and the sums are not written.
    """
    n_components, p = means.shape
    n_all = features.shape[1]
    size = p + p % 2
    rows = LARGEST_BLOCK if n_components * size * LARGEST_BLOCK <= BLOCK_NUMBERS else SMALLEST_BLOCK
    deviations = np.empty((n_components, size, rows))
    deviations[:, p:] = 0.0
    padded = np.zeros((n_components, size, size))
    padded[:, :p, :p] = factors
    joint, weighted = np.empty((n_components, rows)), np.empty((2, rows))
    top, total = np.empty(rows), np.empty(rows)
    count_lanes = np.zeros((n_components, 4))
    first_lanes = np.zeros((n_components, size, 4))
    second_lanes = np.zeros((n_components, size, size, 4))
    criterion = 0.0
    for at in range(begin, end, rows):
        if stop_requested(stop):
            return np.nan
        n = min(rows, end - at)
        n_padded = n + -n % GROUP
        for k in range(n_components):
            deviate(features, at, n, means[k], deviations[k])
            log_joint(n_padded, constants[k], padded[k], deviations[k], joint, k * rows)
            if log_plausibility.shape[1] > 0:
                add_row(log_plausibility, k * n_all + at, n, joint, k * rows)
        share_out(joint, n_padded, power, top, total)
        if responsibilities.shape[1] > 0:
            responsibilities[:, at : at + n] = joint[:, :n]
        if row_weights.shape[0] > 0:
            criterion += weigh_rows(joint, row_weights, at, n, top, total)
        else:
            criterion += log_likelihood(top, total, n)
        joint[:, n:n_padded] = 0.0
        for k in range(n_components):
            if k != left_out:
                add_moments(
                    joint,
                    k * rows,
                    n_padded,
                    deviations[k],
                    weighted,
                    count_lanes[k],
                    first_lanes[k],
                    second_lanes[k],
                )
    for k in range(n_components):
        if k != left_out:
            sum_lanes(
                count_lanes[k],
                first_lanes[k],
                second_lanes[k],
                counts[k : k + 1],
                first[k],
                second[k],
            )
    return criterion / power


@kernel
def sum_lanes(
    count_lanes: Floats,
    first_lanes: Floats,
    second_lanes: Floats,
    count: Floats,
    first: Floats,
    second: Floats,
) -> None:
    """Write the moments of one component from their four lanes; the upper half is 0."""
    count[0] = four(count_lanes)
    second[:] = 0.0
    for j in range(first.shape[0]):
        first[j] = four(first_lanes[j])
        for other in range(j + 1):
            second[j, other] = four(second_lanes[j, other])


@kernel
def four(lanes: Floats) -> float:
    """The sum of four numbers, in a fixed order."""
    return (lanes[0] + lanes[1]) + (lanes[2] + lanes[3])


@kernel
def factorise(covariance: Floats, factor: Floats, smallest: float) -> float:
    """Write the inverse Cholesky factor of a covariance; returns ½ ln|Σ|.

    Returns NaN when a pivot is not above `smallest`: the covariance has collapsed.
    """
    p = covariance.shape[0]
    lower = np.empty((p, p))
    half_log_determinant = 0.0
    for j in range(p):
        pivot = covariance[j, j]
        for m in range(j):
            pivot -= lower[j, m] * lower[j, m]
        if not pivot > smallest:
            return np.nan
        pivot = np.sqrt(pivot)
        lower[j, j] = pivot
        half_log_determinant += np.log(pivot)
        for i in range(j + 1, p):
            value = covariance[i, j]
            for m in range(j):
                value -= lower[i, m] * lower[j, m]
            lower[i, j] = value / pivot
    factor[:] = 0.0
    for j in range(p):
        factor[j, j] = 1.0 / lower[j, j]
        for i in range(j + 1, p):
            value = 0.0
            for m in range(j, i):
                value -= lower[i, m] * factor[m, j]
            factor[i, j] = value / lower[i, i]
    return half_log_determinant
