"""Rows in segments of fixed size, worked on by threads and put together in order.

The segments depend on n alone, so the sums are the same whatever the number of threads.
"""

import os
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from typing import TypeVar

from belieflab.iteration import check_stop, current_flag, stop_scope

Given = TypeVar("Given")
Result = TypeVar("Result")

SEGMENT_ROWS = 16_384
SEGMENT_NUMBERS = 1 << 21
"""Numbers of a segment's table, where its rows are so wide that the rows alone would fill more."""

SEGMENT_SECONDS, FIRST_ROWS = 0.1, 64
"""Of work whose rows may be quick or slow."""

_alone: ContextVar[bool] = ContextVar("alone", default=False)


def row_segments(n: int, rows: int = SEGMENT_ROWS) -> list[tuple[int, int]]:
    """(begin, end) of each segment of n rows."""
    return [(begin, min(begin + rows, n)) for begin in range(0, n, rows)]


def segments_for(n: int, width: int) -> list[tuple[int, int]]:
    """Segments of n rows with this many numbers each: smaller ones where the rows are wide."""
    return row_segments(n, max(1, min(SEGMENT_ROWS, SEGMENT_NUMBERS // max(width, 1))))


def stoppable_segments(n: int, rows: int = SEGMENT_ROWS) -> Iterator[tuple[int, int]]:
    """The segments of n rows one after the other; `Stopped` is raised between two of them."""
    for segment in row_segments(n, rows):
        check_stop()
        yield segment


def timed_segments(n: int, largest: int) -> Iterator[tuple[int, int]]:
    """Segments of n rows that take about a tenth of a second each, for work row by row.

    The first is small; `Stopped` is raised between two of them. What is done with a segment must
    not depend on where it ends.
    """
    begin, rows = 0, min(FIRST_ROWS, largest)
    while begin < n:
        check_stop()
        begun = time.perf_counter()
        yield begin, min(begin + rows, n)
        begin += rows
        taken = max(time.perf_counter() - begun, 1e-6)
        rows = int(min(largest, max(1, rows * min(SEGMENT_SECONDS / taken, 4.0))))


def map_in_order(work: Callable[[Given], Result], items: Sequence[Given]) -> Iterable[Result]:
    """Results in the order of the items; the items run on all cores when there are several.

    Work that calls this again does its items itself, as all threads may be waiting for such work.
    Once the StopFlag of the caller is set no other item is begun, and `Stopped` is raised.
    """
    if len(items) == 1 or _alone.get():
        return [_after_check(work, item) for item in items]
    flag = current_flag()

    def work_alone(item: Given) -> Result:
        with one_thread(), stop_scope(flag):
            return work(item)

    return _pool().map(work_alone, items)


def _after_check(work: Callable[[Given], Result], item: Given) -> Result:
    check_stop()
    return work(item)


@contextmanager
def one_thread() -> Iterator[None]:
    """Keep the work begun here to this thread: many such pieces of work run side by side."""
    before = _alone.set(True)
    try:
        yield
    finally:
        _alone.reset(before)


@cache
def _pool() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(max_workers=os.cpu_count() or 1, thread_name_prefix="belieflab")
