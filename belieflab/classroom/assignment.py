"""Who is asked about which objects: those that have the fewest answers come first."""

import numpy as np
from numpy.typing import NDArray

QUESTIONS = 10
"""Objects that one student is asked about."""


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
