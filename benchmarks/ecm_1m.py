"""One iteration of evidential c-means on a million points, and its memory, beside the promise."""

from collections.abc import Iterator

import numpy as np

from belieflab.clustering import ECM
from belieflab.clustering.warmup import warm_up
from benchmarks.measurement import THREADS, Measurement, peak_bytes, seconds

POINTS, CLUSTERS, ITERATIONS = 1_000_000, 3, 10
PROMISED_S = 0.5


def run() -> Iterator[Measurement]:
    """Seconds per iteration of a whole fit: validation, start and final masses are shared out."""
    warm_up()
    rng = np.random.default_rng(0)
    centres = rng.uniform(0, 20, size=(CLUSTERS, 2))
    X = centres[rng.integers(CLUSTERS, size=POINTS)] + rng.normal(size=(POINTS, 2))
    model = ECM(CLUSTERS, delta=10.0, init=centres + 0.1, tol=0.0, max_iter=ITERATIONS)

    def masses() -> int:
        return int(model.fit(X).partition_.mass.nbytes)

    needed = X.nbytes + masses()
    ours_s = min(seconds(masses) for _ in range(3)) / ITERATIONS
    share = (X.nbytes + peak_bytes(masses)) / needed
    yield Measurement(
        name="ecm-1m",
        ours_s=ours_s,
        peer=f"a promise of {PROMISED_S} seconds",
        peer_s=PROMISED_S,
        ratio=PROMISED_S / ours_s,
        threads=THREADS,
        what=f"one iteration, {POINTS:,} × 2 points, {CLUSTERS} clusters, all {2**CLUSTERS} sets; "
        f"peak memory of the fit {share:.2f} times points and masses (promised: below 3)",
    )
