"""What the pictures of the Neighbours page cost, estimated before anything is computed.

A link sets data, labels and settings, and opening it must not fill the server's memory: what is
too large waits until a person has read how long it takes and presses Run.
"""

from dataclasses import dataclass

import numpy as np

from belieflab.belief import MassTable
from belieflab.figures.common.answer_regions import SIZE
from belieflab.ui.method.run_panel import format_seconds

MAX_SECONDS = 3.0
MAX_BYTES = 500_000_000
"""What a page computes by itself at most."""

CELLS = SIZE * SIZE
"""Places of the plane that are asked about for the ground."""

MAX_COMPARED = 2_500
"""Focal sets up to which all pairs are intersected to see how many sets pooling makes."""

TRANSFORMED = (1 << 11) - 1
"""Pooled sets up to which commonalities are multiplied; beyond, sets meet one by one."""


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

    A table of beliefs has a mass for every row and every set that pooling can make; each takes
    a product per neighbour and, for the decision, a share per class. The constants were measured
    on a common machine.
    """
    sets = expect_sets(labels)
    masses = float(n_rows) * sets
    seconds = masses * (1e-8 * n_neighbors + 3e-9 * labels.frame.size)
    return Cost(seconds if sets <= TRANSFORMED else 5 * seconds, 3 * 8 * masses)


def expect_curve_cost(labels: MassTable, n_rows: int, max_neighbors: int) -> Cost:
    """The cost of a decision about each row after 1, 2, … so many neighbours.

    Commonalities are multiplied on as neighbours come; sets that meet one by one are pooled anew
    for every number of neighbours, half of the largest on average.
    """
    if expect_sets(labels) <= TRANSFORMED:
        return expect_cost(labels, n_rows, max_neighbors)
    each = expect_cost(labels, n_rows, max(max_neighbors // 2, 1))
    return Cost(max_neighbors * each.seconds, each.bytes)


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
