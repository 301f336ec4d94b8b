"""How far the evidence of a training object reaches: the rules for γ without learning.

Each rule is 1 / (a mean distance)^β. Where there is no mean distance, or it is 0, γ is 1 and a
note says so.
"""

import numpy as np
from numpy.typing import NDArray

from belieflab.belief import MassTable, jousselme, max_pignistic
from belieflab.belief.wording import name_rows
from belieflab.neighbors.search import BLOCK, NeighborSearch, Rows

Floats = NDArray[np.float64]

NO_DISTANCE = 1e-12
"""A total weight of pairs below this share of all is rounding: there are no pairs."""


def gamma_per_class(
    search: NeighborSearch, labels: MassTable, beta: float
) -> tuple[Floats, tuple[str, ...]]:
    """γ_q = 1 / (mean distance between two objects of class q)^β [shape=(K,)] (Denœux 1995).

    With soft labels an object counts as of the class with its largest pignistic probability.
    """
    classes = max_pignistic(labels)
    means = np.zeros(labels.frame.size)
    for q in range(labels.frame.size):
        means[q] = _mean_distance(search, np.flatnonzero(classes == q))
    without = [labels.frame.names[q] for q in np.flatnonzero(~(means > 0))]
    notes: tuple[str, ...] = ()
    if without:
        notes = (
            f"No two different objects of {_listed(without)} give a mean distance; γ is 1 there.",
        )
    return gamma_of(means, beta), notes


def gamma_for_all(search: NeighborSearch, beta: float) -> tuple[Floats, tuple[str, ...]]:
    """γ = 1 / (mean distance between two training objects)^β, as an array of no dimension."""
    mean = np.array(_mean_distance(search, np.arange(len(search.points))))
    notes = () if mean > 0 else ("All training objects are in one place; γ is 1.",)
    return gamma_of(mean, beta), notes


def gamma_per_object(
    search: NeighborSearch, labels: MassTable, beta: float, rows: Rows
) -> tuple[Floats, tuple[str, ...]]:
    """γ_i = 1 / d_i^β with a mean distance weighted by Jousselme similarity [shape=(n,)].

    d_i = Σ_ν Σ_μ s_iν s_iμ d(ν, μ) / [(Σ_ν s_iν)² - Σ_ν s_iν²], s = 1 - d_J (11) of paper 004.
    The double sum is s_iᵀ D s_i: matrix products of blocks, over distinct labels only. `rows`:
    the numbers by which a note may call the objects.
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
    """d_i of (11) of paper 004 from similarities to all objects [shape=(m, n)]; 0 without pairs."""
    totals = np.zeros(len(similarity))
    for block, distances in search.blocks_among(np.arange(similarity.shape[1])):
        totals += np.einsum("in,in->i", similarity[:, block] @ distances, similarity)
    whole = np.square(similarity.sum(axis=1))
    pairs = whole - np.square(similarity).sum(axis=1)
    return np.divide(totals, pairs, out=np.zeros_like(totals), where=pairs > NO_DISTANCE * whole)


def gamma_of(means: Floats, beta: float) -> Floats:
    """γ = 1 / (mean distance)^β; 1 where there is no mean distance."""
    safe = np.where(means > 0, means, 1.0)
    return np.asarray(np.maximum(safe**-beta, np.finfo(np.float64).tiny))


def distinct_rows(labels: MassTable) -> tuple[MassTable, Rows]:
    """Each different mass function once, and which of them every row has [shape=(n,)]."""
    _, first, group = np.unique(labels.mass, axis=0, return_index=True, return_inverse=True)
    return labels[first], group.ravel()


def _mean_distance(search: NeighborSearch, rows: Rows) -> float:
    """Mean distance between two different rows; 0 when there are not two."""
    if len(rows) < 2:
        return 0.0
    total = sum(float(distances.sum()) for _, distances in search.blocks_among(rows))
    return total / (len(rows) * (len(rows) - 1))


def _listed(names: list[str]) -> str:
    shown = ", ".join(repr(name) for name in names[:5])
    return (
        f"class {shown}"
        if len(names) == 1
        else f"classes {shown}" + (f" and {len(names) - 5} more" if len(names) > 5 else "")
    )
