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
    powers = neighbors.powers(beta)
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
    trust = trust_per_class(neighbors.powers(beta), alpha, gamma)
    tables = []
    size = max(BLOCK >> labels.frame.size, 1)
    for start in range(0, max(len(trust), 1), size):
        block = slice(start, start + size)
        sources = [
            labels[neighbors.index[block, j]].discount_contextually(1.0 - trust[block, j])
            for j in range(trust.shape[1])
        ]
        tables.append(combine(sources, "dempster"))
    return MassTable.stack(tables)


def trust_per_class(powers: Floats, alpha: float, gamma: Floats) -> Floats:
    """b_k = α exp(-γ_k d^β), which is 1 - the rate of discounting in the context of class k.

    `powers`: d^β [shape=(...)]; the classes are a last axis [shape=(..., K)].
    """
    trust: Floats = alpha * np.exp(-np.multiply.outer(powers, gamma))
    return trust
