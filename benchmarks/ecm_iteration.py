"""One iteration of evidential c-means beside PyPI's evclust, on many points and on many sets."""

import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from types import ModuleType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from belieflab.clustering import ECM
from belieflab.clustering.warmup import warm_up
from benchmarks.measurement import THREADS, Measurement, compare

Floats = NDArray[np.float64]
ITERATIONS = 20
DELTA = 10.0


def run_many_points() -> Iterator[Measurement]:
    """10,000 points, 4 clusters, all 16 sets."""
    yield measure("ecm-10k", 10_000, 4)


def run_many_sets() -> Iterator[Measurement]:
    """2,000 points, 8 clusters, all 256 sets."""
    yield measure("ecm-c8", 2_000, 8)


def measure(name: str, n: int, n_clusters: int) -> Measurement:
    """Seconds per iteration; ours is the mean of several, validation and final masses included.

    The peer is timed without its summaries of the result, and both masses after the first
    iteration are compared.
    """
    warm_up()
    rng = np.random.default_rng(0)
    centres = rng.uniform(0, 20, size=(n_clusters, 2))
    X = centres[rng.integers(n_clusters, size=n)] + rng.normal(size=(n, 2))
    start = centres + 0.1
    model = ECM(n_clusters, delta=DELTA, init=start, tol=0.0, max_iter=ITERATIONS)
    peer = peer_iteration()
    theirs: list[Floats] = []

    def fit() -> Any:
        return model.fit(X).partition_

    whole = compare(
        name, fit, lambda: theirs.append(peer(X, start)),
        peer_name="evclust (PyPI)",
        what=f"one iteration, {n:,} points, {n_clusters} clusters, all {2**n_clusters} sets",
        repeats=5, peer_repeats=1, threads=THREADS,
    )  # fmt: skip
    ours = ECM(n_clusters, delta=DELTA, init=start, max_iter=0).fit(X).partition_.mass
    gap = float(np.abs(ours - theirs[0]).max())
    ours_s = whole.ours_s / (ITERATIONS + 1)
    return replace(
        whole,
        ours_s=ours_s,
        ratio=whole.peer_s / ours_s,
        what=f"{whole.what}; the masses of the first differ by {gap:.2g}",
    )


def peer_iteration() -> Callable[[Floats, Floats], Floats]:
    """One iteration of evclust's ECM: masses [shape=(n, 2^c)], columns in the order of masks."""
    # evclust's summaries draw charts; a stand-in spares the benchmark their libraries.
    for chart_library in ("matplotlib", "matplotlib.pyplot", "matplotlib.colors", "seaborn"):
        sys.modules.setdefault(chart_library, ModuleType(chart_library))
    try:
        from evclust import ecm as peer
    except ModuleNotFoundError:
        sys.exit("The peer is missing; `pip install --no-deps -r benchmarks/peers.txt` brings it.")

    def iterate(X: Floats, start: Floats) -> Floats:
        summaries = peer.extractMass
        peer.extractMass = lambda mass, *_, **__: mass
        try:
            mass: Floats = peer.ecm(X, len(start), g0=start, delta=DELTA, epsi=np.inf, disp=False)
        finally:
            peer.extractMass = summaries
        return mass

    return iterate
