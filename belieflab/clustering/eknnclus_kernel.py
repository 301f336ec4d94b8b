"""One sweep of EKNNclus over the objects, in a given order, and the energy after it.

The graph is in compressed rows: the neighbours of object i are `indices[starts[i]:starts[i + 1]]`
and their weights v_ij stand at the same places of `weights`.

With symmetric weights an object whose neighbours all kept their labels since its last visit would
decide the same again, bit by bit. Late sweeps change few labels, so most objects are passed over:
`settled` says which, and `counted` whose share of the energy is still right [both shape=(n,)].
"""

import numpy as np
from numpy.typing import NDArray

from belieflab.compiling import kernel
from belieflab.stop_kernel import stop_requested

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]
Indices = NDArray[np.int32]
Flags = NDArray[np.bool_]
Stop = NDArray[np.int64]

STRICTLY = 1.0 + 1e-12
"""Another cluster must have this much more support: equal sums differ by rounding."""


@kernel
def sweep(
    order: Integers,
    starts: Integers,
    indices: Indices,
    weights: Floats,
    labels: Integers,
    support: Floats,
    settled: Flags,
    counted: Flags,
    symmetric: bool,
    stop: Stop,
) -> int:
    """Give each object in turn the label with the most support; returns how many changed.

    u_ik = Σ_j v_ij [label_j = k] (Denœux 2015, EK-NNclus step 3). On ties the label is kept where
    the weights are symmetric, or the lowest taken. Only labels met among the neighbours are looked
    at, so the cost does not depend on how many there are. `support` [shape=(labels,)] is all zero
    before and after; without symmetric weights no object is ever settled. Once the flag `stop`
    [shape=(1,)] is set the sweep ends.
    """
    degree = 0
    for i in range(len(starts) - 1):
        degree = max(degree, starts[i + 1] - starts[i])
    met = np.empty(degree, dtype=np.int64)
    changed = 0
    for i in order:
        if settled[i]:
            continue
        if stop_requested(stop):
            break
        n_met = 0
        for edge in range(starts[i], starts[i + 1]):
            label = labels[indices[edge]]
            if support[label] == 0.0:
                met[n_met] = label
                n_met += 1
            support[label] += weights[edge]
        best, largest_support = np.int64(0), 0.0
        if symmetric:
            best, largest_support = labels[i], support[labels[i]] * STRICTLY
        for m in range(n_met):
            label = met[m]
            value = support[label]
            if value > largest_support:
                best, largest_support = label, value
            elif value == largest_support and label < best and not symmetric:
                best = label
            support[label] = 0.0
        settled[i] = symmetric
        if best != labels[i]:
            labels[i] = best
            changed += 1
            counted[i] = False
            for edge in range(starts[i], starts[i + 1]):
                settled[indices[edge]] = False
                counted[indices[edge]] = False
    return changed


@kernel
def same_label_weight(
    starts: Integers,
    indices: Indices,
    weights: Floats,
    labels: Integers,
    shares: Floats,
    counted: Flags,
    stop: Stop,
) -> float:
    """Σ_ij v_ij [label_i = label_j], from the sums over j of every i, kept in `shares`.

    Once the flag `stop` [shape=(1,)] is set the sum is not complete.
    """
    total = 0.0
    for i in range(len(labels)):
        if not counted[i]:
            if stop_requested(stop):
                break
            of_object = 0.0
            for edge in range(starts[i], starts[i + 1]):
                if labels[indices[edge]] == labels[i]:
                    of_object += weights[edge]
            shares[i] = of_object
            counted[i] = True
        total += shares[i]
    return total


@kernel
def drop_own(rows: Integers, distance: Floats, kept_rows: Indices, kept: Floats) -> None:
    """Leave object i out of its own list; where it is not in it, the last goes [(n, K + 1)].

    Many copies of an object can push it out of its own list of nearest.
    """
    for i in range(len(rows)):
        place = 0
        for j in range(rows.shape[1]):
            if rows[i, j] != i and place < kept.shape[1]:
                kept_rows[i, place] = rows[i, j]
                kept[i, place] = distance[i, j]
                place += 1
