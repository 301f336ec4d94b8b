"""Row by row, the masses of one object that best explain its dissimilarities to its partners."""

import numpy as np
from numpy.typing import NDArray

from belieflab.compiling import kernel, summing_kernel
from belieflab.stop_kernel import stop_requested

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]
Flag = NDArray[np.int64]

MAX_TRANSFERS = 3
"""Transfers of mass in one programme, per focal set; the next sweep goes on from there."""

CLOSE_ENOUGH = 1e-6
"""A programme ends when no transfer has a slope above this share of the largest coefficient."""


@kernel
def minimise_on_simplex(square: Floats, linear: Floats, mass: Floats, slopes: Floats) -> None:
    """Lower ½ mᵀ Q m + bᵀ m over mass functions m by moving mass between two sets at a time.

    Each transfer goes from the set with the steepest slope among those with mass to the set with
    the least slope, as far as is best: the value never rises. Q [shape=(F, F)], b, m, slopes (F,).
    """
    n_sets = len(mass)
    scale = 1e-300
    for a in range(n_sets):
        slope = linear[a]
        scale = max(scale, abs(linear[a]), square[a, a])
        for b in range(n_sets):
            slope += square[a, b] * mass[b]
        slopes[a] = slope
    for _ in range(MAX_TRANSFERS * n_sets):
        to, source = 0, -1
        for a in range(n_sets):
            if slopes[a] < slopes[to]:
                to = a
            if mass[a] > 0.0 and (source < 0 or slopes[a] > slopes[source]):
                source = a
        gain = slopes[source] - slopes[to]
        if gain <= CLOSE_ENOUGH * scale:
            break
        curve = square[to, to] + square[source, source] - 2.0 * square[to, source]
        amount = mass[source]
        if curve * amount > gain:
            amount = gain / curve
        if amount >= mass[source]:
            amount = mass[source]
            mass[source] = 0.0
        else:
            mass[source] -= amount
        mass[to] += amount
        for a in range(n_sets):
            slopes[a] += amount * (square[to, a] - square[source, a])


@summing_kernel
def multiply_columns(columns: Floats, count: int, square: Floats) -> None:
    """Q = 2 Σ_k r_k r_kᵀ over the first `count` partners; `columns` [shape=(F, ≥ count)].

    By hand, as a matrix product of BLAS would depend on its number of threads in the last digits.
    """
    for a in range(len(columns)):
        for b in range(a + 1):
            total = 0.0
            for k in range(count):
                total += columns[a, k] * columns[b, k]
            square[a, b] = square[b, a] = 2.0 * total


@kernel
def sweep(
    order: Integers,
    starts: Integers,
    partners: Integers,
    targets: Floats,
    linear_starts: Integers,
    linear_partners: Integers,
    linear_weights: Floats,
    differs: Floats,
    same: Floats,
    disjoint: Floats,
    mass: Floats,
    against: Floats,
    stop: Flag,
) -> None:
    """Improve the masses of all objects in turn; the sum that is lowered never rises.

    It is Σ_pairs (m_iᵀ C m_j - δ_ij)² plus Σ_constraints w m_iᵀ L m_j, with C = `disjoint` and L =
    `differs` for positive weights (must-link), `same` for negative ones (cannot-link). Pairs and
    constraints stand in compressed rows, from both ends. `against` [shape=(n, F)] keeps C m_j.
    Once the flag `stop` [shape=(1,)] is set it ends.
    """
    n_sets = mass.shape[1]
    square, linear, slopes = np.empty((n_sets, n_sets)), np.empty(n_sets), np.empty(n_sets)
    columns = np.empty((n_sets, np.diff(starts).max()))
    for i in order:
        if stop_requested(stop):
            return
        first, count = starts[i], starts[i + 1] - starts[i]
        linear[:] = 0.0
        for k in range(count):
            row, twice = against[partners[first + k]], 2.0 * targets[first + k]
            for a in range(n_sets):
                columns[a, k] = row[a]
                linear[a] -= twice * row[a]
        multiply_columns(columns, count, square)
        for edge in range(linear_starts[i], linear_starts[i + 1]):
            weight, other = linear_weights[edge], mass[linear_partners[edge]]
            table = differs if weight > 0.0 else same
            for a in range(n_sets):
                for b in range(n_sets):
                    linear[a] += abs(weight) * table[a, b] * other[b]
        minimise_on_simplex(square, linear, mass[i], slopes)
        for a in range(n_sets):
            value = 0.0
            for b in range(n_sets):
                value += disjoint[a, b] * mass[i, b]
            against[i, a] = value


@kernel
def explain(targets: Floats, against: Floats, mass: Floats, passes: int) -> None:
    """Masses of new objects [shape=(m, F)] that best explain their δ to old ones [shape=(m, k)].

    `against` [shape=(k, F)] are C m of the old. All have the same programme but for its slopes.
    """
    n_sets = mass.shape[1]
    square, linear, slopes = np.empty((n_sets, n_sets)), np.empty(n_sets), np.empty(n_sets)
    multiply_columns(np.ascontiguousarray(against.T), len(against), square)
    for i in range(len(mass)):
        linear[:] = 0.0
        for j in range(len(against)):
            twice = 2.0 * targets[i, j]
            for a in range(n_sets):
                linear[a] -= twice * against[j, a]
        for _ in range(passes):
            minimise_on_simplex(square, linear, mass[i], slopes)


@kernel
def squared_errors(
    starts: Integers, partners: Integers, targets: Floats, mass: Floats, against: Floats, stop: Flag
) -> float:
    """Σ (κ_ij - δ_ij)² over pairs that stand in the rows from both ends: each counts twice."""
    total = 0.0
    for i in range(len(mass)):
        if stop_requested(stop):
            break
        for edge in range(starts[i], starts[i + 1]):
            conflict = 0.0
            row = against[partners[edge]]
            for a in range(mass.shape[1]):
                conflict += mass[i, a] * row[a]
            total += (conflict - targets[edge]) ** 2
    return total
