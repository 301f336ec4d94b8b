"""Sets of classes as blocks of 63 classes each, for kernels: one block up to 63 classes."""

from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from belieflab.neighbors.row_belief_kernel import BLOCK_BITS

Blocks = NDArray[np.int64]
Masks = NDArray[Any]


def blocks_of(focal: Masks | Iterable[int], n_classes: int) -> Blocks:
    """Masks as blocks [shape=(F, ⌈K / 63⌉)]."""
    if n_classes <= BLOCK_BITS:
        return np.array(focal, dtype=np.int64)[:, None]
    n_blocks = -(-n_classes // BLOCK_BITS)
    full = (1 << BLOCK_BITS) - 1
    blocks = [[(int(mask) >> (BLOCK_BITS * w)) & full for w in range(n_blocks)] for mask in focal]
    return np.array(blocks, dtype=np.int64).reshape(-1, n_blocks)


def masks_of_blocks(blocks: Blocks) -> Masks:
    """The masks of blocks [shape=(F,)]; Python integers when there are several blocks."""
    if blocks.shape[1] == 1:
        return np.ascontiguousarray(blocks[:, 0])
    masks = np.empty(len(blocks), dtype=object)
    masks[:] = [
        sum(part << (BLOCK_BITS * w) for w, part in enumerate(row)) for row in blocks.tolist()
    ]  # fmt: skip
    return masks


def nested_blocks(order: NDArray[np.int64]) -> Blocks:
    """The first 1, 2, … K classes of each order, as sets [shape=(n, K)] to [shape=(n, K, W)]."""
    n, n_classes = order.shape
    blocks = np.zeros((n, n_classes, -(-n_classes // BLOCK_BITS)), dtype=np.int64)
    bits = np.left_shift(np.int64(1), order % BLOCK_BITS)
    np.put_along_axis(blocks, (order // BLOCK_BITS)[:, :, None], bits[:, :, None], axis=2)
    return np.bitwise_or.accumulate(blocks, axis=1)
