"""Labels as each row's own focal sets, however many different sets all rows have together."""

from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from belieflab.belief import Frame, MassTable
from belieflab.belief.masks import cardinality
from belieflab.belief.regrouping import MOST_NUMBERS, distinct
from belieflab.errors import DataError
from belieflab.neighbors.row_belief_kernel import WORD, LabelArrays

Floats = NDArray[np.float64]
Rows = NDArray[np.int64]
Words = NDArray[np.int64]
Masks = NDArray[np.int64]

BLOCK_NUMBERS = 1 << 21
"""A dense table is read in blocks of about so many numbers (16 MB)."""


class SparseLabels:
    """n mass functions, each with its own focal sets, as kernels over rows need them.

    A row takes 16 bytes and each of its focal sets 12; a MassTable takes 8 bytes for every row
    and every set that any row uses.
    """

    def __init__(self, frame: Frame, arrays: LabelArrays) -> None:
        self.frame = frame
        self.arrays = arrays

    @classmethod
    def from_table(cls, table: MassTable) -> "SparseLabels":
        """The labels of a MassTable."""
        frame, focal = table.frame, table.focal
        telling = np.flatnonzero((focal != 0) & (focal != frame.omega))
        # Large sets first: their intersections differ, so a list that grows too long shows soon.
        sizes = cardinality(frame.size, focal[telling])
        telling = telling[np.argsort(-sizes, kind="stable")]
        on_omega = np.zeros(len(table))
        for column in np.flatnonzero(focal == frame.omega):
            on_omega += table.mass[:, column]
        counts, numbers, weights = [np.zeros(1, dtype=np.int64)], [], []
        size = max(BLOCK_NUMBERS // max(len(focal), 1), 1)
        for start in range(0, len(table), size):
            mass = table.mass[start : start + size, telling]
            carried = mass != 0
            counts.append(carried.sum(axis=1))
            numbers.append(np.nonzero(carried)[1].astype(np.int32))
            weights.append(mass[carried])
        arrays = LabelArrays(
            np.cumsum(np.concatenate(counts)),
            np.concatenate([*numbers, np.zeros(0, dtype=np.int32)]),
            np.concatenate([*weights, np.zeros(0)]),
            words_of(focal[telling], frame.size),
            on_omega,
        )
        return cls(frame, arrays)

    def __len__(self) -> int:
        return len(self.arrays.on_omega)

    @cached_property
    def simple(self) -> tuple[Rows, Floats] | None:
        """Class and mass of each label where all labels are one class and Ω, else None."""
        starts, number, weight, words, on_omega = self.arrays
        entries = np.diff(starts)
        if (entries > 1).any():
            return None
        sizes = np.bitwise_count(words).sum(axis=1)
        has = entries == 1
        strength = np.zeros(len(self))
        strength[has] = weight
        if (sizes[number] != 1).any() or (np.abs(strength + on_omega - 1.0) > 1e-15).any():
            return None
        word = words[number].argmax(axis=1)
        # A single bit is a power of 2, which a float holds exactly.
        bit = np.frexp(words[number, word].astype(np.float64))[1] - 1
        classes = np.zeros(len(self), dtype=np.int64)
        classes[has] = word * WORD + bit
        return classes, np.minimum(strength, 1.0)


def words_of(focal: NDArray[np.int64], n_classes: int) -> Words:
    """Masks as words of 63 classes each [shape=(F, ⌈K / 63⌉)]."""
    if n_classes <= WORD:
        return np.ascontiguousarray(focal, dtype=np.int64)[:, None]
    n_words = -(-n_classes // WORD)
    full = (1 << WORD) - 1
    words = [[(int(mask) >> (WORD * w)) & full for w in range(n_words)] for mask in focal]
    return np.array(words, dtype=np.int64).reshape(len(focal), n_words)


def masks_of_words(words: Words) -> NDArray[np.int64]:
    """The masks that words stand for [shape=(F,)]; Python integers when there are several words."""
    if words.shape[1] == 1:
        return np.ascontiguousarray(words[:, 0])
    masks = [sum(int(part) << (WORD * w) for w, part in enumerate(row)) for row in words.tolist()]
    return np.array(masks, dtype=object)


class TableBuilder:
    """A MassTable from rows that come in blocks and each bring their own sets."""

    def __init__(self, frame: Frame, n: int) -> None:
        self.frame, self.n = frame, n
        self.focal = masks_of_words(words_of(np.array([frame.omega]), frame.size))
        self.blocks: list[tuple[Rows, Masks, Floats]] = []

    def add(self, rows: Rows, sets: Words, mass: Floats) -> None:
        """Entries: the row of each, its set and its mass; too many sets in all are refused."""
        masks = masks_of_words(sets)
        self.focal = distinct(self.focal, masks)
        if self.n * len(self.focal) > MOST_NUMBERS:
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
