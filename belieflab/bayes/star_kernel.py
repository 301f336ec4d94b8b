"""The E step and its sums for networks in which at most one feature is a parent of others.

Naive Bayes and the models that AODE averages need, per class, no covariances but those with the
root: the work per row grows with p and not with p². Rows are taken in blocks, see
`belieflab.mixture.expectation_kernel`, whose sums and flag these are.
"""

import numpy as np
from numpy.typing import NDArray

from belieflab.compiling import kernel
from belieflab.lanes import add, load, multiply, multiply_add, spread, store, subtract
from belieflab.mixture.block_kernel import GROUP, add_row, share_out
from belieflab.mixture.expectation_kernel import four, log_likelihood, weigh_rows
from belieflab.mixture.moments_kernel import accumulate
from belieflab.stop_kernel import stop_requested

Floats = NDArray[np.float64]
Flag = NDArray[np.int64]

ROWS = 64
"""Rows per block."""


@kernel
def copy_block(features: Floats, begin: int, n: int, block: Floats) -> None:
    """Write n rows from `begin` on into `block` [shape=(p, ROWS)], and 0 up to its end."""
    p, n_all = features.shape
    whole = n - n % 4
    for j in range(p):
        at = j * n_all + begin
        for i in range(0, whole, 4):
            store(block, j * ROWS + i, load(features, at + i))
        for i in range(whole, n):
            block[j, i] = features[j, begin + i]
        for i in range(n, n + -n % GROUP):
            block[j, i] = 0.0


@kernel
def log_joint(
    n: int,
    constant: float,
    means: Floats,
    slopes: Floats,
    scales: Floats,
    block: Floats,
    out: Floats,
    place: int,
) -> None:
    """Write ln π_k f_k of n rows from `place` on: c - ½ Σ_j s_j² (d_j - b_j d_0)², d = x - μ.

    The root is feature 0, with slope 0; with all slopes 0 there is none.
    """
    half, level, centre = spread(-0.5), spread(constant), spread(means[0])
    for i in range(0, n, GROUP):
        q0 = q1 = q2 = q3 = spread(0.0)
        r0, r1 = subtract(load(block, i), centre), subtract(load(block, i + 4), centre)
        r2, r3 = subtract(load(block, i + 8), centre), subtract(load(block, i + 12), centre)
        for j in range(len(means)):
            at = j * ROWS + i
            mean, slope, scale = spread(means[j]), spread(-slopes[j]), spread(scales[j])
            e0 = multiply_add(slope, r0, subtract(load(block, at), mean))
            e1 = multiply_add(slope, r1, subtract(load(block, at + 4), mean))
            e2 = multiply_add(slope, r2, subtract(load(block, at + 8), mean))
            e3 = multiply_add(slope, r3, subtract(load(block, at + 12), mean))
            e0, e1 = multiply(e0, scale), multiply(e1, scale)
            e2, e3 = multiply(e2, scale), multiply(e3, scale)
            q0, q1 = multiply_add(e0, e0, q0), multiply_add(e1, e1, q1)
            q2, q3 = multiply_add(e2, e2, q2), multiply_add(e3, e3, q3)
        store(out, place + i, multiply_add(q0, half, level))
        store(out, place + i + 4, multiply_add(q1, half, level))
        store(out, place + i + 8, multiply_add(q2, half, level))
        store(out, place + i + 12, multiply_add(q3, half, level))


@kernel
def add_sums(
    shares: Floats,
    place: int,
    n: int,
    means: Floats,
    block: Floats,
    count: Floats,
    first: Floats,
    squares: Floats,
    crosses: Floats,
) -> None:
    """Add Σ t, Σ t d_j, Σ t d_j² and Σ t d_j d_0 of one block, in four lanes [shape=(p, 4)]."""
    centre, total = spread(means[0]), spread(0.0)
    for i in range(0, n, 4):
        total = add(total, load(shares, place + i))
    accumulate(count, 0, total)
    for j in range(len(means)):
        mean = spread(means[j])
        f0 = f1 = s0 = s1 = c0 = c1 = spread(0.0)
        for i in range(0, n, 8):
            at = j * ROWS + i
            d0, d1 = subtract(load(block, at), mean), subtract(load(block, at + 4), mean)
            u0 = multiply(load(shares, place + i), d0)
            u1 = multiply(load(shares, place + i + 4), d1)
            r0, r1 = subtract(load(block, i), centre), subtract(load(block, i + 4), centre)
            f0, f1 = add(f0, u0), add(f1, u1)
            s0, s1 = multiply_add(u0, d0, s0), multiply_add(u1, d1, s1)
            c0, c1 = multiply_add(u0, r0, c0), multiply_add(u1, r1, c1)
        accumulate(first, j, add(f0, f1))
        accumulate(squares, j, add(s0, s1))
        accumulate(crosses, j, add(c0, c1))


@kernel
def expect_star(
    features: Floats,
    log_plausibility: Floats,
    row_weights: Floats,
    power: float,
    constants: Floats,
    means: Floats,
    slopes: Floats,
    scales: Floats,
    begin: int,
    end: int,
    counts: Floats,
    first: Floats,
    squares: Floats,
    crosses: Floats,
    responsibilities: Floats,
    stop: Flag,
) -> float:
    """Criterion and sums of the rows begin..end; the sums are written, not added.

    As `expectation_kernel.expect`, with the slope on feature 0 and 1/σ of every feature
    [shape=(K, p)] in place of a factor, and with the sums Σ t d_j², Σ t d_j d_0 [shape=(K, p)].
    """
    n_classes, p = means.shape
    n_all = features.shape[1]
    block, joint = np.zeros((p, ROWS)), np.empty((n_classes, ROWS))
    top, total = np.empty(ROWS), np.empty(ROWS)
    lanes = np.zeros((n_classes, 3, p, 4))
    count_lanes = np.zeros((n_classes, 4))
    criterion = 0.0
    for at in range(begin, end, ROWS):
        if stop_requested(stop):
            return np.nan
        n = min(ROWS, end - at)
        n_padded = n + -n % GROUP
        copy_block(features, at, n, block)
        for k in range(n_classes):
            log_joint(
                n_padded, constants[k], means[k], slopes[k], scales[k], block, joint, k * ROWS
            )
            if log_plausibility.shape[1] > 0:
                add_row(log_plausibility, k * n_all + at, n, joint, k * ROWS)
        share_out(joint, n_padded, power, top, total)
        if responsibilities.shape[1] > 0:
            responsibilities[:, at : at + n] = joint[:, :n]
        if row_weights.shape[0] > 0:
            criterion += weigh_rows(joint, row_weights, at, n, top, total)
        else:
            criterion += log_likelihood(top, total, n)
        joint[:, n:n_padded] = 0.0
        for k in range(n_classes):
            add_sums(
                joint,
                k * ROWS,
                n_padded,
                means[k],
                block,
                count_lanes[k],
                lanes[k, 0],
                lanes[k, 1],
                lanes[k, 2],
            )
    for k in range(n_classes):
        counts[k] = four(count_lanes[k])
        for j in range(p):
            first[k, j] = four(lanes[k, 0, j])
            squares[k, j] = four(lanes[k, 1, j])
            crosses[k, j] = four(lanes[k, 2, j])
    return criterion / power
