"""What credal clustering is expected to take; the constants were measured on a common machine.

`n_sets` is the number of focal sets, see `count_sets`. Of several starts the best is run again.
"""

from typing import Any

import numpy as np

from belieflab.clustering.evclus import FEW_OBJECTS, FEW_PARTNERS, MAX_SETS_ON_A_LATTICE
from belieflab.clustering.neighbour_graph import MAX_FEATURES_FOR_A_TREE
from belieflab.cost import Cost

EXPECTED_STEPS = 60
EXPECTED_SWEEPS = 15
STEP_SECONDS = 2e-4
FLOAT = 8


def count_sets(n_clusters: int, focal: Any = "all") -> int:
    """How many sets may carry mass: `focal` as in ECM; masks are counted.

    Examples
    --------
    >>> count_sets(4), count_sets(4, "pairs"), count_sets(4, "simple")
    (16, 12, 6)
    """
    if not isinstance(focal, str):
        return len(focal)
    if focal == "all":
        return int(2**n_clusters)
    if focal == "simple":
        return n_clusters + 2
    return n_clusters + 2 + n_clusters * (n_clusters - 1) // 2


def ecm_cost(
    n: int,
    p: int,
    n_sets: int,
    *,
    beta: float = 2.0,
    metric: str = "euclidean",
    n_init: int = 1,
    steps: int = EXPECTED_STEPS,
) -> Cost:
    """Time and memory of ECM.

    Examples
    --------
    >>> ecm_cost(1000, 2, 16).seconds < 1
    True
    """
    if metric == "mahalanobis":
        entry = 8e-9 + 1e-9 * p * p
    else:
        entry = 2e-9 + 0.4e-9 * p
    if beta != 2:
        entry += 3e-8
    seconds = steps * _starts(n_init) * (STEP_SECONDS + n * n_sets * entry)
    return Cost(seconds, float(FLOAT * n * (n_sets + p)))


def spatial_cost(
    n: int, p: int, n_sets: int, *, beta: float = 2.0, radius: int = 1, n_init: int = 1
) -> Cost:
    """Time and memory of spatial ECM on n pixels: once their neighbourhoods, then as ECM.

    Examples
    --------
    >>> spatial_cost(200 * 200, 3, 16).seconds < 1
    True
    """
    neighbours = (2 * radius + 1) ** 2
    around = 5e-9 * n * neighbours * (p + 1)
    return Cost(around, 0.0) + ecm_cost(n, p, n_sets, beta=beta, n_init=n_init)


def cecm_cost(
    n: int,
    p: int,
    n_sets: int,
    *,
    metric: str = "euclidean",
    n_pairs: int = 0,
    n_init: int = 1,
    steps: int = EXPECTED_STEPS,
) -> Cost:
    """Time and memory of CECM with this number of pairs."""
    plain = ecm_cost(n, p, n_sets, metric=metric, steps=1).seconds
    step = plain + n * n_sets * 7e-8 + 1e-7 * n_pairs * n_sets**2
    return Cost(steps * _starts(n_init) * step, float(6 * FLOAT * n * n_sets))


def recm_cost(n: int, n_sets: int, *, n_init: int = 1, steps: int = EXPECTED_STEPS) -> Cost:
    """Time and memory of RECM on an n × n matrix; it may need its least eigenvalue."""
    step = STEP_SECONDS + 5e-10 * n * n * n_sets
    trials = _starts(n_init) + n_init
    return Cost(steps * trials * step + 1e-9 * n**3, float(4 * FLOAT * n * n))


def evclus_cost(
    n: int,
    n_sets: int,
    *,
    n_partners: int | None = None,
    n_pairs: int = 0,
    n_init: int = 1,
    steps: int = EXPECTED_STEPS,
) -> Cost:
    """Time and memory of EVCLUS; `n_partners` None means as many as EVCLUS then takes."""
    if n_partners is None:
        n_partners = n - 1 if n <= FEW_OBJECTS else FEW_PARTNERS
    edges = n * min(n_partners, n)
    on_lattice = n_sets <= MAX_SETS_ON_A_LATTICE and not n_pairs
    step = STEP_SECONDS + edges * n_sets * (8e-9 if on_lattice else 2.5e-8)
    return Cost(steps * _starts(n_init) * step, float(FLOAT * (4 * edges + 3 * n * n_sets)))


def eknnclus_cost(
    n: int,
    p: int,
    n_neighbors: int | None = None,
    *,
    metric: str = "euclidean",
    n_init: int = 1,
    sweeps: int = EXPECTED_SWEEPS,
) -> Cost:
    """Time and memory of EKNNclus: the search for neighbours, then sweeps over the objects.

    Examples
    --------
    >>> eknnclus_cost(1000, 2).seconds < 1 < eknnclus_cost(200_000, 2).seconds
    True
    """
    k = min(n - 1, int(np.ceil(2.5 * np.sqrt(n)))) if n_neighbors is None else n_neighbors
    if metric == "precomputed":
        search = 2.5e-8 * n * n  # a row is looked through whole
    elif p <= MAX_FEATURES_FOR_A_TREE:
        search = 1.5e-7 * n * k
    else:
        search = n * n * (2e-9 + 1e-10 * p) + 1e-7 * n * k
    sweep = 1.5e-8 * n * k
    seconds = search + sweeps * _starts(n_init) * sweep
    return Cost(seconds, float(6 * FLOAT * n * k))


def _starts(n_init: int) -> int:
    return n_init + (n_init > 1)
