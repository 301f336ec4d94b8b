"""The conjunctive combination of sources, and the compromise of Dubois and Prade.

Two ways to the same conjunctive combination. *Pairs* multiplies mass by mass over the pairs of
focal sets; it works on any frame, never builds 2^K columns and subtracts nothing, so
the smallest mass keeps all its digits. *Commonalities* multiplies n × 2^K commonalities and
transforms back; it wins on small frames whose rows use most subsets.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from belieflab.belief.combination_kernel import (
    add_products,
    mark_pairs_with_mass,
    multiply_commonalities,
    recover_masses,
)
from belieflab.belief.frame import LARGEST_POWERSET
from belieflab.belief.masks import Masks
from belieflab.belief.regrouping import (
    distinct,
    empty_table,
    merge,
    refuse_total_conflict,
    without_conflict,
)
from belieflab.belief.transform_kernel import add_supersets
from belieflab.errors import DataError

NOISE = 8 * float(np.finfo(np.float64).eps)
FEW_PRODUCTS = 1 << 20
"""Up to here pairs cost under a few milliseconds, and their exactness is worth it."""
MAX_PAIRS = 1 << 24
MAX_WIDE_PAIRS = 1 << 22
"""The same for masks that are Python integers, which sort a dozen times slower."""
MAX_SETS_UNCHECKED = 256
CHUNK = 1 << 21
"""Commonalities are held for as many rows at a time as make this many numbers."""


class Masses(NamedTuple):
    """Focal masks [shape=(F,)] and masses [shape=(n, F)]."""

    focal: Masks
    mass: NDArray[np.float64]


def conjoin(n_classes: int, sources: Sequence[Masses], *, normalise: bool) -> Masses:
    """m(C) = Σ_{A_1 ∩ … ∩ A_J = C} Π_j m_j(A_j), for each row.

    With `normalise` ∅ gives up its mass after every source (Dempster's rule, which may do so as
    it is associative); a row left with nothing raises DataError.
    """
    outcome = Masses(*without_conflict(*sources[0])) if normalise else sources[0]
    for j, source in enumerate(sources[1:], start=1):
        if _commonalities_pay(n_classes, outcome, source):
            rest = [outcome, *sources[j:]]
            return _by_commonalities(n_classes, rest, normalise=normalise)
        _refuse_too_many_pairs(outcome.focal, source.focal)
        sets = outcome.focal[:, None] & source.focal
        outcome = _by_pairs(outcome, source, sets)
        outcome = Masses(*without_conflict(*outcome)) if normalise else outcome
    return outcome


def compromise(sources: Sequence[Masses]) -> Masses:
    """Tuples of sets that share a class give their intersection, the others their union.

    m(C) = Σ_{∩A_j = C ≠ ∅} Π m_j(A_j) + Σ_{∩A_j = ∅, ∪A_j = C} Π m_j(A_j), over all sources at
    once: each state of the sum is a pair (intersection, union).
    """
    shared = united = sources[0].focal
    mass = sources[0].mass
    for source in sources[1:]:
        _refuse_too_many_pairs(shared, source.focal)
        shared_pairs = (shared[:, None] & source.focal).ravel()
        united_pairs = (united[:, None] | source.focal).ravel()
        first, number = _number_pairs(shared_pairs, united_pairs)
        numbered = _by_pairs(
            Masses(shared, mass), source, number.reshape(len(shared), len(source.focal))
        )
        states = first[numbered.focal]
        shared, united, mass = shared_pairs[states], united_pairs[states], numbered.mass
    return Masses(*merge(np.where(shared != 0, shared, united), mass))


def _commonalities_pay(n_classes: int, left: Masses, right: Masses) -> bool:
    if n_classes > LARGEST_POWERSET:
        return False
    n = max(len(left.mass), 1)
    products = np.count_nonzero(left.mass) * np.count_nonzero(right.mass) / n
    sorting = 32 * len(left.focal) * len(right.focal)
    return bool(products + sorting > max(FEW_PRODUCTS, n * n_classes << n_classes))


def _number_pairs(left: Masks, right: Masks) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Where each distinct pair (left_i, right_i) comes first, and which of these pair i is."""
    numbers = [np.unique(masks, return_inverse=True)[1] for masks in (left, right)]
    keys = numbers[0] * (int(numbers[1].max()) + 1) + numbers[1]
    _, first, number = np.unique(keys, return_index=True, return_inverse=True)
    return first.astype(np.int64), number.astype(np.int64)


def _refuse_too_many_pairs(left: Masks, right: Masks) -> None:
    """Before the list of pairs is made, which would fill the memory."""
    if len(left) * len(right) > (MAX_WIDE_PAIRS if left.dtype == object else MAX_PAIRS):
        raise DataError(
            f"{len(left)} by {len(right)} focal sets are too many to combine on a frame of this "
            "size; use fewer focal sets."
        )


def _by_pairs(left: Masses, right: Masses, outcomes: Masks) -> Masses:
    """Send the product of the masses on sets a and b to outcomes[a, b]."""
    _freeze(left)
    _freeze(right)
    focal, column = np.unique(outcomes, return_inverse=True)
    column = column.reshape(outcomes.shape)
    if len(focal) > MAX_SETS_UNCHECKED:
        with_mass = np.zeros(outcomes.shape, dtype=np.bool_)
        mark_pairs_with_mass(left.mass, right.mass, with_mass)
        used = distinct(column[with_mass])
        renumbered = np.zeros(len(focal), dtype=np.int64)
        renumbered[used] = np.arange(len(used))
        focal, column = focal[used], renumbered[column]
    out = empty_table(len(left.mass), len(focal))
    add_products(left.mass, right.mass, np.ascontiguousarray(column, dtype=np.int64), out)
    return Masses(focal, out)


def _by_commonalities(n_classes: int, sources: Sequence[Masses], *, normalise: bool) -> Masses:
    """The product of commonalities, transformed back on the sets that can carry mass."""
    possible = _intersections(n_classes, [source.focal for source in sources])
    focal = possible[possible != 0]
    n, size = len(sources[0].mass), 1 << n_classes
    mass = empty_table(n, len(focal))
    rows = max(CHUNK // size, 1)
    for source in sources:
        _freeze(source)
    for start in range(0, n, rows):
        product = np.ones((min(rows, n - start), size))
        for source in sources:
            chunk = source.mass[start : start + rows]
            multiply_commonalities(product, source.focal, chunk, normalise)
        recover_masses(product, focal, NOISE, mass[start : start + rows])
    totals = mass.sum(axis=1)
    if normalise or len(focal) == len(possible):
        refuse_total_conflict(totals)
        mass /= totals[:, None]
        return Masses(focal, mass)
    conflict = 1.0 - totals
    conflict[conflict < NOISE] = 0.0
    return Masses(possible, np.column_stack([conflict, mass]))


def _freeze(masses: Masses) -> None:
    """Read-only arrays are a type of their own to Numba: one type, one compilation."""
    masses.focal.setflags(write=False)
    masses.mass.setflags(write=False)


def _intersections(n_classes: int, families: Sequence[Masks]) -> Masks:
    """All sets A_1 ∩ … ∩ A_J with A_j in family j, by counting them in commonality space."""
    found = _indicator(n_classes, families[0])
    for family in families[1:]:
        other = _indicator(n_classes, family)
        add_supersets(found, 1.0)
        add_supersets(other, 1.0)
        found *= other
        add_supersets(found, -1.0)
        # Counts stay below 2^40, where float64 is exact.
        found = np.greater(found, 0.5).astype(np.float64)
    return np.flatnonzero(found[0]).astype(np.int64)


def _indicator(n_classes: int, family: Masks) -> NDArray[np.float64]:
    indicator = np.zeros((1, 1 << n_classes))
    indicator[0, family] = 1.0
    return indicator
