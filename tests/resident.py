"""How much resident memory a call takes, whatever the process held before."""

import threading
from collections.abc import Callable
from pathlib import Path

from belieflab.memory import resident_bytes

_STATUS, _RESET = Path("/proc/self/status"), Path("/proc/self/clear_refs")
_EVERY = 0.002
"""Seconds between two looks, where the system keeps one peak for the life of the process."""


def resident_growth(call: Callable[[], object]) -> int | None:
    """Bytes by which resident memory rose at most while it ran; None where that is not known.

    The peak that the system keeps is that of the process's whole life, and blind to a call that
    takes less than an earlier one: it is set back before, or the memory is looked at all the time.
    """
    before = resident_bytes()
    if before is None:
        call()
        return None
    if _forget_peak():
        call()
        return _peak() - before
    found, ended = [before], threading.Event()

    def look() -> None:
        while not ended.wait(_EVERY):
            found.append(resident_bytes() or 0)

    watcher = threading.Thread(target=look, daemon=True)
    watcher.start()
    try:
        call()
    finally:
        ended.set()
        watcher.join()
    return max(found) - before


def _forget_peak() -> bool:
    """Whether the system set its peak back to what is held now."""
    try:
        _RESET.write_text("5", encoding="ascii")
    except OSError:
        return False
    return _peak() < (resident_bytes() or 0) + (64 << 20)


def _peak() -> int:
    """The highest resident size in bytes since it was last set back."""
    return 1024 * int(_STATUS.read_text(encoding="ascii").partition("VmHWM:")[2].split()[0])
