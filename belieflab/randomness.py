"""One kind of random generator, whatever the caller passes as `random_state`."""

from typing import Any

import numpy as np


def make_generator(random_state: Any) -> np.random.Generator:
    """A Generator from None, a seed, a Generator or scikit-learn's RandomState.

    A Generator or RandomState goes on where it stands, so two calls draw different numbers.
    `numpy.random.default_rng` takes a RandomState only from NumPy 2.2 on.
    """
    if isinstance(random_state, np.random.RandomState):
        return np.random.Generator(random_state._bit_generator)
    return np.random.default_rng(random_state)


def spawn(rng: np.random.Generator, n: int) -> list[np.random.Generator]:
    """Independent generators, one for each of n runs that may go on side by side.

    A RandomState has no seed sequence to spawn from; then their seeds are drawn.
    """
    try:
        return list(rng.spawn(n))
    except TypeError:
        return [np.random.default_rng(seed) for seed in rng.integers(2**63, size=n)]
