"""Jobs on a Dask cluster, by the address of its scheduler."""

from collections.abc import Generator, Iterable, Mapping, Sequence
from importlib import import_module
from typing import Any

from belieflab.data.dataset import Dataset
from belieflab.errors import DataError
from belieflab.experiments.cells import Job, Result
from belieflab.experiments.tasks import compute

CONNECT_SECONDS = 10
RETRIES = 3
"""How often a job is tried again when the worker that had it dies."""

AHEAD = 3
"""Pieces of work handed out per thread of the cluster, so that none waits for the next."""


def compute_on_cluster(
    pieces: Iterable[Sequence[Job]], given: Mapping[str, Dataset], address: str
) -> Generator[list[Result], None, None]:
    """Results as they come, in any order; the workers need the same belieflab installed.

    What a lost worker was computing is computed again elsewhere; its seed makes it the same.
    """
    with _connect(address) as client:
        sent = client.scatter(dict(given), broadcast=True, hash=False) if given else {}
        waiting = iter(pieces)
        running = _completed()

        def hand_out(count: int) -> None:
            for piece in (piece for _, piece in zip(range(count), waiting, strict=False)):
                running.add(client.submit(compute, piece, sent, pure=False, retries=RETRIES))

        hand_out(AHEAD * max(1, sum(client.nthreads().values())))
        for future in running:
            results = future.result()
            hand_out(1)
            yield results


def _completed() -> Any:
    return import_module("distributed").as_completed()


def _connect(address: str) -> Any:
    try:
        dask: Any = import_module("distributed")
    except ImportError:
        raise DataError(
            "A cluster needs Dask, which is not installed: pip install 'belieflab[dask]'."
        ) from None
    try:
        return dask.Client(address, timeout=CONNECT_SECONDS, set_as_default=False)
    except (OSError, ValueError) as error:
        raise DataError(f"No Dask scheduler answers at {address!r}: {error}") from error
