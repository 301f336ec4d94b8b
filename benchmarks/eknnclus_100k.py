"""EKNNclus on 100,000 points, from raw points: seconds beside a promise, and peak memory."""

import statistics
import tracemalloc
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from belieflab.clustering import EKNNclus
from belieflab.clustering.warmup import warm_up
from belieflab.data.samples import load_sample
from benchmarks.measurement import THREADS, Measurement, seconds

PROMISED_S = 15.0
NEIGHBOURS, REPEATS = 50, 3
SETTINGS = {"clusters": 50, "per_cluster": 1000}


def run() -> Iterator[Measurement]:
    """The median of a few fits; memory is the peak of what was allocated, in sizes of n K numbers.

    It is measured for half the points too: linear in n K, the two are nearly the same.
    """
    warm_up()
    X = np.concatenate([load_sample("many-clusters", seed=seed, **SETTINGS).X for seed in (0, 1)])
    X[len(X) // 2 :] += 200.0  # beside the first half, not on it
    model = EKNNclus(NEIGHBOURS, random_state=0)
    ours_s = statistics.median(seconds(lambda: model.fit(X)) for _ in range(REPEATS))
    half, whole = (measure_peak(model, X[:size]) for size in (len(X) // 2, len(X)))
    yield Measurement(
        name="eknnclus-100k",
        ours_s=ours_s,
        peer="a promise of 15 seconds",
        peer_s=PROMISED_S,
        ratio=PROMISED_S / ours_s,
        threads=THREADS,
        what=f"{len(X):,} points in two features, K = {NEIGHBOURS}, one label per object at the "
        f"start, neighbours included, {model.n_iter_} sweeps to {model.n_clusters_:,} clusters; "
        f"peak memory {whole:.1f} times n K numbers ({half:.1f} times for half the points)",
    )


def measure_peak(model: EKNNclus, X: NDArray[np.float64]) -> float:
    """Peak memory of a fit, in sizes of n K floating-point numbers."""
    tracemalloc.start()
    model.fit(X)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return peak / (8 * len(X) * NEIGHBOURS)
