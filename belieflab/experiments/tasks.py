"""What a worker does with a job: find the task by name, run it on one core, take the time."""

import time
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from functools import cache

from threadpoolctl import ThreadpoolController

from belieflab.errors import DataError
from belieflab.experiments.assessment import Given, assess
from belieflab.experiments.cells import FailedJob, Job, Outcome, Result
from belieflab.experiments.papers.tasks import PAPER_TASKS
from belieflab.experiments.sweep import ASSESS
from belieflab.segments import one_thread

Task = Callable[[Job, Given], Outcome]

TASKS: dict[str, Task] = {ASSESS: assess, **PAPER_TASKS}
"""Every task by its name."""


def compute(jobs: Sequence[Job], given: Given) -> list[Result]:
    """The results of some jobs, one after another, each on a single core.

    One job, one core: then two workers take half the time of one, and a sum over threads never
    depends on how many there are. The time is that of the core: what else the machine does at the
    same moment does not count.
    """
    results = []
    with one_thread(), one_core():
        for job in jobs:
            begun = time.thread_time()
            outcome = _perform(job, given)
            results.append(Result(job, outcome, time.thread_time() - begun))
    return results


def _perform(job: Job, given: Given) -> Outcome:
    try:
        return TASKS[job.cell.task](job, given)
    except DataError as error:
        raise FailedJob(str(error), job) from error


def one_core() -> AbstractContextManager[object]:
    """Keep linear algebra to one core; quick inside another such block, slow on its own.

    OpenBLAS ends and starts threads when their number changes, which takes 50 ms in a busy process.
    """
    limit: AbstractContextManager[object] = _libraries().limit(limits=1)
    return limit


@cache
def _libraries() -> ThreadpoolController:
    return ThreadpoolController()
