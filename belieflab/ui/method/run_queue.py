"""At most a few runs at a time, per session and on the server; others wait for their turn."""

import os
import threading
from collections.abc import Hashable

MAX_RUNS_PER_SESSION = 2
MAX_RUNS = max(4, 2 * (os.cpu_count() or 1))
"""Runs at work at the same time, of one browser session and of all."""


class RunQueue:
    """Who is at work and who waits, first come, first served.

    A run whose session has its share at work lets those of other sessions pass.
    """

    def __init__(self, per_session: int = MAX_RUNS_PER_SESSION, in_all: int = MAX_RUNS) -> None:
        self._per_session, self._in_all = per_session, in_all
        self._working: list[tuple[Hashable, Hashable]] = []
        self._waiting: list[tuple[Hashable, Hashable]] = []
        self._changed = threading.Condition()

    def enter(self, run: Hashable, session: Hashable, stop: threading.Event) -> bool:
        """Wait for a turn; False where the run was stopped before it came."""
        place = run, session
        with self._changed:
            self._waiting.append(place)
            while not stop.is_set() and not self._may_begin(place):
                self._changed.wait(0.2)
            self._waiting.remove(place)
            if not stop.is_set():
                self._working.append(place)
            self._changed.notify_all()
        return not stop.is_set()

    def leave(self, run: Hashable) -> None:
        """Give the turn to the next; nothing happens where the run had none."""
        with self._changed:
            self._working = [each for each in self._working if each[0] is not run]
            self._changed.notify_all()

    def ahead(self, run: Hashable) -> int:
        """How many runs a waiting one waits for; 0 where it does not wait."""
        with self._changed:
            place = next((each for each in self._waiting if each[0] is run), None)
            if place is None:
                return 0
            before = self._working + self._waiting[: self._waiting.index(place)]
            same = [each for each in before if each[1] == place[1]]
            return len(same if len(same) >= self._per_session else before)

    def _may_begin(self, place: tuple[Hashable, Hashable]) -> bool:
        if len(self._working) >= self._in_all:
            return False
        ready = (each for each in self._waiting if self._has_share(each[1]))
        return next(ready, None) is place

    def _has_share(self, session: Hashable) -> bool:
        return sum(each[1] == session for each in self._working) < self._per_session


QUEUE = RunQueue()
"""The one queue of this server."""
