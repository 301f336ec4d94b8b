"""How mass functions of evidence and of labels agree, row by row, whatever their focal sets.

Evidence of many neighbours has thousands of sets in every row, and few rows share any. So rows are
taken in blocks that are cut until the sets of a block make a small matrix of pairs.
"""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from belieflab.belief import MassTable
from belieflab.belief.masks import Masks, cardinality, common_sizes, masks_of, member_flags
from belieflab.belief.regrouping import MAX_NUMBERS
from belieflab.cost import Cost
from belieflab.neighbors.pooling import MAX_SETS
from belieflab.neighbors.search_cost import expected_sets

Floats = NDArray[np.float64]

ENOUGH = 0.5
"""Belief from which classes are suggested."""

ROUNDING = 1e-12

MAX_PAIRS = 1 << 18
"""Pairs of a set of the evidence and one of the labels that are compared at once."""

BLOCK_NUMBERS = 1 << 21
"""Masses of a block of rows before it is cut for its pairs (16 MB)."""

SECONDS_PER_NUMBER = 2e-9
"""To read a mass of the tables, most of which are 0."""

SECONDS_PER_PAIR = 1e-8
SECONDS_PER_OBJECT = 2e-6


class Agreement(NamedTuple):
    """Of each row [shape=(n,)]; see `belieflab.evaluation.suspects.suspects`.

    `shares` are the pignistic probabilities of the evidence [shape=(n, K)].
    """

    against: Floats
    support: Floats
    probability: Floats
    ignorance: Floats
    shares: Floats
    suggested: Masks


def agree(evidence: MassTable, labels: MassTable) -> Agreement:
    """Evidence against and for labels on the same frame; no row has all its mass on ∅."""
    parts = [_agree(*block) for block in _blocks(evidence, labels)]
    if not parts:
        vacuous = MassTable.vacuous(0, evidence.frame)
        return _agree(vacuous, vacuous)
    return Agreement(*(np.concatenate(columns) for columns in zip(*parts, strict=True)))


def agreement_cost(labels: MassTable, pooled: bool) -> Cost:
    """Of `agree` for labels and the evidence about their objects.

    Evidence that is pooled from neighbours' labels has the intersections of their sets, up to
    `MAX_SETS` in a row; other evidence has one set per class. Memory is that of some blocks.
    """
    n, size = len(labels), labels.frame.size
    sets = expected_sets(labels) if pooled else size
    here = min(sets, MAX_SETS)
    pairs = min(n * float(here) * len(labels.focal), n * float(MAX_PAIRS))
    numbers = n * float(min(sets, n * here) + len(labels.focal))
    seconds = SECONDS_PER_PAIR * pairs + SECONDS_PER_NUMBER * min(numbers, MAX_NUMBERS)
    memory = 8.0 * (6 * min(numbers, BLOCK_NUMBERS) + 4 * MAX_PAIRS + n * (size + 6))
    return Cost(seconds + SECONDS_PER_OBJECT * n, memory)


def _suggest(evidence: MassTable, shares: Floats) -> Masks:
    """The shortest prefix of the classes in falling BetP with a belief of at least ½ [shape=(n,)].

    Classes of the same BetP come in the order of the frame. Masses are normalised.
    """
    n, size = shares.shape
    order = np.argsort(-np.round(shares, 12), axis=1, kind="stable")
    ranks = np.argsort(order, axis=1, kind="stable")
    rows, sets = np.nonzero(evidence.mass)
    members = member_flags(size, evidence.focal)
    last = np.zeros(len(rows), dtype=np.int64)  # the rank of the last class of the set
    for k in range(size):
        np.maximum(last, np.where(members[sets, k], ranks[rows, k], 0), out=last)
    gained = np.bincount(rows * size + last, evidence.mass[rows, sets], n * size)
    beliefs = np.cumsum(gained.reshape(n, size), axis=1)
    length = 1 + np.argmax(beliefs >= ENOUGH - ROUNDING, axis=1)
    return masks_of(ranks < length[:, None])


def _blocks(evidence: MassTable, labels: MassTable) -> Iterator[tuple[MassTable, MassTable]]:
    """Both tables in blocks of rows, normalised, on the sets that the block uses."""
    size = max(BLOCK_NUMBERS // max(len(evidence.focal), len(labels.focal)), 1)
    for start in range(0, len(evidence), size):
        rows = slice(start, start + size)
        yield from _cut(evidence[rows].compact().normalise(), labels[rows].compact().normalise())


def _cut(evidence: MassTable, labels: MassTable) -> Iterator[tuple[MassTable, MassTable]]:
    half = len(evidence) // 2
    if half == 0 or len(evidence.focal) * len(labels.focal) <= MAX_PAIRS:
        yield evidence, labels
        return
    for rows in (slice(half), slice(half, None)):
        yield from _cut(evidence[rows].compact(), labels[rows].compact())


def _agree(evidence: MassTable, labels: MassTable) -> Agreement:
    """Of a block; the sets of the evidence are paired with those of the labels part by part."""
    frame, n = evidence.frame, len(evidence)
    against, support, probability = np.zeros(n), np.zeros(n), np.zeros(n)
    sizes = cardinality(frame.size, evidence.focal)
    proper = labels.focal != frame.omega
    step = max(MAX_PAIRS // len(labels.focal), 1)
    for start in range(0, len(sizes), step):
        part = slice(start, start + step)
        mass, own = evidence.mass[:, part], sizes[part, None]
        common = common_sizes(frame.size, evidence.focal[part], labels.focal)
        against += _paired(mass, labels.mass, (common == 0).astype(np.float64))
        inside = ((common == own) & proper).astype(np.float64)
        support += _paired(mass, labels.mass, inside)
        probability += _paired(mass, labels.mass, common / own)
    single = np.asarray(evidence.mass @ (sizes == 1).astype(np.float64))
    support += labels.mass_of(frame.omega) * single / frame.size
    ignorance = evidence.mass_of(frame.omega)
    shares = evidence.pignistic()
    suggested = _suggest(evidence, shares)
    return Agreement(against, support, probability, ignorance, shares, suggested)


def _paired(left: Floats, right: Floats, weights: Floats) -> Floats:
    """Σ_{A, B} w(A, B) m_left(A) m_right(B) of each row [shape=(n,)]."""
    return np.asarray(((left @ weights) * right).sum(axis=1))
