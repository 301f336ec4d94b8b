"""The whole of Figure 3 of Côme et al. (2009), beside the time a person will wait for it.

Starts are accelerated once EM contracts linearly. So that nobody has to believe that this changes
no result, starts are run once more by plain EM and compared: those of the first label set, or of
as many as the environment variable EM_FIGURE3_COMPARED says (10 for all).
"""

import os
import time
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from belieflab.mixture.maxima import component_vectors
from belieflab.mixture.sweep import CellKey, LandscapeSweep, load_paper_sample
from belieflab.mixture.warmup import warm_up
from benchmarks.measurement import THREADS, Measurement

BUDGET_SECONDS = 30.0
COMPARED_LABEL_SETS = int(os.environ.get("EM_FIGURE3_COMPARED", "1"))


@dataclass
class Comparison:
    """Accelerated runs against plain EM from the same starts.

    Attributes
    ----------
    cells, starts : how many of each were compared
    differing_cells : cells in which the two found different sets of maxima
    differing_starts : starts that ended on another maximum
    e_steps, plain_e_steps : E steps of both
    """

    cells: int = 0
    starts: int = 0
    differing_cells: int = 0
    differing_starts: int = 0
    e_steps: int = 0
    plain_e_steps: int = 0

    def __str__(self) -> str:
        return (
            f"compared with plain EM in {self.cells} cells: {self.differing_cells} with another "
            f"set of maxima, {self.differing_starts} of {self.starts} starts on another maximum, "
            f"{self.e_steps:,} E steps instead of {self.plain_e_steps:,}"
        )


def run() -> Iterator[Measurement]:
    """One sweep of 9 levels × 10 label sets × 200 starts, each run to 1e-12."""
    warm_up()
    sweep = LandscapeSweep(load_paper_sample())
    began, cpu_began = time.perf_counter(), time.process_time()
    first_point = None
    for _ in sweep.iterate():
        if first_point is None and sweep.cells:
            first_point = time.perf_counter() - began
    seconds, cpu_seconds = time.perf_counter() - began, time.process_time() - cpu_began
    compared = [key for key in sweep.keys if key.label_set < COMPARED_LABEL_SETS]
    yield Measurement(
        name="em-figure3",
        ours_s=seconds,
        peer="a budget of half a minute",
        peer_s=BUDGET_SECONDS,
        ratio=BUDGET_SECONDS / seconds,
        threads=THREADS,
        what=f"{describe_size(sweep)}; {cpu_seconds:.1f} s of processor time; first point after "
        f"{first_point:.2f} s; {compare_with_plain(sweep, compared)}; maxima at ns = "
        + describe_curve(sweep),
    )


def compare_with_plain(sweep: LandscapeSweep, keys: list[CellKey]) -> Comparison:
    """Run the cells with and without acceleration and count what differs."""
    found = Comparison()
    for key in keys:
        labels = sweep.labels_of(key)
        quick = sweep.landscape_of(key).fit(sweep.dataset.X, labels)
        plain = sweep.landscape_of(key).set_params(accelerated=False).fit(sweep.dataset.X, labels)
        ends, plain_ends = (
            np.array([component_vectors(run.parameters, each.units_) for run in each.runs_])
            for each in (quick, plain)
        )
        gaps = np.sqrt(np.square(ends - plain_ends).sum(axis=(1, 2)))
        found.cells += 1
        found.starts += len(gaps)
        found.differing_starts += int((gaps > quick.distance).sum())
        found.differing_cells += not _same_maxima(ends, plain_ends, quick.distance)
        found.e_steps += sum(run.iterations + 1 for run in quick.runs_)
        found.plain_e_steps += sum(run.iterations + 1 for run in plain.runs_)
    return found


def _same_maxima(ends: NDArray[np.float64], others: NDArray[np.float64], distance: float) -> bool:
    """Whether every end of either has one of the other within the distance."""
    gaps = np.sqrt(np.square(ends[:, None] - others[None]).sum(axis=(2, 3)))
    return bool((gaps.min(axis=0) <= distance).all() and (gaps.min(axis=1) <= distance).all())


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
