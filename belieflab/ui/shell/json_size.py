"""How many values a JSON text holds, found before it is read: an empty list takes 60 bytes."""

from typing import NamedTuple

import numpy as np

_BLOCK = 1 << 20


class Size(NamedTuple):
    """How many objects and lists a JSON text holds, and how many commas between its values."""

    objects: int
    lists: int
    commas: int

    def exceeds(self, limit: "Size") -> bool:
        """Whether there is more of anything than allowed."""
        return any(found > most for found, most in zip(self, limit, strict=True))


def json_size(content: bytes, limit: Size) -> Size:
    """What a JSON text holds; texts in it are looked at only where there may be too much of it."""
    found = Size(*(content.count(mark) for mark in (b"{", b"[", b",")))
    return _outside_texts(content) if found.exceeds(limit) else found


def _outside_texts(content: bytes) -> Size:
    """The marks that stand in no text, block by block: a hostile file is large."""
    if b"\\" in content:
        content = content.replace(b"\\\\", b"").replace(b'\\"', b"")
    counts, is_inside = np.zeros(3, dtype=np.int64), False
    for start in range(0, len(content), _BLOCK):
        block = np.frombuffer(content, np.uint8, min(_BLOCK, len(content) - start), start)
        inside = np.logical_xor.accumulate(block == ord('"')) ^ is_inside
        counts += [np.count_nonzero((block == ord(mark)) & ~inside) for mark in "{[,"]
        is_inside = bool(inside[-1])
    return Size(*counts.tolist())
