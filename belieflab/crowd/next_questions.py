"""Whom to ask next, and about what: the answer that is expected to say most about a class."""

from itertools import combinations
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from belieflab.crowd.analysis import CrowdAnalysis

Floats = NDArray[np.float64]

CANDIDATES = 200
"""Objects that are looked at: the most uncertain ones."""
MAX_SETS = 300


class Question(NamedTuple):
    """Ask annotator `annotator` about object `row`; the entropy is expected to fall by `drop`.

    `drop` is a share of the entropy of a wholly unknown class.
    """

    row: int
    annotator: int
    drop: float


def questions(analysis: CrowdAnalysis, count: int = 20) -> list[Question]:
    """The best questions, at most one per object, the best first; nobody is asked again."""
    size = analysis.said.frame.size
    if size < 2:
        return []
    rows = np.argsort(-analysis.uncertainty, kind="stable")[:CANDIDATES]
    rows = rows[analysis.uncertainty[rows] > 1e-9]
    beliefs = analysis.posteriors[rows]
    gains = np.zeros((len(rows), analysis.n_annotators))
    sets_of = np.clip(np.rint(analysis.sizes), 1, size - 1).astype(int)
    able = np.round(analysis.believed * np.minimum(analysis.confidences, 1.0), 2)
    known: dict[tuple[float, int], Floats] = {}
    for j in np.flatnonzero(np.bincount(analysis.answers.annotators, minlength=len(able)) > 0):
        kind = float(able[j]), int(sets_of[j])
        if kind not in known:
            known[kind] = expected_drop(beliefs, *kind)
        gains[:, j] = known[kind]
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


def expected_drop(beliefs: Floats, reliability: float, set_size: int) -> Floats:
    """Mutual information of the class and an answer of that size, by ln K [shape=(M,)].

    The answer is a set that holds the class with probability ρ, else one of that size at random.
    """
    size = beliefs.shape[1]
    if comb(size, set_size) > MAX_SETS:
        set_size = 1
    members = np.zeros((comb(size, set_size), size))
    for number, chosen in enumerate(combinations(range(size), set_size)):
        members[number, list(chosen)] = 1.0
    # P(set | class), the same for every object.
    given = reliability * members / comb(size - 1, set_size - 1) + (1 - reliability) / len(members)
    answered = beliefs @ given.T
    within = -(given * np.log(np.maximum(given, 1e-300))).sum(axis=0)
    across = -(answered * np.log(np.maximum(answered, 1e-300))).sum(axis=1)
    drop: Floats = np.maximum(across - beliefs @ within, 0.0) / np.log(size)
    return drop
