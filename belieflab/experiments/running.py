"""Running jobs: here, on the cores of this machine, or on a cluster; finished ones stream out."""

import time
from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from itertools import groupby

from belieflab.data.dataset import Dataset
from belieflab.errors import DataError
from belieflab.experiments.cells import Job, Result
from belieflab.experiments.store import ResultStore
from belieflab.experiments.tasks import compute, one_core

Stop = Callable[[], bool]
Batches = Generator[list[Result], None, None]
Backend = Callable[[Iterable[Sequence[Job]], Mapping[str, Dataset]], Batches]


@dataclass(frozen=True)
class Progress:
    """A finished job and how far the whole is.

    `seconds_left` is None until something is known about the time a job takes.
    """

    result: Result
    done: int
    total: int
    seconds_left: float | None


def run(
    jobs: Sequence[Job],
    store: ResultStore,
    *,
    workers: int = 1,
    cluster: str | None = None,
    given: Mapping[str, Dataset] | None = None,
    stop: Stop = lambda: False,
) -> Iterator[Progress]:
    """Compute the jobs that the store does not hold yet, keep them there and yield each.

    The numbers depend on the jobs alone, not on order, workers, cluster or interruptions.

    Parameters
    ----------
    jobs : what to compute, see `list_jobs`
    store : where results are kept; jobs found there are not computed again
    workers : processes on this machine; 1 computes in this process
    cluster : address of a Dask scheduler, `tcp://host:port`, instead of this machine
    given : data that cells name as handed over
    stop : asked before each piece of work; once true, what is under way ends and the rest is left
    """
    if workers < 1:
        raise DataError(f"At least one worker is needed; {workers} were asked for.")
    kept = store.finished(jobs[0].seed) if jobs else set()
    missing = [job for job in jobs if (job.cell.key, job.replicate) not in kept]
    clock = Clock(missing)
    done = len(jobs) - len(missing)
    backend = choose_backend(workers, cluster)
    with closing(backend(_until(stop, _pieces(missing)), given or {})) as batches:
        for batch in batches:
            store.add(batch)
            for result in batch:
                done += 1
                clock.note(result)
                yield Progress(result, done, len(jobs), clock.seconds_left())


class Clock:
    """How long the rest will take, by the pace so far and by how long each kind of cell takes."""

    def __init__(self, missing: Iterable[Job], now: Callable[[], float] = time.monotonic) -> None:
        self._left = Counter(job.cell.key for job in missing)
        self._spent: Counter[str] = Counter()
        self._finished: Counter[str] = Counter()
        self._now = now
        self._begun: float | None = None

    def note(self, result: Result) -> None:
        """Take a finished job into account."""
        if self._begun is None:  # starting processes, before, says nothing about the pace
            self._begun = self._now() - result.seconds
        key = result.job.cell.key
        self._left[key] -= 1
        self._finished[key] += 1
        self._spent[key] += result.seconds  # type: ignore[assignment]  # counts of seconds

    def seconds_left(self) -> float | None:
        """Work left over work done, in the time passed; None while no work is done."""
        worked = sum(self._spent.values())
        if self._begun is None or worked <= 0:
            return None
        average = worked / self._finished.total()
        left = sum(
            count * (self._spent[key] / self._finished[key] if self._finished[key] else average)
            for key, count in self._left.items()
            if count > 0
        )
        return (self._now() - self._begun) * left / worked


def choose_backend(workers: int, cluster: str | None) -> Backend:
    """Where pieces of work are computed; modules of other backends load when they are needed."""
    if cluster is not None:
        from belieflab.experiments.cluster import compute_on_cluster

        return lambda pieces, given: compute_on_cluster(pieces, given, cluster)
    if workers > 1:
        from belieflab.experiments.local import compute_on_cores

        return lambda pieces, given: compute_on_cores(pieces, given, workers)
    return compute_here


def compute_here(pieces: Iterable[Sequence[Job]], given: Mapping[str, Dataset]) -> Batches:
    """In this process, one job after another."""
    with one_core():
        for piece in pieces:
            for job in piece:
                yield compute([job], given)


def _pieces(jobs: Iterable[Job]) -> Iterator[list[Job]]:
    """Neighbouring jobs that differ by method alone: they share points and labels."""
    for _, group in groupby(jobs, key=lambda job: (job.replicate, job.cell.companions)):
        yield list(group)


def _until(stop: Stop, pieces: Iterable[list[Job]]) -> Iterator[list[Job]]:
    for piece in pieces:
        if stop():
            return
        yield piece
