"""PNG pictures by their parts alone: how large they are and at what resolution, never unpacked."""

import struct
import zlib
from collections.abc import Iterator

from belieflab.errors import DataError

SIGNATURE = b"\x89PNG\r\n\x1a\n"
MAX_PIXELS = 25_000_000
"""Pixels of a picture: a file of a few hundred kilobytes can hold many more, all of one colour."""

_HEADER = struct.Struct(">I4sII")
INCH = 0.0254


def count_pixels(png: bytes) -> int:
    """How many pixels a picture says it has; more than are taken are refused."""
    start = png[len(SIGNATURE) : len(SIGNATURE) + _HEADER.size]
    if not png.startswith(SIGNATURE) or len(start) < _HEADER.size:
        raise _damaged()
    length, name, columns, rows = _HEADER.unpack(start)
    if (length, name) != (13, b"IHDR") or not rows or not columns:
        raise _damaged()
    if rows * columns > MAX_PIXELS:
        raise DataError(
            f"The PNG picture has {columns:,} × {rows:,} pixels; at most "
            f"{MAX_PIXELS // 1_000_000} million are taken."
        )
    return int(rows * columns)


def with_resolution(png: bytes, dpi: int) -> bytes:
    """The same picture with its resolution, in dots per inch, written into it."""
    count_pixels(png)
    dots = round(dpi / INCH)
    header, *parts = _parts(png)
    written = b"".join(part for name, part in parts if name != b"pHYs")
    return SIGNATURE + header[1] + _part(b"pHYs", struct.pack(">IIB", dots, dots, 1)) + written


def _parts(png: bytes) -> Iterator[tuple[bytes, bytes]]:
    """The parts of a picture with their names, each complete and undamaged, up to its end."""
    at, name = len(SIGNATURE), b""
    while name != b"IEND":
        if len(png) < at + 12:
            raise _damaged()
        (length,), name = struct.unpack_from(">I", png, at), png[at + 4 : at + 8]
        part = png[at : at + 12 + length]
        if len(part) < 12 + length or part[-4:] != struct.pack(">I", zlib.crc32(part[4:-4])):
            raise _damaged()
        yield name, part
        at += len(part)


def _part(name: bytes, body: bytes) -> bytes:
    check = struct.pack(">I", zlib.crc32(name + body))
    return struct.pack(">I", len(body)) + name + body + check


def _damaged() -> DataError:
    return DataError("The PNG picture is damaged; draw the page again.")
