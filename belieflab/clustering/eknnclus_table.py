"""The table of the A-sets (Denœux 2015): how many clusters EKNNclus finds in 20, 35 and 50."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from belieflab.clustering.eknnclus import EKNNclus
from belieflab.data.samples import load_sample

N_RUNS = 10
FEW_LABELS = 1000
STARTS: tuple[int | None, ...] = (None, FEW_LABELS)
"""c0 = n, and c0 = 1000."""


@dataclass(frozen=True)
class ASet:
    """One of the sets: its clusters of 150 points, K, and what the paper found.

    `paper` gives for either start the median number of clusters over 10 runs and, in the paper's
    brackets, their interquartile range.
    """

    name: str
    n_clusters: int
    n_neighbors: int
    paper: dict[int | None, tuple[float, float]]

    @property
    def n(self) -> int:
        """Number of points."""
        return 150 * self.n_clusters


A_SETS = (
    ASet("A1", 20, 150, {None: (20, 0), FEW_LABELS: (20, 0)}),
    ASet("A2", 35, 200, {None: (35, 0), FEW_LABELS: (34, 1)}),
    ASet("A3", 50, 200, {None: (49, 1), FEW_LABELS: (49, 2.5)}),
)


@dataclass(frozen=True)
class TableRun:
    """One run of the table: on which set, from which start, and the number of clusters found."""

    a_set: ASet
    n_start: int | None
    n_clusters: int


def run_table(seed: int = 0, n_runs: int = N_RUNS) -> Iterator[TableRun]:
    """The runs of the table one by one, on generated sets of the same kind, q = 0.9 and β = 2.

    Run r has the seed `seed + r`; both starts have the same seeds and share their neighbours.
    """
    for a_set in A_SETS:
        X = load_sample("many-clusters", clusters=a_set.n_clusters, seed=seed).X
        graph = None
        for n_start in STARTS:
            for run in range(n_runs):
                model = EKNNclus(a_set.n_neighbors, n_start=n_start, random_state=seed + run)
                model.fit(X, graph=graph)
                graph = model.graph_
                yield TableRun(a_set, n_start, model.n_clusters_)


def count_runs(n_runs: int = N_RUNS) -> int:
    """How many runs the whole table has."""
    return len(A_SETS) * len(STARTS) * n_runs


def summarise(runs: list[TableRun], a_set: ASet, n_start: int | None) -> tuple[float, float] | None:
    """Median and interquartile range of the runs of one cell; None while there are none."""
    found = [run.n_clusters for run in runs if run.a_set == a_set and run.n_start == n_start]
    if not found:
        return None
    low, middle, high = np.quantile(found, [0.25, 0.5, 0.75]).tolist()
    return middle, high - low
