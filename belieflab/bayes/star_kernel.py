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
from belieflab.mixture.expectation_kernel import LOG_2_PI, four, log_likelihood, weigh_rows
from belieflab.mixture.moments_kernel import accumulate
from belieflab.stop_kernel import stop_requested

Floats = NDArray[np.float64]
Flag = NDArray[np.int64]

ROWS = 128
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
    root: int,
    block: Floats,
    out: Floats,
    place: int,
) -> None:
    """Write ln π_k f_k of n rows from `place` on: c - ½ Σ_j s_j² (d_j - b_j d_r)², d = x - μ.

    The slope of the root r is 0; with all slopes 0 there is none.
    """
    half, level, centre = spread(-0.5), spread(constant), spread(means[root])
    for i in range(0, n, GROUP):
        q0 = q1 = q2 = q3 = spread(0.0)
        top = root * ROWS + i
        r0, r1 = subtract(load(block, top), centre), subtract(load(block, top + 4), centre)
        r2, r3 = subtract(load(block, top + 8), centre), subtract(load(block, top + 12), centre)
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
    root: int,
    block: Floats,
    along: Floats,
    count: Floats,
    first: Floats,
    squares: Floats,
    crosses: Floats,
) -> None:
    """Add Σ t, Σ t d_j, Σ t d_j² and Σ t d_j d_r of one block, in four lanes [shape=(p, 4)].

    `along` [shape=(ROWS,)] is a buffer for t d_r.
    """
    centre, total = spread(means[root]), spread(0.0)
    for i in range(0, n, 4):
        share = load(shares, place + i)
        total = add(total, share)
        store(along, i, multiply(share, subtract(load(block, root * ROWS + i), centre)))
    accumulate(count, 0, total)
    for j in range(len(means)):
        mean = spread(means[j])
        f0 = f1 = s0 = s1 = c0 = c1 = spread(0.0)
        for i in range(0, n, 8):
            at = j * ROWS + i
            d0, d1 = subtract(load(block, at), mean), subtract(load(block, at + 4), mean)
            u0 = multiply(load(shares, place + i), d0)
            u1 = multiply(load(shares, place + i + 4), d1)
            f0, f1 = add(f0, u0), add(f1, u1)
            s0, s1 = multiply_add(u0, d0, s0), multiply_add(u1, d1, s1)
            c0 = multiply_add(load(along, i), d0, c0)
            c1 = multiply_add(load(along, i + 4), d1, c1)
        accumulate(first, j, add(f0, f1))
        accumulate(squares, j, add(s0, s1))
        accumulate(crosses, j, add(c0, c1))


@kernel
def expect_star(
    features: Floats,
    log_plausibility: Floats,
    row_weights: Floats,
    power: float,
    priors: Floats,
    means: Floats,
    slopes: Floats,
    scales: Floats,
    root: int,
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

    As `expectation_kernel.expect`, with the class prior [shape=(K,)], the slope of every feature on
    the root and 1/σ given the root [shape=(K, p)], 0 for a root whose own density is not counted
    here; and with the sums Σ t d_j² and Σ t d_j d_r [shape=(K, p)]. Where there is no root, any
    feature will do: all slopes are 0.
    """
    n_classes, p = means.shape
    constants = np.empty(n_classes)
    for k in range(n_classes):
        constants[k] = np.log(priors[k]) if priors[k] > 0.0 else -np.inf
        for j in range(p):
            if scales[k, j] > 0.0:
                constants[k] += np.log(scales[k, j]) - 0.5 * LOG_2_PI
    n_all = features.shape[1]
    block, joint = np.zeros((p, ROWS)), np.empty((n_classes, ROWS))
    top, total, along = np.empty(ROWS), np.empty(ROWS), np.empty(ROWS)
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
                n_padded,
                constants[k],
                means[k],
                slopes[k],
                scales[k],
                root,
                block,
                joint,
                k * ROWS,
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
                root,
                block,
                along,
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


@kernel
def fit_star(
    counts: Floats,
    first: Floats,
    squares: Floats,
    crosses: Floats,
    smallest: float,
    floors: Floats,
    root: int,
    means: Floats,
    slopes: Floats,
    variances: Floats,
) -> int:
    """The M step from the sums of `expect_star`; returns how many variances met the floor.

    Means, slopes on the root and variances given it [shape=(K, p)] are replaced in the classes
    that have more than `smallest` objects. Without a root (-1) the slopes stay as they are.
    """
    n_classes, p = means.shape
    floored = 0
    for k in range(n_classes):
        n = counts[k]
        if not n > smallest:
            continue
        of_root = 0.0
        if root >= 0:
            of_root = max(squares[k, root] / n - (first[k, root] / n) ** 2, 0.0)
        for j in range(p):
            shift = first[k, j] / n
            variance = squares[k, j] / n - shift * shift
            if root >= 0 and j != root:
                shared = crosses[k, j] / n - shift * (first[k, root] / n)
                slopes[k, j] = shared / of_root if of_root > 0.0 else 0.0
                variance -= slopes[k, j] * shared
            means[k, j] += shift
            if variance < floors[j]:
                floored += 1
                variance = floors[j]
            variances[k, j] = variance
    return floored
