"""Files packed by gzip, unpacked with a limit on what they grow to."""

import zlib

from belieflab.data.reading.limits import LARGEST_FILE, MEGABYTE, inflated_limit
from belieflab.errors import DataError

GZIP_ENDING = "gz"
_MARK, _WITH_HEADER = b"\x1f\x8b", 31
"""The first bytes of such a file; what zlib calls its format."""
_PACKED, _TWICE = (_MARK, b"PK", b"PAR1"), 2
"""Files that are unpacked once more, within limits that follow from their size: what is packed
already hardly becomes smaller, and one that gzip makes much smaller is made to become large."""


def unpack_gzip(name: str, content: bytes) -> tuple[str, bytes]:
    """Name and content of the file inside; other files as they are."""
    if not content.startswith(_MARK):
        return name, content
    limit = min(inflated_limit(len(content)), LARGEST_FILE)
    stream = zlib.decompressobj(_WITH_HEADER)
    try:
        found = stream.decompress(content, limit + 1)
    except zlib.error:
        raise DataError("The file is packed by gzip, and damaged.") from None
    if len(found) > limit:
        raise DataError(f"Unpacked, the file would have more than {limit // MEGABYTE} MB.")
    if not stream.eof:
        raise DataError("The file is packed by gzip, and its end is missing.")
    if stream.unused_data:
        raise DataError("The file holds several parts packed by gzip; unpack it first.")
    if found.startswith(_PACKED) and len(found) > _TWICE * len(content) + MEGABYTE // 10:
        raise DataError("The file is packed twice, and would become too large; unpack it first.")
    inside = name[: -len(GZIP_ENDING) - 1] if name.lower().endswith(f".{GZIP_ENDING}") else name
    return inside, found
