"""One sweep of EKNNclus over the objects, in a given order.

The graph is in compressed rows: the neighbours of object i are `indices[starts[i]:starts[i + 1]]`
and their weights v_ij stand at the same places of `weights`.
"""

import numpy as np
from numpy.typing import NDArray

from belieflab.compiling import kernel

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]
Indices = NDArray[np.int32]

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
    keeps_on_ties: bool,
) -> int:
    """Give each object in turn the label with the most support; returns how many changed.

    u_ik = Σ_j v_ij [label_j = k] (paper 001, EK-NNclus step 3). On ties the label is kept, or the
    lowest taken. Only labels met among the neighbours are looked at, so the cost does not depend
    on how many there are. `support` [shape=(labels,)] is all zero before and after.
    """
    most = 0
    for i in range(len(starts) - 1):
        most = max(most, starts[i + 1] - starts[i])
    met = np.empty(most, dtype=np.int64)
    changed = 0
    for i in order:
        n_met = 0
        for edge in range(starts[i], starts[i + 1]):
            label = labels[indices[edge]]
            if support[label] == 0.0:
                met[n_met] = label
                n_met += 1
            support[label] += weights[edge]
        best, most_support = np.int64(0), 0.0
        if keeps_on_ties:
            best, most_support = labels[i], support[labels[i]] * STRICTLY
        for m in range(n_met):
            label = met[m]
            value = support[label]
            if value > most_support:
                best, most_support = label, value
            elif value == most_support and label < best and not keeps_on_ties:
                best = label
            support[label] = 0.0
        if best != labels[i]:
            labels[i] = best
            changed += 1
    return changed


@kernel
def same_label_weight(
    starts: Integers, indices: Indices, weights: Floats, labels: Integers
) -> float:
    """Σ_ij v_ij [label_i = label_j]."""
    total = 0.0
    for i in range(len(labels)):
        of_object = 0.0
        for edge in range(starts[i], starts[i + 1]):
            if labels[indices[edge]] == labels[i]:
                of_object += weights[edge]
        total += of_object
    return total
