"""Weighted sums of rows of a large matrix, by one thread.

A threaded matrix product is no quicker for a few sums over a few hundred objects, and waits for
its threads where several people share a machine.
"""

import numpy as np
from numpy.typing import NDArray

from belieflab.compiling import kernel
from belieflab.stop_kernel import stop_requested

Floats = NDArray[np.float64]
Flag = NDArray[np.int64]


@kernel
def sum_rows(weights: Floats, matrix: Floats, stop: Flag) -> Floats:
    """W M [shape=(c, n)] for W [shape=(c, n)] and M [shape=(n, n)]; zero weights cost nothing.

    Once the flag `stop` [shape=(1,)] is set the sums are not complete.
    """
    sums = np.zeros((weights.shape[0], matrix.shape[1]))
    for i in range(matrix.shape[0]):
        if stop_requested(stop):
            break
        for k in range(weights.shape[0]):
            weight = weights[k, i]
            if weight != 0.0:
                for j in range(matrix.shape[1]):
                    sums[k, j] += weight * matrix[i, j]
    return sums
