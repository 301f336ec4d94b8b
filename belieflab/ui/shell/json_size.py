"""How many values a JSON text holds and what they take, found before it is read."""

import re
from typing import NamedTuple

import numpy as np

_BLOCK = 1 << 20
_OBJECT, _LIST, _VALUE = 240, 100, 60
"""Bytes of an object, of a list and of a value in one, a short text for instance."""


_WIDE = re.compile(rb"[\xf0-\xf7]|(?<!\\)(?:\\\\)*+\\u[dD][89abAB]")
"""A character beyond the first 65,536, or half of one."""


class Size(NamedTuple):
    """How many objects and lists a JSON text holds, and how many commas between its values."""

    objects: int
    lists: int
    commas: int

    def exceeds(self, limit: "Size") -> bool:
        """Whether there is more of anything than allowed."""
        return any(found > most for found, most in zip(self, limit, strict=True))


_ANY = Size(*[1 << 62] * 3)


def json_size(content: bytes, limit: Size) -> Size:
    """What a JSON text holds; texts in it are looked at only where there may be too much of it."""
    found = Size(*(content.count(mark) for mark in (b"{", b"[", b",")))
    return _outside_texts(content) if found.exceeds(limit) else found


def json_bytes(content: bytes, enough: int) -> int:
    """Bytes that a JSON text takes while it is read, itself and its values, at most.

    Texts in it are looked at only where it seems to take more than `enough`.
    """
    letter = 1 if content.isascii() and b"\\u" not in content else 2
    if _WIDE.search(content):  # one such character makes all of its text as wide
        letter = 4
    text = 2 * letter * len(content)
    taken = text + _taken(json_size(content, _ANY))
    return taken if taken <= enough else text + _taken(json_size(content, Size(0, 0, 0)))


def _taken(size: Size) -> int:
    return _OBJECT * size.objects + _LIST * size.lists + _VALUE * size.commas


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
