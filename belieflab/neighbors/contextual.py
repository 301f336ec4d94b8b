"""Beliefs pooled with a rate of its own for each class: contextual discounting (CD-EKNN)."""

import numpy as np
from numpy.typing import NDArray

from belieflab.belief import MassTable
from belieflab.errors import DataError
from belieflab.iteration import check_stop, current_flag
from belieflab.neighbors.family import SetFamily
from belieflab.neighbors.learning_kernel import log_contours
from belieflab.neighbors.pooling_kernel import multiply_contextual
from belieflab.neighbors.search import Neighbors, Rows
from belieflab.neighbors.sparse_labels import SparseLabels

Floats = NDArray[np.float64]

MAX_CLASSES_FOR_MASSES = 10
"""Above this the mass functions would have too many focal sets; the contour stands for them."""

BLOCK_NUMBERS = 1 << 21
"""Rows are worked through in blocks whose arrays hold about so many numbers (16 MB) each."""


def pool_contours(
    labels: SparseLabels, neighbors: Neighbors, beta: float, alpha: float, gamma: Floats
) -> Floats:
    """pl_i(k) = Π_j (1 - b_k + b_k pl_j(k)), divided by its largest [shape=(m, K)]."""
    logs = np.empty((len(neighbors.index), labels.frame.size))
    powers = neighbors.powers(beta)
    rows, index = _distinct(neighbors.index)
    contour, stop = labels.take(rows).contour(), current_flag().array
    log_contours(index, powers, contour, alpha, gamma, logs, stop)
    check_stop()
    return np.exp(logs - logs.max(axis=1, keepdims=True))


def decide_along_contours(
    labels: SparseLabels, neighbors: Neighbors, beta: float, alpha: float, gamma: Floats
) -> Rows:
    """The class with the largest contour after 1, 2, … k neighbours [shape=(m, k)]."""
    decisions = np.zeros(neighbors.index.shape, dtype=np.int64)
    contour, powers = labels.contour(), neighbors.powers(beta)
    size = max(BLOCK_NUMBERS // (powers.shape[1] * labels.frame.size), 1)
    for start in range(0, len(powers), size):
        check_stop()
        block = slice(start, start + size)
        trust = trust_per_class(powers[block], alpha, gamma)
        logs = np.log1p(trust * (contour[neighbors.index[block]] - 1.0)).cumsum(axis=1)
        best = logs.max(axis=2, keepdims=True)
        decisions[block] = np.argmax(logs >= best - 1e-12, axis=2)
    return decisions


class ContextualPool:
    """The labels of the training objects, ready to be discounted contextually and pooled."""

    def __init__(self, labels: SparseLabels) -> None:
        self.labels = labels
        self.knows_masses = labels.frame.size <= MAX_CLASSES_FOR_MASSES
        if self.knows_masses:
            every = np.arange(1, labels.frame.omega + 1, dtype=np.int64)
            self.family = SetFamily(labels.frame, every)

    def masses(
        self, neighbors: Neighbors, beta: float, alpha: float, gamma: Floats
    ) -> tuple[MassTable, Floats]:
        """The neighbours' discounted labels combined by Dempster's rule, and the conflict κ."""
        if not self.knows_masses:
            raise DataError(
                f"With gamma='contextual' the conflict is computed for up to "
                f"{MAX_CLASSES_FOR_MASSES} classes; there are {self.labels.frame.size}."
            )
        return self._pool(neighbors.index, neighbors.powers(beta), alpha, gamma)

    def beliefs(self, neighbors: Neighbors, beta: float, alpha: float, gamma: Floats) -> MassTable:
        """The pooled mass functions.

        Above 10 classes: the consonant mass functions of the contour divided by its largest.
        """
        if not self.knows_masses:
            contour = pool_contours(self.labels, neighbors, beta, alpha, gamma)
            return MassTable.from_contour(contour, self.labels.frame)
        return self.masses(neighbors, beta, alpha, gamma)[0]

    def build_up(
        self, neighbors: Neighbors, beta: float, alpha: float, gamma: Floats
    ) -> tuple[Floats, MassTable, MassTable]:
        """Trust in one point's neighbours, their discounted labels, the belief after each."""
        trust = trust_per_class(neighbors.powers(beta)[0], alpha, gamma)
        masses = self.labels.take(neighbors.index[0]).table.discount_contextually(1.0 - trust)
        return trust, masses, self.along(neighbors, beta, alpha, gamma)

    def along(self, neighbors: Neighbors, beta: float, alpha: float, gamma: Floats) -> MassTable:
        """The belief after 1, 2, … of the neighbours of one point."""
        count = neighbors.index.shape[1]
        if not self.knows_masses:
            steps = [
                Neighbors(neighbors.index[:, : j + 1], neighbors.distance[:, : j + 1])
                for j in range(count)
            ]
            return MassTable.stack([self.beliefs(step, beta, alpha, gamma) for step in steps])
        # An infinite distance leaves no trust: row j counts the first j + 1 neighbours only.
        powers = np.where(np.tri(count, dtype=np.bool_), neighbors.powers(beta), np.inf)
        return self._pool(np.tile(neighbors.index, (count, 1)), powers, alpha, gamma)[0]

    def _pool(
        self, index: Rows, powers: Floats, alpha: float, gamma: Floats
    ) -> tuple[MassTable, Floats]:
        n_sets = self.labels.frame.omega + 1
        tables, conflicts = [], []
        size = max(BLOCK_NUMBERS // (n_sets * index.shape[1]), 1)
        for start in range(0, max(len(index), 1), size):
            check_stop()
            block = slice(start, start + size)
            rows, near = _distinct(index[block])
            dense = self.labels.take(rows).table.dense()
            product, log_scale = np.empty((len(near), n_sets)), np.empty(len(near))
            multiply_contextual(near, powers[block], dense, alpha, gamma, product, log_scale)
            table, totals = self.family.masses(product[:, 1:])
            tables.append(table)
            conflicts.append(np.abs(np.expm1(np.minimum(np.log(totals) + log_scale, 0.0))))
        return MassTable.stack(tables), np.concatenate(conflicts)


def _distinct(index: Rows) -> tuple[Rows, Rows]:
    """The rows that occur, and the index into them [shape=(m, k)]."""
    rows, near = np.unique(index, return_inverse=True)
    return rows, np.ascontiguousarray(near.reshape(index.shape), dtype=np.int64)


def trust_per_class(powers: Floats, alpha: float, gamma: Floats) -> Floats:
    """b_k = α exp(-γ_k d^β), which is 1 - the rate of discounting in the context of class k.

    `powers`: d^β [shape=(...)]; the classes are a last axis [shape=(..., K)].
    """
    trust: Floats = alpha * np.exp(-np.multiply.outer(powers, gamma))
    return trust
