"""How far the evidence of a training object reaches: the rules for γ without learning.

Each rule is 1 / (a mean distance)^β. Where there is no mean distance, or it is 0, γ is 1 and a
note says so. Means over more than two million pairs are means over a fixed sample of them.
"""

from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from belieflab.belief import Frame, MassTable, jousselme
from belieflab.belief.row_names import name_rows
from belieflab.errors import DataError
from belieflab.neighbors.mean_distance import mean_distance, mean_distances_without
from belieflab.neighbors.search import BLOCK, NeighborSearch, Rows

Floats = NDArray[np.float64]

NO_DISTANCE = 1e-12
"""A total weight of pairs below this share of all is rounding: there are no pairs."""


def gamma_per_class(
    search: NeighborSearch, frame: Frame, classes: Rows, beta: float
) -> tuple[Floats, tuple[str, ...]]:
    """γ_q = 1 / (mean distance between two objects of class q)^β [shape=(K,)] (Denœux 1995).

    `classes` [shape=(n,)]: that of each object; with soft labels the one with the largest
    pignistic probability.
    """
    # Numbers of 16 bits are sorted in linear time.
    by_class = np.argsort(classes.astype(np.min_scalar_type(frame.size)), kind="stable")
    ends = np.searchsorted(classes[by_class], np.arange(frame.size + 1))
    means = np.array(
        [mean_distance(search, by_class[start:end]) for start, end in pairwise(ends.tolist())]
    )
    without = [frame.names[q] for q in np.flatnonzero(~(means > 0))]
    notes: tuple[str, ...] = ()
    if without:
        notes = (
            f"No two different objects of {_listed(without)} give a mean distance; γ is 1 there.",
        )
    return gamma_of(means, beta), notes


def gamma_for_all(search: NeighborSearch, beta: float) -> tuple[Floats, tuple[str, ...]]:
    """γ = 1 / (mean distance between two training objects)^β, as an array of no dimension."""
    mean = np.array(mean_distance(search, np.arange(len(search.points))))
    notes = () if mean > 0 else ("All training objects are in one place; γ is 1.",)
    return gamma_of(mean, beta), notes


def gamma_without_each(
    search: NeighborSearch, classes: Rows, n_classes: int, beta: float
) -> Floats:
    """γ of each object's class as `gamma_per_class` finds it without the object [shape=(n,)].

    Leaving an object out changes γ of its own class only. One class of all objects gives what
    `gamma_for_all` finds.
    """
    means = np.zeros(len(classes))
    for q in range(n_classes):
        rows = np.flatnonzero(classes == q)
        means[rows] = mean_distances_without(search, rows)
    return gamma_of(means, beta)


def gamma_per_object(
    search: NeighborSearch, labels: MassTable, beta: float, rows: Rows
) -> tuple[Floats, tuple[str, ...]]:
    """γ_i = 1 / d_i^β with a mean distance weighted by Jousselme similarity [shape=(n,)].

    d_i = Σ_ν Σ_μ s_iν s_iμ d(ν, μ) / [(Σ_ν s_iν)² - Σ_ν s_iν²], s = 1 - d_J (Hoarau et al.
    2022, eq. 11). The double sum is s_iᵀ D s_i: matrix products of blocks, over distinct labels
    only. `rows`: the numbers by which a note may call the objects.
    """
    table, group = distinct_rows(labels)
    means = np.zeros(len(table))
    size = max(BLOCK // len(labels), 1)
    for start in range(0, len(table), size):
        chosen = slice(start, min(start + size, len(table)))
        similarity = np.maximum(1.0 - jousselme(table[chosen], table), 0.0)[:, group]
        means[chosen] = mean_distances_of_similar(search, similarity)
    without = np.flatnonzero(~(means > 0)[group])
    notes: tuple[str, ...] = ()
    if without.size:
        notes = (
            f"No other object is labelled like that of {name_rows(rows[without])} and lies "
            "elsewhere; γ is 1 there.",
        )
    return gamma_of(means, beta)[group], notes


def mean_distances_of_similar(search: NeighborSearch, similarity: Floats) -> Floats:
    """d_i of `gamma_per_object` from similarities to all [shape=(m, n)]; 0 without pairs."""
    totals = np.zeros(len(similarity))
    for block, distances in search.blocks_among(np.arange(similarity.shape[1])):
        totals += np.einsum("in,in->i", similarity[:, block] @ distances, similarity)
    whole = np.square(similarity.sum(axis=1))
    pairs = whole - np.square(similarity).sum(axis=1)
    return np.divide(totals, pairs, out=np.zeros_like(totals), where=pairs > NO_DISTANCE * whole)


def gamma_of(means: Floats, beta: float) -> Floats:
    """γ = 1 / (mean distance)^β; 1 where there is no mean distance."""
    safe = np.where(means > 0, means, 1.0)
    with np.errstate(over="ignore"):
        gamma = np.asarray(np.maximum(safe**-beta, np.finfo(np.float64).tiny))
    if not np.isfinite(gamma).all():
        raise DataError(
            f"The mean distance is {float(safe.min()):g}, and its power -{beta:g} is no longer a "
            "number; multiply the features by a constant."
        )
    return gamma


def distinct_rows(labels: MassTable) -> tuple[MassTable, Rows]:
    """Each different mass function once, and which of them every row has [shape=(n,)]."""
    _, first, group = np.unique(labels.mass, axis=0, return_index=True, return_inverse=True)
    return labels[first], group.ravel()


def _listed(names: list[str]) -> str:
    shown = ", ".join(repr(name) for name in names[:5])
    return (
        f"class {shown}"
        if len(names) == 1
        else f"classes {shown}" + (f" and {len(names) - 5} more" if len(names) > 5 else "")
    )
