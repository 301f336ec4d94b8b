"""Pooling the neighbours' labels by Dempster's rule, each discounted by its distance (6)-(10)."""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from belieflab.belief import MassTable, combine, max_pignistic
from belieflab.errors import DataError
from belieflab.neighbors.family import SetFamily
from belieflab.neighbors.gamma_rules import distinct_rows
from belieflab.neighbors.pooling_kernel import decide_along, multiply_commonalities, pool_simple
from belieflab.neighbors.search import BLOCK, Rows

Floats = NDArray[np.float64]


class Pool:
    """The labels of the training objects, ready to be pooled over neighbourhoods.

    Neighbour j of object i is row index[i, j] and its label is discounted to the evidence
    evidence[i, j] = α φ(d) [both shape=(m, k)].

    Three ways to one answer: labels of one class and Ω have a closed form; labels whose focal sets
    have few intersections multiply commonalities on those; all others meet set against set.
    """

    def __init__(self, labels: MassTable) -> None:
        self.labels = labels
        self.family = SetFamily.spanned_by(labels)
        self.classes, self.strength, self.is_simple = _as_simple(labels)
        if self.family is not None:
            table, self.group = distinct_rows(labels)
            self.commonality = self.family.commonalities(table)

    def masses(self, index: Rows, evidence: Floats) -> tuple[MassTable, Floats]:
        """The pooled mass functions and the conflict κ met on the way [shape=(m,)]."""
        if self.is_simple:
            return self._in_closed_form(index, evidence)
        if self.family is not None:
            return self._by_commonalities(self.family, index, evidence)
        return self._set_against_set(index, evidence)

    def decisions_along(self, index: Rows, evidence: Floats) -> Rows:
        """The pignistic decision after 1, 2, … k neighbours [shape=(m, k)]."""
        decisions = np.zeros(index.shape, dtype=np.int64)
        if self.family is not None:
            rows = self.group[index]
            decide_along(rows, evidence, self.commonality, self.family.betting, decisions)
            return decisions
        for j in range(index.shape[1]):
            table, _ = self._set_against_set(index[:, : j + 1], evidence[:, : j + 1])
            decisions[:, j] = max_pignistic(table)
        return decisions

    def discounted(self, rows: Rows, evidence: Floats) -> MassTable:
        """The labels of these rows, each discounted to its evidence (6) [both shape=(m,)]."""
        return self.labels[rows].discount(1.0 - evidence)

    def require_family(self) -> SetFamily:
        """The family of sets, which learning needs; too rich labels are refused."""
        if self.family is None:
            raise DataError(
                "The labels use too many different sets of classes to learn gamma from; choose "
                "gamma='class', 'single' or 'jousselme'."
            )
        return self.family

    def _in_closed_form(self, index: Rows, evidence: Floats) -> tuple[MassTable, Floats]:
        frame = self.labels.frame
        mass = np.zeros((len(index), frame.size + 1))
        agreement = np.zeros(len(index))
        pool_simple(index, evidence, self.classes, self.strength, mass, agreement)
        focal = frame.singletons
        if frame.size == 1:
            return MassTable(frame, focal, mass.sum(axis=1, keepdims=True)), np.zeros(len(index))
        table = MassTable._trusted(frame, np.append(focal, np.int64(frame.omega)), mass)
        return table, np.maximum(-np.expm1(agreement), 0.0)

    def _by_commonalities(
        self, family: SetFamily, index: Rows, evidence: Floats
    ) -> tuple[MassTable, Floats]:
        tables, conflicts = [], []
        for block in _blocks(len(index), len(family.sets)):
            rows = self.group[index[block]]
            product = np.empty((len(rows), len(family.sets)))
            log_scale = np.empty(len(rows))
            multiply_commonalities(rows, evidence[block], self.commonality, product, log_scale)
            table, totals = family.masses(product)
            tables.append(table)
            conflicts.append(np.abs(np.expm1(np.minimum(np.log(totals) + log_scale, 0.0))))
        return MassTable.stack(tables), np.concatenate(conflicts)

    def _set_against_set(self, index: Rows, evidence: Floats) -> tuple[MassTable, Floats]:
        sources = [self.discounted(index[:, j], evidence[:, j]) for j in range(index.shape[1])]
        return combine(sources, "dempster"), combine(sources, "conjunctive").conflict()


def _as_simple(labels: MassTable) -> tuple[Rows, Floats, bool]:
    """The one class of each label, its mass, and whether all labels are one class and Ω."""
    column = np.equal(labels.focal[:, None], labels.frame.singletons).astype(np.float64)
    on_classes = labels.mass @ column
    classes = on_classes.argmax(axis=1).astype(np.int64)
    strength = on_classes.max(axis=1)
    omega = labels.mass_of(labels.frame.omega) if labels.frame.size > 1 else 0.0
    is_simple = bool((np.abs(strength + omega - 1.0) <= 1e-15).all())
    return classes, np.minimum(strength, 1.0), is_simple


def _blocks(n: int, width: int) -> Iterator[slice]:
    size = max(BLOCK // width, 1)
    for start in range(0, max(n, 1), size):
        yield slice(start, min(start + size, n))
