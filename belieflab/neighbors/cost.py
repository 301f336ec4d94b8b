"""What neighbours and networks are expected to take, estimated before anything is computed.

A link sets data, labels and settings, and opening it must not fill the server's memory. The
constants were measured on a common machine.
"""

from functools import lru_cache

import numpy as np

from belieflab.belief import MassTable
from belieflab.belief.masks import as_masks
from belieflab.belief.regrouping import MAX_NUMBERS, distinct
from belieflab.cost import Cost
from belieflab.neighbors.contextual import MAX_CLASSES_FOR_MASSES
from belieflab.neighbors.pooling import MAX_SETS
from belieflab.neighbors.search import BLOCK, MAX_FEATURES_FOR_TREES

MAX_COMPARED = 2_500
"""Focal sets up to which all pairs are intersected to see how many sets pooling makes."""

MAX_DISTINCT = 500_000
"""Masses up to which it is counted how many labels differ."""

SECONDS_PER_PRODUCT = 5e-8
"""To discount one set of one neighbour's label and intersect it with what is pooled."""

SECONDS_PER_DISTANCE = 1.5e-9
LEARNING_EVALUATIONS = 100
EXPECTED_NETWORK_STEPS = 500
FLOAT = 8


def search_cost(n: int, p: int, n_rows: int, n_neighbors: int) -> Cost:
    """To find the nearest of n objects with p features for so many rows."""
    if p <= MAX_FEATURES_FOR_TREES:
        seconds = n_rows * (3e-6 + 1.5e-7 * n_neighbors)
    else:
        seconds = n_rows * (n * (SECONDS_PER_DISTANCE + 1e-10 * p) + 1e-7 * n_neighbors)
    return Cost(seconds, float(FLOAT * (4 * n_rows * n_neighbors + 2 * BLOCK)))


def knn_cost(p: int, labels: MassTable, n_neighbors: int, gamma: object = "class") -> Cost:
    """Time and memory of a fit of EvidentialKNN to labelled objects with p features.

    `gamma` is the rule, a number or numbers. "learned" and "contextual" search the neighbours of
    all objects and evaluate a criterion many times; "jousselme" compares all labels.

    Examples
    --------
    >>> labels = MassTable.from_hard([0, 1] * 500, ["a", "b"])
    >>> knn_cost(2, labels, 7).seconds < knn_cost(2, labels, 7, "learned").seconds
    True
    """
    n = len(labels)
    cost = Cost(0.02 + 1e-7 * n, float(FLOAT * n * (2 * p + len(labels.focal))))
    if gamma == "jousselme":
        distinct = len(np.unique(labels.mass, axis=0)) if labels.mass.size <= MAX_DISTINCT else n
        cost += Cost(n * float(n) * (1e-8 + 1e-10 * distinct), 6.0 * FLOAT * BLOCK)
    if gamma in ("learned", "contextual"):
        sets = labels.frame.size + 1 if gamma == "contextual" else expected_sets(labels)
        terms = n * float(n_neighbors) * max(sets, 3)
        cost += search_cost(n, p, n, n_neighbors)
        cost += Cost(LEARNING_EVALUATIONS * 3e-8 * terms, float(FLOAT * n * sets))
    return cost


def pooling_cost(labels: MassTable, n_rows: int, n_neighbors: int, gamma: object = "class") -> Cost:
    """Of the beliefs about so many rows, each pooled from so many neighbours' labels.

    A row is pooled neighbour by neighbour over at most `MAX_SETS` sets. The table of all beliefs
    has a mass for every row and every set of any row; it is refused above `MAX_NUMBERS`, and stands
    twice in memory while it is put together. Contextual discounting gives mass to every set of up
    to 10 classes, and to nested sets of more.
    """
    n_classes = labels.frame.size
    sets = expected_sets(labels)
    if gamma == "contextual":
        sets = 1 << n_classes if n_classes <= MAX_CLASSES_FOR_MASSES else 10 * n_classes
    products = float(n_rows) * n_neighbors * min(sets, MAX_SETS)
    numbers = min(float(n_rows) * min(sets, n_rows * MAX_SETS), MAX_NUMBERS)
    return Cost(SECONDS_PER_PRODUCT * products, 2 * FLOAT * numbers)


def prediction_cost(
    p: int, labels: MassTable, n_rows: int, n_neighbors: int, gamma: object = "class"
) -> Cost:
    """Of the beliefs about so many rows with p features: to find the neighbours and to pool."""
    search = search_cost(len(labels), p, n_rows, n_neighbors)
    return search + pooling_cost(labels, n_rows, n_neighbors, gamma)


def classifying_cost(
    n: int, p: int, labels: MassTable, n_neighbors: int, gamma: object = "class"
) -> Cost:
    """Of a fit to n objects that are labelled like these, and of the beliefs about as many."""
    fit = knn_cost(p, labels, n_neighbors, gamma) * (n / max(len(labels), 1))
    return fit + prediction_cost(p, labels, n, n_neighbors, gamma)


def leave_one_out_cost(p: int, labels: MassTable, max_neighbors: int) -> Cost:
    """Of a decision about each object after 1, 2, … so many neighbours; no table is made."""
    n = len(labels)
    seconds = pooling_cost(labels, n, max_neighbors).seconds
    return search_cost(n, p, n, max_neighbors) + Cost(seconds, float(FLOAT * n * max_neighbors))


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


def network_cost(
    n: int,
    p: int,
    n_classes: int,
    n_prototypes: int,
    *,
    steps: int = EXPECTED_NETWORK_STEPS,
) -> Cost:
    """Time and memory of training EvidentialNetwork on n labelled objects with p features.

    Examples
    --------
    >>> network_cost(1000, 2, 3, 6).seconds < 1
    True
    """
    step = 1e-4 + 4e-9 * n * n_prototypes * (p + n_classes)
    start = 1e-7 * n * n_prototypes * p
    return Cost(start + steps * step, float(FLOAT * n * (3 * p + 2 * n_classes)))
