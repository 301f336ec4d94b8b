"""Plausibilities whose consonant masses are, to the last bit, those of a given table."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from belieflab.belief import Frame, MassTable
from belieflab.belief.masks import full_of
from belieflab.errors import DataError

_MAX_TRIES = 5_000


def exact_contour(table: MassTable) -> NDArray[np.float64]:
    """Plausibilities c with `MassTable.from_contour(c)` equal to the table [shape=(n, K)].

    A contour is a sum of masses and its masses are differences again, so rounding may lose the
    last bit: the sum is taken from the largest set, then from 1 downwards, then the neighbours
    of the sum are searched. A row whose focal sets are not nested, or whose masses no contour
    in floating point gives back, is named in a DataError.
    """
    chains = _ordered_chains(table)
    values = _contour_from_largest(chains, table.frame)
    for attempt in (_contour_from_one, _contour_by_search):
        wrong = np.flatnonzero(~rows_given_back(table, values))
        if len(wrong) == 0:
            return values
        values[wrong] = attempt(chains[wrong], table.frame)
    wrong = np.flatnonzero(~rows_given_back(table, values))
    if len(wrong):
        raise DataError(
            f"Row {wrong[0] + 1} would come back from plausibilities only up to rounding; "
            "choose the layout of masses."
        )
    return values


def rows_given_back(table: MassTable, contour: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Rows of a table that its contour gives back bit for bit [shape=(n,)]."""
    back = MassTable.from_contour(np.clip(contour, 0.0, 1.0), table.frame)
    return rows_equal(table, back)


def rows_equal(table: MassTable, other: MassTable) -> NDArray[np.bool_]:
    """Rows on which two tables of one frame put the same masses, bit for bit [shape=(n,)]."""
    ours = dict(zip(table.focal.tolist(), table.mass.T, strict=True))
    theirs = dict(zip(other.focal.tolist(), other.mass.T, strict=True))
    equal = np.ones(len(table), dtype=bool)
    for mask in ours.keys() | theirs.keys():
        equal &= ours.get(mask, 0.0) == theirs.get(mask, 0.0)
    return equal


def _ordered_chains(table: MassTable) -> MassTable:
    """The table with its focal sets by falling size; refused unless every row's sets are nested."""
    sizes = np.array([int(mask).bit_count() for mask in table.focal])
    order = np.argsort(-sizes, kind="stable")
    focal, mass = table.focal[order], np.ascontiguousarray(table.mass[:, order])
    outer = full_of(table.frame.size, len(table), table.frame.omega)
    for j, mask in enumerate(focal):
        carried = mass[:, j] > 0
        broken = carried & ((mask & ~outer) != 0)
        if broken.any():
            row = int(np.argmax(broken))
            raise DataError(
                f"Row {row + 1} puts mass on {table.frame.format(int(mask))} and on a set that "
                "does not hold it; plausibilities of the classes alone cannot say that."
            )
        outer[carried] = mask
    return MassTable._trusted(table.frame, focal, mass)


def _members(mask: Any, frame: Frame) -> list[int]:
    return [k for k in range(frame.size) if int(mask) >> k & 1]


def _contour_from_largest(chains: MassTable, frame: Frame) -> NDArray[np.float64]:
    """Add up the masses from the largest set inwards."""
    values = np.zeros((len(chains), frame.size))
    total = np.zeros(len(chains))
    for j, mask in enumerate(chains.focal):
        carried = chains.mass[:, j] > 0
        total = np.where(carried, total + chains.mass[:, j], total)
        for k in _members(mask, frame):
            values[carried, k] = total[carried]
    return np.minimum(values, 1.0)


def _contour_from_one(chains: MassTable, frame: Frame) -> NDArray[np.float64]:
    """Take the masses away from 1, from the smallest set outwards."""
    values = np.zeros((len(chains), frame.size))
    left = np.ones(len(chains))
    inside = full_of(frame.size, len(chains), 0)
    for j in range(len(chains.focal) - 1, -1, -1):
        mask, carried = chains.focal[j], chains.mass[:, j] > 0
        for k in _members(mask, frame):
            new = carried & ((inside >> k & 1) == 0)
            values[new, k] = left[new]
        inside[carried] = mask
        left = np.where(carried, left - chains.mass[:, j], left)
    return np.clip(values, 0.0, 1.0)


def _contour_by_search(chains: MassTable, frame: Frame) -> NDArray[np.float64]:
    """Search the neighbours of the sums, row by row."""
    values = _contour_from_largest(chains, frame)
    for row in range(len(chains)):
        carried = [
            j for j in range(len(chains.focal)) if chains.mass[row, j] > 0 and chains.focal[j] != 0
        ]
        empty = float(chains.mass[row, chains.focal == 0].sum())
        levels = _search_levels([float(chains.mass[row, j]) for j in carried], empty)
        for j, level in zip(carried, levels, strict=False):
            values[row, _members(chains.focal[j], frame)] = level
    return values


def _search_levels(masses: list[float], empty: float) -> list[float]:
    """Levels c_1 < c_2 < … with c_1 = m_1, c_j - c_(j-1) = m_j and 1 - last = m(∅), in floats.

    Masses are given from the largest set inwards; an empty list when there are no such levels.
    """
    paths: list[list[float]] = [masses[:1]] if masses else []
    for _ in range(_MAX_TRIES):
        if not paths:
            break
        path = paths.pop()
        if len(path) == len(masses):
            if 1.0 - path[-1] == empty:
                return path
            continue
        mass = masses[len(path)]
        middle = path[-1] + mass
        around = (middle, np.nextafter(middle, 0.0), np.nextafter(middle, 2.0))
        paths.extend(
            [*path, float(level)] for level in around if level <= 1.0 and level - path[-1] == mass
        )
    return []
