"""The belief of one query row as a list of masses, and its pignistic probabilities."""

import numpy as np
from numpy.typing import NDArray

from belieflab.compiling import kernel
from belieflab.neighbors.row_belief_kernel import (
    BLOCK_BITS,
    CONTOUR,
    DENSE,
    LabelArrays,
    Workspace,
    sum_supersets,
)

Floats = NDArray[np.float64]

NOISE = 8 * float(np.finfo(np.float64).eps)
"""A mass below this share of the largest commonality is rounding of differences."""


@kernel
def list_masses(work: Workspace) -> float:
    """Make the row's belief a list of sets whose masses sum to 1; ln(1 - κ) is returned.

    By CONTOUR the sets are nested, and 1 - κ is the largest of the product contour, which the
    exact 1 - κ is not below.
    """
    if work.state[0] == DENSE:
        count = masses_of_dense(work)
    elif work.state[0] == CONTOUR:
        count = masses_of_contour(work)
    else:
        count = work.state[2]
        work.fresh[:count] = work.mass[:count]
    total = 0.0
    for a in range(count):
        total += work.fresh[a]
    for a in range(count):
        work.fresh[a] /= total
    work.state[1] = count
    if work.state[0] == CONTOUR:
        return work.log_contour.max()
    return min(np.log(total) + work.log_scale[0], 0.0)


@kernel
def masses_of_dense(work: Workspace) -> int:
    """Masses from commonalities; differences that are rounding alone are no masses."""
    common, product = work.common, work.product
    n_sets = len(product)
    largest = 0.0
    for a in range(1, n_sets):
        common[a] = product[a]
        largest = max(largest, product[a])
    common[0] = 0.0
    sum_supersets(common, -1.0)
    count = 0
    for a in range(1, n_sets):
        # Ω is the one set whose mass is its commonality, with every digit.
        if common[a] > NOISE * largest or (a == n_sets - 1 and product[a] > 0.0):
            work.sets[count, 0], work.fresh[count] = a, common[a]
            count += 1
    return count


@kernel
def masses_of_contour(work: Workspace) -> int:
    """m(first j classes) = c_(j) - c_(j+1), classes by falling contour, ties by number."""
    logs = work.log_contour
    n_classes = len(logs)
    order = np.argsort(-logs, kind="mergesort")
    largest = logs[order[0]]
    for w in range(work.sets.shape[1]):
        work.sets[0, w] = 0
    count = 0
    for j in range(n_classes):
        k = order[j]
        work.sets[count, k // BLOCK_BITS] |= np.int64(1) << (k % BLOCK_BITS)
        here = np.exp(logs[k] - largest)
        after = np.exp(logs[order[j + 1]] - largest) if j + 1 < n_classes else 0.0
        if here > after:
            work.fresh[count] = here - after
            count += 1
            if j + 1 < n_classes:
                work.sets[count] = work.sets[count - 1]
    return count


@kernel
def share_masses(work: Workspace, shares: Floats) -> None:
    """Pignistic probabilities of the listed masses [shape=(K,)]."""
    shares[:] = 0.0
    for a in range(work.state[1]):
        blocks = work.sets[a]
        size = 0
        for k in range(len(shares)):
            size += (blocks[k // BLOCK_BITS] >> (k % BLOCK_BITS)) & 1
        share = work.fresh[a] / size
        for k in range(len(shares)):
            if (blocks[k // BLOCK_BITS] >> (k % BLOCK_BITS)) & 1:
                shares[k] += share


@kernel
def spread_labels(labels: LabelArrays, pignistic: bool, out: Floats) -> None:
    """Pignistic probabilities, or else plausibilities, of sparse labels [shape=(n, K)]."""
    n, n_classes = out.shape
    for i in range(n):
        total = labels.on_omega[i]
        for k in range(n_classes):
            out[i, k] = total / n_classes if pignistic else total
        for entry in range(labels.starts[i], labels.starts[i + 1]):
            blocks, share = labels.blocks[labels.number[entry]], labels.weight[entry]
            total += share
            if pignistic:
                size = 0
                for k in range(n_classes):
                    size += (blocks[k // BLOCK_BITS] >> (k % BLOCK_BITS)) & 1
                share /= size
            for k in range(n_classes):
                if (blocks[k // BLOCK_BITS] >> (k % BLOCK_BITS)) & 1:
                    out[i, k] += share
        if pignistic:
            for k in range(n_classes):
                out[i, k] /= total
