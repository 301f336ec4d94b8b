"""Peak memory of ECM on ten million points, in a process of its own, beside scikit-learn's KMeans.

`python -m benchmarks.ecm_memory ROWS KIND` is that process: it prints what it needed as JSON.
"""

import json
import os
import resource
import subprocess
import sys
import time
import warnings
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from benchmarks.measurement import THREADS, Measurement

POINTS, FEATURES, CLUSTERS, ITERATIONS = 10_000_000, 2, 3, 10
ALLOWED = 500e6 / POINTS
"""Bytes per point that a fit may take beside the data."""

OURS, PEER = "ECM", "KMeans"
LARGE_BLOCK = 1 << 18
"""Blocks from this size on go back to the system when they are freed, so that the peak is that of
the arrays alive and not of the allocator's holes."""


def run() -> Iterator[Measurement]:
    """One fit of each, labels included, from starts drawn by k-means++."""
    ours, peer = measure(OURS), measure(PEER)
    yield Measurement(
        "ecm-memory",
        ours["seconds"],
        "scikit-learn's KMeans",
        peer["seconds"],
        peer["seconds"] / ours["seconds"],
        THREADS,
        f"{POINTS:,} × {FEATURES} points, {CLUSTERS} clusters, all {2**CLUSTERS} sets, {ITERATIONS}"
        f" iterations: peak {ours['above'] / 1e6:.0f} MB above the data "
        f"({ours['given'] / 1e6:.0f} MB); allowed {ALLOWED * POINTS / 1e6:.0f} MB, "
        f"KMeans {peer['above'] / 1e6:.0f} MB",
    )


def measure(kind: str, rows: int | None = None) -> dict[str, float]:
    """What a fit of that kind took: `seconds`, bytes `above` the data, bytes `given`."""
    command = [sys.executable, "-m", "benchmarks.ecm_memory", str(rows or POINTS), kind]
    environment = os.environ | {"MALLOC_MMAP_THRESHOLD_": str(LARGE_BLOCK)}
    done = subprocess.run(command, env=environment, check=True, capture_output=True)  # noqa: S603
    found: dict[str, float] = json.loads(done.stdout)
    return found


def draw(rows: int) -> NDArray[np.float64]:
    """Points in three clusters, without temporary copies of them."""
    points = np.random.default_rng(0).standard_normal((rows, FEATURES))
    for k in range(CLUSTERS):
        points[k::CLUSTERS, 0] += 4.0 * k
    return points


def fit(points: NDArray[np.float64], kind: str) -> None:
    """Ten iterations, whatever they achieve."""
    if kind == PEER:
        from sklearn.cluster import KMeans

        KMeans(CLUSTERS, n_init=1, max_iter=ITERATIONS, tol=0, random_state=0).fit(points)
        return
    from belieflab.clustering import ECM

    ECM(CLUSTERS, delta=10.0, max_iter=ITERATIONS, tol=0.0, random_state=0).fit(points)


def peak() -> float:
    """The largest resident size of this process so far, in bytes."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024.0


def main(rows: int, kind: str) -> None:
    """Fit little, so that everything is loaded, then fit all and print what that added."""
    warnings.simplefilter("ignore")
    fit(draw(40_000), kind)
    before = peak()
    points = draw(rows)
    begun = time.perf_counter()
    fit(points, kind)
    seconds = time.perf_counter() - begun
    above = peak() - before - points.nbytes
    print(json.dumps({"seconds": seconds, "above": above, "given": points.nbytes}))


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2])
