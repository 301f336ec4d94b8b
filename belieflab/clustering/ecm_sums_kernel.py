"""Evidential c-means with β = 2 and Euclidean distances: the sums alone, in two passes.

With a_ij = |A_j|^α d_ij² the masses are m_ij = a_ij⁻¹ / Σ_j a_ij⁻¹ and the criterion of a row is
1 / Σ_j a_ij⁻¹, so that neither the least cost nor the masses need be kept. A quarter of the numbers
that `ecm_kernel.assign` moves are moved, which counts where the sets are too many for the cache.
"""

import numpy as np
from numpy.typing import NDArray

from belieflab.compiling import kernel, summing_kernel
from belieflab.stop_kernel import stop_requested

BLOCK = 128
SAFE = 1e300
"""Sums of inverse costs between 1/SAFE and SAFE have all their digits."""

Floats = NDArray[np.float64]
Flag = NDArray[np.int64]


@summing_kernel
def invert_costs(
    points: Floats, n: int, centres: Floats, prices: Floats, spread: Floats, at: int,
    inverses: Floats, total: Floats,
) -> None:  # fmt: skip
    """1 / (|A_j|^α d_ij²) of n rows, infinite where d_ij is 0, and their sums over the sets.

    Whole arrays and indices instead of rows of them: a view costs as much as a dozen distances.
    """
    for j in range(len(centres)):
        for i in range(n):
            inverses[j, i] = 0.0 if spread.shape[0] == 0 else spread[at + i]
        for f in range(len(points)):
            centre = centres[j, f]
            for i in range(n):
                gap = points[f, i] - centre
                inverses[j, i] += gap * gap
        price = prices[j]
        for i in range(n):
            # Unlike `/`, which raises at zero and so cannot be a vector operation.
            inverse = np.divide(1.0, price * inverses[j, i])
            inverses[j, i] = inverse
            total[i] += inverse


@summing_kernel
def add_sums(
    points: Floats, n: int, centres: Floats, scale: Floats, inverses: Floats,
    counts: Floats, firsts: Floats,
) -> None:  # fmt: skip
    """Add Σ_i w_i m_ij² and Σ_i w_i m_ij² (x_i - v̄_j); `scale` is √w_i / Σ_j a_ij⁻¹ of each row."""
    for j in range(len(centres)):
        count = 0.0
        for i in range(n):
            share = inverses[j, i] * scale[i]
            inverses[j, i] = share * share
            count += inverses[j, i]
        counts[j] += count
        for f in range(len(points)):
            centre, value = centres[j, f], 0.0
            for i in range(n):
                value += inverses[j, i] * (points[f, i] - centre)
            firsts[j, f] += value


@kernel
def sum_squared_masses(
    features: Floats,
    spread: Floats,
    weights: Floats,
    centres: Floats,
    prices: Floats,
    noise: float,
    counts: Floats,
    firsts: Floats,
    stop: Flag,
) -> float:
    """The criterion at the best masses of the rows, and the sums that place the prototypes.

    Arguments as in `ecm_kernel.assign`. Returns NaN, with the sums of no use, where a row lies on
    a prototype or its costs are beyond all measure: `assign` takes the limits. NaN also once the
    flag `stop` [shape=(1,)] is set.
    """
    end = features.shape[1]
    inverses, points = np.empty((len(centres), BLOCK)), np.empty((len(features), BLOCK))
    total, scale = np.empty(BLOCK), np.empty(BLOCK)
    counts[:] = 0.0
    firsts[:] = 0.0
    criterion = 0.0
    for at in range(0, end, BLOCK):
        if stop_requested(stop):
            return np.nan
        n = min(BLOCK, end - at)
        points[:, :n] = features[:, at : at + n]
        total[:] = np.divide(1.0, noise) if noise >= 0.0 else 0.0
        invert_costs(points, n, centres, prices, spread, at, inverses, total)
        for i in range(n):
            if not 1.0 / SAFE < total[i] < SAFE:
                return np.nan
            weight = weights[at + i] if weights.shape[0] > 0 else 1.0
            scale[i] = np.sqrt(weight) / total[i]
            criterion += weight / total[i]
        add_sums(points, n, centres, scale, inverses, counts, firsts)
    return criterion
