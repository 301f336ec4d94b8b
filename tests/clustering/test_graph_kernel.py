"""The symmetric part of a graph: the sum with its transpose, and no harm when it is broken off."""

import numpy as np
from scipy.sparse import csr_matrix

from belieflab.clustering.graph_kernel import symmetric_part, transpose

N, K = 400, 10
GO_ON, STOP = np.zeros(1, dtype=np.int64), np.ones(1, dtype=np.int64)


def graph():
    rng = np.random.default_rng(0)
    indices = rng.permuted(np.tile(np.arange(N, dtype=np.int32), (N, 1)), axis=1)[:, :K].ravel()
    return np.arange(N + 1) * K, np.ascontiguousarray(indices), rng.random(N * K)


def test_it_is_half_the_sum_with_the_transpose():
    starts, indices, weights = graph()
    V = csr_matrix((weights, indices, starts)).toarray()
    found = symmetric_part(starts, indices, weights, GO_ON)
    np.testing.assert_allclose(
        csr_matrix((found[2], found[1], found[0])).toarray(), (V + V.T) / 2, rtol=1e-15
    )


def litter() -> None:
    """Leave memory behind that holds no row of any graph, for whoever asks for some next."""
    for _ in range(20):
        left = [np.full(N * K, -(2**30), dtype=np.int32) for _ in range(8)]
        del left


def test_one_that_is_broken_off_names_no_rows_outside_of_the_graph():
    """These are places in memory for the next kernel: it wrote anywhere, and the process ended."""
    for _ in range(20):
        litter()
        _, rows, values = transpose(*graph(), STOP)
        assert ((rows >= 0) & (rows < N)).all() and len(values) == N * K
        litter()
        starts, columns, _ = symmetric_part(*graph(), STOP)
        assert ((columns >= 0) & (columns < N)).all() and starts[-1] <= len(columns)
