"""Kernels: compiled once for every type that occurs, and only loaded when asked for."""

import subprocess
import sys

import numpy as np
import pytest

import belieflab
from belieflab import MassTable
from belieflab.belief import RULES, combination_kernel, combine, transform_kernel, warm_up

KERNELS = [
    transform_kernel.add_subsets,
    transform_kernel.add_supersets,
    combination_kernel.add_products,
    combination_kernel.mark_pairs_with_mass,
    combination_kernel.multiply_commonalities,
    combination_kernel.recover_masses,
]


def test_after_the_warm_up_nothing_is_compiled_any_more():
    warm_up()
    before = [list(kernel.signatures) for kernel in KERNELS]
    assert all(before)
    rng = np.random.default_rng(0)
    wide = np.arange(64)
    for n in (1, 3000):
        tables = [MassTable(range(6), wide, rng.dirichlet(np.ones(64), size=n)) for _ in range(3)]
        for rule in RULES if n == 1 else ["dempster", "disjunctive", "cautious"]:
            combine(tables, rule)
            combine([tables[0].compact()[:1].discount(0.2)] * 2, rule)
    assert [list(kernel.signatures) for kernel in KERNELS] == before


@pytest.mark.parametrize("kernel", KERNELS, ids=lambda kernel: kernel.__name__)
def test_kernels_let_other_sessions_run(kernel):
    assert kernel.targetoptions["nogil"]
    assert not kernel.targetoptions.get("parallel", False)


def test_importing_the_library_does_not_load_numba():
    code = "import sys, belieflab; sys.exit('numba' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_every_public_name_can_be_had():
    for name in belieflab.belief.__all__:
        assert getattr(belieflab.belief, name) is not None
    with pytest.raises(AttributeError, match="no attribute 'guess'"):
        belieflab.belief.guess  # noqa: B018
