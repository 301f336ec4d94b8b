"""The masses that EVCLUS begins with."""

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from belieflab.belief import Frame, MassTable
from belieflab.belief.masks import Masks, member_flags
from belieflab.errors import DataError
from belieflab.seeding import draw_seeds

Floats = NDArray[np.float64]

FIRST_GUESS = 0.6
"""Mass of the nearest of the first objects' clusters at the start; the rest is spread evenly."""


def given_masses(init: Any, frame: Frame, focal: Masks, n: int) -> Floats:
    """Masses given as a table or as an array [shape=(n, F)], checked."""
    table = init if isinstance(init, MassTable) else MassTable(frame, focal, init)
    if len(table) != n:
        raise DataError(f"init has masses of {len(table)} objects; {n} are expected.")
    return table.on(focal).mass.copy()


def guess_masses(
    squared_distances_to: Callable[[int], Floats],
    n: int,
    frame: Frame,
    focal: Masks,
    rng: np.random.Generator,
) -> Floats:
    """Most mass on the nearest of c objects chosen as by k-means++ [shape=(n, F)]."""
    first = draw_seeds(squared_distances_to, n, frame.size, rng)
    nearest = np.argmin([squared_distances_to(int(i)) for i in first], axis=0)
    mass = np.full((n, len(focal)), (1.0 - FIRST_GUESS) / len(focal))
    # Where a single cluster is no focal set, the smallest set that holds it stands in.
    holds = member_flags(frame.size, focal)
    sizes = np.where(holds, holds.sum(axis=1)[:, None], frame.size + 1)
    mass[np.arange(n), sizes.argmin(axis=0)[nearest]] += FIRST_GUESS
    return mass
