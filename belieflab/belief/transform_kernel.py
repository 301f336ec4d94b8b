"""Fast Möbius transforms, in place, on rows that hold one number per subset of a frame."""

import numpy as np
from numpy.typing import NDArray

from belieflab.compiling import kernel


@kernel
def add_supersets(rows: NDArray[np.float64], sign: float) -> None:
    """Replace f(A) by Σ_{B ⊇ A} f(B) (sign 1) or undo it (sign -1) [shape=(n, 2^K)].

    One class at a time: f(A) += sign · f(A ∪ {k}) for every A without k, K 2^(K-1) additions
    a row (Kennes and Smets 1990).
    """
    n, size = rows.shape
    for i in range(n):
        step = 1
        while step < size:
            for start in range(0, size, 2 * step):
                for a in range(start, start + step):
                    rows[i, a] += sign * rows[i, a + step]
            step *= 2


@kernel
def add_subsets(rows: NDArray[np.float64], sign: float) -> None:
    """Replace f(A) by Σ_{B ⊆ A} f(B) (sign 1) or undo it (sign -1) [shape=(n, 2^K)]."""
    n, size = rows.shape
    for i in range(n):
        step = 1
        while step < size:
            for start in range(0, size, 2 * step):
                for a in range(start, start + step):
                    rows[i, a + step] += sign * rows[i, a]
            step *= 2
