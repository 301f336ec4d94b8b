"""Labels as each row's own focal sets, however many different sets all rows have together."""

from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from belieflab.belief import Frame, MassTable
from belieflab.belief.masks import cardinality
from belieflab.belief.regrouping import MAX_NUMBERS, distinct, empty_table
from belieflab.errors import DataError
from belieflab.neighbors.row_belief_kernel import BLOCK_BITS, LabelArrays
from belieflab.neighbors.row_masses_kernel import spread_labels
from belieflab.neighbors.set_blocks import Blocks, Masks, blocks_of, masks_of_blocks, nested_blocks

Floats = NDArray[np.float64]
Rows = NDArray[np.int64]

BLOCK_NUMBERS = 1 << 21
"""A dense table is read in blocks of about so many numbers (16 MB)."""


class SparseLabels:
    """n mass functions, each with its own focal sets, as kernels over rows need them.

    A row takes 24 bytes and each of its focal sets 12, or 20 where rows share no sets; a MassTable
    takes 8 bytes for every row and every set that any row uses.

    Parameters
    ----------
    frame : the classes
    arrays : the entries of all rows
    on_empty : the mass on ∅ [shape=(n,)]
    """

    def __init__(self, frame: Frame, arrays: LabelArrays, on_empty: Floats) -> None:
        self.frame = frame
        self.arrays = arrays
        self.on_empty = on_empty

    @classmethod
    def from_table(cls, table: MassTable) -> "SparseLabels":
        """The labels of a MassTable."""
        frame, focal = table.frame, table.focal
        informative = np.flatnonzero((focal != 0) & (focal != frame.omega))
        # Large sets first: their intersections differ, so a list that grows too long shows soon.
        sizes = cardinality(frame.size, focal[informative])
        informative = informative[np.argsort(-sizes, kind="stable")]
        counts, numbers, weights = [np.zeros(1, dtype=np.int64)], [], []
        size = max(BLOCK_NUMBERS // max(len(focal), 1), 1)
        for start in range(0, len(table), size):
            mass = table.mass[start : start + size, informative]
            carried = mass != 0
            counts.append(carried.sum(axis=1))
            numbers.append(np.nonzero(carried)[1].astype(np.int32))
            weights.append(mass[carried])
        arrays = LabelArrays(
            np.cumsum(np.concatenate(counts)),
            np.concatenate([*numbers, np.zeros(0, dtype=np.int32)]),
            np.concatenate([*weights, np.zeros(0)]),
            blocks_of(focal[informative], frame.size),
            _sum_of(table.mass, focal == frame.omega),
        )
        return cls(frame, arrays, _sum_of(table.mass, focal == 0))

    @classmethod
    def from_contour(cls, frame: Frame, contour: Floats) -> "SparseLabels":
        """The consonant labels with these plausibilities [shape=(n, K)]."""
        n_classes = contour.shape[1]
        order = np.argsort(-contour, axis=1, kind="stable")
        falling = np.take_along_axis(contour, order, axis=1)
        # From the largest proper set down: the first j classes have the mass c_(j) - c_(j+1).
        steps = (falling[:, :-1] - falling[:, 1:])[:, ::-1]
        carried = steps > 0
        blocks = nested_blocks(order)[:, -2::-1][carried] if n_classes > 1 else blocks_of([], 1)
        arrays = LabelArrays(
            np.cumsum(np.append(0, carried.sum(axis=1))),
            np.arange(len(blocks), dtype=np.int32),
            np.ascontiguousarray(steps[carried]),
            np.ascontiguousarray(blocks),
            np.ascontiguousarray(falling[:, -1]),
        )
        return cls(frame, arrays, 1.0 - falling[:, 0])

    def __len__(self) -> int:
        return len(self.on_empty)

    def __getstate__(self) -> dict[str, Any]:
        """What is found from the rest is not stored."""
        return {name: getattr(self, name) for name in ("frame", "arrays", "on_empty")}

    def take(self, rows: Rows) -> "SparseLabels":
        """The labels of these rows."""
        starts, number, weight, blocks, on_omega = self.arrays
        counts = np.diff(starts)[rows]
        ends = np.cumsum(np.append(0, counts))
        entries = np.repeat(starts[rows] - ends[:-1], counts) + np.arange(ends[-1])
        arrays = LabelArrays(ends, number[entries], weight[entries], blocks, on_omega[rows])
        return SparseLabels(self.frame, arrays, self.on_empty[rows])

    def discount(self, reliability: Floats) -> "SparseLabels":
        """Each label keeps this share of its masses, the rest goes to Ω [shape=(n,)]."""
        starts, number, weight, blocks, on_omega = self.arrays
        arrays = LabelArrays(
            starts, number, weight * np.repeat(reliability, np.diff(starts)), blocks,
            1.0 - reliability + reliability * on_omega,
        )  # fmt: skip
        return SparseLabels(self.frame, arrays, reliability * self.on_empty)

    @cached_property
    def simple(self) -> tuple[Rows, Floats] | None:
        """Class and mass of each label where all labels are one class and Ω, else None."""
        starts, number, weight, blocks, on_omega = self.arrays
        entries = np.diff(starts)
        if (entries > 1).any() or (np.bitwise_count(blocks).sum(axis=1)[number] != 1).any():
            return None
        has = entries == 1
        strength, classes = np.zeros(len(self)), np.zeros(len(self), dtype=np.int64)
        strength[has] = weight
        if (np.abs(strength + on_omega - 1.0) > 1e-15).any():
            return None
        block = blocks.argmax(axis=1)
        # A single bit is a power of 2, which a float holds exactly.
        bit = np.frexp(blocks[np.arange(len(blocks)), block].astype(np.float64))[1] - 1
        classes[has] = (block * BLOCK_BITS + bit)[number]
        return classes, np.minimum(strength, 1.0)

    @cached_property
    def classes(self) -> Rows:
        """The class with the largest pignistic probability of each label [shape=(n,)]."""
        if self.simple is not None:
            return self.simple[0]
        shares = self.pignistic()
        best = shares.max(axis=1, keepdims=True)
        return np.argmax(shares >= best * (1.0 - 1e-12), axis=1)

    def pignistic(self) -> Floats:
        """Pignistic probabilities [shape=(n, K)]."""
        return self._spread(pignistic=True)

    def contour(self) -> Floats:
        """Plausibilities of the classes [shape=(n, K)]."""
        return self._spread(pignistic=False)

    @cached_property
    def table(self) -> MassTable:
        """The labels as a MassTable, refused where it would not fit in memory."""
        starts, number, weight, blocks, _ = self.arrays
        used = np.unique(number)
        ends = np.array([mask for mask, mass in self._ends() if mass.any()], dtype=object)
        masks = masks_of_blocks(blocks[used])
        focal = distinct(masks, ends.astype(masks.dtype))
        mass = empty_table(len(self), len(focal))
        column = np.zeros(len(blocks), dtype=np.int64)
        column[used] = np.searchsorted(focal, masks)
        np.add.at(mass, (np.repeat(np.arange(len(self)), np.diff(starts)), column[number]), weight)
        for mask, share in self._ends():
            if share.any():
                mass[:, np.searchsorted(focal, np.array([mask], dtype=masks.dtype))[0]] = share
        return MassTable._trusted(self.frame, focal, mass)

    def _ends(self) -> tuple[tuple[int, Floats], tuple[int, Floats]]:
        """∅ and Ω with their masses."""
        return (0, self.on_empty), (self.frame.omega, self.arrays.on_omega)

    def _spread(self, *, pignistic: bool) -> Floats:
        out = np.empty((len(self), self.frame.size))
        spread_labels(self.arrays, pignistic, out)
        return out


class TableBuilder:
    """A MassTable from rows that come in blocks and each bring their own sets."""

    def __init__(self, frame: Frame, n: int) -> None:
        self.frame, self.n = frame, n
        self.focal = masks_of_blocks(blocks_of([frame.omega], frame.size))
        self.blocks: list[tuple[Rows, Masks, Floats]] = []

    def add(self, rows: Rows, sets: Blocks, mass: Floats) -> None:
        """Entries: the row of each, its set and its mass; too many sets in all are refused."""
        masks = masks_of_blocks(sets)
        self.focal = distinct(self.focal, masks)
        if self.n * len(self.focal) > MAX_NUMBERS:
            raise DataError(
                f"The beliefs about {self.n:,} points use more than {len(self.focal):,} different "
                "sets of classes, which together do not fit in memory; ask about fewer points at a "
                "time, or for probabilities (predict_proba)."
            )
        self.blocks.append((rows, masks, mass))

    def table(self) -> MassTable:
        """All rows on the sets that any of them uses, in increasing order of their masks."""
        mass = np.zeros((self.n, len(self.focal)))
        for rows, masks, values in self.blocks:
            mass[rows, np.searchsorted(self.focal, masks)] = values
        return MassTable._trusted(self.frame, self.focal, mass)


def _sum_of(mass: Floats, columns: NDArray[np.bool_]) -> Floats:
    total = np.zeros(len(mass))
    for column in np.flatnonzero(columns):
        total += mass[:, column]
    return total
