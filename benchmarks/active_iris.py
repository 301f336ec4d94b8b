"""§4.2 of Hoarau et al. 2022 on Iris, a hundred repetitions, beside the time a person will wait."""

import time
from collections.abc import Iterator

from belieflab.active import ActiveLearning, Curve, Oracle
from belieflab.data import load_sample
from belieflab.neighbors.warmup import warm_up
from benchmarks.measurement import Measurement

BUDGET_SECONDS = 10.0
REPETITIONS = 100


def run() -> Iterator[Measurement]:
    """The two neighbour models on labels of which half are spoilt."""
    warm_up()
    protocol = ActiveLearning(
        load_sample("iris", seed=0),
        oracle=Oracle.rich("epsilon-noise", epsilon=0.5),
        n_repetitions=REPETITIONS,
    )
    began, worked = time.perf_counter(), time.process_time()
    protocol.fit()
    seconds, worked = time.perf_counter() - began, time.process_time() - worked
    yield Measurement(
        name="active-iris",
        ours_s=seconds,
        peer=f"a budget of {BUDGET_SECONDS:g} seconds",
        peer_s=BUDGET_SECONDS,
        ratio=BUDGET_SECONDS / seconds,
        threads=1,
        what=f"{protocol.n_start} start labels and {protocol.n_queries} queries, "
        f"{REPETITIONS} repetitions of two models, ε = 0.5, {worked:.1f} s of processor time; "
        f"accuracy at {protocol.n_labels[-1]} labels: "
        + ", ".join(map(describe, protocol.curves())),
    )


def describe(curve: Curve) -> str:
    """Where a curve ends, with its 95 % interval."""
    return f"{curve.line.title} {curve.final:.3f} ± {curve.half_width[-1]:.3f}"
