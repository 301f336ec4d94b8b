"""The process that reads files: one request after the other, until its input ends.

It imports numpy, pandas and pyarrow, and nothing of the app. A request says how much memory and
time it may take; the system enforces the memory where it can, and the time if the app is gone.
"""

import os
import signal
import sys
import threading
import time
import traceback
from typing import IO, Any

from belieflab.data.reading.limits import check_bytes, stored_in
from belieflab.data.reading.optional import arrow_module, openpyxl_module
from belieflab.data.reading.process.jobs import run_job
from belieflab.data.reading.process.messages import read_message, write_message
from belieflab.errors import DataError

try:
    import resource
except ImportError:  # Windows
    resource = None  # type: ignore[assignment]

OUT_OF_MEMORY = 77
"""Exit status of a process that found itself above its limit."""

GRACE = 5
"""Seconds after which a process ends itself whose app did not."""

THREADS = 4


def main() -> None:
    """Answer requests on the standard streams."""
    requests, answers = sys.stdin.buffer, os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what a library prints must not come between the answers
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the end of the input ends the process
    _prepare()
    while True:
        try:
            request, _ = read_message(requests)
        except (EOFError, OSError):
            return
        try:
            _answer(request, answers)
        except BrokenPipeError:
            return


def _prepare() -> None:
    """Import what the first file would otherwise wait for."""
    arrow = arrow_module("pyarrow")
    arrow.set_cpu_count(min(THREADS, arrow.cpu_count()))
    for name in ("pyarrow.csv", "pyarrow.parquet", "pyarrow.compute", "pyarrow.ipc"):
        arrow_module(name)
    try:
        openpyxl_module("openpyxl")
    except DataError:
        return  # the first workbook gets the sentence


def _answer(request: dict[str, Any], answers: IO[bytes]) -> None:
    limit_process(request["memory"], request["seconds"])
    try:
        with stored_in(request["stored"]):
            _write_found(request, answers)
    except MemoryError:
        os._exit(OUT_OF_MEMORY)
    finally:
        limit_process(None, 0)


def _write_found(request: dict[str, Any], answers: IO[bytes]) -> None:
    """Write what the files hold, or why it cannot be had."""
    header: dict[str, Any]
    tables: list[Any] = []
    try:
        header, tables = run_job(request)
    except DataError as error:
        header = {"error": str(error)}
    except MemoryError:
        header = {"memory": True}
    except Exception as error:
        traceback.print_exc()
        header = {"failure": type(error).__name__}
    try:
        write_message(answers, header, tables, check_bytes)
    except DataError as error:
        write_message(answers, {"error": str(error)})


def limit_process(memory: int | None, seconds: float) -> None:
    """Limit memory in bytes and time until further notice; None and 0 lift the limits."""
    if hasattr(signal, "alarm"):
        signal.alarm(int(seconds) + GRACE if seconds else 0)
    if resource is None:
        return
    if sys.platform == "linux":
        hard = resource.getrlimit(resource.RLIMIT_DATA)[1]
        soft = hard if memory is None else memory
        resource.setrlimit(resource.RLIMIT_DATA, (soft, hard))
    elif memory is not None:
        threading.Thread(target=_watch, args=(memory, seconds), daemon=True).start()


def _watch(memory: int, seconds: float) -> None:
    """End the process once it has taken more memory, where the system does not."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        if peak_memory() > memory:
            os._exit(OUT_OF_MEMORY)
        time.sleep(0.05)


def peak_memory() -> int:
    """Bytes that this process has held at most."""
    if resource is None:
        return 0
    unit = 1 if sys.platform == "darwin" else 1024
    return int(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss) * unit
