"""Rows in segments of fixed size, worked on by threads and put together in order.

The segments depend on n alone, so the sums are the same whatever the number of threads.
"""

import os
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import TypeVar

Given = TypeVar("Given")
Result = TypeVar("Result")

SEGMENT_ROWS = 16_384


def row_segments(n: int) -> list[tuple[int, int]]:
    """(begin, end) of each segment of n rows."""
    return [(begin, min(begin + SEGMENT_ROWS, n)) for begin in range(0, n, SEGMENT_ROWS)]


def map_in_order(work: Callable[[Given], Result], items: Sequence[Given]) -> Iterable[Result]:
    """Results in the order of the items; the items run on all cores when there are several."""
    if len(items) == 1:
        return [work(items[0])]
    return _pool().map(work, items)


@cache
def _pool() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(max_workers=os.cpu_count() or 1, thread_name_prefix="belieflab")
