"""Who is asked about which objects: students share some first, then the fewest answers count."""

import numpy as np
from numpy.typing import NDArray

QUESTIONS = 10
"""Objects that one student is asked about."""


SHARED = 3
"""Answers that an object gets before another one is begun: so three students see conflict."""


def share_objects(
    load: NDArray[np.int64], rng: np.random.Generator, questions: int = QUESTIONS
) -> NDArray[np.int64]:
    """Places of the objects for the next student, in random order [shape=(≤ questions,)].

    Objects that others were asked about, but fewer than `SHARED`, come first; the rest is chosen by
    `choose_objects`.
    """
    begun = rng.permutation(np.flatnonzero((load > 0) & (load < SHARED)))
    begun = begun[np.argsort(-load[begun], kind="stable")][:questions]
    others = np.setdiff1d(np.arange(len(load)), begun)
    more = others[choose_objects(load[others], rng, questions - len(begun))]
    return rng.permutation(np.concatenate([begun, more]))


def choose_objects(
    load: NDArray[np.int64], rng: np.random.Generator, questions: int = QUESTIONS
) -> NDArray[np.int64]:
    """Places of the objects for the next student, in random order [shape=(≤ questions,)].

    `load`: answers that each object has or will soon have [shape=(m,)]. The least loaded are taken
    and ties are drawn, so after any number of students no object is two ahead of another.
    """
    order = rng.permutation(len(load))
    chosen = order[np.argsort(load[order], kind="stable")][:questions]
    return rng.permutation(chosen)
