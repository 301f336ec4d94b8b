"""Which sets of clusters may carry mass."""

from typing import Any

import numpy as np

from belieflab.belief import Frame
from belieflab.belief.checks import checked_focal
from belieflab.belief.masks import Masks, as_masks
from belieflab.belief.table import MassTable
from belieflab.errors import DataError

FOCAL = {
    "all": "every set of clusters",
    "pairs": "∅, single clusters, pairs of clusters and Ω",
    "simple": "∅, single clusters and Ω",
}

MAX_CLUSTERS_FOR_ALL = 12
"""Twelve clusters have 4096 sets; beyond that a table of masses is no longer practical."""

MAX_CLUSTERS_FOR_PAIRS = 500
"""They have 125,252 sets with pairs; masses on more are no longer practical."""


def clusters(n_clusters: Any) -> Frame:
    """The frame of c clusters, ω1 … ωc."""
    if not isinstance(n_clusters, (int, np.integer)) or isinstance(n_clusters, bool):
        raise DataError(f"The number of clusters is a whole number; found {n_clusters!r}.")
    if n_clusters < 1:
        raise DataError(f"There must be at least one cluster; found {n_clusters}.")
    return Frame(f"ω{k + 1}" for k in range(n_clusters))


def choose_focal(focal: Any, frame: Frame) -> Masks:
    """The masks that a name stands for, or the given masks, checked and in increasing order.

    Every cluster must belong to one of the sets, or nothing would determine its prototype.
    """
    if isinstance(focal, str):
        return _named(focal, frame)
    masks = np.sort(checked_focal(frame, focal))
    covered = int(np.bitwise_or.reduce(masks))
    if covered != frame.omega:
        missing = ", ".join(frame.members(frame.omega & ~covered))
        raise DataError(f"No focal set holds the cluster {missing}; add one that does.")
    return masks


def _named(focal: str, frame: Frame) -> Masks:
    if focal not in FOCAL:
        raise DataError(f"focal is one of {', '.join(FOCAL)}, or a list of masks; not {focal!r}.")
    if focal == "all":
        if frame.size > MAX_CLUSTERS_FOR_ALL:
            raise DataError(
                f"{frame.size} clusters have 2^{frame.size} sets; focal='all' works up to "
                f"{MAX_CLUSTERS_FOR_ALL} clusters. Choose 'pairs' or 'simple'."
            )
        return frame.powerset()
    masks = [as_masks(frame.size, [0, frame.omega]), frame.singletons]
    if focal == "pairs":
        _refuse_many_pairs(frame)
        first, second = np.triu_indices(frame.size, 1)
        masks.append(frame.singletons[first] | frame.singletons[second])
    return np.unique(np.concatenate(masks))


def _refuse_many_pairs(frame: Frame) -> None:
    if frame.size > MAX_CLUSTERS_FOR_PAIRS:
        raise DataError(
            f"{frame.size} clusters have {frame.size * (frame.size - 1) // 2:,} pairs; "
            f"focal='pairs' works up to {MAX_CLUSTERS_FOR_PAIRS} clusters. Choose 'simple'."
        )


def pairs_of_neighbours(partition: MassTable, n_neighbors: int = 1) -> Masks:
    """∅, single clusters, Ω and the pairs of clusters that are mutual neighbours.

    Two clusters are the closer the more often both are plausible, S_kl = Σ_i pl_i(k) pl_i(l); a
    pair is kept when each is among the `n_neighbors` nearest of the other (Denœux,
    Sriboonchitta, Kanjanatarakul 2016, section 4.2).
    """
    frame = partition.frame
    contour = partition.contour()
    closeness = contour.T @ contour
    np.fill_diagonal(closeness, -np.inf)
    n_neighbors = min(n_neighbors, frame.size - 1)
    nearest = np.argsort(-closeness, axis=1, kind="stable")[:, :n_neighbors]
    near = np.zeros((frame.size, frame.size), dtype=np.bool_)
    np.put_along_axis(near, nearest, True, axis=1)
    first, second = np.nonzero(np.triu(near & near.T, 1))
    pairs = frame.singletons[first] | frame.singletons[second]
    return np.union1d(choose_focal("simple", frame), pairs)
