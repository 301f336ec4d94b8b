"""How far the reading of an uploaded file has come, on the page that waits for it."""

import threading
from collections.abc import Callable, Hashable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from typing import TYPE_CHECKING, Generic, TypeVar

import streamlit as st

from belieflab.ui.shell.session import session_number
from belieflab.ui.shell.text import plain

if TYPE_CHECKING:
    from belieflab.data.reading.process import Progress, Watch

T = TypeVar("T")

TICK = 0.25
"""Seconds between two looks at a reading that is under way."""

PATIENCE = 0.5
"""Seconds without a word: most files are read before."""


@contextmanager
def watched(name: str) -> Iterator["Watch"]:
    """What is to be called while a file of that name is read; it draws where it was made.

    Drawing is also where Streamlit ends a run that another one replaces or whose visitor has left,
    and with it the reading.
    """
    place = st.empty()

    def draw(progress: "Progress") -> None:
        if progress.before:
            place.info(
                f"Other files are read first: {progress.before}.", icon=":material/hourglass_top:"
            )
        elif progress.seconds > PATIENCE:
            limit = progress.limit
            text = f"Reading {name}: {progress.seconds:.0f} s, at most {limit:.0f} s"
            place.progress(min(progress.seconds / limit, 1.0), text=plain(text))

    from belieflab.data.reading.process.pool import READER  # Start does without

    reader = READER.set(session_number())
    try:
        yield draw
    finally:
        READER.reset(reader)
    place.empty()


class ReadingAhead(Generic[T]):
    """Something that is read while the page is drawn, and waited for where it is needed.

    Parameters
    ----------
    read : called with what is to be called while it reads
    reader : the session that has it read
    """

    def __init__(self, read: "Callable[[Watch], T]", reader: Hashable = None) -> None:
        self._read, self._reader = read, reader
        self._begin()

    def leave(self) -> None:
        """End the reading: nobody waits for it any more."""
        self._left.set()

    def _begin(self) -> None:
        self._future: Future[T] = Future()
        self._progress: list[Progress] = []
        self._left = threading.Event()
        state = self._future, self._progress, self._left
        threading.Thread(target=self._work, args=state, name="reading ahead", daemon=True).start()

    def _work(self, future: "Future[T]", progress: "list[Progress]", left: threading.Event) -> None:
        from belieflab.data.reading.process.pool import READER

        def watch(now: "Progress") -> None:
            if left.is_set():
                raise _LeftError
            progress[:] = [now]

        READER.set(self._reader)
        try:
            future.set_result(self._read(watch))
        except BaseException as error:  # whoever waits gets it
            future.set_exception(error)

    def wait(self, watch: "Watch") -> T:
        """What was read; an exception of `watch` ends the reading, and a next call begins anew."""
        if self._left.is_set():
            self._begin()
        try:
            while not self._future.done():
                try:
                    return self._future.result(TICK)
                except TimeoutError:
                    for now in self._progress:
                        watch(now)
        except BaseException:
            self._left.set()
            raise
        return self._future.result()


class _LeftError(Exception):
    """Nobody waits for the reading any more."""
