"""What the E step does with one block of rows: log densities and responsibilities.

A block's deviations x - μ_k stand feature by feature in a buffer [shape=(P, rows)] that stays in
the first-level cache; P is p rounded up to an even number (the extra row is 0) and `rows` a
multiple of `GROUP`. Rows beyond the data are 0. The loops work on four rows at a time and keep a
tile of sums in registers, see `belieflab.lanes`.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from belieflab.compiling import kernel
from belieflab.lanes import (
    add,
    add_to_exponent,
    choose_above,
    divide,
    load,
    multiply,
    multiply_add,
    spread,
    store,
    subtract,
)

GROUP = 16
"""Rows whose densities are computed together; a block is padded to a multiple of it."""

LARGEST_BLOCK, SMALLEST_BLOCK, BLOCK_NUMBERS = 128, 64, 3072
"""Rows per block: as many as keep K p rows within BLOCK_NUMBERS, within these limits."""

SMALLEST_EXPONENT = -708.0
LOG2_E = 1.4426950408889634
LN2_HIGH = 6.93147180369123816490e-01
LN2_LOW = 1.90821492927058770002e-10
ROUNDER = 6755399441055744.0
"""1.5 · 2^52: adding it leaves the rounded integer in the low bits of a double."""

Floats = NDArray[np.float64]


@kernel
def exponential(x: Any) -> Any:
    """exp of four numbers x ≤ 0, to the last digit or two; below -708 the result is 0.

    exp(x) = 2^k exp(r), k = round(x / ln 2), |r| ≤ ln 2 / 2, exp(r) by its Taylor polynomial of
    degree 12. Numba's own exp calls the mathematics library once per number.
    """
    smallest = spread(SMALLEST_EXPONENT)
    value = choose_above(x, smallest, x, smallest)
    shifted = multiply_add(value, spread(LOG2_E), spread(ROUNDER))
    power = subtract(shifted, spread(ROUNDER))
    r = multiply_add(power, spread(-LN2_HIGH), value)
    r = multiply_add(power, spread(-LN2_LOW), r)
    series = multiply_add(spread(1.0 / 479001600), r, spread(1.0 / 39916800))
    series = multiply_add(series, r, spread(1.0 / 3628800))
    series = multiply_add(series, r, spread(1.0 / 362880))
    series = multiply_add(series, r, spread(1.0 / 40320))
    series = multiply_add(series, r, spread(1.0 / 5040))
    series = multiply_add(series, r, spread(1.0 / 720))
    series = multiply_add(series, r, spread(1.0 / 120))
    series = multiply_add(series, r, spread(1.0 / 24))
    series = multiply_add(series, r, spread(1.0 / 6))
    series = multiply_add(series, r, spread(0.5))
    series = multiply_add(series, r, spread(1.0))
    series = multiply_add(series, r, spread(1.0))
    return choose_above(x, smallest, add_to_exponent(series, shifted), spread(0.0))


@kernel
def exponentials(x: Floats) -> None:
    """Replace numbers that are at most 0 by their exp; their count is a multiple of 4."""
    for i in range(0, x.shape[0], 4):
        store(x, i, exponential(load(x, i)))


@kernel
def deviate(features: Floats, begin: int, n: int, mean: Floats, deviations: Floats) -> None:
    """Write x - μ of n rows from `begin` on, and 0 up to the next multiple of GROUP."""
    p, n_all = features.shape
    rows = deviations.shape[1]
    whole, padded = n - n % 4, n + -n % GROUP
    for j in range(p):
        centre = spread(mean[j])
        at = j * n_all + begin
        for i in range(0, whole, 4):
            store(deviations, j * rows + i, subtract(load(features, at + i), centre))
    if padded == n:
        return
    for j in range(p):
        for i in range(whole, n):
            deviations[j, i] = features[j, begin + i] - mean[j]
        for i in range(n, padded):
            deviations[j, i] = 0.0


@kernel
def log_joint(
    n: int, constant: float, factor: Floats, deviations: Floats, out: Floats, place: int
) -> None:
    """Write ln π_k f_k of n rows into `out` from `place` on: constant - ½ ‖F (x - μ)‖².

    `factor` [shape=(P, P)] is the inverse of the Cholesky factor of Σ_k, so Fᵀ F = Σ_k⁻¹. Two of
    its rows and sixteen rows of data make one tile of eight sums.
    """
    size, rows = deviations.shape
    zero, half, level = spread(0.0), spread(-0.5), spread(constant)
    for i in range(0, n, GROUP):
        q0 = q1 = q2 = q3 = zero
        for j in range(0, size, 2):
            a0 = a1 = a2 = a3 = zero
            b0 = b1 = b2 = b3 = zero
            for other in range(j + 2):
                at = other * rows + i
                d0, d1 = load(deviations, at), load(deviations, at + 4)
                d2, d3 = load(deviations, at + 8), load(deviations, at + 12)
                a, b = spread(factor[j, other]), spread(factor[j + 1, other])
                a0, a1 = multiply_add(a, d0, a0), multiply_add(a, d1, a1)
                a2, a3 = multiply_add(a, d2, a2), multiply_add(a, d3, a3)
                b0, b1 = multiply_add(b, d0, b0), multiply_add(b, d1, b1)
                b2, b3 = multiply_add(b, d2, b2), multiply_add(b, d3, b3)
            q0 = multiply_add(a0, a0, multiply_add(b0, b0, q0))
            q1 = multiply_add(a1, a1, multiply_add(b1, b1, q1))
            q2 = multiply_add(a2, a2, multiply_add(b2, b2, q2))
            q3 = multiply_add(a3, a3, multiply_add(b3, b3, q3))
        store(out, place + i, multiply_add(q0, half, level))
        store(out, place + i + 4, multiply_add(q1, half, level))
        store(out, place + i + 8, multiply_add(q2, half, level))
        store(out, place + i + 12, multiply_add(q3, half, level))


@kernel
def add_row(row: Floats, begin: int, n: int, out: Floats, place: int) -> None:
    """Add n numbers from row[begin] on to those from out[place] on; both arrays seen as flat."""
    for i in range(0, n - 3, 4):
        store(out, place + i, add(load(out, place + i), load(row, begin + i)))
    flat_row, flat_out = row.ravel(), out.ravel()
    for i in range(n - n % 4, n):
        flat_out[place + i] += flat_row[begin + i]


@kernel
def share_out(joint: Floats, n: int, power: float, top: Floats, total: Floats) -> None:
    """Turn ln(pl_ik π_k f_k) [shape=(K, rows)] into responsibilities t_ik ∝ exp(b · joint).

    `top` gets the largest b · joint of a row, `total` the sum Σ_k exp(b · joint - top).
    """
    n_components, rows = joint.shape
    if n_components == 2:
        share_between_two(joint, n, power, top, total)
        return
    factor, one = spread(power), spread(1.0)
    for i in range(0, n, 4):
        largest = multiply(load(joint, i), factor)
        for k in range(1, n_components):
            value = multiply(load(joint, k * rows + i), factor)
            largest = choose_above(value, largest, value, largest)
        total_here = spread(0.0)
        for k in range(n_components):
            at = k * rows + i
            value = exponential(subtract(multiply(load(joint, at), factor), largest))
            store(joint, at, value)
            total_here = add(total_here, value)
        inverse = divide(one, total_here)
        for k in range(n_components):
            at = k * rows + i
            store(joint, at, multiply(load(joint, at), inverse))
        store(top, i, largest)
        store(total, i, total_here)


@kernel
def share_between_two(joint: Floats, n: int, power: float, top: Floats, total: Floats) -> None:
    """The same for two components, with one exponential per row: exp(lower - higher)."""
    rows = joint.shape[1]
    factor, one, zero = spread(power), spread(1.0), spread(0.0)
    nowhere = spread(-np.inf)
    for i in range(0, n, 4):
        a, b = multiply(load(joint, i), factor), multiply(load(joint, rows + i), factor)
        higher, lower = choose_above(a, b, a, b), choose_above(a, b, b, a)
        value = exponential(subtract(lower, higher))
        # where both are impossible the sum is 0 and the shares are no numbers, as for more
        total_here = add(choose_above(higher, nowhere, one, zero), value)
        inverse = divide(one, total_here)
        value = multiply(value, inverse)
        store(joint, i, choose_above(a, b, inverse, value))
        store(joint, rows + i, choose_above(a, b, value, inverse))
        store(top, i, higher)
        store(total, i, total_here)
