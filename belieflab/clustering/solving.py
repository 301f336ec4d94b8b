"""The linear system that places the prototypes."""

import numpy as np
from numpy.typing import NDArray
from scipy.linalg.lapack import dpocon, dpotrf, dpotrs

Floats = NDArray[np.float64]

MANY = 64
"""From so many unknowns on a triangular factor is tried first; singular values take long."""

WELL_POSED = 1e-10
"""A system with a reciprocal condition number above this has one solution, to many digits."""


def solve_system(system: Floats, pull: Floats) -> Floats:
    """V with H V = B, H symmetric and nonnegative definite; the least V where H leaves one free.

    H [shape=(m, m)], B [shape=(m,) or (m, q)].
    """
    if len(system) >= MANY:
        factor, failed = dpotrf(system)
        if not failed and dpocon(factor, np.abs(system).sum(axis=0).max())[0] > WELL_POSED:
            return np.asarray(dpotrs(factor, pull)[0], dtype=np.float64)
    return np.asarray(np.linalg.lstsq(system, pull, rcond=None)[0], dtype=np.float64)
