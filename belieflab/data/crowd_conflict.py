"""How much the annotators of a crowd contradict each other, object by object."""

import numpy as np
from numpy.typing import NDArray

from belieflab.data.crowd import Crowd
from belieflab.data.dataset import UNKNOWN


def crowd_conflict(crowd: Crowd) -> NDArray[np.float64]:
    """Mass on ∅ when all discounted answers meet in the conjunctive rule [shape=(n,)].

    The answers for class k together are the simple function {k}^w_k, w_k = Π_{j said k} (1 - r_j);
    so m(∅) = 1 - Π_l w_l - Σ_k (1 - w_k) Π_{l≠k} w_l.
    """
    doubt = 1.0 - crowd.reliabilities
    weights = np.ones((len(crowd.answers), crowd.frame.size))
    for j, rate in enumerate(doubt):
        said = np.flatnonzero(crowd.answers[:, j] != UNKNOWN)
        weights[said, crowd.answers[said, j]] *= rate
    others = np.ones_like(weights)
    for k in range(crowd.frame.size):
        others[:, k] = np.delete(weights, k, axis=1).prod(axis=1)
    agreed = weights.prod(axis=1) + ((1.0 - weights) * others).sum(axis=1)
    conflict: NDArray[np.float64] = np.clip(1.0 - agreed, 0.0, 1.0)
    return conflict
