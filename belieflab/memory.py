"""How much memory the server and its processes hold, and how much they may hold."""

import os
import re
import threading
from pathlib import Path

from belieflab.cost import format_bytes
from belieflab.errors import DataError

LIMIT = "BELIEFLAB_MAX_MEMORY"
"""Environment variable with the largest resident size of the server, such as `4GB`.

The processes that it starts count with it: those that read files, and those of What-if and Papers.
"""

_UNITS = {"": 1, "K": 1e3, "M": 1e6, "G": 1e9, "T": 1e12}
_AMOUNT = re.compile(r"(\d{1,12}(?:\.\d{1,6})?)\s*([KMGT]?)(I?)B?", re.IGNORECASE)


def parse_bytes(text: str) -> float:
    """An amount of memory as a person writes it.

    Examples
    --------
    >>> parse_bytes("4GB"), parse_bytes("500 MB"), parse_bytes("1GiB")
    (4000000000.0, 500000000.0, 1073741824.0)
    """
    found = _AMOUNT.fullmatch(text.strip())
    if found is None:
        raise DataError(f"{text[:40]!r} is no amount of memory; write it like 4GB or 500MB.")
    number, unit, binary = found.groups()
    size = _UNITS[unit.upper()]
    if binary:
        size = 1024.0 ** "KMGT".index(unit.upper()) * 1024.0 if unit else 1.0
    return float(number) * size


def memory_limit() -> float | None:
    """The largest resident size in bytes; None where none is set."""
    text = os.environ.get(LIMIT, "")
    return parse_bytes(text) if text.strip() else None


def resident_bytes(process: int | None = None) -> int | None:
    """What a process, by default this one, holds in memory; None where that cannot be read."""
    place = Path("/proc") / ("self" if process is None else str(process)) / "statm"
    try:
        pages = int(place.read_text(encoding="ascii").split()[1])
    except (OSError, ValueError, IndexError):
        return None
    return pages * os.sysconf("SC_PAGE_SIZE")


def server_bytes() -> int | None:
    """What this process and those that it has started hold together; None where it is not known."""
    own = resident_bytes()
    if own is None:
        return None
    others, waiting = set[int](), _children("self")
    while waiting:
        process = waiting.pop()
        if process not in others:
            others.add(process)
            waiting += _children(str(process))
    return own + sum(resident_bytes(each) or 0 for each in others)


def _children(process: str) -> list[int]:
    """The processes that each of its threads has started, such as those that read files."""
    found: list[int] = []
    try:
        places = list(Path("/proc", process, "task").glob("*/children"))
    except OSError:  # the process has ended
        return found
    for place in places:
        try:
            found += map(int, place.read_text(encoding="ascii").split())
        except (OSError, ValueError):  # the thread has ended
            continue
    return found


class Reservations:
    """What computations that are under way, or wait, are expected to need.

    What is taken then is the larger of two: what the server holds, and what it held when the first
    of them began with all their estimates.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._waiting: dict[int, float] = {}
        self._working: dict[int, float] = {}
        self._before = 0.0

    def wait(self, owner: object, needed: float) -> None:
        """Set memory aside for a computation that waits for its turn."""
        with self._lock:
            self._note_start()
            self._waiting[id(owner)] = needed

    def begin(self, owner: object, needed: float, advice: str = "") -> str:
        """Have a computation begin; why it cannot, beside those at work, or empty."""
        with self._lock:
            refusal = self._refusal(needed, advice or FEWER, self._working)
            self._waiting.pop(id(owner), None)
            if not refusal:
                self._note_start()
                self._working[id(owner)] = needed
        return refusal

    def end(self, owner: object) -> None:
        """Give back what was set aside; nothing happens where nothing was."""
        with self._lock:
            self._waiting.pop(id(owner), None)
            self._working.pop(id(owner), None)

    def refusal(self, needed: float, advice: str) -> str:
        """Why work that needs so many more bytes is not begun; empty where it may be."""
        with self._lock:
            return self._refusal(needed, advice, self._waiting | self._working)

    def _note_start(self) -> None:
        if not self._waiting and not self._working:
            self._before = float(server_bytes() or 0)

    def _refusal(self, needed: float, advice: str, others: dict[int, float]) -> str:
        limit = memory_limit()
        held = None if limit is None else server_bytes()
        if limit is None or held is None:
            return ""
        promised = self._before + sum(others.values()) if others else 0.0
        taken = max(float(held), promised)
        if taken + needed <= limit:
            return ""
        use = "in use" if taken == held else "in use or set aside for what is being computed"
        return (
            f"The server has {format_bytes(taken)} of its {format_bytes(limit)} of memory {use}, "
            f"and this needs {format_bytes(needed)} more. {advice}"
        )


FEWER = "Take fewer objects, or try again in some minutes."


RESERVATIONS = Reservations()
"""Those of this process."""


def memory_refusal(needed: float, advice: str = FEWER) -> str:
    """Why work that needs so many more bytes is not begun, and what to do; else empty."""
    return RESERVATIONS.refusal(needed, advice)


class MemoryRefused(DataError):
    """What is refused for now, as the server holds too much; the same may be taken later."""


def check_memory(needed: float) -> None:
    """Refuse, by a MemoryRefused, what needs so many more bytes than the server may hold."""
    if refusal := memory_refusal(needed):
        raise MemoryRefused(refusal)
