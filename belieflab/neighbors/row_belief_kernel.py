"""Dempster's rule for one query row at a time, on the focal sets of its own neighbours alone.

A row keeps a list of sets with masses that starts as {Ω: 1}. A neighbour with evidence e and label
m turns every set A of the list into A with weight 1 - e + e m(Ω) and into A ∩ B with weight e m(B)
for each other focal set B; since 1 - e > 0 the list only grows. Three ways to the same belief:

SETS   the list itself, found again by hashing. Nothing is subtracted: small masses keep all digits.
DENSE  products of all 2^K commonalities, for small frames with rich labels.
CONTOUR where the list would pass the limit: the exact product of the contours, and the consonant
       mass function that has it.

A set is `blocks.shape[1]` blocks of 63 classes each.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from belieflab.belief.masks import MAX_BITS
from belieflab.compiling import kernel

Floats = NDArray[np.float64]
Rows = NDArray[np.int64]

SETS, DENSE, CONTOUR = 0, 1, 2
BLOCK_BITS = MAX_BITS
SMALL = 1e-100
GOLDEN = -7046029254386353131
"""2^64 divided by the golden ratio, as a signed number: spreads the masks over the slots."""
HASHING = 8
"""About how many additions one lookup of a set costs."""


class LabelArrays(NamedTuple):
    """Sparse labels: entry e of row i, starts[i] <= e < starts[i + 1], is a set and its mass.

    ∅ and Ω have no entries; Ω's mass is in on_omega and ∅'s is what is missing from 1. Set number
    b is blocks[b].
    """

    starts: Rows
    number: NDArray[np.int32]
    weight: Floats
    blocks: Rows
    on_omega: Floats


class Workspace(NamedTuple):
    """What one row at a time works in; `state` is (way, sets listed, sets in slots)."""

    state: Rows
    log_scale: Floats
    sets: Rows
    mass: Floats
    fresh: Floats
    places: Rows
    slots: Rows
    product: Floats
    common: Floats
    log_contour: Floats
    plausibility: Floats


@kernel
def make_workspace(n_classes: int, n_blocks: int, limit: int) -> Workspace:
    """Arrays for rows of at most `limit` sets; dense ones where there are not more subsets."""
    n_slots = 4
    while n_slots < 4 * limit:
        n_slots *= 2
    n_dense = 1 << n_classes if n_classes < 30 and (1 << n_classes) <= limit else 0
    capacity = max(limit, n_classes) + 1
    return Workspace(
        np.zeros(3, dtype=np.int64), np.zeros(1),
        np.zeros((capacity, n_blocks), dtype=np.int64), np.zeros(capacity), np.zeros(capacity),
        np.zeros(capacity, dtype=np.int64), np.full(n_slots, -1, dtype=np.int64),
        np.zeros(n_dense), np.zeros(n_dense), np.zeros(n_classes), np.zeros(n_classes),
    )  # fmt: skip


@kernel
def begin_row(work: Workspace, labels: LabelArrays, index: Rows, evidence: Floats) -> None:
    """Forget the row before and choose the way of this one."""
    free_slots(work)
    work.log_scale[0] = 0.0
    n_classes = len(work.log_contour)
    if dense_pays(work, labels, index, evidence):
        work.state[0] = DENSE
        work.product[:] = 1.0
        return
    work.state[0] = SETS
    for w in range(work.sets.shape[1]):
        size = min(n_classes - w * BLOCK_BITS, BLOCK_BITS)
        work.sets[0, w] = (1 << size) - 1 if size < BLOCK_BITS else np.int64(0x7FFFFFFFFFFFFFFF)
    # Ω needs no slot: no intersection with another set is Ω.
    work.state[2] = 1
    work.mass[0] = 1.0


@kernel
def dense_pays(work: Workspace, labels: LabelArrays, index: Rows, evidence: Floats) -> bool:
    """Whether transforms of all subsets cost less than the pairs of sets that can occur."""
    n_sets = len(work.product)
    if n_sets == 0:
        return False
    pairs, size, used = 0, 1, 0
    for j in range(len(index)):
        entries = labels.starts[index[j] + 1] - labels.starts[index[j]]
        if evidence[j] > 0.0 and entries > 0:
            pairs += size * entries
            size = min(size * (entries + 1), n_sets)
            used += 1
    return (used + 1) * (len(work.log_contour) + 4) * n_sets // 2 < HASHING * pairs


@kernel
def add_neighbour(
    work: Workspace, labels: LabelArrays, index: Rows, evidence: Floats, j: int, limit: int
) -> None:
    """Combine the row's belief with its neighbour j, whatever way the row goes."""
    if evidence[j] == 0.0:
        return
    if work.state[0] == SETS:
        if not combine_sets(work, labels, index[j], evidence[j], limit):
            free_slots(work)
            work.state[0] = CONTOUR
            work.log_contour[:] = 0.0
            for earlier in range(j):
                multiply_contour(work, labels, index[earlier], evidence[earlier])
    if work.state[0] == CONTOUR:
        multiply_contour(work, labels, index[j], evidence[j])
    elif work.state[0] == DENSE:
        multiply_dense(work, labels, index[j], evidence[j])


@kernel
def combine_sets(
    work: Workspace, labels: LabelArrays, row: int, evidence: float, limit: int
) -> bool:
    """Combine the list with one label; False where it would pass the limit.

    The lookup is written out here: a call for each pair would cost more than the lookup.
    """
    sets, mass, fresh, slots, places = work.sets, work.mass, work.fresh, work.slots, work.places
    blocks, number, weights = labels.blocks, labels.number, labels.weight
    before = count = work.state[2]
    n_blocks, last = sets.shape[1], len(slots) - 1
    keep = 1.0 - evidence + evidence * labels.on_omega[row]
    for a in range(before):
        fresh[a] = mass[a] * keep
    for entry in range(labels.starts[row], labels.starts[row + 1]):
        weight, other = evidence * weights[entry], number[entry]
        for a in range(before):
            added = mass[a] * weight
            same, empty, key = True, True, np.int64(0)
            for w in range(n_blocks):
                # The next free line of the list holds the candidate.
                common = sets[a, w] & blocks[other, w]
                sets[count, w] = common
                same &= common == sets[a, w]
                empty &= common == 0
                key = (key ^ common) * GOLDEN
            if same:
                fresh[a] += added
            if same or empty or added == 0.0:
                continue
            place = (key >> 40) & last
            while slots[place] >= 0:
                there, found = slots[place], True
                for w in range(n_blocks):
                    found &= sets[there, w] == sets[count, w]
                if found:
                    break
                place = (place + 1) & last
            if slots[place] >= 0:
                fresh[slots[place]] += added
                continue
            slots[place], places[count] = count, place
            fresh[count] = added
            count += 1
            work.state[2] = count
            if count > limit:
                return False
    total = 0.0
    for a in range(count):
        mass[a] = fresh[a]
        total += mass[a]
    if total < SMALL:
        mass[:count] /= total
        work.log_scale[0] += np.log(total)
    return True


@kernel
def free_slots(work: Workspace) -> None:
    """Take the sets of the list out of their slots."""
    for a in range(1, work.state[2]):
        work.slots[work.places[a]] = -1
    work.state[2] = 0


@kernel
def multiply_dense(work: Workspace, labels: LabelArrays, row: int, evidence: float) -> None:
    """Multiply by 1 - e + e q(A), the commonalities of the discounted label, for all subsets A."""
    common, product = work.common, work.product
    n_sets = len(product)
    common[:] = 0.0
    common[n_sets - 1] = labels.on_omega[row]
    for entry in range(labels.starts[row], labels.starts[row + 1]):
        common[labels.blocks[labels.number[entry], 0]] += labels.weight[entry]
    sum_supersets(common, 1.0)
    largest = 0.0
    for a in range(1, n_sets):
        product[a] *= 1.0 - evidence + evidence * common[a]
        largest = max(largest, product[a])
    if largest < SMALL:
        product[:] /= largest
        work.log_scale[0] += np.log(largest)


@kernel
def sum_supersets(values: Floats, sign: float) -> None:
    """Add (sign 1) or take away (sign -1) the values of all supersets, in place [shape=(2^K,)]."""
    step = 1
    while step < len(values):
        for start in range(0, len(values), 2 * step):
            for a in range(start, start + step):
                values[a] += sign * values[a + step]
        step *= 2


@kernel
def multiply_contour(work: Workspace, labels: LabelArrays, row: int, evidence: float) -> None:
    """Multiply the contour by 1 - e + e pl(k), in logarithms."""
    n_classes = len(work.log_contour)
    plausibility = work.plausibility
    plausibility[:] = labels.on_omega[row]
    for entry in range(labels.starts[row], labels.starts[row + 1]):
        blocks = labels.blocks[labels.number[entry]]
        for k in range(n_classes):
            if (blocks[k // BLOCK_BITS] >> (k % BLOCK_BITS)) & 1:
                plausibility[k] += labels.weight[entry]
    for k in range(n_classes):
        work.log_contour[k] += np.log1p(-evidence * max(1.0 - plausibility[k], 0.0))
