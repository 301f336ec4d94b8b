"""Whether a page is being drawn: what is computed ahead gives way to what somebody waits for.

Threads of one process share its interpreter: two that both work take turns, and each takes twice as
long.
"""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

PATIENCE = 0.3
"""Seconds, at most, to wait each time: in a class somebody's page is drawn all the time."""

_AHEAD: ContextVar[bool] = ContextVar("whether this thread computes ahead", default=False)


class _Pages:
    """How many pages of all sessions are being drawn."""

    def __init__(self) -> None:
        self.count, self.changed = 0, threading.Condition()

    def add(self, number: int) -> None:
        with self.changed:
            self.count += number
            self.changed.notify_all()


_PAGES = _Pages()


@contextmanager
def drawing() -> Iterator[None]:
    """While a page is drawn."""
    _PAGES.add(1)
    try:
        yield
    finally:
        _PAGES.add(-1)


def compute_ahead() -> None:
    """Say that nobody waits for what this thread computes."""
    _AHEAD.set(True)


def give_way() -> None:
    """In a thread that computes ahead, wait while a page is drawn; in others go on."""
    if _AHEAD.get():
        with _PAGES.changed:
            _PAGES.changed.wait_for(lambda: _PAGES.count == 0, PATIENCE)
