"""Leave-one-out errors for all K at once beside the same for the largest K alone."""

from collections.abc import Iterator

import numpy as np

from belieflab.data.samples import load_sample
from belieflab.neighbors import EvidentialKNN
from belieflab.neighbors.warmup import warm_up
from benchmarks.measurement import Measurement, compare

POINTS, FEATURES, CLASSES, MAX_NEIGHBORS = 5_000, 10, 3, 50


def run() -> Iterator[Measurement]:
    """All K must take less than twice the time of one: a ratio above 0.5."""
    warm_up()
    sample = load_sample("gaussians", classes=CLASSES, dimension=FEATURES, size=POINTS)
    model = EvidentialKNN(MAX_NEIGHBORS).fit(sample.X, np.asarray(sample.truth))
    errors = model.leave_one_out_errors(MAX_NEIGHBORS)
    yield compare(
        "eknn-loo",
        lambda: model.leave_one_out_errors(MAX_NEIGHBORS),
        model.leave_one_out_masses,
        peer_name=f"leave-one-out masses for K = {MAX_NEIGHBORS} alone",
        what=f"errors for K = 1 to {MAX_NEIGHBORS}, {POINTS:,} × {FEATURES} points; the least is "
        f"{errors.min():.2%} at K = {1 + int(errors.argmin())}",
        repeats=3,
    )
