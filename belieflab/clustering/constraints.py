"""Pairs of objects known to be in the same cluster, or in different ones."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from belieflab.belief import Frame
from belieflab.belief.masks import Masks, cardinality, common_sizes
from belieflab.errors import DataError

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]


@dataclass(frozen=True)
class Constraints:
    """Must-link and cannot-link pairs [shape=(pairs, 2)], objects counted from 0."""

    must_link: Integers
    cannot_link: Integers

    @property
    def count(self) -> int:
        """How many pairs there are."""
        return len(self.must_link) + len(self.cannot_link)

    def rows(self, n: int) -> tuple[Integers, Integers, Floats]:
        """Pairs from both ends in compressed rows; weight 1 for must-link, -1 for cannot-link."""
        pairs = np.concatenate([self.must_link, self.cannot_link])
        signs = np.repeat([1.0, -1.0], [len(self.must_link), len(self.cannot_link)])
        return compress(pairs, signs, n)

    def penalty(self, mass: Floats, tables: "PairTables") -> float:
        """[Σ_ML pl(different) + Σ_CL pl(same)] / (|ML| + |CL|); 0 without pairs."""
        if self.count == 0:
            return 0.0
        total = 0.0
        for pairs, table in ((self.must_link, tables.differs), (self.cannot_link, tables.same)):
            total += float(np.einsum("ia,ab,ib->", mass[pairs[:, 0]], table, mass[pairs[:, 1]]))
        return total / self.count


@dataclass(frozen=True)
class PairTables:
    """For focal sets A of one object and B of another, each [shape=(F, F)].

    `disjoint` is 1 where A ∩ B = ∅; m_iᵀ T m_j is the conflict κ_ij for T = disjoint, pl(same
    cluster) for T = same, pl(different clusters) for T = differs.
    """

    disjoint: Floats
    same: Floats
    differs: Floats


def pair_tables(frame: Frame, focal: Masks) -> PairTables:
    """The three tables of a list of focal sets."""
    disjoint = np.equal(common_sizes(frame.size, focal), 0.0).astype(np.float64)
    nonempty = np.not_equal(focal, 0).astype(np.float64)
    single = np.equal(cardinality(frame.size, focal), 1).astype(np.float64)
    return PairTables(disjoint, 1.0 - disjoint, np.outer(nonempty, nonempty) - np.diag(single))


def checked_constraints(must_link: Any, cannot_link: Any, n: int) -> Constraints:
    """Pairs of different objects, each within 0 … n - 1."""
    return Constraints(_pairs("must_link", must_link, n), _pairs("cannot_link", cannot_link, n))


def compress(pairs: Integers, values: Floats, n: int) -> tuple[Integers, Integers, Floats]:
    """Row starts [shape=(n + 1,)], partners and values of pairs, each pair from both ends."""
    rows = np.concatenate([pairs[:, 0], pairs[:, 1]])
    partners = np.concatenate([pairs[:, 1], pairs[:, 0]])
    order = np.argsort(rows, kind="stable")
    starts = np.zeros(n + 1, dtype=np.int64)
    np.cumsum(np.bincount(rows, minlength=n), out=starts[1:])
    return starts, partners[order], np.concatenate([values, values])[order]


def _pairs(name: str, given: Any, n: int) -> Integers:
    if given is None or len(given) == 0:
        return np.empty((0, 2), dtype=np.int64)
    pairs = np.asarray(given)
    if pairs.ndim != 2 or pairs.shape[1] != 2 or not np.issubdtype(pairs.dtype, np.integer):
        raise DataError(f"{name} is a list of pairs of objects, like [(0, 3), (2, 5)].")
    wrong = (pairs < 0) | (pairs >= n)
    if wrong.any():
        found = int(pairs[wrong][0])
        raise DataError(f"{name} names object {found}; the objects are counted from 0 to {n - 1}.")
    alone = pairs[:, 0] == pairs[:, 1]
    if alone.any():
        raise DataError(f"{name} pairs object {int(pairs[alone][0, 0])} with itself.")
    return pairs.astype(np.int64)
