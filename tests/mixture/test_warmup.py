"""After the warm-up no fit compiles anything."""

import numpy as np

from belieflab.mixture import Landscape, SoftLabelMixture
from belieflab.mixture.axes_kernel import turn_axes
from belieflab.mixture.expectation_kernel import expect, factorise
from belieflab.mixture.start_kernel import run_em
from belieflab.mixture.warmup import warm_up


def test_every_kernel_is_compiled_for_what_fits_pass_to_it():
    warm_up()
    kernels = (expect, factorise, run_em, turn_axes)
    before = [kernel.signatures for kernel in kernels]
    assert all(before)
    rng = np.random.default_rng(1)
    X, plausibility = rng.normal(size=(50, 3)), rng.uniform(0.1, 1.0, size=(50, 3))
    SoftLabelMixture(max_iter=3).fit(X, plausibility)
    for covariance in ("EEV", "EVE"):
        SoftLabelMixture(2, max_iter=3, covariance=covariance, random_state=0).fit(X)
    Landscape(n_starts=3, random_state=0).fit(X, plausibility)
    assert [kernel.signatures for kernel in kernels] == before
