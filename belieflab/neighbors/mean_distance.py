"""The mean distance within a set of training objects: over all pairs, or over a sample of them."""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from belieflab.neighbors.search import NeighborSearch, Rows

Floats = NDArray[np.float64]

FULL_PAIRS = 1 << 21
"""Up to so many pairs (a set of about 2,000 objects) the mean is over all of them."""

SAMPLED_PAIRS = 1 << 17
"""Beyond, it is over about so many; its standard error is then near 0.15 % of the mean."""

GROUP = 16
"""Objects whose distances are measured together where a metric does not measure single pairs."""

SEED = 20_221
"""The sample is always the same one."""


def mean_distance(search: NeighborSearch, rows: Rows) -> float:
    """Mean distance between two different rows of the training points; 0 when there are not two.

    Beyond `FULL_PAIRS` pairs it is the mean over a fixed random sample of them, cut from random
    orders of the rows such that every chosen row occurs equally often: its error is smaller than
    that of pairs drawn independently.
    """
    n = len(rows)
    if n < 2:
        return 0.0
    if n * (n - 1) // 2 <= FULL_PAIRS:
        total = sum(float(distances.sum()) for _, distances in search.blocks_among(rows))
        return total / (n * (n - 1))
    total, count = 0.0, 0
    for _, _, distances in _sample(search, rows):
        total += float(distances.sum())
        count += distances.size
    return total / count


def mean_distances_without(search: NeighborSearch, rows: Rows) -> Floats:
    """`mean_distance` of the rows without each of them in turn [shape=(len(rows),)].

    0 where fewer than two are left. A sample of pairs is that of `mean_distance`, less the pairs
    of the row that is left out.
    """
    n = len(rows)
    sums, counts = np.zeros(n), np.full(n, n - 1.0)
    if n * (n - 1) // 2 <= FULL_PAIRS:
        for block, distances in search.blocks_among(rows):
            sums[block] = distances.sum(axis=1)
    else:
        counts[:] = 0.0
        for left, right, distances in _sample(search, rows):
            for ends in (left, right):
                sums += np.bincount(ends, distances, n)
                counts += np.bincount(ends, minlength=n)
    left_over = 0.5 * counts.sum() - counts
    return np.divide(0.5 * sums.sum() - sums, left_over, out=np.zeros(n), where=left_over > 0.5)


def _sample(search: NeighborSearch, rows: Rows) -> Iterator[tuple[Rows, Rows, Floats]]:
    """Places of two rows each, and their distances, some pairs at a time."""
    rng = np.random.default_rng(SEED)
    return (_sample_pairs if search.measures_pairs else _sample_groups)(search, rows, rng)


def _sample_pairs(
    search: NeighborSearch, rows: Rows, rng: np.random.Generator
) -> Iterator[tuple[Rows, Rows, Floats]]:
    """Distances of each chosen row to those 1, 2, … places further on in a random order."""
    places, chosen = np.arange(len(rows)), rows
    if len(rows) > SAMPLED_PAIRS:
        # In rising order, since memory is read faster from one end to the other.
        places = np.sort(rng.choice(len(rows), SAMPLED_PAIRS, replace=False, shuffle=False))
        chosen = rows[places]
    order = rng.permutation(len(chosen))
    turns = min(max(SAMPLED_PAIRS // len(chosen), 1), len(chosen) - 1)
    ordered = places[order]
    for turn, distances in enumerate(search.measure_turns(chosen, order, turns), 1):
        yield ordered, np.roll(ordered, -turn), distances


def _sample_groups(
    search: NeighborSearch, rows: Rows, rng: np.random.Generator
) -> Iterator[tuple[Rows, Rows, Floats]]:
    """Distances within small groups of rows that are next to each other in random orders."""
    above = np.triu_indices(GROUP, 1)
    n_groups = max(SAMPLED_PAIRS // len(above[0]), 1)
    while n_groups > 0:
        n_here = min(n_groups, max(len(rows) // GROUP, 1))
        for group in np.resize(rng.permutation(len(rows)), (n_here, GROUP)):
            _, distances = next(search.blocks_among(rows[group]))
            yield group[above[0]], group[above[1]], distances[above]
        n_groups -= n_here
