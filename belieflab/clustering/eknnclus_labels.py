"""The labels of EKNNclus: those of the start, and their numbering."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from belieflab.errors import DataError

Integers = NDArray[np.int64]


def start_labels(n_start: Any, n: int, rng: np.random.Generator) -> Integers:
    """The labels that a run begins with [shape=(n,)]: one each, so many at random, or given."""
    if n_start is None:
        return np.arange(n)
    if np.ndim(n_start) == 1:
        labels = np.asarray(n_start)
        if labels.shape != (n,):
            raise DataError(f"n_start gives {len(labels)} labels for {n} objects.")
        return np.unique(labels, return_inverse=True)[1].astype(np.int64)
    return rng.integers(n_start, size=n)


def renumber(labels: Integers) -> tuple[Integers, Integers]:
    """The labels in use as 0, 1, …, in the same order, and what they were before."""
    used = np.bincount(labels) > 0
    return (np.cumsum(used) - 1)[labels], np.flatnonzero(used)
