"""The pairs of objects whose dissimilarities EVCLUS explains, and masses improved by them."""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from belieflab.clustering.constraints import Constraints, PairTables, compress
from belieflab.clustering.evclus_kernel import squared_errors, sweep
from belieflab.clustering.lattice import Lattice, lay_out, max_partners
from belieflab.clustering.rescaling import rescale
from belieflab.iteration import check_stop, current_flag

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]

FEW_OBJECTS = 50
"""Up to so many objects all pairs are compared, however few partners are asked for."""


class Pairs(NamedTuple):
    """Pairs of objects in compressed rows, from both ends, and their rescaled dissimilarities."""

    starts: Integers
    partners: Integers
    targets: Floats

    @property
    def scale(self) -> float:
        """Σ δ_ij² over the pairs, each once; 1 where all objects are the same."""
        return 0.5 * float(np.square(self.targets).sum()) or 1.0


def draw_pairs(
    points: Floats, precomputed: bool, n_partners: int, d0: float, rng: np.random.Generator
) -> Pairs | Lattice:
    """All pairs once, or k partners for every object where a lattice can hold so many.

    `points` [shape=(n, p)], or dissimilarities [shape=(n, n)] where they are precomputed.
    """
    n = len(points)
    if n > FEW_OBJECTS and n_partners <= max_partners(n):
        return lay_out(n, n_partners, rng, points, d0, precomputed)
    pairs = np.stack(np.triu_indices(n, 1), axis=1)
    if precomputed:
        apart = points[pairs[:, 0], pairs[:, 1]]
    else:
        squares = np.zeros(len(pairs))
        for column in points.T:
            squares += np.square(column[pairs[:, 0]] - column[pairs[:, 1]])
        apart = np.sqrt(squares)
    return Pairs(*compress(pairs, rescale(apart, d0), n))


def as_list(pairs: Pairs | Lattice) -> Pairs:
    """The same pairs in compressed rows."""
    if isinstance(pairs, Pairs):
        return pairs
    return Pairs(*compress(*pairs.pairs(), len(pairs.cells)))


@dataclass
class PairsRun:
    """Masses [shape=(n, F)] improved object by object, in random order, with constraints.

    `price` is what a violated constraint costs beside the sum of squared errors.
    """

    pairs: Pairs
    constraints: Constraints
    price: float
    tables: PairTables
    masses: Floats

    @property
    def mass(self) -> Floats:
        """The masses of the objects, as a copy [shape=(n, F)]."""
        return self.masses.copy()

    def sweep(self, rng: np.random.Generator) -> None:
        """Improve the masses of all objects once."""
        tables = self.tables
        starts, partners, signs = self.constraints.rows(len(self.masses))
        sweep(
            rng.permutation(len(self.masses)), *self.pairs, starts, partners, self.price * signs,
            tables.differs, tables.same, tables.disjoint, self.masses,
            self.masses @ tables.disjoint, current_flag().array,
        )  # fmt: skip
        check_stop()

    def errors(self) -> float:
        """Σ (κ_ij - δ_ij)² over the pairs, each once."""
        against = self.masses @ self.tables.disjoint
        found = squared_errors(*self.pairs, self.masses, against, current_flag().array)
        check_stop()
        return 0.5 * found
