"""The inner loops of combination, on plain arrays; every row is one object."""

import numpy as np
from numpy.typing import NDArray

from belieflab.compiling import kernel

SMALL = 1e-100


@kernel
def mark_pairs_with_mass(
    left: NDArray[np.float64], right: NDArray[np.float64], with_mass: NDArray[np.bool_]
) -> None:
    """Set with_mass[a, b] where some row has mass on both left set a and right set b."""
    for i in range(left.shape[0]):
        for a in range(left.shape[1]):
            if left[i, a] > 0.0:
                for b in range(right.shape[1]):
                    if right[i, b] > 0.0:
                        with_mass[a, b] = True


@kernel
def add_products(
    left: NDArray[np.float64],
    right: NDArray[np.float64],
    column: NDArray[np.int64],
    out: NDArray[np.float64],
) -> None:
    """out[i, column[a, b]] += left[i, a] · right[i, b] over all pairs of sets of each row."""
    for i in range(left.shape[0]):
        for a in range(left.shape[1]):
            share = left[i, a]
            if share > 0.0:
                for b in range(right.shape[1]):
                    product = share * right[i, b]
                    if product > 0.0:
                        out[i, column[a, b]] += product


@kernel
def multiply_commonalities(
    product: NDArray[np.float64],
    focal: NDArray[np.int64],
    mass: NDArray[np.float64],
    rescale: bool,
) -> None:
    """Multiply the commonalities of one source into the product, row by row [shape=(n, 2^K)].

    With `rescale` a row whose singleton commonalities have all become small is divided by the
    largest, so that many sources in conflict never underflow; only what is normalised
    afterwards may ask for it.
    """
    n, size = product.shape
    commonality = np.empty(size)
    for i in range(n):
        commonality[:] = 0.0
        for j in range(focal.shape[0]):
            commonality[focal[j]] = mass[i, j]
        step = 1
        while step < size:
            for start in range(0, size, 2 * step):
                for a in range(start, start + step):
                    commonality[a] += commonality[a + step]
            step *= 2
        largest = 0.0
        for a in range(size):
            product[i, a] *= commonality[a]
        step = 1
        while step < size:
            largest = max(largest, product[i, step])
            step *= 2
        if rescale and 0.0 < largest < SMALL:
            for a in range(size):
                product[i, a] /= largest


@kernel
def recover_masses(
    product: NDArray[np.float64],
    focal: NDArray[np.int64],
    noise: float,
    out: NDArray[np.float64],
) -> None:
    """Masses of the nonempty `focal` sets from commonalities, which are overwritten.

    A mass below `noise` times the largest singleton commonality is rounding of the alternating
    sum and becomes zero. `focal` holds no ∅.
    """
    n, size = product.shape
    for i in range(n):
        largest = 0.0
        step = 1
        while step < size:
            largest = max(largest, product[i, step])
            step *= 2
        step = 1
        while step < size:
            for start in range(0, size, 2 * step):
                for a in range(start, start + step):
                    product[i, a] -= product[i, a + step]
            step *= 2
        for j in range(focal.shape[0]):
            mass = product[i, focal[j]]
            out[i, j] = mass if mass > noise * largest else 0.0
