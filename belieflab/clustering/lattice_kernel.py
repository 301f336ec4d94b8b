"""Sweeps of EVCLUS over objects on a lattice, many neighbouring objects at a time.

Objects stand in cells (class c, place t). The partners of cell (c, t) are (c + r_j, t + q_j) and
(c - r_j, t - q_j) for a few steps (r_j, q_j), both coordinates taken round; no r_j is 0. So objects
of one class are never partners: they may be improved side by side, and the partners of objects
that follow one another do so too. An empty cell has the masses 0 and the targets 0, which adds
nothing anywhere. Shapes: masses m and against = C m (F, P, L); targets (steps, P, L), that of a
cell and its partner by +(r_j, q_j).
"""

import numpy as np
from numpy.typing import NDArray

from belieflab.clustering.evclus_kernel import minimise_on_simplex
from belieflab.compiling import kernel, summing_kernel
from belieflab.stop_kernel import stop_requested

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]
Flag = NDArray[np.int64]

BLOCK = 128
"""Objects improved together: their programmes stay in the cache."""


@kernel
def square_distances(points: Floats, r: int, q: int, squares: Floats) -> None:
    """‖x - y‖² of every cell and the one r classes and q places further [shape=(P, L)].

    points (p, P, L), 0 in empty cells.
    """
    n_classes, length = squares.shape
    squares[:] = 0.0
    for of_class in range(n_classes):
        other = (of_class + r) % n_classes
        for begin, end, start in ((0, length - q, q), (length - q, length, 0)):
            here = squares[of_class, begin:end]
            for f in range(len(points)):
                mine = points[f, of_class, begin:end]
                theirs = points[f, other, start : start + end - begin]
                for i in range(end - begin):
                    here[i] += (mine[i] - theirs[i]) ** 2


@kernel
def add_partners(
    against: Floats,
    of_class: int,
    start: int,
    targets: Floats,
    square: Floats,
    linear: Floats,
    at: int,
    n: int,
) -> None:
    """Add r rᵀ and -2 δ r of n partners of a class from `start` on to the programmes from `at` on.

    targets (n,); square (F, F, BLOCK), of which the lower half is written; linear (F, BLOCK).
    """
    for a in range(len(against)):
        row, sums = against[a, of_class, start : start + n], linear[a, at : at + n]
        for i in range(n):
            sums[i] -= 2.0 * targets[i] * row[i]
        for b in range(a + 1):
            other, products = against[b, of_class, start : start + n], square[a, b, at : at + n]
            for i in range(n):
                products[i] += row[i] * other[i]


@kernel
def pose_block(
    places: Integers,
    targets: Floats,
    against: Floats,
    of_class: int,
    begin: int,
    n: int,
    square: Floats,
    linear: Floats,
) -> None:
    """The quadratic programmes of n objects of a class, from the place `begin` on.

    `places` (steps, 2) are the (r_j, q_j).
    """
    n_classes, length = against.shape[1], against.shape[2]
    square[:] = 0.0
    linear[:] = 0.0
    for j in range(len(places)):
        for way in (1, -1):
            other = (of_class + way * places[j, 0]) % n_classes
            done = 0
            while done < n:
                start = (begin + done + way * places[j, 1]) % length
                count = min(n - done, length - start)
                if way > 0:
                    wanted = targets[j, of_class, begin + done : begin + done + count]
                else:
                    wanted = targets[j, other, start : start + count]
                add_partners(against, other, start, wanted, square, linear, done, count)
                done += count


@kernel
def sweep_class(
    places: Integers,
    targets: Floats,
    disjoint: Floats,
    of_class: int,
    begin: int,
    end: int,
    masses: Floats,
    against: Floats,
    stop: Flag,
) -> None:
    """Improve the masses of the objects of a class in the places begin..end.

    It lowers Σ_pairs (m_iᵀ C m_j - δ_ij)², C = `disjoint` (F, F). Once the flag `stop` (1,) is set
    it ends.
    """
    n_sets = len(masses)
    squares, linears = np.empty((n_sets, n_sets, BLOCK)), np.empty((n_sets, BLOCK))
    square, linear = np.empty((n_sets, n_sets)), np.empty(n_sets)
    mass, slopes = np.empty(n_sets), np.empty(n_sets)
    for at in range(begin, end, BLOCK):
        if stop_requested(stop):
            return
        n = min(BLOCK, end - at)
        pose_block(places, targets, against, of_class, at, n, squares, linears)
        for i in range(n):
            for a in range(n_sets):
                mass[a], linear[a] = masses[a, of_class, at + i], linears[a, i]
                for b in range(a + 1):
                    square[a, b] = square[b, a] = 2.0 * squares[a, b, i]
            minimise_on_simplex(square, linear, mass, slopes)
            for a in range(n_sets):
                value = 0.0
                for b in range(n_sets):
                    value += disjoint[a, b] * mass[b]
                masses[a, of_class, at + i], against[a, of_class, at + i] = mass[a], value


@summing_kernel
def add_errors(
    masses: Floats,
    of_class: int,
    at: int,
    against: Floats,
    other: int,
    start: int,
    targets: Floats,
    conflicts: Floats,
    n: int,
) -> float:
    """Σ (κ - δ)² of n cells of a class from `at` on with partners of another from `start` on."""
    for i in range(n):
        conflicts[i] = -targets[i]
    for a in range(len(masses)):
        mine, theirs = masses[a, of_class, at : at + n], against[a, other, start : start + n]
        for i in range(n):
            conflicts[i] += mine[i] * theirs[i]
    total = 0.0
    for i in range(n):
        total += conflicts[i] * conflicts[i]
    return total


@kernel
def class_errors(
    places: Integers,
    targets: Floats,
    of_class: int,
    begin: int,
    end: int,
    masses: Floats,
    against: Floats,
    stop: Flag,
) -> float:
    """Σ (κ_ij - δ_ij)² over the pairs of a class's places begin..end, each by its +(r_j, q_j)."""
    n_classes, length = masses.shape[1], masses.shape[2]
    conflicts = np.empty(BLOCK)
    total = 0.0
    for at in range(begin, end, BLOCK):
        if stop_requested(stop):
            break
        n = min(BLOCK, end - at)
        for j in range(len(places)):
            other = (of_class + places[j, 0]) % n_classes
            done = 0
            while done < n:
                start = (at + done + places[j, 1]) % length
                count = min(n - done, length - start)
                wanted = targets[j, of_class, at + done : at + done + count]
                total += add_errors(
                    masses, of_class, at + done, against, other, start, wanted, conflicts, count
                )  # fmt: skip
                done += count
    return total
