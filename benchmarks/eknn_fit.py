"""Fitting evidential neighbours: the default rule for γ beside a given γ, and learning γ."""

import time
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from belieflab.neighbors import EvidentialKNN
from belieflab.neighbors.warmup import warm_up
from benchmarks.measurement import Measurement, compare, seconds

POINTS, FEATURES, CLASSES = 1_000_000, 10, 3
LEARNED_POINTS, LEARNED_CLASSES = 10_000, 50
BUDGET_SECONDS = 20.0


def run() -> Iterator[Measurement]:
    """Rules for γ at a million points; then learning at ten thousand points of fifty classes."""
    warm_up()
    X, y = draw(POINTS, CLASSES)
    for rule in ("class", "single"):
        yield compare(
            f"eknn-fit-{rule}",
            lambda rule=rule: EvidentialKNN(gamma=rule).fit(X, y),
            lambda: EvidentialKNN(gamma=1.0).fit(X, y),
            peer_name="the same fit with gamma=1.0 (at least 0.67 wanted)",
            what=f"{POINTS:,} points, {FEATURES} features, {CLASSES} classes",
            repeats=5,
        )
    X, y = draw(LEARNED_POINTS, LEARNED_CLASSES)
    for rule in ("learned", "contextual"):
        model = EvidentialKNN(gamma=rule)
        cpu = time.process_time()
        took = seconds(lambda model=model: model.fit(X, y))
        cpu = time.process_time() - cpu
        yield Measurement(
            name=f"eknn-fit-{rule}",
            ours_s=took,
            peer=f"a budget of {BUDGET_SECONDS:g} seconds",
            peer_s=BUDGET_SECONDS,
            ratio=BUDGET_SECONDS / took,
            threads=1,
            what=f"{LEARNED_POINTS:,} points, {FEATURES} features, {LEARNED_CLASSES} classes; "
            f"{cpu:.2f} s of processor time; criterion {model.criterion_:.6g}",
        )


def draw(n: int, n_classes: int) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """Overlapping Gaussian classes."""
    rng = np.random.default_rng(0)
    y = rng.integers(0, n_classes, n)
    return rng.normal(size=(n, FEATURES)) + 1.5 * rng.normal(size=(n_classes, FEATURES))[y], y
