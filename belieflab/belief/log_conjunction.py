"""Dempster's rule for sources that contradict each other beyond what a product of numbers can hold.

A thousand near-certain sources for one class and then a thousand for another come to masses of
1e-3000 before they are normalised. Step by step, the class of the second thousand is lost (it
underflows to 0) before its own sources are combined. Sums of logarithms lose nothing.
"""

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from belieflab.belief import transforms
from belieflab.belief.conjunction import CHUNK, NOISE, Masses, conjoin
from belieflab.belief.frame import LARGEST_POWERSET, Frame
from belieflab.belief.measures import contour
from belieflab.belief.regrouping import dense, distinct, empty_table, refuse_total_conflict
from belieflab.belief.row_names import name_rows
from belieflab.errors import DataError

Floats = NDArray[np.float64]

LOST = -600.0
"""A mass e^-700 is none any more; what was lost so is nothing beside a total of e^-600."""


def contradict_severely(frame: Frame, sources: Sequence[Masses]) -> NDArray[np.bool_]:
    """Rows whose unnormalised masses off ∅ come to less than e^-600 [shape=(n,)].

    They come to at least max_k Π_j pl_j(k), because the contour of a conjunctive combination is
    the product of the contours, and to no more than K times that. Rows in total conflict, which
    no digits can save, are left to the ordinary way.
    """
    n = len(sources[0].mass)
    least = [np.min(source.mass, where=source.mass > 0, initial=1.0) for source in sources]
    if np.log(least).sum() > LOST:  # no product of masses can be smaller
        return np.zeros(n, dtype=np.bool_)
    logs = np.zeros((n, frame.size))
    with np.errstate(divide="ignore"):
        for source in sources:
            logs += np.log(contour(frame.size, source.focal, source.mass))
    best = logs.max(axis=1)
    severe: NDArray[np.bool_] = (best < LOST) & np.isfinite(best)
    return severe


def conjoin_severe_rows(
    frame: Frame, sources: Sequence[Masses], severe: NDArray[np.bool_]
) -> Masses:
    """Dempster's rule, by logarithms in the rows marked `severe` [shape=(n,)]."""
    if frame.size > LARGEST_POWERSET:
        raise DataError(
            f"The sources contradict each other so strongly in {name_rows(np.flatnonzero(severe))} "
            "that too few digits are left to normalise their combination; discount them first."
        )
    parts = [np.flatnonzero(~severe), np.flatnonzero(severe)]
    by_logs = _conjoin_by_logs(frame, _rows_of(sources, parts[1]))
    if not len(parts[0]):
        return by_logs
    ordinary = _conjoin_ordinary(frame, sources, parts[0])
    focal = distinct(ordinary.focal, by_logs.focal)
    mass = empty_table(len(severe), len(focal))
    for rows, part in zip(parts, (ordinary, by_logs), strict=True):
        mass[rows[:, None], np.searchsorted(focal, part.focal)] = part.mass
    return Masses(focal, mass)


def _conjoin_ordinary(frame: Frame, sources: Sequence[Masses], rows: NDArray[np.intp]) -> Masses:
    """The other rows; if one is in total conflict, all are combined so that it is named rightly."""
    try:
        return conjoin(frame.size, _rows_of(sources, rows), normalise=True)
    except DataError:
        totals = np.ones(len(sources[0].mass))
        met = conjoin(frame.size, _rows_of(sources, rows), normalise=False)
        totals[rows] = met.mass[:, met.focal != 0].sum(axis=1)
        refuse_total_conflict(totals)
        raise


def _conjoin_by_logs(frame: Frame, sources: Sequence[Masses]) -> Masses:
    """ln q(A) = Σ_j ln q_j(A) for all subsets, shifted so that the largest q({k}) is 1."""
    focal = frame.powerset()[1:]
    mass = empty_table(len(sources[0].mass), len(focal))
    for rows in _chunks(len(mass), len(focal)):
        logs = np.zeros((len(mass[rows]), len(focal) + 1))
        with np.errstate(divide="ignore"):
            for source in sources:
                part = dense(frame, source.focal, source.mass[rows])
                logs += np.log(transforms.to_commonality(part))
        # Rounding of a sum of logarithms is in proportion to it.
        noise = 2 * NOISE * (1.0 + np.abs(np.where(np.isfinite(logs), logs, 0.0)))
        logs -= logs[:, frame.singletons].max(axis=1, keepdims=True)
        logs[:, 0] = 0.0  # ∅, whose commonality is not that of a mass off ∅
        commonality = np.exp(logs)
        found = transforms.from_commonality(commonality)
        found = np.where(found > noise * commonality, found, 0.0)[:, 1:]
        found[:, -1] = commonality[:, -1]  # Ω keeps every digit
        mass[rows] = found / found.sum(axis=1, keepdims=True)
    return Masses(focal, mass)


def _rows_of(sources: Sequence[Masses], rows: NDArray[np.intp]) -> list[Masses]:
    return [Masses(source.focal, np.ascontiguousarray(source.mass[rows])) for source in sources]


def _chunks(n: int, width: int) -> Iterator[slice]:
    size = max(CHUNK // width, 1)
    for start in range(0, n, size):
        yield slice(start, min(start + size, n))
