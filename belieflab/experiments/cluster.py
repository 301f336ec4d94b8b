"""Jobs on a Dask cluster, by the address of its scheduler."""

import os
import time
from collections.abc import Generator, Iterable, Mapping, Sequence
from importlib import import_module
from typing import Any

from belieflab.data.dataset import Dataset
from belieflab.errors import DataError
from belieflab.experiments.cells import Job, Result
from belieflab.experiments.tasks import compute
from belieflab.experiments.waiting import taken_until_stopped, watching
from belieflab.iteration import StopFlag, check_stop, current_flag, stop_scope

ADDRESS_VARIABLE = "BELIEFLAB_DASK_ADDRESS"
"""The environment variable that names the scheduler on which the app's pages compute."""

CERTIFICATE_VARIABLES = {
    "tls_ca_file": "BELIEFLAB_DASK_CA",
    "tls_client_cert": "BELIEFLAB_DASK_CERTIFICATE",
    "tls_client_key": "BELIEFLAB_DASK_KEY",
}
"""PEM files for an address `tls://…`: who signed the cluster's certificates, ours, and its key."""

CONNECT_SECONDS = 5

AHEAD = 3
"""Pieces of work handed out per thread of the cluster, so that none waits for the next."""

LOOK_SECONDS = 2.0
"""How often to look whether workers joined or left."""


def configured_cluster() -> str:
    """Address of the scheduler that the server was started with; empty where there is none.

    Whoever answers at this address can run code in this process, because results come as
    pickles. It is therefore the server's own setting, never that of a person who uses a page.
    """
    return os.environ.get(ADDRESS_VARIABLE, "").strip()


def certificates(address: str) -> dict[str, str]:
    """The certificate files that the process was started with; none for an address without TLS.

    They have to be complete: a connection is never less protected than its address says.
    """
    given = {name: os.environ.get(key, "") for name, key in CERTIFICATE_VARIABLES.items()}
    variables = ", ".join(CERTIFICATE_VARIABLES.values())
    if not address.startswith("tls://"):
        if any(given.values()):
            raise DataError(f"With {variables} the cluster's address begins with tls://.")
        return {}
    missing = [
        key for name, key in CERTIFICATE_VARIABLES.items() if not os.path.isfile(given[name])
    ]
    if missing:
        raise DataError(f"A cluster with TLS needs certificates: {missing[0]} names no file.")
    return given


def compute_on_cluster(
    pieces: Iterable[Sequence[Job]], given: Mapping[str, Dataset], address: str
) -> Generator[list[Result], None, None]:
    """Results as they come, in any order; the workers need the same belieflab installed.

    What a lost worker was computing is computed again elsewhere; its seed makes it the same. Once
    the flag of the innermost `stop_scope` is set, what was handed out is cancelled.
    """
    return taken_until_stopped(lambda: _compute_to_the_end(pieces, given, address))


def _compute_to_the_end(
    pieces: Iterable[Sequence[Job]], given: Mapping[str, Dataset], address: str
) -> Generator[list[Result], None, None]:
    flag = current_flag()
    with _connect(address) as client:
        # A task instead of scattered data: when its last holder dies it is computed again.
        sent = client.submit(dict, given, pure=False) if given else {}
        waiting = iter(pieces)
        running = import_module("distributed").as_completed(loop=client.loop)
        capacity = Capacity(client)

        def hand_out() -> None:
            while running.count() < capacity.pieces() and (piece := next(waiting, None)):
                running.add(client.submit(compute_unless_cancelled, piece, sent, pure=False))

        def cancel() -> None:
            client.cancel(list(running.futures), force=True)

        hand_out()
        with watching(lambda: flag.is_set, cancel):
            for future in running:
                check_stop()  # the others are cancelled, or released with the connection
                results = future.result()
                hand_out()
                yield results


def compute_unless_cancelled(jobs: Sequence[Job], given: Mapping[str, Dataset]) -> list[Result]:
    """What a worker does; Dask ends no thread, so kernels stop themselves once it is cancelled."""
    worker = import_module("distributed").get_worker()
    key, tasks, flag = worker.get_current_task(), worker.state.tasks, StopFlag()

    def is_cancelled() -> bool:
        return key not in tasks or tasks[key].state == "cancelled"

    with watching(is_cancelled, flag.set), stop_scope(flag):
        return compute(jobs, given)


class Capacity:
    """How many pieces of work a cluster takes at once, looked up now and then."""

    def __init__(self, client: Any) -> None:
        self._client = client
        self._looked = -LOOK_SECONDS
        self._pieces = AHEAD

    def pieces(self) -> int:
        """A few for each thread of each worker that is there."""
        now = time.monotonic()
        if now - self._looked >= LOOK_SECONDS:
            self._looked = now
            self._pieces = AHEAD * max(1, sum(self._client.nthreads().values()))
        return self._pieces


def _connect(address: str) -> Any:
    try:
        dask: Any = import_module("distributed")
    except ImportError:
        raise DataError(
            "A cluster needs Dask, which is not installed: pip install 'belieflab[dask]'."
        ) from None
    look = {"timeout": CONNECT_SECONDS, "set_as_default": False}
    files = certificates(address)
    if files:
        security = import_module("distributed.security").Security
        look["security"] = security(require_encryption=True, **files)
    try:
        return dask.Client(address, **look)
    except (OSError, ValueError) as error:
        raise DataError(f"No Dask scheduler answers at {address!r}: {error}") from error
