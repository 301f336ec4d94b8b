"""The E step and its sums in one pass over the rows, for Gaussian components.

Rows are taken in blocks that stay in the first-level cache, features along the first axis, so
that every inner loop runs over neighbouring numbers and becomes vector instructions. Nothing of
size n × K is kept: a block's responsibilities are spent at once on the sums that the M step needs.
"""

import numpy as np
from numpy.typing import NDArray

from belieflab.compiling import kernel, summing_kernel

BLOCK = 128
"""Rows per block: K p BLOCK doubles fit the cache for the usual K p up to a few dozen."""

EMPTY_COUNT = 1e-10
"""A component with less than this many objects has lost them all."""

LOG_2_PI = np.log(2.0 * np.pi)
SMALLEST_EXPONENT = -708.0
LOG2_E = 1.4426950408889634
LN2_HIGH = 6.93147180369123816490e-01
LN2_LOW = 1.90821492927058770002e-10
ROUNDER = 6755399441055744.0
"""1.5 · 2^52: adding it leaves the rounded integer in the low bits of a double."""

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]


@kernel
def exponentials(x: Floats, x_bits: Integers, out: Floats, out_bits: Integers, n: int) -> None:
    """exp of x ≤ 0, n of them, to the last digit or two; x is spent, below -708 the answer is 0.

    exp(x) = 2^k exp(r), k = round(x / ln 2), |r| ≤ ln 2 / 2, exp(r) by its Taylor polynomial of
    degree 12. `*_bits` are integer views: 2^k is multiplied in by adding k to the exponent bits.
    Numba's own exp calls the mathematics library once per number and cannot be vectorised.
    """
    for i in range(n):
        value = max(x[i], SMALLEST_EXPONENT)
        shifted = value * LOG2_E + ROUNDER
        power = shifted - ROUNDER
        r = (value - power * LN2_HIGH) - power * LN2_LOW
        series = 1.0 / 479001600
        series = series * r + 1.0 / 39916800
        series = series * r + 1.0 / 3628800
        series = series * r + 1.0 / 362880
        series = series * r + 1.0 / 40320
        series = series * r + 1.0 / 5040
        series = series * r + 1.0 / 720
        series = series * r + 1.0 / 120
        series = series * r + 1.0 / 24
        series = series * r + 1.0 / 6
        series = series * r + 0.5
        series = series * r + 1.0
        series = series * r + 1.0
        out[i] = series if x[i] > SMALLEST_EXPONENT else 0.0
        x[i] = shifted
    for i in range(n):
        out_bits[i] = out_bits[i] + (x_bits[i] << 52) if out[i] > 0.0 else 0


@summing_kernel
def log_joint(
    features: Floats,
    first: int,
    n: int,
    constant: float,
    mean: Floats,
    factor: Floats,
    deviations: Floats,
    whitened: Floats,
    out: Floats,
) -> None:
    """ln π_k f_k of n rows from `first` on: constant - ½ ‖F (x - μ)‖² with Fᵀ F = Σ⁻¹.

    `factor` is the inverse of the Cholesky factor of Σ_k; `deviations` [shape=(p, BLOCK)] keeps
    x - μ for the sums that follow.
    """
    p = mean.shape[0]
    for j in range(p):
        column, row, centre = deviations[j], features[j], mean[j]
        for i in range(n):
            column[i] = row[first + i] - centre
    for i in range(n):
        out[i] = 0.0
    for j in range(p):
        weight, column = factor[j, 0], deviations[0]
        for i in range(n):
            whitened[i] = weight * column[i]
        for other in range(1, j + 1):
            weight, column = factor[j, other], deviations[other]
            for i in range(n):
                whitened[i] += weight * column[i]
        for i in range(n):
            out[i] += whitened[i] * whitened[i]
    for i in range(n):
        out[i] = constant - 0.5 * out[i]


@summing_kernel
def add_moments(
    weights: Floats,
    deviations: Floats,
    weighted: Floats,
    n: int,
    first: Floats,
    second: Floats,
) -> float:
    """Add Σ t, Σ t d and the lower half of Σ t d dᵀ of one block, d = x - μ; returns Σ t."""
    p = first.shape[0]
    total = 0.0
    for i in range(n):
        total += weights[i]
    for j in range(p):
        column = deviations[j]
        value = 0.0
        for i in range(n):
            weighted[i] = weights[i] * column[i]
            value += weighted[i]
        first[j] += value
        for other in range(j + 1):
            column = deviations[other]
            value = 0.0
            for i in range(n):
                value += weighted[i] * column[i]
            second[j, other] += value
    return total


@summing_kernel
def share_out(
    joint: Floats,
    joint_bits: Integers,
    n: int,
    power: float,
    top: Floats,
    total: Floats,
    spent: Floats,
    spent_bits: Integers,
) -> float:
    """Turn ln(pl_ik π_k f_k) [shape=(K, BLOCK)] into responsibilities; returns the criterion.

    t_ik ∝ exp(b · joint), criterion (1/b) Σ_i ln Σ_k exp(b · joint): Côme et al. (2009),
    eq. 50 and 51, for b = 1. Thirty-two sums are multiplied before a logarithm is taken.
    """
    n_components = joint.shape[0]
    criterion = 0.0
    for i in range(n):
        top[i] = -np.inf
        total[i] = 0.0
    for k in range(n_components):
        row = joint[k]
        for i in range(n):
            row[i] *= power
            top[i] = max(top[i], row[i])
    for k in range(n_components):
        row = joint[k]
        for i in range(n):
            spent[i] = row[i] - top[i]
        exponentials(spent, spent_bits, row, joint_bits[k], n)
        for i in range(n):
            total[i] += row[i]
    for i in range(n):
        criterion += top[i]
    begin = 0
    while begin < n:
        end = min(begin + 32, n)
        product = 1.0
        for i in range(begin, end):
            product *= total[i]
        criterion += np.log(product)
        begin = end
    for i in range(n):
        total[i] = 1.0 / total[i]
    for k in range(n_components):
        row = joint[k]
        for i in range(n):
            row[i] *= total[i]
    return criterion / power


@kernel
def weigh_rows(
    joint: Floats,
    row_weights: Floats,
    at: int,
    n: int,
    power: float,
    top: Floats,
    total: Floats,
) -> float:
    """Multiply the responsibilities of one block by w_i; returns (1/b) Σ_i w_i ln Σ_k exp(b joint).

    `top` and `total` are as `share_out` leaves them: the largest b · joint of a row, and the
    inverse of Σ_k exp(b · joint - top).
    """
    criterion = 0.0
    for i in range(n):
        criterion += row_weights[at + i] * (top[i] - np.log(total[i]))
    for k in range(joint.shape[0]):
        row = joint[k]
        for i in range(n):
            row[i] *= row_weights[at + i]
    return criterion / power


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
) -> float:
    """Criterion and sums of the rows begin..end; the sums are written, not added.

    Shapes: features (p, n); log_plausibility (K, n), or (K, 0) when all labels are vacuous;
    row_weights (n,), all above 0, or (0,) when every row counts once; constants (K,);
    means (K, p); factors (K, p, p); counts (K,); first (K, p) = Σ t (x - μ);
    second (K, p, p) = Σ t (x - μ)(x - μ)ᵀ, lower half; responsibilities (K, n), or (K, 0) when
    they are not wanted. With row weights the criterion is Σ_i w_i ln Σ_k … and t_ik is w_i t_ik
    in the sums.
    """
    n_components, p = means.shape
    deviations = np.empty((n_components, p, BLOCK))
    joint = np.empty((n_components, BLOCK))
    joint_bits = joint.view(np.int64)
    row_buffer, top, total, spent = (
        np.empty(BLOCK),
        np.empty(BLOCK),
        np.empty(BLOCK),
        np.empty(BLOCK),
    )
    spent_bits = spent.view(np.int64)
    counts[:] = 0.0
    first[:] = 0.0
    second[:] = 0.0
    criterion = 0.0
    for at in range(begin, end, BLOCK):
        n = min(BLOCK, end - at)
        for k in range(n_components):
            log_joint(
                features,
                at,
                n,
                constants[k],
                means[k],
                factors[k],
                deviations[k],
                row_buffer,
                joint[k],
            )
            if log_plausibility.shape[1] > 0:
                for i in range(n):
                    joint[k, i] += log_plausibility[k, at + i]
        part = share_out(joint, joint_bits, n, power, top, total, spent, spent_bits)
        if responsibilities.shape[1] > 0:
            for k in range(n_components):
                for i in range(n):
                    responsibilities[k, at + i] = joint[k, i]
        if row_weights.shape[0] > 0:
            part = weigh_rows(joint, row_weights, at, n, power, top, total)
        criterion += part
        for k in range(n_components):
            counts[k] += add_moments(joint[k], deviations[k], row_buffer, n, first[k], second[k])
    return criterion


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
