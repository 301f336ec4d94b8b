"""The same masses on another list of focal sets: fewer, more, all, or those of several tables.

Functions on plain arrays: focal masks [shape=(F,)], masses [shape=(n, F)].
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from belieflab.belief.frame import Frame
from belieflab.belief.masks import Masks, as_masks, common_sizes
from belieflab.belief.row_names import name_rows
from belieflab.errors import DataError

Floats = NDArray[np.float64]

MAX_NUMBERS = 1 << 28
"""A table with more numbers (2 GB) is refused."""


def distinct(*families: Masks) -> Masks:
    """The sets of all families, each once, in increasing order of their masks.

    Sorting, because numpy's hashing `unique` takes seconds on masks that differ in high bits.
    """
    masks = np.sort(np.concatenate([family.ravel() for family in families]))
    return masks[np.append(True, masks[1:] != masks[:-1])] if len(masks) else masks


def merge(masks: Masks, mass: Floats) -> tuple[Masks, Floats]:
    """Each set once, in increasing order, with the sum of its columns [masks may repeat]."""
    order = np.argsort(masks, kind="stable")
    focal, starts = np.unique(masks[order], return_index=True)
    if len(focal) == len(masks):
        return focal, np.ascontiguousarray(mass[:, order])
    return focal, np.add.reduceat(mass[:, order], starts, axis=1)


def compact(frame: Frame, focal: Masks, mass: Floats) -> tuple[Masks, Floats]:
    """Drop the columns without mass and sort the others; at least one column stays."""
    order = np.argsort(focal)
    chosen = order[np.logical_or.reduce(mass != 0, axis=0)[order]]
    if len(chosen) == 0:
        return as_masks(frame.size, [frame.omega]), np.zeros((len(mass), 1))
    if np.array_equal(chosen, np.arange(len(focal))):
        return focal, mass
    return focal[chosen], np.ascontiguousarray(mass[:, chosen])


def spread(frame: Frame, focal: Masks, mass: Floats, wider: Masks) -> Floats:
    """The columns of the focal sets `wider` [shape=(n, len(wider))]; no mass may be left out."""
    order = np.argsort(wider)
    place = np.minimum(np.searchsorted(wider, focal, sorter=order), len(wider) - 1)
    column = order[place]
    found = wider[column] == focal
    lost = ~found & np.logical_or.reduce(mass != 0, axis=0)
    if lost.any():
        missing = frame.format(int(focal[lost][0]))
        raise DataError(f"The focal set {missing} carries mass but is not in the list given.")
    out = np.zeros((len(mass), len(wider)))
    out[:, column[found]] = mass[:, found]
    return out


def dense(frame: Frame, focal: Masks, mass: Floats) -> Floats:
    """One column per subset of the frame [shape=(n, 2^K)]."""
    out = empty_table(len(mass), len(frame.powerset()))
    out[:, focal] = mass
    return out


def empty_table(n: int, n_sets: int) -> Floats:
    """Zeros [shape=(n, n_sets)], refused when there would be too many."""
    refuse_large_table(n, n_sets)
    return np.zeros((n, n_sets))


def refuse_large_table(n: int, n_sets: int) -> None:
    """Before a table of masses is made that would not fit in memory."""
    if n * n_sets > MAX_NUMBERS:
        raise DataError(
            f"{n} rows by {n_sets} focal sets do not fit in memory; take fewer rows at a time, "
            "or fewer classes or focal sets."
        )


def stack(parts: Sequence[tuple[Frame, Masks, Floats]]) -> tuple[Frame, Masks, Floats]:
    """Rows below rows, on the union of the focal sets."""
    if not parts:
        raise DataError("There is no table to stack.")
    frame = parts[0][0]
    for j, (other, _, _) in enumerate(parts[1:], start=2):
        if other != frame:
            raise DataError(
                f"Table {j} is about the classes {', '.join(other.names)}, but table 1 is about "
                f"{', '.join(frame.names)}."
            )
    focal = distinct(*(masks for _, masks, _ in parts))
    rows = [spread(frame, masks, mass, focal) for _, masks, mass in parts]
    return frame, focal, np.concatenate(rows)


def without_conflict(focal: Masks, mass: Floats) -> tuple[Masks, Floats]:
    """Divide each row by its mass off ∅ and drop ∅; a row all on ∅ is refused."""
    chosen = focal != 0
    if chosen.all():
        return focal, mass
    kept = mass[:, chosen]
    totals: Floats = np.add.reduce(kept, axis=1)
    refuse_total_conflict(totals)
    return focal[chosen], np.ascontiguousarray(kept / totals[:, None])


def refuse_total_conflict(totals: Floats) -> None:
    """Name the rows that have no mass off ∅; `totals`: the mass off ∅ of each row."""
    lost = np.flatnonzero(totals <= 0)
    if lost.size:
        raise DataError(
            f"Total conflict in {name_rows(lost)}: all the mass is on ∅, no class is possible, so "
            "the masses cannot be normalised. Discount the sources first, or use another rule."
        )


def equals(left: tuple[Masks, Floats], right: tuple[Masks, Floats], tolerance: float) -> bool:
    """Whether two tables on one frame hold the same masses, up to `tolerance`."""
    if len(left[1]) != len(right[1]):
        return False
    focal = distinct(left[0], right[0])
    difference = np.zeros((len(left[1]), len(focal)))
    difference[:, np.searchsorted(focal, left[0])] = left[1]
    difference[:, np.searchsorted(focal, right[0])] -= right[1]
    return bool((np.abs(difference) <= tolerance).all())


def is_bayesian(focal: Masks, mass: Floats) -> NDArray[np.bool_]:
    """Which rows have mass on singletons only."""
    single = (focal != 0) & ((focal & (focal - 1)) == 0)
    elsewhere: Floats = np.add.reduce(mass[:, ~single], axis=1)
    return np.equal(elsewhere, 0.0)


def is_consonant(n_classes: int, focal: Masks, mass: Floats) -> NDArray[np.bool_]:
    """Which rows have no two focal sets of which neither contains the other."""
    common = common_sizes(n_classes, focal)
    sizes = np.diagonal(common)
    apart = (common != sizes[:, None]) & (common != sizes)
    positive = np.greater(mass, 0).astype(np.float64)
    crossing: Floats = np.add.reduce((positive @ apart.astype(np.float64)) * positive, axis=1)
    return np.equal(crossing, 0.0)
