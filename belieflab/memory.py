"""How much memory the process holds, and how much it may hold."""

import os
import re
from pathlib import Path

from belieflab.cost import format_bytes
from belieflab.errors import DataError

LIMIT = "BELIEFLAB_MAX_MEMORY"
"""Environment variable with the largest resident size of the server, such as `4GB`."""

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


FEWER = "Take fewer objects, or try again in some minutes."


def memory_refusal(needed: float, advice: str = FEWER) -> str:
    """Why work that needs so many more bytes is not begun, and what to do; else empty."""
    limit = memory_limit()
    held = None if limit is None else resident_bytes()
    if limit is None or held is None or held + needed <= limit:
        return ""
    return (
        f"The server has {format_bytes(held)} of its {format_bytes(limit)} of memory in use, and "
        f"this needs {format_bytes(needed)} more. {advice}"
    )


def check_memory(needed: float) -> None:
    """Refuse, by a DataError, what needs so many more bytes than the server may hold."""
    if refusal := memory_refusal(needed):
        raise DataError(refusal)
