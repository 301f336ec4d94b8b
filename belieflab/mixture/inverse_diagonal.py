"""The diagonal of the inverse of a large matrix, block by block, so that it can be stopped."""

from functools import partial

import numpy as np
from numpy.typing import NDArray

from belieflab.iteration import check_stop, leave_when_stopped

Floats = NDArray[np.float64]

LARGE, BLOCK = 2_000, 128
"""Rows from which blocks are worked on; smaller matrices take a second."""


def inverse_diagonal(matrix: Floats, n_first: int) -> tuple[Floats, float]:
    """The diagonal of the inverse of a symmetric matrix, and the sum of its first n × n corner.

    A large matrix that is positive definite is factorised by Cholesky in blocks; of any other the
    pseudo-inverse is taken, by a call that computes on where it was stopped.
    """
    if len(matrix) >= LARGE:
        try:
            return _by_blocks(matrix, n_first)
        except np.linalg.LinAlgError:  # not positive definite
            pass
    inverse = leave_when_stopped(partial(np.linalg.pinv, matrix, hermitian=True))
    return np.diag(inverse), float(inverse[:n_first, :n_first].sum())


def _by_blocks(matrix: Floats, n_first: int) -> tuple[Floats, float]:
    """With A = L Lᵀ: (A⁻¹)_jj = ‖L⁻¹ e_j‖², and the sum of the corner is ‖L⁻¹ Σ_j e_j‖²."""
    n, factor = len(matrix), np.tril(matrix)
    corners: list[Floats] = []
    for begin in range(0, n, BLOCK):
        check_stop()
        end = begin + BLOCK
        factor[begin:, begin:end] -= factor[begin:, :begin] @ factor[begin:end, :begin].T
        corner = np.linalg.cholesky(factor[begin:end, begin:end])
        corners.append(np.linalg.inv(corner))
        factor[end:, begin:end] = factor[end:, begin:end] @ corners[-1].T
    diagonal = np.empty(n)
    for begin in range(0, n, BLOCK):
        check_stop()
        units = np.eye(n - begin, min(BLOCK, n - begin))
        diagonal[begin : begin + BLOCK] = np.square(_solve(factor, corners, units)).sum(axis=0)
    first = (np.arange(n) < n_first).astype(np.float64)
    return diagonal, float(np.square(_solve(factor, corners, first[:, None])).sum())


def _solve(factor: Floats, corners: list[Floats], right: Floats) -> Floats:
    """L⁻¹ times what has zeros above its rows [shape=(m, b)], by the inverses of L's corners."""
    above = len(factor) - len(right)
    found = np.empty_like(right)
    for begin in range(0, len(right), BLOCK):
        rows = slice(begin, begin + BLOCK)
        known = factor[above + begin : above + begin + BLOCK, above : above + begin]
        found[rows] = corners[(above + begin) // BLOCK] @ (right[rows] - known @ found[:begin])
    return found
