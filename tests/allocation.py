"""How much memory a call takes, measured where other threads may allocate at any moment."""

import sys
import time
import tracemalloc
from collections.abc import Callable

# Seconds a measurement waits for calls that an earlier test stopped and left to compute on.
PATIENCE = 120.0

# Seconds in which threads that wait in the hook of tracemalloc get the interpreter and leave it.
LEAVE_THE_HOOK = 0.02


def peak_of(call: Callable[[], object]) -> int:
    """Bytes that Python and numpy held at most while it ran, beyond what they held before.

    A native thread (of pyarrow, say) that calls into Python for the first time allocates its state
    before it holds the interpreter: it enters the hook of tracemalloc and waits in it. Python 3.11
    frees what the hook uses when tracing stops, and such a thread crashes as soon as it goes on.
    Before tracing stops the interpreter is therefore given away for a moment, and those that wait
    leave the hook.

    Calls that an earlier test left behind would count with what they allocate: they end first.
    """
    until = time.monotonic() + PATIENCE
    while _count_left() and time.monotonic() < until:
        time.sleep(LEAVE_THE_HOOK)
    tracemalloc.start()
    try:
        call()
        return tracemalloc.get_traced_memory()[1]
    finally:
        time.sleep(LEAVE_THE_HOOK)
        tracemalloc.stop()


def _count_left() -> int:
    """Calls that compute on though nobody waits; none where belieflab is not even imported."""
    iteration = sys.modules.get("belieflab.iteration")
    return 0 if iteration is None else int(iteration.count_left())
