"""Why a classifier believes what it believes about one point: its neighbours, one by one."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from belieflab.belief import MassTable
from belieflab.errors import DataError
from belieflab.neighbors.search import Neighbors


@dataclass(frozen=True)
class Explanation:
    """The K neighbours of one point, nearest first, and how their evidence adds up.

    rows : rows of the training points, as passed to `fit` [shape=(K,)]
    distance : their distances [shape=(K,)]
    evidence : α φ(d), how much of each label is kept [shape=(K,)]; with contextual discounting
        one number per class [shape=(K, classes)]
    labels : their labels as given
    masses : each one's mass function about the point, its label discounted by its evidence
    combined : row j is the belief after the first j + 1 neighbours
    conflict : κ, the mass that all together would put on ∅; None where it is not known
    """

    rows: NDArray[np.int64]
    distance: NDArray[np.float64]
    evidence: NDArray[np.float64]
    labels: MassTable
    masses: MassTable
    combined: MassTable
    conflict: float | None = None


def explain_neighbors(model: Any, neighbors: Neighbors) -> Explanation:
    """What a fitted `EvidentialKNN` believes about a point with these neighbours, and why."""
    index, distance = neighbors.index[0], neighbors.distance[0]
    evidence, masses, combined = model._build_up(neighbors)
    try:
        conflict = float(model._pooled(neighbors)[1][0])
    except DataError:  # contextual discounting of many classes
        conflict = None
    labels, rows = model._labels.take(index).table, model.rows_[index]
    return Explanation(rows, distance, evidence, labels, masses, combined, conflict)


def one_point(x: Any) -> NDArray[Any]:
    """One point as a table of one row [shape=(1, p)]; several are refused."""
    row = np.asarray(x)
    row = row[None, :] if row.ndim == 1 else row
    if row.ndim != 2 or len(row) != 1:
        raise DataError(f"One point at a time is explained; found shape {row.shape}.")
    return row
