"""Jobs on the cores of this machine, through joblib's processes."""

import tempfile
import warnings
from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import takewhile
from pathlib import Path

from joblib import Parallel, delayed, parallel_config

from belieflab.data.dataset import Dataset
from belieflab.experiments.cells import FailedJob, Job, Result
from belieflab.experiments.tasks import compute
from belieflab.experiments.waiting import taken_until_stopped, watching
from belieflab.iteration import StopFlag, Stopped, current_flag, stop_scope
from belieflab.temporary import folder_prefix

IDLE_SECONDS = 60
"""After so long without work a process ends, also when nobody is left to give it any."""


def compute_on_cores(
    pieces: Iterable[Sequence[Job]], given: Mapping[str, Dataset], workers: int
) -> Generator[list[Result], None, None]:
    """Results as they come, in any order.

    Once the flag of the innermost `stop_scope` is set nobody waits for the processes, which may
    just be starting: another thread takes in what they still send.
    """
    return taken_until_stopped(lambda: _compute_to_the_end(pieces, given, workers))


def _compute_to_the_end(
    pieces: Iterable[Sequence[Job]], given: Mapping[str, Dataset], workers: int
) -> Generator[list[Result], None, None]:
    """Results as they come.

    Each process keeps to one core: linear algebra that takes all cores in every process would
    make them wait for each other. A job that cannot be done ends the work, but only after what is
    under way has come in: joblib would end the processes, which other threads may be using.
    """
    failed: list[FailedJob] = []
    with _processes(workers), _stop_file() as stop_file:
        parallel = Parallel(return_as="generator_unordered", pre_dispatch="3*n_jobs")
        batches = parallel(
            delayed(_compute_or_report)(piece, given, stop_file)
            for piece in takewhile(lambda _: not failed, pieces)
        )
        try:
            for batch in batches:
                if isinstance(batch, FailedJob):
                    failed.append(batch)
                elif batch:
                    yield batch
        finally:
            with warnings.catch_warnings():
                # Whoever leaves early knows that work under way is dropped.
                warnings.filterwarnings("ignore", ".*have been cancelled")
                batches.close()
    if failed:
        raise failed[0]


def start_processes(workers: int) -> None:
    """Have the processes ready, which takes some seconds; until then one can compute here."""
    with _processes(workers):
        Parallel()(delayed(compute)([], {}) for _ in range(workers))


def _processes(workers: int) -> parallel_config:
    return parallel_config(
        "loky", n_jobs=workers, inner_max_num_threads=1, idle_worker_timeout=IDLE_SECONDS
    )


@contextmanager
def _stop_file() -> Iterator[str]:
    """The path of a file that appears soon after the StopFlag here is set, for other processes."""
    flag = current_flag()
    with tempfile.TemporaryDirectory(prefix=folder_prefix("stop")) as folder:
        path = Path(folder) / "stop"
        with watching(lambda: flag.is_set, path.touch):
            yield str(path)


def _compute_or_report(
    piece: Sequence[Job], given: Mapping[str, Dataset], stop_file: str
) -> list[Result] | FailedJob:
    """The results of a piece; none where it was stopped, which its kernels see by the file."""
    flag, path = StopFlag(), Path(stop_file)
    try:
        with watching(path.exists, flag.set), stop_scope(flag):
            return [] if path.exists() else compute(piece, given)
    except Stopped:
        return []
    except FailedJob as error:
        return error
