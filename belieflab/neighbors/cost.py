"""What neighbours and networks are expected to take, estimated before anything is computed.

A link sets data, labels and settings, and opening it must not fill the server's memory. The
constants were measured on a common machine.
"""

from belieflab.belief import MassTable
from belieflab.belief.regrouping import MAX_NUMBERS
from belieflab.cost import Cost
from belieflab.neighbors.pooling import MAX_SETS
from belieflab.neighbors.rules import rule_of
from belieflab.neighbors.search_cost import FLOAT, search_cost

SECONDS_PER_PRODUCT = 5e-8
"""To discount one set of one neighbour's label and intersect it with what is pooled."""

EXPECTED_NETWORK_STEPS = 500


def knn_cost(p: int, labels: MassTable, n_neighbors: int, gamma: object = "class") -> Cost:
    """Time and memory of a fit of EvidentialKNN to labelled objects with p features.

    `gamma` is the rule, a number or numbers.

    Examples
    --------
    >>> labels = MassTable.from_hard([0, 1] * 500, ["a", "b"])
    >>> knn_cost(2, labels, 7).seconds < knn_cost(2, labels, 7, "learned").seconds
    True
    """
    n = len(labels)
    cost = Cost(2e-3 + 1e-7 * n, float(FLOAT * n * (2 * p + len(labels.focal))))
    return cost + rule_of(gamma).cost(p, labels, n_neighbors)


def pooling_cost(labels: MassTable, n_rows: int, n_neighbors: int, gamma: object = "class") -> Cost:
    """Of the beliefs about so many rows, each pooled from so many neighbours' labels.

    A row is pooled neighbour by neighbour over at most `MAX_SETS` sets. The table of all beliefs
    has a mass for every row and every set of any row; it is refused above `MAX_NUMBERS`, and stands
    twice in memory while it is put together. Contextual discounting gives mass to every set of up
    to 10 classes, and to nested sets of more.
    """
    sets = rule_of(gamma).pooled_sets(labels)
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
