"""Lists of subsets as bit masks: int64 up to 63 classes, Python integers in an object array above.

numpy's operators (&, |, ^, comparison, sorting, searching) act alike on both kinds, so the calculus
is written once. What depends on the kind is here: making masks, and reading their members.
"""

from collections.abc import Iterable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]
Integers = NDArray[np.int64]
Masks = NDArray[Any]
"""int64, or Python integers where a frame has more than 63 classes."""

MAX_BITS = 63
"""Masks of so many classes are signed 64-bit integers; above, they are Python integers."""


class MemberLists(NamedTuple):
    """The classes of each set: `members[starts[j] : starts[j + 1]]` for set j, increasing."""

    starts: Integers
    members: Integers

    @property
    def sizes(self) -> Floats:
        """|A_j| [shape=(F,)]."""
        sizes: Floats = np.diff(self.starts).astype(np.float64)
        return sizes


def mask_type(n_classes: int) -> type[np.int64] | type[object]:
    """The dtype of an array of masks on a frame of this size."""
    return np.int64 if n_classes <= MAX_BITS else object


def as_masks(n_classes: int, masks: Iterable[int]) -> Masks:
    """An array of masks [shape=(F,)] from any integers."""
    return np.array([int(mask) for mask in masks], dtype=mask_type(n_classes))


def full_of(n_classes: int, shape: int | tuple[int, ...], mask: int) -> Masks:
    """An array of this shape that holds one mask everywhere."""
    return np.full(shape, int(mask), dtype=mask_type(n_classes))


def singleton_masks(n_classes: int) -> Masks:
    """Masks of the K single classes [shape=(K,)]."""
    if n_classes <= MAX_BITS:
        return np.left_shift(np.int64(1), np.arange(n_classes, dtype=np.int64))
    return as_masks(n_classes, (1 << k for k in range(n_classes)))


def masks_of(members: Flags) -> Masks:
    """The mask of each row of flags, one per class [shape=(n, K)] to [shape=(n,)]."""
    n_classes = members.shape[1]
    if n_classes <= MAX_BITS:
        masks: Masks = np.where(members, singleton_masks(n_classes), 0).sum(axis=1)
        return masks
    packed = np.packbits(members, axis=1, bitorder="little")
    return as_masks(n_classes, (int.from_bytes(row.tobytes(), "little") for row in packed))


def member_flags(n_classes: int, focal: Masks) -> Flags:
    """Whether class k belongs to focal set j [shape=(F, K)]."""
    if focal.dtype != object:
        return np.not_equal(focal[:, None] & singleton_masks(n_classes), 0)
    width = (n_classes + 7) // 8
    raw = b"".join(mask.to_bytes(width, "little") for mask in focal.tolist())
    packed = np.frombuffer(raw, dtype=np.uint8).reshape(len(focal), width)
    bits = np.unpackbits(packed, axis=1, count=n_classes, bitorder="little")
    return bits.view(np.bool_)


def membership(n_classes: int, focal: Masks) -> Floats:
    """1 where class k belongs to focal set j, else 0 [shape=(F, K)]."""
    return member_flags(n_classes, focal).astype(np.float64)


def member_lists(n_classes: int, focal: Masks) -> MemberLists:
    """The classes of each set as lists of indices, whose length is what the sets hold together."""
    rows, members = np.nonzero(member_flags(n_classes, focal))
    starts = np.searchsorted(rows, np.arange(len(focal) + 1))
    return MemberLists(starts.astype(np.int64), members.astype(np.int64))


def cardinality(n_classes: int, focal: Masks) -> Floats:
    """|A_j| for each focal set [shape=(F,)]."""
    sizes: Floats = np.add.reduce(membership(n_classes, focal), axis=1)
    return sizes


def common_sizes(n_classes: int, focal: Masks, other: Masks | None = None) -> Floats:
    """|A_j ∩ B_l| for each pair of sets [shape=(F, F')]; without `other`, of the same list."""
    members = membership(n_classes, focal)
    return members @ (members if other is None else membership(n_classes, other)).T
