"""What a search for neighbours is expected to take, and how many sets their pooled labels have.

The constants were measured on a common machine.
"""

from functools import lru_cache

import numpy as np

from belieflab.belief import MassTable
from belieflab.belief.masks import as_masks
from belieflab.belief.regrouping import distinct
from belieflab.cost import Cost
from belieflab.neighbors.search import BLOCK, MAX_FEATURES_FOR_TREES

MAX_COMPARED = 2_500
"""Focal sets up to which all pairs are intersected to see how many sets pooling makes."""

SECONDS_PER_DISTANCE = 1.5e-9
FLOAT = 8


def search_cost(n: int, p: int, n_rows: int, n_neighbors: int) -> Cost:
    """To find the nearest of n objects with p features for so many rows."""
    if p <= MAX_FEATURES_FOR_TREES:
        seconds = n_rows * (3e-6 + 1.5e-7 * n_neighbors)
    else:
        seconds = n_rows * (n * (SECONDS_PER_DISTANCE + 1e-10 * p) + 1e-7 * n_neighbors)
    return Cost(seconds, float(FLOAT * (4 * n_rows * n_neighbors + 2 * BLOCK)))


def expected_sets(labels: MassTable) -> int:
    """About how many sets the intersections of the labels' focal sets come to.

    Exact where the focal sets are closed under intersection; otherwise it grows once more as
    much as it grew from the sets to their pairs.
    """
    focal = np.unique(labels.focal[labels.focal != 0])
    omega, n_sets = int(labels.frame.omega), max(len(focal), 1)
    if n_sets > MAX_COMPARED:
        return min(omega, n_sets * n_sets)
    n_pairs = _count_intersections(tuple(focal.tolist()), labels.frame.size)
    return max(n_sets, min(omega, n_pairs * n_pairs // n_sets))


@lru_cache(maxsize=64)
def _count_intersections(sets: tuple[int, ...], n_classes: int) -> int:
    """Different sets other than ∅ among A ∩ B; remembered, as several estimates ask for it."""
    focal = as_masks(n_classes, sets)
    return int(np.count_nonzero(distinct(focal[:, None] & focal)))
