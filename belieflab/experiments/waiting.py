"""Waiting for other processes and machines so that Stop does not wait for them."""

import threading
from collections.abc import Callable, Generator, Iterator
from contextlib import closing, contextmanager
from contextvars import copy_context
from queue import Empty, SimpleQueue
from typing import TypeVar

from belieflab.iteration import POLL_SECONDS, can_be_stopped, check_stop, current_flag

Item = TypeVar("Item")


def taken_until_stopped(
    make: Callable[[], Generator[Item, None, None]],
) -> Generator[Item, None, None]:
    """The items of a generator that waits for others, who may just be starting.

    It runs in a thread of its own. Once the flag of the innermost `stop_scope` is set nobody waits
    for it any more: there it goes on to its own end. Whoever leaves early without a stop has it
    closed after the next item.
    """
    if not can_be_stopped():
        yield from make()
        return
    arrived: SimpleQueue[Item | _End] = SimpleQueue()
    left, flag = threading.Event(), current_flag()

    def take() -> None:
        error: BaseException | None = None
        try:
            with closing(make()) as items:
                for item in items:
                    arrived.put(item)
                    if left.is_set():
                        break
        except BaseException as raised:
            error = raised
        arrived.put(_End(error))

    thread = threading.Thread(target=copy_context().run, args=(take,), daemon=True)
    thread.start()
    try:
        while True:
            try:
                found = arrived.get(timeout=0.0 if flag.is_set else POLL_SECONDS)
            except Empty:
                check_stop()
                continue
            if not isinstance(found, _End):
                yield found
            elif found.error is None:
                return
            else:
                raise found.error
    finally:
        if not flag.is_set:
            left.set()
            thread.join()


class _End:
    def __init__(self, error: BaseException | None) -> None:
        self.error = error


@contextmanager
def watching(condition: Callable[[], bool], act: Callable[[], object]) -> Iterator[None]:
    """Act once, from another thread, when the condition has become true within the block."""
    ended = threading.Event()

    def watch() -> None:
        while not condition():
            if ended.wait(POLL_SECONDS):
                return
        act()

    thread = threading.Thread(target=watch, daemon=True)
    thread.start()
    try:
        yield
    finally:
        ended.set()
        thread.join()
