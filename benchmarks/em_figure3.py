"""The whole of Figure 3 of Côme et al. 2009, beside the time a person will wait for it."""

import time
from collections.abc import Iterator

from belieflab.mixture.sweep import LandscapeSweep, load_paper_sample
from belieflab.mixture.warmup import warm_up
from benchmarks.measurement import THREADS, Measurement

BUDGET_SECONDS = 300.0


def run() -> Iterator[Measurement]:
    """One sweep of 9 levels × 10 label sets × 200 starts, each climbed to 1e-12."""
    warm_up()
    sweep = LandscapeSweep(load_paper_sample())
    began = time.perf_counter()
    first_point = None
    for _ in sweep.iterate():
        if first_point is None and sweep.cells:
            first_point = time.perf_counter() - began
    seconds = time.perf_counter() - began
    yield Measurement(
        name="em-figure3",
        ours_s=seconds,
        peer="a budget of five minutes",
        peer_s=BUDGET_SECONDS,
        ratio=BUDGET_SECONDS / seconds,
        threads=THREADS,
        what=f"{describe_size(sweep)}; first point after {first_point:.2f} s; maxima at ns = "
        + describe_curve(sweep),
    )


def describe_size(sweep: LandscapeSweep) -> str:
    """How much was computed, in words."""
    return (
        f"{len(sweep.levels)} levels × {sweep.n_label_sets} label sets × {sweep.n_starts} starts "
        "to a relative change of 1e-12"
    )


def describe_curve(sweep: LandscapeSweep) -> str:
    """The curve in one line: level, mean number of maxima and its standard error."""
    return ", ".join(
        f"{average.level:g}: {average.n_maxima:.1f} ± {average.n_maxima_error:.1f}"
        for average in sweep.averages()
    )
