"""Peak memory of EM on ten million points, in a process of its own, beside scikit-learn's mixture.

`python -m benchmarks.em_memory ROWS KIND` is that process: it prints what it needed as JSON.
"""

import json
import os
import resource
import subprocess
import sys
import time
import warnings
from collections.abc import Iterator
from typing import Any

import numpy as np

from benchmarks.measurement import THREADS, Measurement

POINTS, FEATURES, CLASSES, ITERATIONS = 10_000_000, 2, 3, 10
ALLOWED = 500e6 / POINTS
"""Bytes per point that a fit may take beside the data and the labels."""

HARD, SOFT, PEER = "hard", "plausibilities", "scikit-learn"
LARGE_BLOCK = 1 << 18
"""Blocks from this size on go back to the system when they are freed, so that the peak is that of
the arrays alive and not of the allocator's holes."""


def run() -> Iterator[Measurement]:
    """Hard labels and a table of plausibilities.

    The peer has no labels to keep; it gets a tenth of the points, and its numbers are ten times
    what it took.
    """
    tenth = measure(PEER, POINTS // 10)
    peer = {name: 10 * value for name, value in tenth.items()}
    for kind in (HARD, SOFT):
        ours = measure(kind, POINTS)
        yield Measurement(
            f"em-memory-{kind}",
            ours["seconds"],
            "scikit-learn's GaussianMixture without labels",
            peer["seconds"],
            peer["seconds"] / ours["seconds"],
            THREADS,
            f"{POINTS} × {FEATURES} points, {CLASSES} classes, {kind} labels, {ITERATIONS} "
            f"iterations: peak {ours['above'] / 1e6:.0f} MB above data and labels "
            f"({ours['given'] / 1e6:.0f} MB); allowed {ALLOWED * POINTS / 1e6:.0f} MB, "
            f"scikit-learn {peer['above'] / 1e6:.0f} MB",
        )


def measure(kind: str, rows: int) -> dict[str, float]:
    """What a fit of that kind took: `seconds`, bytes `above` data and labels, bytes `given`."""
    command = [sys.executable, "-m", "benchmarks.em_memory", str(rows), kind]
    environment = os.environ | {"MALLOC_MMAP_THRESHOLD_": str(LARGE_BLOCK)}
    done = subprocess.run(command, env=environment, check=True, capture_output=True)  # noqa: S603
    found: dict[str, float] = json.loads(done.stdout)
    return found


def draw(rows: int, kind: str) -> tuple[Any, Any]:
    """Points in three clusters and labels of that kind, without temporary copies of the points."""
    rng = np.random.default_rng(0)
    truth = np.arange(rows) % CLASSES
    points = rng.standard_normal((rows, FEATURES))
    points[:, 0] += 3 * truth
    if kind != SOFT:
        return points, truth
    labels = np.full((rows, CLASSES), 0.2)
    labels[np.arange(rows), truth] = 1.0
    return points, labels


def fit(points: Any, labels: Any, kind: str) -> None:
    """Ten iterations, whatever they achieve."""
    if kind == PEER:
        from sklearn.mixture import GaussianMixture

        GaussianMixture(CLASSES, max_iter=ITERATIONS, tol=0, init_params="random").fit(points)
        return
    from belieflab.mixture import SoftLabelMixture

    SoftLabelMixture(max_iter=ITERATIONS, tol=0).fit(points, labels)


def peak() -> float:
    """The largest resident size of this process so far, in bytes."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024.0


def main(rows: int, kind: str) -> None:
    """Fit little, so that everything is loaded, then fit all and print what that added."""
    warnings.simplefilter("ignore")
    fit(*draw(1_000, kind), kind)
    before = peak()
    points, labels = draw(rows, kind)
    given = points.nbytes + (0 if kind == PEER else labels.nbytes)
    begun = time.perf_counter()
    fit(points, labels, kind)
    seconds = time.perf_counter() - begun
    print(json.dumps({"seconds": seconds, "above": peak() - before - given, "given": given}))


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2])
