"""Pooling the neighbours of many query rows, each by itself: masses, probabilities, decisions."""

import numpy as np
from numpy.typing import NDArray

from belieflab.compiling import kernel
from belieflab.neighbors.row_belief_kernel import (
    CONTOUR,
    LabelArrays,
    add_neighbour,
    begin_row,
    make_workspace,
)
from belieflab.neighbors.row_masses_kernel import list_masses, share_masses
from belieflab.stop_kernel import stop_requested

Floats = NDArray[np.float64]
Rows = NDArray[np.int64]
Flag = NDArray[np.int64]


@kernel
def pool_rows(
    index: Rows,
    evidence: Floats,
    labels: LabelArrays,
    n_classes: int,
    limit: int,
    first: int,
    ends: Rows,
    sets: Rows,
    mass: Floats,
    log_agreement: Floats,
    approximated: NDArray[np.bool_],
    stop: Flag,
) -> int:
    """Pooled masses of the rows from `first` on, as many as fit; the row after the last of them.

    `ends` [shape=(m,)]: where the entries of each row end in `sets` and `mass`. `log_agreement`
    receives ln(1 - κ), `approximated` whether the row is a consonant table of its contour. Once
    the flag `stop` [shape=(1,)] is set it ends.
    """
    work = make_workspace(n_classes, labels.blocks.shape[1], limit)
    written = 0
    for i in range(first, len(index)):
        if stop_requested(stop):
            return i
        begin_row(work, labels, index[i], evidence[i])
        for j in range(index.shape[1]):
            add_neighbour(work, labels, index[i], evidence[i], j, limit)
        log_agreement[i] = list_masses(work)
        approximated[i] = work.state[0] == CONTOUR
        if written + work.state[1] > len(mass):
            return i
        for a in range(work.state[1]):
            if work.fresh[a] > 0.0:
                sets[written], mass[written] = work.sets[a], work.fresh[a]
                written += 1
        ends[i] = written
    return len(index)


@kernel
def share_rows(
    index: Rows,
    evidence: Floats,
    labels: LabelArrays,
    limit: int,
    shares: Floats,
    approximated: NDArray[np.bool_],
    stop: Flag,
) -> None:
    """Pignistic probabilities of the pooled masses [shape=(m, K)]."""
    work = make_workspace(shares.shape[1], labels.blocks.shape[1], limit)
    for i in range(len(index)):
        if stop_requested(stop):
            return
        begin_row(work, labels, index[i], evidence[i])
        for j in range(index.shape[1]):
            add_neighbour(work, labels, index[i], evidence[i], j, limit)
        list_masses(work)
        approximated[i] = work.state[0] == CONTOUR
        share_masses(work, shares[i])


@kernel
def decide_rows(
    index: Rows,
    evidence: Floats,
    labels: LabelArrays,
    n_classes: int,
    limit: int,
    decision: Rows,
    stop: Flag,
) -> None:
    """The pignistic decision after each neighbour is added [shape=(m, k)]; ties to the first."""
    work = make_workspace(n_classes, labels.blocks.shape[1], limit)
    shares = np.empty(n_classes)
    for i in range(len(index)):
        if stop_requested(stop):
            return
        begin_row(work, labels, index[i], evidence[i])
        for j in range(index.shape[1]):
            add_neighbour(work, labels, index[i], evidence[i], j, limit)
            list_masses(work)
            share_masses(work, shares)
            best = shares.max()
            for k in range(n_classes - 1, -1, -1):
                if shares[k] >= best * (1.0 - 1e-12):
                    decision[i, j] = k
