"""Partners for very many objects: a lattice with random objects in its cells.

The lattice has P classes of L places. An object in the cell (c, t) has the partners
(c ± r_j, t ± q_j), both coordinates taken round, for k random steps (r_j, q_j) with r_j ≠ 0. Which
object has which cell is random, so every pair of objects is as likely as any other. Each object
has k partners of its own and is one of k others', and no list of partners is kept.
"""

from dataclasses import dataclass
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from belieflab.clustering.lattice_kernel import class_errors, square_distances, sweep_class
from belieflab.clustering.rescaling import rescale_squares
from belieflab.iteration import check_stop, current_flag
from belieflab.segments import map_in_order

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]
Kind = TypeVar("Kind", bound=np.generic)

N_CLASSES = 7
"""An odd number, so that a step and its reverse never fall on the same pair."""

PLACES = 2_048
"""Places of a class that are improved by one thread at a time."""


@dataclass(frozen=True)
class Lattice:
    """Cells with objects, the steps to their partners, and rescaled dissimilarities.

    cells : the number c L + t of every object's cell [shape=(n,)]
    places : the steps (r_j, q_j) [shape=(k, 2)]
    targets : δ of every cell and its partner by each step [shape=(k, P, L)], 0 for empty cells
    """

    cells: Integers
    places: Integers
    targets: Floats

    @property
    def shape(self) -> tuple[int, int]:
        """(P, L)."""
        return self.targets.shape[1], self.targets.shape[2]

    @property
    def scale(self) -> float:
        """Σ δ_ij² over the pairs, each once; 1 where all objects are the same."""
        parts = map_in_order(lambda row: float(np.square(row).sum()), list(self.targets))
        return sum(parts) or 1.0

    def objects(self) -> Integers:
        """The object in every cell, -1 where there is none [shape=(P, L)]."""
        found = np.full(self.shape, -1)
        found.ravel()[self.cells] = np.arange(len(self.cells))
        return found

    def pairs(self) -> tuple[Integers, Floats]:
        """All pairs of partners [shape=(pairs, 2)], each once, and their δ."""
        objects = self.objects()
        first = np.broadcast_to(objects, self.targets.shape)
        second = np.array([step(objects, *place) for place in self.places.tolist()])
        real = (first >= 0) & (second >= 0)
        return np.stack([first[real], second[real]], axis=1), self.targets[real]


def step(cells: NDArray[Kind], r: int, q: int) -> NDArray[Kind]:
    """What stands in the cells that lie r classes and q places further [shape=(P, L)]."""
    return np.roll(cells, (-r, -q), axis=(0, 1))


def max_partners(n: int) -> int:
    """The largest number of partners per object in a lattice of n objects."""
    return (N_CLASSES - 1) // 2 * -(-n // N_CLASSES)


def lay_out(
    n: int, n_partners: int, rng: np.random.Generator, points: Floats, d0: float, precomputed: bool
) -> Lattice:
    """A lattice of n objects with k partners each.

    `points` [shape=(n, p)], or dissimilarities [shape=(n, n)] where they are precomputed.
    """
    length = -(-n // N_CLASSES)
    turn = rng.permutation(n)
    cells = turn % N_CLASSES * length + turn // N_CLASSES
    drawn = rng.choice(max_partners(n), size=n_partners, replace=False)
    places = np.stack([1 + drawn // length, drawn % length], axis=1)
    lattice = Lattice(cells, places, np.empty((n_partners, N_CLASSES, length)))
    objects = lattice.objects()
    empty = objects < 0
    laid = np.empty((0, *objects.shape))
    if not precomputed:
        laid = np.where(empty, 0.0, points.T[:, objects] / d0)

    def fill(j: int) -> None:
        targets, (r, q) = lattice.targets[j], places[j].tolist()
        if precomputed:
            np.square(points[objects, step(objects, r, q)] / d0, out=targets)
        else:
            square_distances(laid, r, q, targets)
        rescale_squares(targets)
        targets[empty | step(empty, r, q)] = 0.0

    for _ in map_in_order(fill, range(n_partners)):
        pass
    return lattice


class LatticeRun:
    """Masses of objects on a lattice, improved sweep by sweep.

    The classes take turns, and the objects of one class do not depend on each other: threads
    share them, and the result is the same whatever their number.
    """

    def __init__(self, lattice: Lattice, disjoint: Floats, mass: Floats) -> None:
        self.lattice, self.disjoint = lattice, disjoint
        n_classes, length = lattice.shape
        n_sets = mass.shape[1]
        self.sizes = np.bincount(lattice.cells // length, minlength=n_classes)
        self.masses = np.zeros((n_sets, n_classes, length))
        self.masses.reshape(n_sets, -1)[:, lattice.cells] = mass.T
        # Not by BLAS, whose last digits depend on its number of threads.
        self.against = np.einsum("ab,bcl->acl", disjoint, self.masses)

    @property
    def mass(self) -> Floats:
        """The masses of the objects, as a copy [shape=(n, F)]."""
        flat = self.masses.reshape(len(self.masses), -1)
        return np.ascontiguousarray(flat[:, self.lattice.cells].T)

    def sweep(self, rng: np.random.Generator) -> None:
        """Improve the masses of all objects once; the order is that of the lattice."""
        lattice, stop = self.lattice, current_flag().array
        for of_class in range(lattice.shape[0]):

            def improve(places: tuple[int, int], of_class: int = of_class) -> None:
                sweep_class(
                    lattice.places, lattice.targets, self.disjoint, of_class, *places,
                    self.masses, self.against, stop,
                )  # fmt: skip

            for _ in map_in_order(improve, self._segments(of_class)):
                pass
        check_stop()

    def errors(self) -> float:
        """Σ (κ_ij - δ_ij)² over the pairs, each once."""
        lattice, stop = self.lattice, current_flag().array

        def add(segment: tuple[int, tuple[int, int]]) -> float:
            of_class, places = segment
            return class_errors(
                lattice.places, lattice.targets, of_class, *places, self.masses, self.against,
                stop,
            )  # fmt: skip

        segments = [
            (of_class, places)
            for of_class in range(lattice.shape[0])
            for places in self._segments(of_class)
        ]
        total = float(sum(map_in_order(add, segments)))
        check_stop()
        return total

    def _segments(self, of_class: int) -> list[tuple[int, int]]:
        end = int(self.sizes[of_class])
        return [(begin, min(begin + PLACES, end)) for begin in range(0, end, PLACES)]
