"""The symmetric part of a graph of neighbours, in compressed rows, without holding the interpreter.

Transposing compressed rows sorts each of them, so that two can be merged in one pass.
"""

import numpy as np
from numpy.typing import NDArray

from belieflab.compiling import kernel
from belieflab.stop_kernel import stop_requested

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]
Indices = NDArray[np.int32]
Flag = NDArray[np.int64]


@kernel
def transpose(
    starts: Integers, indices: Indices, weights: Floats, stop: Flag
) -> tuple[Integers, Indices, Floats]:
    """The same matrix by columns; each column in rising order of its rows.

    Broken off, it names row 0 where it did not come: whoever reads it stays within the matrix.
    """
    n = len(starts) - 1
    ends = np.zeros(n + 1, dtype=np.int64)
    for edge in range(len(indices)):
        ends[indices[edge] + 1] += 1
    for i in range(n):
        ends[i + 1] += ends[i]
    column_starts = ends.copy()
    rows, values = np.zeros(len(indices), dtype=np.int32), np.zeros(len(indices))
    for i in range(n):
        if stop_requested(stop):
            break
        for edge in range(starts[i], starts[i + 1]):
            place = ends[indices[edge]]
            rows[place], values[place] = i, weights[edge]
            ends[indices[edge]] = place + 1
    return column_starts, rows, values


@kernel
def add_rows(
    starts: Integers,
    indices: Indices,
    weights: Floats,
    other_starts: Integers,
    other_indices: Indices,
    other_weights: Floats,
    stop: Flag,
) -> tuple[Integers, Indices, Floats]:
    """The sum of two matrices with sorted rows; what adds up to 0 is left out."""
    n = len(starts) - 1
    size = len(indices) + len(other_indices)
    sum_starts = np.zeros(n + 1, dtype=np.int64)
    columns, values = np.empty(size, dtype=np.int32), np.empty(size)
    written = 0
    for i in range(n):
        if stop_requested(stop):
            break
        a, b = starts[i], other_starts[i]
        while a < starts[i + 1] or b < other_starts[i + 1]:
            left = indices[a] if a < starts[i + 1] else n
            right = other_indices[b] if b < other_starts[i + 1] else n
            value = 0.0
            if left <= right:
                value += weights[a]
                a += 1
            if right <= left:
                value += other_weights[b]
                b += 1
            if value != 0.0:
                columns[written], values[written] = min(left, right), value
                written += 1
        sum_starts[i + 1] = written
    return sum_starts, columns[:written].copy(), values[:written].copy()


@kernel
def symmetric_part(
    starts: Integers, indices: Indices, weights: Floats, stop: Flag
) -> tuple[Integers, Indices, Floats]:
    """(V + Vᵀ)/2 with sorted rows; once the flag `stop` [shape=(1,)] is set, not complete."""
    columns = transpose(starts, indices, 0.5 * weights, stop)
    if stop_requested(stop):
        return starts, indices, weights
    rows = transpose(columns[0], columns[1], columns[2], stop)
    return add_rows(rows[0], rows[1], rows[2], columns[0], columns[1], columns[2], stop)
