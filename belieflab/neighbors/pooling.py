"""Pooling the neighbours' labels by Dempster's rule, each discounted by its distance.

Hoarau et al. (2022), eqs. 6 to 10. Whatever the number of rows, they are worked through in blocks
of at most `BLOCK_BYTES`; only what is asked for (a table, probabilities) grows with them.
"""

from collections.abc import Iterator
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from belieflab.belief import MassTable
from belieflab.errors import DataError, FitWarning, warn_caller
from belieflab.iteration import check_stop, current_flag
from belieflab.neighbors.family import SetFamily
from belieflab.neighbors.pooling_kernel import decide_simple, pool_simple
from belieflab.neighbors.row_pooling_kernel import decide_rows, pool_rows, share_rows
from belieflab.neighbors.search import Rows
from belieflab.neighbors.sparse_labels import SparseLabels, TableBuilder

Floats = NDArray[np.float64]

BLOCK_BYTES = 1 << 24
"""The working arrays of one block take at most so many bytes (16 MB)."""

MAX_SETS = 4096
APPROXIMATED = (
    f"A belief that would have more than {MAX_SETS:,} focal sets is given as the consonant mass "
    "function of its exact contour."
)
"""A row whose pooled belief would have more focal sets is replaced by that of its contour."""


class Pool:
    """The labels of the training objects, ready to be pooled over neighbourhoods.

    Neighbour j of object i is row index[i, j] and its label is discounted to the evidence
    evidence[i, j] = α φ(d) [both shape=(m, k)].

    Labels of one class and Ω have a closed form. All others are combined row by row, each row on
    the focal sets of its own neighbours. A row that would have more than 4,096 focal sets takes
    the consonant mass function of the exact product of the contours, divided by its largest, and
    as conflict 1 - that largest, which the exact conflict does not exceed; a warning says so.
    """

    def __init__(self, labels: MassTable | SparseLabels) -> None:
        if isinstance(labels, MassTable):
            labels = SparseLabels.from_table(labels)
        self.labels = labels
        self.frame = labels.frame

    @property
    def is_simple(self) -> bool:
        """Whether all labels are one class and Ω."""
        return self.labels.simple is not None

    def may_be_approximate(self, n_neighbors: int) -> bool:
        """Whether so many neighbours can make more than `MAX_SETS` sets, by a rough bound."""
        if self.is_simple or self.frame.omega <= MAX_SETS:
            return False
        entries = np.sort(np.diff(self.labels.arrays.starts))[-n_neighbors:]
        return bool(np.log1p(entries).sum() > np.log(MAX_SETS))

    def masses(self, index: Rows, evidence: Floats) -> tuple[MassTable, Floats]:
        """The pooled mass functions and the conflict κ met on the way [shape=(m,)]."""
        simple = self.labels.simple
        if simple is not None:
            table, log_agreement = self._in_closed_form(index, evidence, simple)
        else:
            table, log_agreement = self._row_by_row(index, evidence)
        return table, np.maximum(-np.expm1(np.minimum(log_agreement, 0.0)), 0.0)

    def probabilities(self, index: Rows, evidence: Floats) -> Floats:
        """Pignistic probabilities of `masses`, without a table of all rows [shape=(m, K)]."""
        n_classes = self.frame.size
        shares, simple = np.empty((len(index), n_classes)), self.labels.simple
        if simple is None:
            approximated = np.zeros(len(index), dtype=np.bool_)
            arrays, stop = self.labels.arrays, current_flag().array
            share_rows(index, evidence, arrays, MAX_SETS, shares, approximated, stop)
            check_stop()
            _warn_of(approximated)
            return shares
        for block in _blocks(len(index), 8 * (n_classes + 2)):
            mass, _ = self._pool_simple(index[block], evidence[block], simple)
            shares[block] = mass[:, :n_classes] + mass[:, n_classes:] / n_classes
        return shares

    def decisions_along(self, index: Rows, evidence: Floats) -> Rows:
        """The pignistic decision after 1, 2, … k neighbours [shape=(m, k)]."""
        decisions, n_classes = np.zeros(index.shape, dtype=np.int64), self.frame.size
        stop = current_flag().array
        if self.labels.simple is not None:
            decide_simple(index, evidence, *self.labels.simple, n_classes, decisions, stop)
        else:
            arrays = self.labels.arrays
            decide_rows(index, evidence, arrays, n_classes, MAX_SETS, decisions, stop)
        check_stop()
        return decisions

    def build_up(self, rows: Rows, evidence: Floats) -> tuple[MassTable, MassTable]:
        """Discounted labels (eq. 6) of one point's neighbours and the belief after each of them.

        `rows` and `evidence` [shape=(k,)].
        """
        discounted = self.labels.take(rows).table.discount(1.0 - evidence)
        # Row j trusts the first j + 1 neighbours and gives the later ones no weight.
        until = np.tril(np.broadcast_to(evidence, (len(rows), len(rows))))
        combined, _ = self.masses(np.tile(rows, (len(rows), 1)), until)
        return discounted, combined

    @cached_property
    def family(self) -> SetFamily:
        """The intersections of the labels' sets, which learning needs; too many are refused."""
        family = SetFamily.spanned_by(self.labels.table)
        if family is None:
            raise DataError(
                "The labels use too many different sets of classes to learn gamma from; choose "
                "gamma='class', 'single' or 'jousselme'."
            )
        return family

    def _in_closed_form(
        self, index: Rows, evidence: Floats, simple: tuple[Rows, Floats]
    ) -> tuple[MassTable, Floats]:
        frame = self.frame
        mass, log_agreement = self._pool_simple(index, evidence, simple)
        if frame.size == 1:
            return MassTable.vacuous(len(index), frame), np.zeros(len(index))
        focal = np.append(frame.singletons, frame.omega)
        return MassTable._trusted(frame, focal, mass), log_agreement

    def _pool_simple(
        self, index: Rows, evidence: Floats, simple: tuple[Rows, Floats]
    ) -> tuple[Floats, Floats]:
        mass, log_agreement = np.zeros((len(index), self.frame.size + 1)), np.zeros(len(index))
        pool_simple(index, evidence, *simple, mass, log_agreement, current_flag().array)
        check_stop()
        return mass, log_agreement

    def _row_by_row(self, index: Rows, evidence: Floats) -> tuple[MassTable, Floats]:
        arrays, m = self.labels.arrays, len(index)
        log_agreement, approximated = np.zeros(m), np.zeros(m, dtype=np.bool_)
        n_blocks = arrays.blocks.shape[1]
        largest = max(MAX_SETS, self.frame.size)
        capacity = min(max(BLOCK_BYTES // (8 * (n_blocks + 1)), largest), max(m, 1) * largest)
        sets, mass = np.empty((capacity, n_blocks), dtype=np.int64), np.empty(capacity)
        builder, ends, done = TableBuilder(self.frame, m), np.zeros(m, dtype=np.int64), 0
        while done < m:
            first = done
            done = pool_rows(
                index, evidence, arrays, self.frame.size, MAX_SETS, first, ends, sets, mass,
                log_agreement, approximated, current_flag().array,
            )  # fmt: skip
            check_stop()
            rows = np.repeat(np.arange(first, done), np.diff(ends[first:done], prepend=0))
            builder.add(rows, sets[: len(rows)].copy(), mass[: len(rows)].copy())
        _warn_of(approximated)
        return builder.table(), log_agreement


def _warn_of(approximated: NDArray[np.bool_]) -> None:
    """Say that some rows are consonant tables of their contour."""
    count = int(np.count_nonzero(approximated))
    if count:
        warn_caller(
            f"The belief about {count:,} of {len(approximated):,} points would have more than "
            f"{MAX_SETS:,} focal sets; it is given as the consonant mass function of its exact "
            "contour.",
            FitWarning,
        )


def _blocks(n: int, row_bytes: int) -> Iterator[slice]:
    """Rows in blocks of at most `BLOCK_BYTES`."""
    size = max(BLOCK_BYTES // row_bytes, 1)
    for start in range(0, n, size):
        yield slice(start, min(start + size, n))
