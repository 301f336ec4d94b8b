"""PCR6: what contradicts goes back, in proportion, to the sets that took part."""

from collections.abc import Iterator, Sequence
from math import prod

import numpy as np
from numpy.typing import NDArray

from belieflab.belief.combination import common_frame
from belieflab.belief.regrouping import distinct, empty_table
from belieflab.belief.table import MassTable
from belieflab.errors import DataError

Floats = NDArray[np.float64]

MAX_TUPLES = 1 << 22
"""Tuples of focal sets, one of each source, up to which the rule is computed."""

CHUNK = 1 << 21
"""Products held at a time."""


def combine_pcr6(tables: Sequence[MassTable]) -> MassTable:
    """Combine sources by the sixth rule of proportional conflict redistribution.

    Sets intersect as in the conjunctive rule. Where the sets A_1, …, A_J of the J sources have no
    class in common, the product of their masses goes back to these very sets, each in proportion
    to the mass that its source gave it (Martin and Osswald 2006):

        m(C) = Σ_{∩A_j = C} Π m_j(A_j)
             + Σ_{∩A_j = ∅} Π m_j(A_j) · Σ_{j: A_j = C} m_j(C) / Σ_l m_l(A_l),   C ≠ ∅.

    For two sources this is PCR5. The rule is not associative: all sources are combined at once,
    and the number of products is that of all tuples of focal sets. Mass that a source itself puts
    on ∅ takes part like that of any other set.

    Parameters
    ----------
    tables : sequence of MassTable
        Sources on the same frame with the same number of rows.

    Returns
    -------
    MassTable
        One mass function per row.

    Examples
    --------
    >>> from belieflab.belief import MassTable, combine_pcr6
    >>> first = MassTable("ab", [1, 3], [[0.6, 0.4]])
    >>> second = MassTable("ab", [2, 3], [[0.3, 0.7]])
    >>> combine_pcr6([first, second]).mass
    array([[0.54, 0.18, 0.28]])
    """
    frame = common_frame(tables)
    sources = [table.compact() for table in tables]
    shape = tuple(len(source.focal) for source in sources)
    if prod(shape) > MAX_TUPLES:
        raise DataError(
            f"The {len(sources)} sources have {prod(shape):,} tuples of focal sets, one of each; "
            f"PCR6 is computed for up to {MAX_TUPLES:,}. Combine fewer sources or focal sets."
        )
    met = _outer(np.bitwise_and, [source.focal for source in sources]).ravel()
    focal = distinct(met, *(source.focal for source in sources))
    mass = empty_table(len(tables[0]), len(focal))
    for rows in _chunks(len(mass), prod(shape)):
        parts = [source.mass[rows] for source in sources]
        products = _by_tuple(np.multiply, parts)
        agreeing = np.where(met != 0, products, 0.0)
        _add_columns(mass[rows], np.searchsorted(focal, met), agreeing)
        conflicting = products - agreeing
        totals = _by_tuple(np.add, parts)
        shares = np.divide(conflicting, totals, out=np.zeros_like(totals), where=totals > 0)
        shares = shares.reshape(-1, *shape)
        for j, source in enumerate(sources):
            others = tuple(axis + 1 for axis in range(len(shape)) if axis != j)
            back = parts[j] * shares.sum(axis=others)
            _add_columns(mass[rows], np.searchsorted(focal, source.focal), back)
    return MassTable._trusted(frame, focal, mass).compact()


def _outer(operation: np.ufunc, columns: Sequence[NDArray[np.int64]]) -> NDArray[np.int64]:
    """The operation over all tuples, one entry of each list [shape=(F_1, …, F_J)]."""
    outcome = columns[0]
    for column in columns[1:]:
        outcome = operation.outer(outcome, column)
    return outcome


def _by_tuple(operation: np.ufunc, parts: Sequence[Floats]) -> Floats:
    """The operation over all tuples of each row [shape=(n, F_1 ⋯ F_J)]."""
    outcome = parts[0]
    for part in parts[1:]:
        pairs = operation(outcome[:, :, None], part[:, None, :])
        outcome = pairs.reshape(len(part), -1)
    return outcome


def _add_columns(mass: Floats, columns: NDArray[np.intp], values: Floats) -> None:
    """Add each column of values [shape=(n, T)] to the column of `mass` that it belongs to."""
    for row, value in zip(mass, values, strict=True):
        row += np.bincount(columns, weights=value, minlength=len(row))


def _chunks(n: int, width: int) -> Iterator[slice]:
    size = max(CHUNK // width, 1)
    for start in range(0, n, size):
        yield slice(start, start + size)
