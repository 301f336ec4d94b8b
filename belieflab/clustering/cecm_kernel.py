"""The masses of constrained evidential c-means, one object's quadratic programme at a time."""

import numpy as np
from numpy.typing import NDArray

from belieflab.compiling import kernel
from belieflab.stop_kernel import stop_requested

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]
Flag = NDArray[np.int64]


@kernel
def share_out(curves: Floats, slopes: Floats, mass: Floats) -> None:
    """The m ≥ 0 with Σ m = 1 that minimises Σ_j c_j m_j² + b_j m_j, for curves c > 0.

    m_j = max(0, (λ - b_j) / (2 c_j)); sets join in the order of their slopes b_j while λ, which
    makes the sum 1, lies above theirs.
    """
    order = np.argsort(slopes)
    inverses, weighted, level = 0.0, 0.0, np.inf
    for place in range(len(order)):
        j = order[place]
        if slopes[j] >= level:
            break
        inverses += 0.5 / curves[j]
        weighted += 0.5 * slopes[j] / curves[j]
        level = (1.0 + weighted) / inverses
    total = 0.0
    for j in range(len(mass)):
        mass[j] = max(0.0, level - slopes[j]) * 0.5 / curves[j]
        total += mass[j]
    for j in range(len(mass)):
        mass[j] /= total


@kernel
def settle(
    objects: Integers,
    starts: Integers,
    partners: Integers,
    signs: Floats,
    price: float,
    differs: Floats,
    same: Floats,
    costs: Floats,
    mass: Floats,
    passes: int,
    stop: Flag,
) -> None:
    """Minimise Σ_i Σ_j c_ij m_ij² + price · Σ_pairs pl(violated) over the objects in turn.

    The pairs stand in compressed rows from both ends, sign 1 for must-link, -1 for cannot-link;
    `differs` and `same` [shape=(F, F)]; costs and mass [shape=(n, F)]. Once the flag `stop`
    [shape=(1,)] is set it ends.
    """
    n_sets = mass.shape[1]
    slopes = np.empty(n_sets)
    for _ in range(passes):
        for i in objects:
            if stop_requested(stop):
                return
            slopes[:] = 0.0
            for edge in range(starts[i], starts[i + 1]):
                other = mass[partners[edge]]
                table = differs if signs[edge] > 0.0 else same
                for a in range(n_sets):
                    value = 0.0
                    for b in range(n_sets):
                        value += table[a, b] * other[b]
                    slopes[a] += price * value
            share_out(costs[i], slopes, mass[i])
