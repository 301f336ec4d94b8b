"""Experiments computed behind a page: what is known stays, only what is missing is computed.

Results go into a file as they come and into a book in memory that pages draw from. A run that is
asked to stop gives up the pieces of work that are under way, which look at a flag: no process is
killed and none is left behind; running again goes on from what is complete.
"""

import os
import shutil
import tempfile
import threading
import weakref
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from statistics import fmean

from belieflab.cost import Cost
from belieflab.data.dataset import Dataset
from belieflab.experiments.cells import Cell, FailedJob, Job, Result
from belieflab.experiments.cluster import configured_cluster
from belieflab.experiments.running import Clock, run
from belieflab.experiments.store import ResultStore
from belieflab.temporary import folder_prefix
from belieflab.ui.method.runs import Run

CORES = os.cpu_count() or 1
"""Processes; the same for every page and session, which then share them."""

POOL_SECONDS = 15.0
"""Work left, on one core, from which on it pays to start other processes: that takes a while."""


class Book:
    """The results of one file, also in memory, and the cells that cannot be computed."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.failures: dict[str, str] = {}
        """Why a cell cannot be computed, by its key."""
        self._found: dict[tuple[int, str], dict[int, Result]] = {}
        self.stored: set[str] | None = None
        """The cells whose results came with belieflab, by their keys; None before these are in."""
        self._open: weakref.WeakSet[ResultStore] = weakref.WeakSet()

    @classmethod
    def temporary(cls, name: str) -> "Book":
        """A book whose file goes when nobody holds the book any more."""
        folder = Path(tempfile.mkdtemp(prefix=folder_prefix("results")))
        book = cls(folder / name)
        weakref.finalize(book, shutil.rmtree, folder, ignore_errors=True)
        return book

    def open(self, jobs: Sequence[Job] = ()) -> ResultStore:
        """The file, to add what is missing of these jobs."""
        store = ResultStore(self.path)
        self._open.add(store)
        return store

    def close(self) -> None:
        """Let go of the file; who still has results for it is told that they are not kept."""
        for store in list(self._open):
            store.close()

    def read(self, seed: int, cells: Sequence[Cell]) -> None:
        """Take in what the file holds about these cells, where there is a file."""
        if self.path.exists():
            with ResultStore(self.path) as store:
                for result in store.read(seed, [cell.key for cell in cells]):
                    self.add(result)

    def add(self, result: Result) -> None:
        """Take in one result."""
        job = result.job
        self._found.setdefault((job.seed, job.cell.key), {})[job.replicate] = result

    def forget(self, seed: int, key: str) -> None:
        """Drop what is known in memory about a cell."""
        self._found.pop((seed, key), None)

    def results(self, seed: int, cells: Sequence[Cell]) -> list[Result]:
        """What is known about these cells, each once."""
        keys = dict.fromkeys(cell.key for cell in cells)
        known = (self._found.get((seed, key), {}) for key in keys)
        return [result for found in known for result in list(found.values())]

    def missing(self, jobs: Sequence[Job]) -> list[Job]:
        """The jobs without a result."""
        known = self._found.get
        return [job for job in jobs if job.replicate not in known((job.seed, job.cell.key), {})]


class ExperimentRun(Run):
    """The computation of the jobs that a book lacks.

    With `eager` the first replicate is computed in this process, curve after curve, which shows
    something at once; when much is left other processes are started, and take over once they are
    there. The Dask cluster that the server was started with, where there is one, computes instead.
    A cell that cannot be computed is noted in the book, and the others go on.
    """

    ends_itself = True

    def __init__(
        self,
        jobs: Sequence[Job],
        book: Book,
        *,
        given: Mapping[str, Dataset] | None = None,
        eager: bool = True,
    ) -> None:
        self._asked, self._missing = jobs, book.missing(jobs)
        super().__init__(self._compute, len(self._missing))
        self.book = book
        for job in self._missing:
            book.failures.pop(job.cell.key, None)
        self._given = given or {}
        self._cluster = configured_cluster()
        self._eager = eager
        self._clock = Clock(self._missing)

    def stop(self) -> None:
        """Ask the work to end: what is under way is given up, here and in other processes."""
        super().stop()
        self._flag.set()

    @property
    def seconds_left(self) -> float | None:
        """Time left by the cost of each kind of cell; None where it is not known yet."""
        return self._clock.seconds_left()

    def _compute(self) -> Iterator[Result]:
        left = self._missing
        with self.book.open(self._asked) as store:
            while left and not self._stop.is_set():
                try:
                    yield from self._compute_what_is_left(left, store)
                    return
                except FailedJob as error:
                    self.book.failures[error.job.cell.key] = str(error)
                    left = [job for job in left if job.cell.key not in self.book.failures]

    def _compute_what_is_left(self, left: list[Job], store: ResultStore) -> Iterator[Result]:
        if self._cluster or not self._eager:
            alone = self._cluster or len(left) <= CORES
            yield from self._run(left, store, 1 if alone else CORES)
            return
        first = [job for job in left if job.replicate == left[0].replicate]
        yield from self._run(curve_by_curve(first), store, 1)
        ready = threading.Event()
        if CORES > 1 and self._work_left(left) > POOL_SECONDS:
            threading.Thread(target=_start_processes, args=(ready,), daemon=True).start()
        yield from self._run(left, store, 1, until=ready)
        if ready.is_set():
            yield from self._run(left, store, CORES)

    def _work_left(self, jobs: Sequence[Job]) -> float:
        """Seconds of one core, by what each cell took so far."""
        missing = self.book.missing(jobs)
        taken: dict[str, list[float]] = {}
        for result in self.book.results(jobs[0].seed, [job.cell for job in missing]):
            taken.setdefault(result.job.cell.key, []).append(result.seconds)
        means = {key: fmean(seconds) for key, seconds in taken.items()}
        return sum(means.get(job.cell.key, 0.0) for job in missing)

    def _run(
        self,
        jobs: Sequence[Job],
        store: ResultStore,
        workers: int,
        until: threading.Event | None = None,
    ) -> Iterator[Result]:
        for progress in run(
            jobs,
            store,
            workers=workers,
            cluster=self._cluster or None,
            given=self._given,
            stop=lambda: self._stop.is_set() or (until is not None and until.is_set()),
        ):
            self.book.add(progress.result)
            self._clock.note(progress.result)
            yield progress.result


def cost_here(cost: Cost) -> Cost:
    """What jobs that cost so much take by a run of this kind: on all cores, where they are long.

    How long a cluster takes is not known, and is no time of this machine: 0 seconds.
    """
    if configured_cluster():
        return Cost(0.0, cost.bytes)
    return cost * (1 / CORES) if cost.seconds > POOL_SECONDS else cost


def _start_processes(ready: threading.Event) -> None:
    from belieflab.experiments.local import start_processes

    start_processes(CORES)
    ready.set()


def curve_by_curve(jobs: Sequence[Job]) -> list[Job]:
    """The jobs with those of one method together, so that its curve is whole early."""
    curves: dict[str, list[Job]] = {}
    for job in jobs:
        curves.setdefault(repr(job.cell.parameters.get("method")), []).append(job)
    return [job for curve in curves.values() for job in curve]
