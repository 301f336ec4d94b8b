"""Rows in segments of fixed size, worked on by threads and put together in order.

The segments depend on n alone, so the sums are the same whatever the number of threads.
"""

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from typing import TypeVar

Given = TypeVar("Given")
Result = TypeVar("Result")

SEGMENT_ROWS = 16_384
SEGMENT_NUMBERS = 1 << 21
"""Numbers of a segment's table, where its rows are so wide that the rows alone would fill more."""

_alone: ContextVar[bool] = ContextVar("alone", default=False)


def row_segments(n: int, rows: int = SEGMENT_ROWS) -> list[tuple[int, int]]:
    """(begin, end) of each segment of n rows."""
    return [(begin, min(begin + rows, n)) for begin in range(0, n, rows)]


def segments_for(n: int, width: int) -> list[tuple[int, int]]:
    """Segments of n rows with so many numbers each: smaller ones where the rows are wide."""
    return row_segments(n, max(1, min(SEGMENT_ROWS, SEGMENT_NUMBERS // max(width, 1))))


def map_in_order(work: Callable[[Given], Result], items: Sequence[Given]) -> Iterable[Result]:
    """Results in the order of the items; the items run on all cores when there are several."""
    if len(items) == 1 or _alone.get():
        return [work(item) for item in items]
    return _pool().map(work, items)


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
