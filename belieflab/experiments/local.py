"""Jobs on the cores of this machine, through joblib's processes."""

import warnings
from collections.abc import Generator, Iterable, Mapping, Sequence
from itertools import takewhile

from joblib import Parallel, delayed, parallel_config

from belieflab.data.dataset import Dataset
from belieflab.experiments.cells import FailedJob, Job, Result
from belieflab.experiments.tasks import compute

IDLE_SECONDS = 60
"""After so long without work a process ends, also when nobody is left to give it any."""


def compute_on_cores(
    pieces: Iterable[Sequence[Job]], given: Mapping[str, Dataset], workers: int
) -> Generator[list[Result], None, None]:
    """Results as they come, in any order.

    Each process keeps to one core: linear algebra that takes all cores in every process would
    make them wait for each other. A job that cannot be done ends the work, but only after what is
    under way has come in: joblib would end the processes, which other threads may be using.
    """
    failed: list[FailedJob] = []
    with _processes(workers):
        parallel = Parallel(return_as="generator_unordered", pre_dispatch="3*n_jobs")
        batches = parallel(
            delayed(_compute_or_report)(piece, given)
            for piece in takewhile(lambda _: not failed, pieces)
        )
        try:
            for batch in batches:
                if isinstance(batch, FailedJob):
                    failed.append(batch)
                else:
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


def _compute_or_report(
    piece: Sequence[Job], given: Mapping[str, Dataset]
) -> list[Result] | FailedJob:
    try:
        return compute(piece, given)
    except FailedJob as error:
        return error
