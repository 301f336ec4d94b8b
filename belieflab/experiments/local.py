"""Jobs on the cores of this machine, through joblib's processes."""

import warnings
from collections.abc import Generator, Iterable, Mapping, Sequence

from joblib import Parallel, delayed, parallel_config

from belieflab.data.dataset import Dataset
from belieflab.experiments.cells import Job, Result
from belieflab.experiments.tasks import compute


def compute_on_cores(
    pieces: Iterable[Sequence[Job]], given: Mapping[str, Dataset], workers: int
) -> Generator[list[Result], None, None]:
    """Results as they come, in any order.

    Each process keeps to one core: linear algebra that takes all cores in every process would
    make them wait for each other.
    """
    with parallel_config("loky", n_jobs=workers, inner_max_num_threads=1):
        parallel = Parallel(return_as="generator_unordered", pre_dispatch="3*n_jobs")
        batches = parallel(delayed(compute)(piece, given) for piece in pieces)
        try:
            for batch in batches:  # noqa: UP028  joblib's generator must end below, not here
                yield batch
        finally:
            with warnings.catch_warnings():
                # Whoever leaves early knows that work under way is dropped.
                warnings.filterwarnings("ignore", ".*have been cancelled")
                batches.close()
