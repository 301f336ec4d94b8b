"""One seed, several independent streams of random numbers."""

import numpy as np

from belieflab.errors import DataError

POINTS = 1
"""Stream of everything drawn while making points."""

LABELS = 2
"""Stream of everything drawn while making labels."""

NOISE = 3
"""Stream of everything drawn while labels that are given are made noisier."""


def stream(seed: int, purpose: int) -> np.random.Generator:
    """The random numbers of one purpose under one seed.

    Points and labels share the seed a person sees, but never the same numbers: label noise that
    repeats the draws behind the points would depend on where a point lies.
    """
    if seed < 0:
        raise DataError(f"A seed is a whole number from 0 up; {seed} was given.")
    return np.random.default_rng(np.random.SeedSequence(int(seed), spawn_key=(purpose,)))
