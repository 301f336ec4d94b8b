"""Evidential c-means with a hundred clusters and all their pairs, beside the promise.

Run in a process of its own, so that its peak memory is its own.
"""

import json
import resource
import subprocess
import sys
from collections.abc import Iterator

import numpy as np

from belieflab.clustering import ECM
from belieflab.clustering.warmup import warm_up
from benchmarks.measurement import THREADS, Measurement, seconds

SIDE, PER_CLUSTER = 10, 50
PROMISED_S, PROMISED_BYTES = 60.0, 1e9


def run() -> Iterator[Measurement]:
    """Seconds of a whole fit and of its table of masses, and the peak memory of the process."""
    command = [sys.executable, "-m", "benchmarks.ecm_100"]
    ended = subprocess.run(command, check=True, capture_output=True)  # noqa: S603  (ourselves)
    found = json.loads(ended.stdout)
    yield Measurement(
        name="ecm-100",
        ours_s=found["seconds"],
        peer=f"a promise of {PROMISED_S:g} seconds",
        peer_s=PROMISED_S,
        ratio=PROMISED_S / found["seconds"],
        threads=THREADS,
        what=f"{found['n']:,} × 2 points, {SIDE**2} clusters, {found['sets']:,} sets with pairs, "
        f"{found['iterations']} iterations and the masses; peak memory "
        f"{found['bytes'] / 1e9:.2f} GB (promised: below {PROMISED_BYTES / 1e9:g})",
    )


def measure() -> dict[str, float]:
    """One fit on a grid of Gaussian clusters, all settings but the sets at their defaults."""
    warm_up()
    rng = np.random.default_rng(0)
    grid = 4.0 * np.stack(np.meshgrid(np.arange(SIDE), np.arange(SIDE)), axis=-1).reshape(-1, 2)
    X = np.repeat(grid, PER_CLUSTER, axis=0)
    X = X + rng.normal(scale=0.7, size=X.shape)
    model = ECM(SIDE**2, focal="pairs", random_state=0)
    took = seconds(lambda: model.fit(X).partition_)
    return {
        "seconds": took,
        "bytes": 1024.0 * resource.getrusage(resource.RUSAGE_SELF).ru_maxrss,
        "iterations": model.n_iter_,
        "n": len(X),
        "sets": len(model.partition_.focal),
    }


if __name__ == "__main__":
    print(json.dumps(measure()))
