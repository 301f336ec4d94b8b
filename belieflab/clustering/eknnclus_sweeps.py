"""The sweeps of EKNNclus over the objects, until no label changes."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from belieflab.clustering.eknnclus_kernel import same_label_weight, sweep
from belieflab.clustering.eknnclus_labels import renumber
from belieflab.clustering.neighbour_graph import Graph
from belieflab.iteration import Ending, Loop, Step, check_stop, current_flag

Integers = NDArray[np.int64]


@dataclass(frozen=True)
class SweepStep(Step):
    """A sweep over all objects; the criterion is the energy, the snapshot the labels.

    `founders` [shape=(n_clusters,)] are the labels of the start that the clusters carry on: by
    them a cluster is known again from sweep to sweep, though its number falls.
    """

    n_clusters: int = 0
    log_plausibility: float = 0.0
    changed: int = 0
    founders: Integers = field(default_factory=lambda: np.empty(0, dtype=np.int64))


def draw_orders(n: int, rng: np.random.Generator, given: Iterable[Any] | None) -> Iterator[Any]:
    """The orders in which sweeps visit the objects: random ones without end, or those given."""
    if given is not None:
        yield from given
        return
    while True:
        yield rng.permutation(n)


def settle(
    graph: Graph, start: Integers, symmetric: bool, max_iter: int, orders: Iterator[Any]
) -> Loop:
    """Sweep while a label changes (Denœux 2015, EK-NNclus step 3); the first step is the start."""
    labels, founders = renumber(start)
    graph_parts = (graph.starts, graph.indices, graph.weights)
    settled, counted = np.zeros((2, graph.n), dtype=np.bool_)
    shares = np.zeros(graph.n)
    lowest = graph.lowest_energy
    changed, iteration = graph.n, 0
    while True:
        same = same_label_weight(*graph_parts, labels, shares, counted, current_flag().array)
        check_stop()
        energy = 0.0 - 0.5 * same  # and never -0
        yield SweepStep(
            iteration, energy, labels.copy(), len(founders), lowest + 0.5 * same, changed, founders
        )
        if changed == 0:
            return Ending.CONVERGED
        if iteration == max_iter:
            return Ending.MAX_ITER
        order = next(orders, None)
        if order is None:  # the caller gave no more
            return Ending.STOPPED
        changed = sweep(
            np.asarray(order, dtype=np.int64), *graph_parts, labels, np.zeros(len(founders)),
            settled, counted, symmetric, current_flag().array,
        )  # fmt: skip
        check_stop()
        if not symmetric:  # who counts an object is not among its neighbours
            counted[:] = False
        labels, kept = renumber(labels)
        founders = founders[kept]
        iteration += 1


def choose_run(runs: list[tuple[int, float]]) -> int:
    """Of runs (n_clusters, energy): the most frequent number of clusters, then the lowest energy.

    All weights are nonnegative, so one cluster has the lowest energy of all partitions: energies
    compare only partitions with the same number of clusters.
    """
    counts = Counter(n_clusters for n_clusters, _ in runs)
    frequent = max(counts, key=lambda n_clusters: (counts[n_clusters], -n_clusters))
    return min(
        (at for at, (n_clusters, _) in enumerate(runs) if n_clusters == frequent),
        key=lambda at: runs[at][1],
    )
