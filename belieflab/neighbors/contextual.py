"""Beliefs pooled with a rate of its own for each class: contextual discounting (CD-EKNN)."""

import numpy as np
from numpy.typing import NDArray

from belieflab.belief import MassTable, combine
from belieflab.neighbors.learning_kernel import log_contours
from belieflab.neighbors.search import BLOCK, Neighbors

Floats = NDArray[np.float64]

MOST_CLASSES_FOR_MASSES = 10
"""Above this the mass functions would have too many focal sets; the contour stands for them."""


def pool_contours(
    labels: MassTable, neighbors: Neighbors, beta: float, alpha: float, gamma: Floats
) -> Floats:
    """pl_i(k) = Π_j (1 - b_k + b_k pl_j(k)), divided by its largest [shape=(m, K)]."""
    logs = np.empty((len(neighbors.index), labels.frame.size))
    powers = neighbors.distance**beta
    log_contours(neighbors.index, powers, labels.contour(), alpha, gamma, logs)
    return np.exp(logs - logs.max(axis=1, keepdims=True))


def pool_masses(
    labels: MassTable, neighbors: Neighbors, beta: float, alpha: float, gamma: Floats
) -> MassTable:
    """The neighbours' labels, each discounted contextually, combined by Dempster's rule.

    Above 10 classes: the consonant mass functions of the pooled contour divided by its largest.
    """
    if labels.frame.size > MOST_CLASSES_FOR_MASSES:
        contour = pool_contours(labels, neighbors, beta, alpha, gamma)
        return MassTable.from_contour(contour, labels.frame)
    tables = []
    size = max(BLOCK >> labels.frame.size, 1)
    for start in range(0, max(len(neighbors.index), 1), size):
        block = slice(start, start + size)
        sources = [
            discount_by_distance(labels, index, distance, beta, alpha, gamma)
            for index, distance in zip(
                neighbors.index[block].T, neighbors.distance[block].T, strict=True
            )
        ]
        tables.append(combine(sources, "dempster"))
    return MassTable.stack(tables)


def discount_by_distance(
    labels: MassTable,
    index: NDArray[np.int64],
    distance: Floats,
    beta: float,
    alpha: float,
    gamma: Floats,
) -> MassTable:
    """The labels of these rows, discounted by 1 - b_k(d) in the context of each class k."""
    trust = alpha * np.exp(-np.multiply.outer(distance**beta, gamma))
    return labels[index].discount_contextually(1.0 - trust)
