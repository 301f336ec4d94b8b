"""The processes that read files, as the app holds them: a fair queue, limits, replacement."""

import atexit
import os
import subprocess
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Hashable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import pandas as pd

from belieflab.data.reading.limits import MEGABYTE
from belieflab.data.reading.process.child import OUT_OF_MEMORY
from belieflab.data.reading.process.messages import read_message, write_message
from belieflab.errors import DataError
from belieflab.memory import check_memory

N_PROCESSES = 2
SECONDS, SECONDS_PER_MEGABYTE = 20.0, 0.2
MEMORY, MEMORY_PER_BYTE = 1024 * MEGABYTE, 6
LARGE = 20 * MEGABYTE
"""A process that has read a file of this size is replaced, which gives its memory back."""

COPIES = 3
"""How often a table is held at a time, until it is data."""

TICK = 0.25
"""Seconds between two looks of whoever waits."""

_ROOT = str(Path(__file__).parents[4])
_COMMAND = "from belieflab.data.reading.process.child import main; main()"
_ADVICE = "Open it in the program that made it and save it again, as CSV for instance."
_BROKEN = f"The file stopped the process that read it: it is damaged or made to do so. {_ADVICE}"


@dataclass(frozen=True)
class Progress:
    """How far a request has come: those before it in the queue, or the seconds it has taken."""

    before: int
    seconds: float
    limit: float


READER: ContextVar[Hashable] = ContextVar("reader", default=None)
"""For whom this thread has files read, one at a time; None: for nobody in particular."""


@dataclass(frozen=True, eq=False)
class _Ticket:
    """A place in the queue, and whose it is."""

    reader: Hashable


Watch = Callable[[Progress], None]
"""Called now and then while a file is read; an exception that it raises ends the reading."""


def time_limit(size: int) -> float:
    """Seconds that reading a file of that many bytes may take."""
    return SECONDS + SECONDS_PER_MEGABYTE * size / MEGABYTE


def memory_limit(size: int) -> int:
    """Bytes of memory that reading a file of that many bytes may take."""
    return MEMORY + MEMORY_PER_BYTE * size


class ReadingProcess:
    """One process that reads files, started with its pipes."""

    def __init__(self) -> None:
        variables = {
            "PYTHONPATH": os.pathsep.join([_ROOT, *filter(None, sys.path)]),
            "ARROW_DEFAULT_MEMORY_POOL": "system",  # others reserve memory that counts as used
            "OPENBLAS_NUM_THREADS": "1",
            "MALLOC_ARENA_MAX": "4",
        }
        self._popen = subprocess.Popen(  # noqa: S603  (our own module)
            [sys.executable, "-P", "-c", _COMMAND],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=os.environ | variables,
        )

    @property
    def number(self) -> int:
        """The number by which the system knows the process."""
        return self._popen.pid

    @property
    def alive(self) -> bool:
        """Whether it still runs."""
        return self._popen.poll() is None

    def ask(self, request: Mapping[str, Any]) -> tuple[dict[str, Any], list[pd.DataFrame]]:
        """Send a request and wait for the answer; OSError, EOFError or ValueError without one.

        A DataError says that there is no memory for what was found.
        """
        assert self._popen.stdin is not None and self._popen.stdout is not None  # noqa: S101
        write_message(self._popen.stdin, dict(request))
        return read_message(self._popen.stdout, _check_found)

    def end(self) -> int:
        """Kill the process, whatever it does; returns how it ended."""
        self._popen.kill()
        status = self._popen.wait()
        for stream in (self._popen.stdin, self._popen.stdout):
            try:
                if stream is not None:
                    stream.close()
            except OSError:
                continue  # bytes that nobody took
        return status


class ReadingPool:
    """A few processes and the queue before them: whoever asks first is served first.

    One who has a file read already lets others pass.

    Parameters
    ----------
    n_processes : how many files are read at once, at most
    """

    def __init__(self, n_processes: int = N_PROCESSES) -> None:
        self._n_processes = n_processes
        self._turn = threading.Condition()
        self._queue: deque[_Ticket] = deque()
        self._idle: list[ReadingProcess] = []
        self._busy: list[_Ticket] = []

    def start(self) -> None:
        """Have one process ready for the first file."""
        with self._turn:
            if not self._idle and not self._busy:
                self._idle.append(ReadingProcess())

    def close(self) -> None:
        """End the processes that nobody uses."""
        with self._turn:
            while self._idle:
                self._idle.pop().end()

    def ask(
        self, request: Mapping[str, Any], size: int, watch: Watch | None = None
    ) -> tuple[dict[str, Any], list[pd.DataFrame]]:
        """The answer to a request about files of that size; a DataError is one sentence."""
        seconds, memory = time_limit(size), memory_limit(size)
        with self._place(watch, seconds):
            process = self._take()
            healthy = False
            try:
                limited = {**request, "seconds": seconds, "memory": memory}
                header, tables = _wait(process, limited, seconds, watch)
                healthy = size < LARGE and "memory" not in header
            finally:
                self._give_back(process, healthy)
        if "memory" in header:
            raise _too_much_memory(memory)
        if "failure" in header:
            raise DataError(f"The file cannot be read ({header['failure']}). {_ADVICE}")
        if "error" in header:
            raise DataError(header["error"])
        return header, tables

    @contextmanager
    def _place(self, watch: Watch | None, limit: float) -> Iterator[None]:
        """Wait for a turn, the first first; whoever leaves frees it."""
        ticket = _Ticket(READER.get())
        with self._turn:
            self._queue.append(ticket)
        try:
            while not self._has_turn(ticket):
                if watch is not None:
                    with self._turn:
                        before = self._queue.index(ticket) + 1
                    watch(Progress(before, 0.0, limit))
            yield
        finally:
            with self._turn:
                if ticket in self._queue:
                    self._queue.remove(ticket)
                else:
                    self._busy.remove(ticket)
                self._turn.notify_all()

    def _has_turn(self, ticket: "_Ticket") -> bool:
        """Whether the ticket is next and a process is free, waiting for that a moment."""
        with self._turn:

            def is_next() -> bool:
                readers = {each.reader for each in self._busy} - {None}
                ready = (each for each in self._queue if each.reader not in readers)
                return len(self._busy) < self._n_processes and next(ready, None) is ticket

            if not self._turn.wait_for(is_next, TICK):
                return False
            self._queue.remove(ticket)
            self._busy.append(ticket)
            self._turn.notify_all()
            return True

    def _take(self) -> ReadingProcess:
        with self._turn:
            while self._idle:
                process = self._idle.pop()
                if process.alive:
                    return process
                process.end()
        try:
            return ReadingProcess()
        except OSError as error:
            raise DataError(f"No process can be started that reads files: {error}.") from None

    def _give_back(self, process: ReadingProcess, healthy: bool) -> None:
        """Keep a process for the next file, or put a new one in its place."""
        if not healthy:
            process.end()
            try:
                process = ReadingProcess()
            except OSError:
                return  # the next file says so
        with self._turn:
            self._idle.append(process)


def _wait(
    process: ReadingProcess, request: Mapping[str, Any], limit: float, watch: Watch | None
) -> tuple[dict[str, Any], list[pd.DataFrame]]:
    """The answer of a process within the time limit."""
    answers: list[tuple[dict[str, Any], list[pd.DataFrame]]] = []
    refusals: list[DataError] = []

    def ask() -> None:
        try:
            answers.append(process.ask(request))
        except DataError as error:
            refusals.append(error)
        except (OSError, EOFError, ValueError):
            return  # the process has ended, or what it wrote is no message

    thread = threading.Thread(target=ask, name="reading a file", daemon=True)
    begun = time.monotonic()
    thread.start()
    while thread.is_alive():
        thread.join(TICK)
        taken = time.monotonic() - begun
        if thread.is_alive() and taken > limit:
            raise DataError(
                f"Reading the file took longer than {limit:.0f} s, the limit for its size. "
                "CSV and Parquet are the quickest to read."
            )
        if thread.is_alive() and watch is not None:
            watch(Progress(0, taken, limit))
    if answers:
        return answers[0]
    if refusals:
        raise refusals[0]
    if process.end() == OUT_OF_MEMORY:
        raise _too_much_memory(request["memory"])
    raise DataError(_BROKEN)


def _check_found(size: int) -> None:
    """Refuse tables for which the app has no memory: a packed file says little about its size."""
    check_memory(float(COPIES * size))


def _too_much_memory(memory: int) -> DataError:
    return DataError(
        f"Reading the file needs more than {memory / MEGABYTE:,.0f} MB of memory, the limit for "
        "its size; leave out rows or columns that are not needed."
    )


@cache
def reading_pool() -> ReadingPool:
    """The one pool of this process; its processes end with it."""
    pool = ReadingPool()
    atexit.register(pool.close)
    return pool
