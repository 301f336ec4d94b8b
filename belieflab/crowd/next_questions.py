"""Whom to ask next, and about what: the answer that is expected to say most about a class."""

from itertools import combinations
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.special import entr

from belieflab.crowd.analysis import CrowdAnalysis
from belieflab.crowd.measures import answers_of
from belieflab.iteration import check_stop

Floats = NDArray[np.float64]

CANDIDATES = 200
"""Objects that are looked at: the most uncertain ones."""
MAX_SETS = 300
DECIMALS = 4
"""To which annotators of one reliability are told apart."""
ENTRIES = 1_000_000
"""Chances of answers that are held at a time."""


class Question(NamedTuple):
    """Ask annotator `annotator` about object `row`; the entropy is expected to fall by `drop`.

    `drop` is a share of the entropy of a wholly unknown class.
    """

    row: int
    annotator: int
    drop: float


def questions(analysis: CrowdAnalysis, count: int = 20) -> list[Question]:
    """The best questions, at most one per object, the best first; nobody is asked again."""
    if analysis.said.frame.size < 2:
        return []
    rows = np.argsort(-analysis.uncertainty, kind="stable")[:CANDIDATES]
    rows = rows[analysis.uncertainty[rows] > 1e-9]
    gains = _gains(analysis, analysis.posteriors[rows])
    place = {int(row): number for number, row in enumerate(rows)}
    for row, who in zip(
        analysis.said.rows.tolist(), analysis.said.annotators.tolist(), strict=True
    ):
        if row in place:
            gains[place[row], who] = -1.0
    if not gains.size:
        return []
    best = gains.argmax(axis=1)
    found = gains[np.arange(len(rows)), best]
    order = np.argsort(-found, kind="stable")[:count]
    return [
        Question(int(rows[each]), int(best[each]), float(found[each]))
        for each in order
        if found[each] > 1e-9
    ]


def _gains(analysis: CrowdAnalysis, beliefs: Floats) -> Floats:
    """The expected drop for each object and annotator; 0 for those not heard [shape=(M, J)].

    An answer of annotator j counts w_j c_j, his weight times his mean confidence, as in `labels`.
    """
    size, used = analysis.said.frame.size, analysis.answers
    gains = np.zeros((len(beliefs), analysis.n_annotators))
    answered = answers_of(used, analysis.n_annotators)
    counted = np.bincount(used.annotators, 1.0 - used.doubts, analysis.n_annotators)
    able = np.minimum(counted / np.maximum(answered, 1), 1.0)
    meant = analysis.confusions
    if meant is None:
        able = np.round(able * analysis.believed, DECIMALS)
    set_sizes = np.clip(np.rint(analysis.sizes), 1, size - 1).astype(int)
    heard = np.flatnonzero(answered > 0)
    step = max(ENTRIES // (max(len(beliefs), size) * max(size, MAX_SETS)), 1)
    for set_size in np.unique(set_sizes[heard]).tolist():
        group = heard[set_sizes[heard] == set_size]
        first = kinds = np.arange(len(group))
        if meant is None:
            _, first, kinds = np.unique(able[group], return_index=True, return_inverse=True)
        drops = []
        for start in range(0, len(first), step):
            check_stop()
            some = group[first[start : start + step]]
            minds = np.eye(size)[None] if meant is None else meant[some]
            drops.append(expected_drop(beliefs, minds, able[some], set_size))
        gains[:, group] = np.concatenate(drops, axis=1)[:, kinds]
    return gains


def expected_drop(beliefs: Floats, meant: Floats, able: Floats, set_size: int) -> Floats:
    """Mutual information of the class and an answer of that size, by ln K [shape=(M, J)].

    `meant`: how often each of J annotators, or all of them, has class l in mind for an object of
    class k [shape=(J or 1, K, K)]; the other members of the set are any. With chance 1 - `able` the
    whole set is [shape=(J,)].
    """
    size = beliefs.shape[1]
    given = meant  # P(set | class), the same for every object
    if set_size > 1 and comb(size, set_size) <= MAX_SETS:
        members = np.zeros((size, comb(size, set_size)))
        for number, chosen in enumerate(combinations(range(size), set_size)):
            members[list(chosen), number] = 1.0 / comb(size - 1, set_size - 1)
        given = meant @ members
    weight, number = able[:, None, None], given.shape[2]
    within = entr(weight * given + (1.0 - weight) / number).sum(axis=2)
    across = entr(weight * (beliefs @ given) + (1.0 - weight) / number).sum(axis=2)
    drop: Floats = np.maximum(across.T - beliefs @ within.T, 0.0) / np.log(size)
    return drop
