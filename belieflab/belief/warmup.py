"""Compiling every kernel of the belief calculus once, before a person waits for it."""

import numpy as np

from belieflab.belief import combination_kernel, transform_kernel


def warm_up() -> None:
    """Call each kernel on a tiny table; with Numba's disk cache this is quick after the first time.

    Masses of a MassTable are read-only, which Numba counts as a type of its own: so they are here.
    """
    mass = np.full((1, 4), 0.25)
    mass.setflags(write=False)
    focal = np.arange(4, dtype=np.int64)
    focal.setflags(write=False)
    for transform in (transform_kernel.add_supersets, transform_kernel.add_subsets):
        transform(np.ones((1, 4)), 1.0)
    combination_kernel.mark_pairs_with_mass(mass, mass, np.zeros((4, 4), dtype=np.bool_))
    combination_kernel.add_products(mass, mass, np.zeros((4, 4), dtype=np.int64), np.zeros((1, 4)))
    combination_kernel.multiply_commonalities(np.ones((1, 4)), focal, mass, True)
    combination_kernel.recover_masses(np.ones((1, 4)), np.arange(1, 4), 0.0, np.zeros((1, 3)))
