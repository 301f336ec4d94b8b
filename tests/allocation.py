"""How much memory a call takes, measured where other threads may allocate at any moment."""

import time
import tracemalloc
from collections.abc import Callable

# Seconds in which threads that wait in the hook of tracemalloc get the interpreter and leave it.
LEAVE_THE_HOOK = 0.02


def peak_of(call: Callable[[], object]) -> int:
    """Bytes that Python and numpy held at most while it ran, beyond what they held before.

    A native thread (of pyarrow, say) that calls into Python for the first time allocates its state
    before it holds the interpreter: it enters the hook of tracemalloc and waits in it. Python 3.11
    frees what the hook uses when tracing stops, and such a thread crashes as soon as it goes on.
    Before tracing stops the interpreter is therefore given away for a moment, and those that wait
    leave the hook.
    """
    tracemalloc.start()
    try:
        call()
        return tracemalloc.get_traced_memory()[1]
    finally:
        time.sleep(LEAVE_THE_HOOK)
        tracemalloc.stop()
