"""Sums over the clusters of each set and over the sets of each cluster, on lists of indices.

Set j holds the clusters members[starts[j] : starts[j + 1]]. What is done for a set costs as much as
it has clusters (or pairs of them), however many clusters there are.
"""

import numpy as np
from numpy.typing import NDArray

from belieflab.compiling import kernel

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]


@kernel
def add_members(starts: Integers, members: Integers, values: Floats, out: Floats) -> None:
    """out_j += Σ_{k ∈ A_j} values_k; values [shape=(c, m)], out [shape=(S, m)]."""
    for j in range(len(out)):
        for at in range(starts[j], starts[j + 1]):
            k = members[at]
            for f in range(values.shape[1]):
                out[j, f] += values[k, f]


@kernel
def add_sets(starts: Integers, members: Integers, values: Floats, out: Floats) -> None:
    """out_k += Σ_{A_j ∋ k} values_j; values [shape=(S, m)], out [shape=(c, m)]."""
    for j in range(len(values)):
        for at in range(starts[j], starts[j + 1]):
            k = members[at]
            for f in range(values.shape[1]):
                out[k, f] += values[j, f]


@kernel
def add_pairs(starts: Integers, members: Integers, values: Floats, out: Floats) -> None:
    """out_kl += Σ_{A_j ⊇ {k,l}} values_j; values [shape=(S, m)], out [shape=(c, c, m)]."""
    for j in range(len(values)):
        for first in range(starts[j], starts[j + 1]):
            for second in range(starts[j], starts[j + 1]):
                k, other = members[first], members[second]
                for f in range(values.shape[1]):
                    out[k, other, f] += values[j, f]


@kernel
def sum_pairs(starts: Integers, members: Integers, matrix: Floats, out: Floats) -> None:
    """out_j = Σ_{k,l ∈ A_j} M_kl; matrix [shape=(c, c)], out [shape=(S,)]."""
    for j in range(len(out)):
        total = 0.0
        for first in range(starts[j], starts[j + 1]):
            for second in range(starts[j], starts[j + 1]):
                total += matrix[members[first], members[second]]
        out[j] = total
