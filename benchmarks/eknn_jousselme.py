"""γ per object by Jousselme similarity of rich labels, beside the time a person will wait."""

import time
import tracemalloc
from collections.abc import Iterator

import numpy as np

from belieflab import MassTable
from belieflab.neighbors import EvidentialKNN
from belieflab.neighbors.warmup import warm_up
from benchmarks.measurement import THREADS, Measurement

POINTS, FEATURES, CLASSES = 2_000, 4, 3
BUDGET_SECONDS = 2.0


def run() -> Iterator[Measurement]:
    """One fit with labels that all differ and use every subset of the classes."""
    warm_up()
    rng = np.random.default_rng(0)
    X = rng.normal(size=(POINTS, FEATURES))
    n_sets = 2**CLASSES - 1
    labels = MassTable(
        range(CLASSES), np.arange(1, n_sets + 1), rng.dirichlet(np.ones(n_sets), size=POINTS)
    )
    model = EvidentialKNN(gamma="jousselme")
    tracemalloc.start()
    model.fit(X, labels)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    began = time.perf_counter()
    model.fit(X, labels)
    seconds = time.perf_counter() - began
    yield Measurement(
        name="eknn-jousselme",
        ours_s=seconds,
        peer=f"a budget of {BUDGET_SECONDS:g} seconds",
        peer_s=BUDGET_SECONDS,
        ratio=BUDGET_SECONDS / seconds,
        threads=THREADS,
        what=f"γ of {POINTS:,} objects with {n_sets} focal sets each; peak memory "
        f"{peak / (8 * POINTS**2):.1f} tables of {POINTS:,} × {POINTS:,} numbers",
    )
