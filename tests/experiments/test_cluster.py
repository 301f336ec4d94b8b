"""A real Dask scheduler with two worker processes, one of which dies half-way."""

import os
import signal
import socket
import subprocess
import sys
import threading
import time
from types import SimpleNamespace

import pytest
from distributed import Client

from belieflab import DataError
from belieflab.data.samples import load_sample
from belieflab.experiments import (
    Assessment,
    DataChoice,
    MethodChoice,
    ResultStore,
    hand_over,
    list_jobs,
    run,
)
from belieflab.experiments import cluster as cluster_module
from belieflab.experiments.cluster import CERTIFICATE_VARIABLES, certificates
from belieflab.iteration import StopFlag, Stopped, check_stop, stop_scope

PATIENCE = "8s"
"""How long results are asked of a dead worker before they are computed again; 30 s by default."""

WORKER = ("--nworkers", "1", "--nthreads", "1", "--no-nanny", "--no-dashboard")


AUTHORITY, OURS, OTHER = "authority", "ours", "other"


def make_certificates(folder):
    """An authority, a certificate that it signed, and one that signed itself."""

    def openssl(*arguments):
        subprocess.run(["openssl", *arguments], cwd=folder, check=True, capture_output=True)

    for name in (AUTHORITY, OTHER):
        new = (
            "req",
            "-x509",
            "-newkey",
            "rsa:2048",
            "-nodes",
            "-days",
            "2",
            "-subj",
            f"/CN={name}",
        )
        openssl(*new, "-keyout", f"{name}.key", "-out", f"{name}.pem")
    new = ("req", "-newkey", "rsa:2048", "-nodes", "-subj", f"/CN={OURS}")
    openssl(*new, "-keyout", f"{OURS}.key", "-out", f"{OURS}.csr")
    sign = ("x509", "-req", "-in", f"{OURS}.csr", "-days", "2", "-CAcreateserial")
    openssl(*sign, "-CA", f"{AUTHORITY}.pem", "-CAkey", f"{AUTHORITY}.key", "-out", f"{OURS}.pem")


def start(*arguments):
    # Not `dask` by name: the environment need not be on the path.
    program = "from distributed.cli import dask_scheduler, dask_worker; import sys; "
    command = f"dask_{arguments[0]}.main(sys.argv[1:])"
    return subprocess.Popen(
        [sys.executable, "-W", "ignore", "-c", program + command, *arguments[1:]],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env={**os.environ, "DASK_DISTRIBUTED__COMM__TIMEOUTS__CONNECT": PATIENCE},
    )


@pytest.fixture
def cluster():
    """Address of the scheduler, and the two workers."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    address = f"tcp://127.0.0.1:{port}"
    scheduler = start(
        "scheduler", "--host", "127.0.0.1", "--port", str(port), "--no-dashboard", "--no-show"
    )
    workers = [start("worker", address, *WORKER) for _ in range(2)]
    with Client(address, timeout=120, set_as_default=False) as client:
        client.wait_for_workers(2, timeout=120)
    yield address, workers
    for process in (*workers, scheduler):
        process.kill()
        process.wait()


def outcomes(store):
    return {(r.job.cell.key, r.job.replicate): r.outcome for r in store.read(0)}


@pytest.mark.slow
def test_a_lost_worker_changes_nothing(cluster, any_sweep):
    address, workers = cluster
    mine, given = hand_over(load_sample("rings", size=60))
    sweep = any_sweep(
        data=(DataChoice("iris"), mine),
        methods=(MethodChoice("supervised"), MethodChoice("knn")),
        test=Assessment("hold-out"),
        replicates=10,
    )
    jobs = list_jobs(sweep.cells, sweep.replicates, 0)
    with ResultStore(":memory:") as here, ResultStore(":memory:") as there:
        list(run(jobs, here, given=given))
        for progress in run(jobs, there, cluster=address, given=given):
            if progress.done == len(jobs) // 2:
                workers[0].send_signal(signal.SIGKILL)
                workers[0].wait()
        assert progress.done == progress.total == len(jobs)
        assert outcomes(there) == outcomes(here)


@pytest.mark.slow
def test_a_cluster_with_certificates_computes_for_those_who_have_one(sweep, tmp_path, monkeypatch):
    make_certificates(tmp_path)
    files = {name: str(tmp_path / name) for name in ("authority.pem", "ours.pem", "ours.key")}
    kinds = ("ca-file", "cert", "key")
    tls = [f"--tls-{kind}={file}" for kind, file in zip(kinds, files.values(), strict=True)]
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        address = f"tls://127.0.0.1:{probe.getsockname()[1]}"
    place = ("--host", address, "--no-dashboard", "--no-show")
    processes = [start("scheduler", *place, *tls), start("worker", address, *WORKER, *tls)]
    monkeypatch.setattr(cluster_module, "CONNECT_SECONDS", 120)
    jobs = list_jobs(sweep.cells, 1, 0)[:2]
    try:
        for variable, file in zip(CERTIFICATE_VARIABLES.values(), files.values(), strict=True):
            monkeypatch.setenv(variable, file)
        with ResultStore(":memory:") as store:
            assert list(run(jobs, store, cluster=address))[-1].done == len(jobs)
        monkeypatch.setattr(cluster_module, "CONNECT_SECONDS", 3)
        monkeypatch.setenv(CERTIFICATE_VARIABLES["tls_client_cert"], str(tmp_path / "other.pem"))
        monkeypatch.setenv(CERTIFICATE_VARIABLES["tls_client_key"], str(tmp_path / "other.key"))
        with ResultStore(":memory:") as store, pytest.raises(DataError, match="No Dask scheduler"):
            next(run(jobs, store, cluster=address))
    finally:
        for process in processes:
            process.kill()
            process.wait()


def test_certificates_are_complete_or_refused(tmp_path, monkeypatch):
    for variable in CERTIFICATE_VARIABLES.values():
        monkeypatch.delenv(variable, raising=False)
    assert certificates("tcp://10.0.0.5:8786") == {}
    with pytest.raises(DataError, match="BELIEFLAB_DASK_CA names no file"):
        certificates("tls://10.0.0.5:8786")
    for variable in CERTIFICATE_VARIABLES.values():
        (tmp_path / variable).touch()
        monkeypatch.setenv(variable, str(tmp_path / variable))
    assert set(certificates("tls://10.0.0.5:8786")) == set(CERTIFICATE_VARIABLES)
    with pytest.raises(DataError, match="begins with tls://"):
        certificates("tcp://10.0.0.5:8786")


def test_with_certificates_nothing_goes_unencrypted(tmp_path, monkeypatch):
    for variable in CERTIFICATE_VARIABLES.values():
        (tmp_path / variable).touch()
        monkeypatch.setenv(variable, str(tmp_path / variable))
    asked = {}
    monkeypatch.setattr("distributed.Client", lambda address, **look: asked.update(look))
    cluster_module._connect("tls://10.0.0.5:8786")
    assert asked["security"].require_encryption
    for name, variable in CERTIFICATE_VARIABLES.items():
        assert getattr(asked["security"], name) == str(tmp_path / variable)


def test_no_scheduler_is_reported(sweep, monkeypatch):
    monkeypatch.setattr("belieflab.experiments.cluster.CONNECT_SECONDS", 0.2)
    jobs = list_jobs(sweep.cells, 1, 0)
    begun = time.monotonic()
    with ResultStore(":memory:") as store:
        for address in ("tcp://127.0.0.1:1", "nonsense"):
            with pytest.raises(DataError, match="No Dask scheduler answers at"):
                next(run(jobs, store, cluster=address))
    assert time.monotonic() - begun < 30


def test_without_dask_the_remedy_is_named(sweep, monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    with (
        ResultStore(":memory:") as store,
        pytest.raises(DataError, match=r"pip install 'belieflab\[dask\]'"),
    ):
        next(run(list_jobs(sweep.cells, 1, 0), store, cluster="tcp://127.0.0.1:1"))


class Toy:
    """A connection to workers that never answer; it notes what is cancelled."""

    loop = None

    def __init__(self) -> None:
        self.cancelled: list[object] = []
        self.asked = threading.Event()
        self.waiting = threading.Event()

    def __enter__(self) -> "Toy":
        return self

    def __exit__(self, *_: object) -> None:
        self.asked.set()

    def nthreads(self) -> dict[str, int]:
        return {"worker": 1}

    def submit(self, *_: object, pure: bool) -> object:
        return object()

    def cancel(self, futures: list[object], force: bool) -> None:
        self.cancelled += futures
        self.asked.set()


class Unanswered:
    """What `as_completed` gives while nothing is complete; it ends when all is cancelled."""

    def __init__(self, toy: Toy) -> None:
        self.futures: list[object] = []
        self.add, self._toy = self.futures.append, toy

    def count(self) -> int:
        return len(self.futures)

    def __iter__(self):
        self._toy.waiting.set()
        assert self._toy.asked.wait(60)
        return iter(self._toy.cancelled)


def test_on_stop_what_was_handed_out_is_cancelled_and_nobody_waits(sweep, monkeypatch):
    toy, flag = Toy(), StopFlag()
    monkeypatch.setattr(cluster_module, "_connect", lambda address: toy)
    monkeypatch.setattr("distributed.as_completed", lambda loop: Unanswered(toy))
    jobs = list_jobs(sweep.cells, 3, 0)
    with ResultStore(":memory:") as store, stop_scope(flag):
        computing = run(jobs, store, cluster="tcp://10.0.0.5:8786")
        threading.Thread(target=lambda: toy.waiting.wait(60) and flag.set()).start()
        with pytest.raises(Stopped):
            next(computing)
    assert toy.asked.wait(60)
    assert len(toy.cancelled) == cluster_module.AHEAD


def test_a_piece_on_a_worker_is_given_up_once_it_is_cancelled(monkeypatch):
    task = SimpleNamespace(state="executing")
    tasks = {"key": task}
    worker = SimpleNamespace(get_current_task=lambda: "key", state=SimpleNamespace(tasks=tasks))
    monkeypatch.setattr("distributed.get_worker", lambda: worker)

    def compute(jobs, given):
        task.state = "cancelled"
        pause = threading.Event()
        while not pause.wait(0.01):
            check_stop()

    monkeypatch.setattr(cluster_module, "compute", compute)
    with pytest.raises(Stopped):
        cluster_module.compute_unless_cancelled([], {})


@pytest.mark.slow
def test_a_stop_ends_the_work_of_real_workers(cluster, any_sweep):
    address, _ = cluster
    size = {"size": 100_000, "dimension": 20, "classes": 8}
    sweep = any_sweep(
        data=(DataChoice("gaussians", size),), test=Assessment("hold-out"), replicates=40
    )
    jobs, flag = list_jobs(sweep.cells, sweep.replicates, 0), StopFlag()
    with ResultStore(":memory:") as store, stop_scope(flag):
        computing = run(jobs, store, cluster=address)
        threading.Timer(5.0, flag.set).start()
        with pytest.raises(Stopped):
            list(computing)
    with Client(address, set_as_default=False) as client:
        deadline = time.monotonic() + 30
        while any(client.processing().values()) or any(map(len, client.call_stack().values())):
            assert time.monotonic() < deadline
            time.sleep(0.1)
