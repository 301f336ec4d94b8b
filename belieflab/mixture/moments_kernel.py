"""The moments of one block of rows, for the M step: Σ t, Σ t d, Σ t d dᵀ, d = x - μ.

A tile of sums stays in registers while the loop runs over four rows at a time, see
`belieflab.lanes`; the block's deviations stand as `block_kernel` says.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from belieflab.compiling import kernel
from belieflab.lanes import add, load, multiply, multiply_add, spread, store

Floats = NDArray[np.float64]


@kernel
def accumulate(sums: Floats, place: int, value: Any) -> None:
    """Add four lanes to the four numbers at a place."""
    store(sums, 4 * place, add(load(sums, 4 * place), value))


@kernel
def add_moments(
    shares: Floats,
    place: int,
    n: int,
    deviations: Floats,
    weighted: Floats,
    count: Floats,
    first: Floats,
    second: Floats,
) -> None:
    """Add Σ t, Σ t d and the lower half of Σ t d dᵀ of one block, d = x - μ, each in four lanes.

    The shares t stand from `place` on. Shapes: weighted (2, rows), a buffer; count (4,); first
    (P, 4); second (P, P, 4). A tile is two features against four.
    """
    size, rows = deviations.shape
    zero = spread(0.0)
    for j in range(0, size, 2):
        f0 = f1 = s00 = s10 = s11 = total = zero
        for i in range(0, n, 4):
            t = load(shares, place + i)
            d0, d1 = load(deviations, j * rows + i), load(deviations, j * rows + rows + i)
            u, v = multiply(t, d0), multiply(t, d1)
            store(weighted, i, u)
            store(weighted, rows + i, v)
            f0, f1 = add(f0, u), add(f1, v)
            s00 = multiply_add(u, d0, s00)
            s10, s11 = multiply_add(v, d0, s10), multiply_add(v, d1, s11)
            total = add(total, t)
        if j == 0:
            accumulate(count, 0, total)
        accumulate(first, j, f0)
        accumulate(first, j + 1, f1)
        accumulate(second, j * size + j, s00)
        accumulate(second, (j + 1) * size + j, s10)
        accumulate(second, (j + 1) * size + j + 1, s11)
        for other in range(0, j - 3, 4):
            add_wide_tile(n, deviations, weighted, j, other, second)
        if j % 4 == 2:
            add_narrow_tile(n, deviations, weighted, j, second)


@kernel
def add_wide_tile(
    n: int, deviations: Floats, weighted: Floats, j: int, other: int, second: Floats
) -> None:
    """Σ t d_a d_b for a in j, j + 1 and b in other … other + 3."""
    size, rows = deviations.shape
    s00 = s01 = s02 = s03 = spread(0.0)
    s10 = s11 = s12 = s13 = spread(0.0)
    for i in range(0, n, 4):
        at = other * rows + i
        u, v = load(weighted, i), load(weighted, rows + i)
        d0, d1 = load(deviations, at), load(deviations, at + rows)
        d2, d3 = load(deviations, at + 2 * rows), load(deviations, at + 3 * rows)
        s00, s01 = multiply_add(u, d0, s00), multiply_add(u, d1, s01)
        s02, s03 = multiply_add(u, d2, s02), multiply_add(u, d3, s03)
        s10, s11 = multiply_add(v, d0, s10), multiply_add(v, d1, s11)
        s12, s13 = multiply_add(v, d2, s12), multiply_add(v, d3, s13)
    place = j * size + other
    accumulate(second, place, s00)
    accumulate(second, place + 1, s01)
    accumulate(second, place + 2, s02)
    accumulate(second, place + 3, s03)
    accumulate(second, place + size, s10)
    accumulate(second, place + size + 1, s11)
    accumulate(second, place + size + 2, s12)
    accumulate(second, place + size + 3, s13)


@kernel
def add_narrow_tile(n: int, deviations: Floats, weighted: Floats, j: int, second: Floats) -> None:
    """Σ t d_a d_b for a in j, j + 1 and b in j - 2, j - 1."""
    size, rows = deviations.shape
    s00 = s01 = s10 = s11 = spread(0.0)
    for i in range(0, n, 4):
        at = (j - 2) * rows + i
        u, v = load(weighted, i), load(weighted, rows + i)
        d0, d1 = load(deviations, at), load(deviations, at + rows)
        s00, s01 = multiply_add(u, d0, s00), multiply_add(u, d1, s01)
        s10, s11 = multiply_add(v, d0, s10), multiply_add(v, d1, s11)
    place = j * size + j - 2
    accumulate(second, place, s00)
    accumulate(second, place + 1, s01)
    accumulate(second, place + size, s10)
    accumulate(second, place + size + 1, s11)
