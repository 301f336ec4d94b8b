"""Whom to ask next, and about what: the answer that is expected to say most about a class."""

from itertools import combinations
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from threadpoolctl import threadpool_limits

from belieflab.crowd.analysis import CrowdAnalysis
from belieflab.crowd.measures import answers_of
from belieflab.iteration import check_stop

Floats = NDArray[np.float64]

CANDIDATES = 200
"""Objects that are looked at: the most uncertain ones."""
MAX_SETS = 300
DECIMALS = 4
"""To which annotators of one reliability are told apart."""
ENTRIES = 200_000
"""Chances of answers that are held at a time."""
TINY = np.finfo(np.float64).tiny


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
    rows = candidates(analysis)
    # On a busy machine threads of BLAS wait for each other at every annotator: ten times as long.
    with threadpool_limits(limits=1, user_api="blas"):
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


def candidates(analysis: CrowdAnalysis) -> NDArray[np.int64]:
    """The most uncertain objects, about which a question is worth while."""
    rows = np.argsort(-analysis.uncertainty, kind="stable")[:CANDIDATES]
    return rows[analysis.uncertainty[rows] > 1e-9]


def group_by_size(analysis: CrowdAnalysis) -> dict[int, NDArray[np.int64]]:
    """The annotators who were heard, by the size of the sets that they answer with."""
    heard = np.flatnonzero(answers_of(analysis.answers, analysis.n_annotators) > 0)
    most = analysis.said.frame.size - 1
    sizes = np.clip(np.rint(analysis.sizes[heard]), 1, most).astype(int)
    return {int(each): heard[sizes == each] for each in np.unique(sizes)}


def count_answers(n_classes: int, set_size: int) -> int:
    """How many answers of that size are told apart: sets, or classes where the sets are many."""
    n_sets = comb(n_classes, set_size)
    return n_sets if n_sets <= MAX_SETS else n_classes


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
    step = max(ENTRIES // (max(len(beliefs), size) * max(size, MAX_SETS)), 1)
    for set_size, group in group_by_size(analysis).items():
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
        members = np.zeros((size, count_answers(size, set_size)))
        for number, chosen in enumerate(combinations(range(size), set_size)):
            members[list(chosen), number] = 1.0 / comb(size - 1, set_size - 1)
        given = meant @ members
    weight, number = able[:, None, None], given.shape[2]
    within = _entropies(weight * given + (1.0 - weight) / number)
    across = _entropies(weight * (beliefs @ given) + (1.0 - weight) / number)
    drop: Floats = np.maximum(across.T - beliefs @ within.T, 0.0) / np.log(size)
    return drop


def _entropies(chances: Floats) -> Floats:
    """-Σ p ln p of each row [shape=(A, B, N) to (A, B)], in a third of the time of `entr`."""
    logarithms = np.maximum(chances, TINY)
    np.log(logarithms, out=logarithms)
    sums: Floats = -np.einsum("abn,abn->ab", chances, logarithms)
    return sums
