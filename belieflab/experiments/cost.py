"""What is left of an experiment is expected to cost, by what its pieces took before."""

from collections import defaultdict
from collections.abc import Sequence
from statistics import fmean

from belieflab.cost import Cost
from belieflab.experiments.cells import Job, Result
from belieflab.experiments.experiment import Experiment
from belieflab.experiments.stored_results import find_origin

JOB_BYTES = 2e8
"""Above the largest peak of one piece of work of the papers, measured at 0.12 GB."""

ROUNDED = 0.1
"""Seconds that the times in the index of stored results are rounded to."""


def experiment_cost(experiment: Experiment, jobs: Sequence[Job], known: Sequence[Result]) -> Cost:
    """What these jobs of the experiment are expected to cost, in seconds of one core.

    A cell takes as long as its replicates in `known` took on average; one without any as long as
    the results that come with belieflab, else all that are known.

    Examples
    --------
    >>> from belieflab.experiments.papers import find_paper
    >>> experiment = find_paper("come2009-table1")
    >>> some = experiment.jobs()[:1160]  # a tenth of what took two minutes
    >>> round(experiment_cost(experiment, some, []).seconds)
    12
    """
    if not jobs:
        return Cost(0.0, 0.0)
    taken: dict[str, list[float]] = defaultdict(list)
    for result in known:
        taken[result.job.cell.key].append(result.seconds)
    means = {key: fmean(seconds) for key, seconds in taken.items()}
    origin = find_origin(experiment.file)
    other = fmean(means.values()) if means else 0.0
    if origin is not None and origin.results:
        other = max(origin.seconds, ROUNDED / 2) / origin.results
    return Cost(sum(means.get(job.cell.key, other) for job in jobs), JOB_BYTES)
