"""Sets of classes as words of 63 classes each, for kernels: one word up to 63 classes."""

from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from belieflab.belief.masks import MAX_BITS as WORD

Words = NDArray[np.int64]
Masks = NDArray[Any]


def words_of(focal: Masks | Iterable[int], n_classes: int) -> Words:
    """Masks as words [shape=(F, ⌈K / 63⌉)]."""
    if n_classes <= WORD:
        return np.array(focal, dtype=np.int64)[:, None]
    n_words = -(-n_classes // WORD)
    full = (1 << WORD) - 1
    words = [[(int(mask) >> (WORD * w)) & full for w in range(n_words)] for mask in focal]
    return np.array(words, dtype=np.int64).reshape(-1, n_words)


def masks_of_words(words: Words) -> Masks:
    """The masks that words stand for [shape=(F,)]; Python integers when there are several words."""
    if words.shape[1] == 1:
        return np.ascontiguousarray(words[:, 0])
    masks = np.empty(len(words), dtype=object)
    masks[:] = [
        sum(part << (WORD * w) for w, part in enumerate(row)) for row in words.tolist()
    ]  # fmt: skip
    return masks


def nested_words(order: NDArray[np.int64]) -> Words:
    """The first 1, 2, … K classes of each order, as sets [shape=(n, K)] to [shape=(n, K, W)]."""
    n, n_classes = order.shape
    words = np.zeros((n, n_classes, -(-n_classes // WORD)), dtype=np.int64)
    bits = np.left_shift(np.int64(1), order % WORD)
    np.put_along_axis(words, (order // WORD)[:, :, None], bits[:, :, None], axis=2)
    return np.bitwise_or.accumulate(words, axis=1)
