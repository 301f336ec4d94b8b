"""The credal partition that EKNNclus's labels stand for."""

import numpy as np
from numpy.typing import NDArray

from belieflab.belief import MassTable
from belieflab.belief.frame import LARGEST_FRAME
from belieflab.belief.regrouping import refuse_large_table
from belieflab.clustering.focal_sets import clusters
from belieflab.clustering.neighbour_graph import Graph
from belieflab.clustering.partition import CredalPartition
from belieflab.errors import DataError


def combine_votes(graph: Graph, labels: NDArray[np.int64], n_clusters: int) -> CredalPartition:
    """m_i({k}) ∝ exp(u_ik) - 1, m_i(Ω) ∝ 1: Dempster's rule over the neighbours (step 4)."""
    if n_clusters > LARGEST_FRAME:
        raise DataError(
            f"There are {n_clusters} clusters; masses are kept for at most {LARGEST_FRAME}. "
            "The labels and the energy are there; more neighbours give fewer clusters."
        )
    refuse_large_table(graph.n, n_clusters + 1)
    frame = clusters(n_clusters)
    if n_clusters == 1:
        return CredalPartition(frame, [1], np.ones((graph.n, 1)))
    support = graph.support(labels, n_clusters)
    top = support.max(axis=1, keepdims=True)
    mass = np.empty((graph.n, n_clusters + 1))
    mass[:, :-1] = -np.expm1(-support) * np.exp(support - top)
    mass[:, -1:] = np.exp(-top)
    mass /= mass.sum(axis=1, keepdims=True)
    focal = np.append(frame.singletons, frame.omega)
    return CredalPartition.of(MassTable._trusted(frame, focal, mass))
