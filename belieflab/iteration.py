"""What every iterative method yields, how it is stopped, why it ended, and what is kept of it.

An estimator's `iterate` is a generator of steps and `fit` only exhausts it: one loop, two
consumers. A page draws the steps as they come and may stop at any of them with a usable model.

A step may take many seconds. Whoever runs it can set a `StopFlag` from another thread: kernels
read it at every iteration and every block of rows, the step is abandoned by `Stopped`, and the
estimator keeps the last complete step.
"""

import sys
import time
from collections.abc import Callable, Generator, Hashable, Iterator
from concurrent.futures import Future, wait
from contextlib import contextmanager
from contextvars import ContextVar, copy_context
from dataclasses import dataclass
from enum import StrEnum
from threading import Thread
from types import FrameType
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

Item = TypeVar("Item")

LEFT = "belieflab: nobody may be waiting for this"
"""Name of the threads of `leave_when_stopped`."""

MAX_LEFT, MAX_LEFT_OF_ONE = 6, 2
"""Calls that nobody waits for any more and that compute on, at most, before further ones wait: of
all, and of those that one session has left."""

_left: dict[Thread, Hashable] = {}
_held_up: set[int] = set()
_session: ContextVar[Hashable] = ContextVar("session_of_work", default=None)

EVERYBODY = object()
"""All sessions together, for `count_left`."""

POLL_SECONDS = 0.05
"""How often the flag is read while a call that does not read it goes on."""


class StopFlag:
    """A request to stop that kernels can read: one int64 that is 0 until `set` is called.

    Examples
    --------
    >>> flag = StopFlag()
    >>> flag.is_set
    False
    >>> flag.set()
    >>> flag.is_set
    True
    """

    def __init__(self) -> None:
        self.array: NDArray[np.int64] = np.zeros(1, dtype=np.int64)
        self.is_set = False
        """Whether stopping was asked for."""

    def set(self) -> None:
        """Ask the work that holds this flag to stop."""
        self.array[0], self.is_set = 1, True

    def clear(self) -> None:
        """Let the work go on."""
        self.array[0], self.is_set = 0, False


class Stopped(Exception):
    """The work was abandoned because its StopFlag is set."""


_NEVER = StopFlag()
_flag: ContextVar[StopFlag] = ContextVar("stop_flag", default=_NEVER)


@contextmanager
def stop_scope(flag: StopFlag | None) -> Iterator[None]:
    """Work done inside raises `Stopped` soon after the flag is set; None changes nothing."""
    if flag is None:
        yield
        return
    before = _flag.set(flag)
    try:
        check_stop()
        yield
    finally:
        _flag.reset(before)


def current_flag() -> StopFlag:
    """The flag of the innermost `stop_scope`, or one that nobody sets."""
    return _flag.get()


def can_be_stopped() -> bool:
    """Whether a `stop_scope` is open."""
    return _flag.get() is not _NEVER


def check_stop() -> None:
    """Raise `Stopped` where the flag of the innermost `stop_scope` is set.

    To be called after every kernel that reads the flag: what it returned is not complete then.
    """
    if _flag.get().is_set:
        raise Stopped


@contextmanager
def stop_between_calls(library: str) -> Iterator[None]:
    """Work done inside ends soon after the flag is set, also where it is in that library's code.

    Python looks at the flag at every call (`sys.setprofile`), and `Stopped` is raised where a
    function of the library begins: its results are those without. A profiler at work is left alone.
    """
    flag, inside = _flag.get(), f"{library}."
    if flag is _NEVER or sys.getprofile() is not None:
        yield
        return

    def look(frame: FrameType, event: str, _argument: Any) -> None:
        if flag.is_set and event == "call":
            if str(frame.f_globals.get("__name__")).startswith(inside):
                raise Stopped

    sys.setprofile(look)
    try:
        yield
    finally:
        sys.setprofile(None)


def leave_when_stopped(call: Callable[[], Item]) -> Item:
    """The result of a call that reads no flag, such as one of scikit-learn or LAPACK.

    It runs in a thread of its own; once the flag is set nobody waits for it any more. While
    `MAX_LEFT` calls that were left compute on, or `MAX_LEFT_OF_ONE` of the same session, no other
    begins.
    """
    if not can_be_stopped():
        return call()
    owner, flag = _session.get(), current_flag()
    try:
        while count_left() >= MAX_LEFT or (owner and count_left(owner) >= MAX_LEFT_OF_ONE):
            _held_up.add(id(flag))
            time.sleep(POLL_SECONDS)
            check_stop()
    finally:
        _held_up.discard(id(flag))
    found: Future[Item] = Future()

    def run() -> None:
        try:
            found.set_result(call())
        except BaseException as error:
            found.set_exception(error)

    thread = Thread(target=copy_context().run, args=(run,), name=LEFT, daemon=True)
    thread.start()
    try:
        while not wait((found,), POLL_SECONDS).done:
            check_stop()
    except Stopped:
        _left[thread] = owner
        raise
    return found.result()


def count_left(owner: Hashable = EVERYBODY) -> int:
    """How many calls, of one session or of all, compute on although nobody waits for them."""
    for thread in tuple(_left):
        if not thread.is_alive():
            _left.pop(thread, None)
    left = tuple(_left.values())
    return len(left) if owner is EVERYBODY else left.count(owner)


def is_held_up(flag: StopFlag) -> bool:
    """Whether the work of this flag waits until calls have ended that were left."""
    return id(flag) in _held_up


def work_for(owner: Hashable) -> None:
    """Say for which session this thread works from now on."""
    _session.set(owner)


def until_stopped(items: Iterator[Item], stop: StopFlag | None) -> Iterator[Item]:
    """The items until the flag is set; the item in the making is abandoned.

    Without a flag a `Stopped` of an outer scope passes through to whoever set that scope.
    """
    if stop is None:
        yield from items
        return
    while True:
        try:
            with stop_scope(stop):
                item = next(items)
        except (Stopped, StopIteration):
            return
        yield item


class Ending(StrEnum):
    """Why a loop ended; loops return one of these, and `converged_` follows from it."""

    CONVERGED = "converged"
    MAX_ITER = "max_iter"
    STOPPED = "stopped"
    """The StopFlag was set, or the caller of `iterate` did not ask for the next step."""
    FELL = "fell"
    """The next step would have made the criterion worse, so it was not taken."""


@dataclass(frozen=True)
class Step:
    """One iteration: its number, the criterion there, and the parameters it was evaluated at."""

    iteration: int
    criterion: float
    snapshot: Any


Loop = Generator[Step, None, Ending]
"""A loop yields its steps and returns why it ended."""


@contextmanager
def stoppable_fit(estimator: object, stop: StopFlag | None) -> Iterator[None]:
    """A fit without steps: stopped, it raises `Stopped` and leaves the estimator as it was."""
    attributes = dict(vars(estimator))
    try:
        with stop_scope(stop):
            yield
    except Stopped:
        _restore(estimator, attributes)
        raise


def run_until_stopped(
    estimator: object, steps: Iterator[Step], stop: StopFlag | None
) -> Iterator[Step]:
    """The steps of an estimator until the flag is set; it keeps the last complete one.

    Stopped before its first step, the estimator is as it was before: one not fitted stays so.
    """
    attributes = dict(vars(estimator))
    complete = False
    for step in until_stopped(steps, stop):
        complete = True
        yield step
    if stop is not None and stop.is_set and not complete:
        _restore(estimator, attributes)


def _restore(estimator: object, attributes: dict[str, Any]) -> None:
    vars(estimator).clear()
    vars(estimator).update(attributes)
