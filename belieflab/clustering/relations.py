"""What a credal partition says of pairs: whether two objects are in the same cluster.

For objects i and j the frame is {s, d}, "same" and "different" (Denœux, Li, Sriboonchitta 2018):
m(∅) = m_i(∅) + m_j(∅) - m_i(∅) m_j(∅), m({s}) = Σ_k m_i({k}) m_j({k}),
m({d}) = Σ_{A∩B=∅} m_i(A) m_j(B) - m(∅), and the rest on {s, d}.
"""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from belieflab.belief.masks import Masks, cardinality, common_sizes
from belieflab.errors import DataError

Floats = NDArray[np.float64]
Parts = tuple[int, Masks, Floats]

BLOCK_PAIRS = 1 << 20
"""Pairs looked at together, so that memory does not grow with the square of n."""


def relate(parts: Parts, begin: int, end: int) -> Floats:
    """Masses on ∅, {s}, {d}, {s, d} of rows begin..end with all rows [shape=(4, rows, n)]."""
    n_clusters, focal, mass = parts
    rows = mass[begin:end]
    disjoint = np.equal(common_sizes(n_clusters, focal), 0.0).astype(np.float64)
    single = mass[:, np.equal(cardinality(n_clusters, focal), 1)]
    empty = mass[:, focal == 0].sum(axis=1)
    conflict = rows @ disjoint @ mass.T
    same = single[begin:end] @ single.T
    nothing = empty[begin:end, None] + empty - empty[begin:end, None] * empty
    return np.stack([nothing, same, conflict - nothing, 1.0 - conflict - same])


def _jousselme(one: Floats, two: Floats) -> Floats:
    nothing, same, different, either = one - two
    square = nothing**2 + same**2 + different**2 + either**2 + (same + different) * either
    return np.sqrt(np.maximum(0.5 * square, 0.0))


def _belief(one: Floats, two: Floats) -> Floats:
    _, same, different, either = one - two
    return 0.5 * (np.abs(same) + np.abs(different) + np.abs(same + different + either))


def _conflict(one: Floats, two: Floats) -> Floats:
    clash = one[1] * two[2] + one[2] * two[1]
    return one[0] + two[0] - one[0] * two[0] + clash


DISTANCES: dict[str, Callable[[Floats, Floats], Floats]] = {
    "jousselme": _jousselme,
    "belief": _belief,
    "conflict": _conflict,
}


def credal_rand(one: Parts, two: Parts, distance: str) -> float:
    """1 - mean distance of the two relations over all pairs i < j."""
    n = len(one[2])
    if distance not in DISTANCES:
        raise DataError(f"The distance is one of {', '.join(DISTANCES)}; not {distance!r}.")
    if len(two[2]) != n:
        raise DataError(f"Both partitions need the same objects; found {n} and {len(two[2])}.")
    if n < 2:
        raise DataError("A Rand index compares pairs, so it needs at least two objects.")
    rows = max(1, BLOCK_PAIRS // n)
    total = 0.0
    for begin in range(0, n, rows):
        end = min(begin + rows, n)
        gaps = DISTANCES[distance](relate(one, begin, end), relate(two, begin, end))
        later = np.arange(n) > np.arange(begin, end)[:, None]
        total += float(gaps[later].sum())
    return 1.0 - total / (n * (n - 1) / 2)
