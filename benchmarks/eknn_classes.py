"""Probabilities from soft labels on 63 classes, beside the time a person will wait."""

import time
import warnings
from collections.abc import Iterator

import numpy as np

from belieflab.errors import FitWarning
from belieflab.neighbors import EvidentialKNN
from belieflab.neighbors.warmup import warm_up
from benchmarks.measurement import Measurement, peak_bytes, seconds

TRAIN, TEST, FEATURES, CLASSES, NEIGHBORS = 10_000, 10_000, 5, 63, 7
BUDGET_SECONDS = 10.0


def run() -> Iterator[Measurement]:
    """Fit and predict with a column of plausibilities for each class."""
    warm_up()
    rng = np.random.default_rng(0)
    X = rng.normal(size=(TRAIN, FEATURES))
    plausibility = rng.uniform(size=(TRAIN, CLASSES)) ** 2
    plausibility[np.arange(TRAIN), rng.integers(0, CLASSES, TRAIN)] = 1.0
    queries = rng.normal(size=(TEST, FEATURES))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", FitWarning)
        model = EvidentialKNN(NEIGHBORS)
        fitting = seconds(lambda: model.fit(X, plausibility))
        model.predict(queries[:10])
        cpu = time.process_time()
        took = seconds(lambda: model.predict(queries))
        cpu = time.process_time() - cpu
        peak = peak_bytes(lambda: model.predict(queries))
    yield Measurement(
        name="eknn-classes",
        ours_s=took,
        peer=f"a budget of {BUDGET_SECONDS:g} seconds",
        peer_s=BUDGET_SECONDS,
        ratio=BUDGET_SECONDS / took,
        threads=1,
        what=f"classes of {TEST:,} points from {TRAIN:,}, {CLASSES} plausibility columns, "
        f"{NEIGHBORS} neighbours; {cpu:.2f} s of processor time, {peak / 1e6:.0f} MB at most; the "
        f"fit took {fitting:.2f} s",
    )
