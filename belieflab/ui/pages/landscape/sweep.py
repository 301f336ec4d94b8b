"""The sweep of Figure 3: what is known of it, and the computation of what is missing."""

import math
import time
from collections.abc import Iterator
from functools import partial

from belieflab.data.fingerprint import fingerprint
from belieflab.experiments.cells import Cell, Job, Outcome, Result
from belieflab.iteration import StopFlag
from belieflab.mixture import LandscapeSweep
from belieflab.mixture.cost import landscape_cost
from belieflab.mixture.sweep import PAPER_LEVELS, CellKey
from belieflab.mixture.sweep import Cell as Finished
from belieflab.ui.method import kept_results
from belieflab.ui.method.context import Context
from belieflab.ui.method.experiment_run import Book
from belieflab.ui.method.tasks import Status, Task, resolve
from belieflab.ui.pages.landscape.settings import ADVICE, PAGE


def mark_points(context: Context) -> str:
    """A name for points and classes, from their contents."""
    make = partial(fingerprint, context.dataset.X, context.dataset.truth)
    return context.remember("points", context.workspace.version, make)


def sweep_task(context: Context) -> Task[LandscapeSweep]:
    """The landscape at nine levels of nonspecificity, for several draws of the labels each.

    What is known is not computed again.
    """
    dataset, settings = context.dataset, context.settings
    known = known_sweep(context)
    n_missing = len(known.keys) - len(known.cells)
    label = f"Resume, {n_missing * settings.starts:,} starts to do" if known.cells else "Sweep"

    def start(stop: StopFlag) -> tuple[LandscapeSweep, Iterator[int]]:
        sweep = known_sweep(context)
        return sweep, _steps(sweep, _kept_cells(context), kept_results.book(), stop)

    one = landscape_cost(dataset.n, dataset.p, len(dataset.class_names), settings.starts)
    return Task(
        f"{PAGE}.sweep",
        (context.workspace.version, settings.label_sets, settings.starts, settings.relabel),
        start,
        one * (n_missing / 4),  # most levels converge soon
        expected=n_missing * settings.starts,
        label=label if n_missing else "All computed",
        unit="start",
        advice=ADVICE,
        problem=context.problem("A landscape"),
        by_itself=False,
        scope=context.workspace.version,
    )


def shown_sweep(context: Context) -> LandscapeSweep | None:
    """The sweep that goes on or has ended, or what is known; else one for earlier settings."""
    outcome, known = resolve(sweep_task(context)), known_sweep(context)
    found: LandscapeSweep | None = outcome.value
    running = outcome.status is Status.RUNNING
    if known.cells and (found is None or outcome.outdated) and not running:
        found = known
    return found if found is not None and found.cells else None


def known_sweep(context: Context) -> LandscapeSweep:
    """The sweep with the cells that the workspace keeps."""
    settings = context.settings
    make = partial(LandscapeSweep, n_label_sets=settings.label_sets, n_starts=settings.starts)
    sweep = make(context.dataset, relabel=settings.relabel, seed=context.seed)
    found, kept = {}, _kept_cells(context)
    levels = {cell.key: level for level, cell in kept.items()}
    for job, outcome, _ in kept_results.book().results(context.seed, list(kept.values())):
        if outcome.score.is_integer() and math.isfinite(outcome.iterations):
            key = CellKey(levels[job.cell.key], job.replicate)
            found[key] = Finished(key, sweep.n_starts, int(outcome.score), outcome.iterations)
    sweep.cells = {key: found[key] for key in sweep.keys if key in found}
    return sweep


def _kept_cells(context: Context) -> dict[float, Cell]:
    """Under what the results of each level are kept: by contents, so that none pass for others."""
    dataset, settings = context.dataset, context.settings
    about = {"points": mark_points(context), "classes": len(dataset.class_names)}
    about |= {"starts": settings.starts, "relabel": settings.relabel}
    return {level: Cell("landscape", about | {"level": level}) for level in PAPER_LEVELS}


def _steps(
    sweep: LandscapeSweep, kept: dict[float, Cell], book: Book, stop: StopFlag
) -> Iterator[int]:
    """One step per start; each cell is kept once it is complete."""
    given, begun = len(sweep.cells) * sweep.n_starts, time.monotonic()
    with book.open() as store:
        for step in sweep.iterate(stop=stop):
            found: Finished = step.snapshot
            until = len(sweep.cells) * sweep.n_starts
            if found.n_starts == sweep.n_starts:
                job = Job(kept[found.key.level], found.key.label_set, sweep.seed)
                outcome = Outcome(float(found.n_maxima), found.iterations)
                result = Result(job, outcome, time.monotonic() - begun)
                store.add([result])
                book.add(result)
                begun = time.monotonic()
            else:
                until += found.n_starts
            yield from range(given, until)
            given = until
