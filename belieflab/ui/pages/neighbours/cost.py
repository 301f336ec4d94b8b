"""What the pictures of the Neighbours page cost, estimated before anything is computed.

A link sets data, labels and settings, and opening it must not fill the server's memory: what is
too large waits until a person has read how long it takes and presses Run.
"""

from dataclasses import dataclass

import numpy as np

from belieflab.belief import MassTable
from belieflab.belief.regrouping import MAX_NUMBERS
from belieflab.durations import format_seconds
from belieflab.figures.common.answer_regions import CELLS_PER_AXIS
from belieflab.neighbors.pooling import MAX_SETS

MAX_SECONDS = 3.0
MAX_BYTES = 500_000_000
"""What a page computes by itself at most."""

CELLS = CELLS_PER_AXIS * CELLS_PER_AXIS
"""Places of the plane that are asked about for the ground."""

MAX_COMPARED = 2_500
"""Focal sets up to which all pairs are intersected to see how many sets pooling makes."""

SECONDS_PER_PRODUCT = 5e-8
"""To discount one set of one neighbour's label and meet it with what is pooled, measured."""


@dataclass(frozen=True)
class Cost:
    """Seconds of one core and bytes of memory, roughly."""

    seconds: float
    bytes: float

    @property
    def is_too_large(self) -> bool:
        """Whether a person is asked first."""
        return self.seconds > MAX_SECONDS or self.bytes > MAX_BYTES

    @property
    def words(self) -> str:
        """About how long and how much, as a person says it."""
        memory = (
            f"{self.bytes / 1e9:,.0f} GB" if self.bytes >= 1e9 else f"{self.bytes / 1e6:,.0f} MB"
        )
        return f"{format_seconds(self.seconds)} and {memory}"


def expect_cost(labels: MassTable, n_rows: int, n_neighbors: int) -> Cost:
    """The cost of the beliefs about so many rows, each pooled from so many neighbours' labels.

    A row is pooled neighbour by neighbour over at most `MAX_SETS` sets. The table of all beliefs
    has a mass for every row and every set; it is refused above `MAX_NUMBERS`, and stands
    twice in memory while it is put together.
    """
    sets = expect_sets(labels)
    products = float(n_rows) * n_neighbors * min(sets, MAX_SETS)
    numbers = min(float(n_rows) * sets, MAX_NUMBERS)
    return Cost(SECONDS_PER_PRODUCT * products, 2 * 8 * numbers)


def expect_curve_cost(labels: MassTable, n_rows: int, max_neighbors: int) -> Cost:
    """The cost of a decision about each row after 1, 2, … so many neighbours; no table is made."""
    seconds = expect_cost(labels, n_rows, max_neighbors).seconds
    return Cost(seconds, 8.0 * n_rows * max_neighbors)


def expect_sets(labels: MassTable) -> int:
    """About how many sets the intersections of the labels' focal sets come to.

    Exact where the focal sets are closed under intersection; otherwise it grows once more as
    much as it grew from the sets to their pairs.
    """
    focal = np.unique(labels.focal[labels.focal != 0])
    n_sets = max(len(focal), 1)
    if n_sets > MAX_COMPARED:
        return min(int(labels.frame.omega), n_sets * n_sets)
    pairs = np.unique(focal[:, None] & focal)
    n_pairs = int(np.count_nonzero(pairs))
    return max(n_sets, min(int(labels.frame.omega), n_pairs * n_pairs // n_sets))
