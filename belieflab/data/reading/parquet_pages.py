"""What the pages of a Parquet file unpack to, read from the pages themselves.

The footer states sizes that nobody checks; each page has a header with the size to which it is
unpacked in one go, and that size is obeyed. The headers are written in Thrift's compact protocol,
of which this is as much as is needed to pass over a header.
"""

from typing import Any

from belieflab.errors import DataError

_STOP, _TRUE, _FALSE, _BYTE, _DOUBLE, _BINARY, _LIST, _SET, _MAP, _STRUCT = (
    0,
    1,
    2,
    3,
    7,
    8,
    9,
    10,
    11,
    12,
)
_UNCOMPRESSED, _COMPRESSED = 2, 3
"""Numbers of the fields of a page header that hold its sizes."""

_DEEPEST = 8
_BROKEN = "The Parquet file is damaged: the pages of its columns cannot be found."


def unpacked_size(content: bytes, metadata: Any, limit: int) -> int:
    """Bytes to which all pages unpack; the count ends once it is above the limit."""
    total = 0
    for group in range(metadata.num_row_groups):
        for column in range(metadata.num_columns):
            chunk = metadata.row_group(group).column(column)
            starts = [chunk.data_page_offset, chunk.dictionary_page_offset]
            start = min(place for place in starts if place is not None)
            total += _size_of_pages(content, start, chunk.total_compressed_size, limit - total)
            if total > limit:
                return total
    return total


def _size_of_pages(content: bytes, start: int, length: int, limit: int) -> int:
    place, end, total = start, start + length, 0
    if start < 0 or length < 0 or end > len(content):
        raise DataError(_BROKEN)
    while place < end and total <= limit:
        try:
            fields, place = _read_struct(content, place, 0)
        except (IndexError, RecursionError):
            raise DataError(_BROKEN) from None
        packed, unpacked = fields.get(_COMPRESSED, -1), fields.get(_UNCOMPRESSED, -1)
        if packed < 0 or unpacked < 0:
            raise DataError(_BROKEN)
        total += unpacked
        place += packed
    return total


def _read_struct(content: bytes, place: int, depth: int) -> tuple[dict[int, int], int]:
    """The whole numbers of a structure by their field, and the place after it."""
    if depth > _DEEPEST:
        raise DataError(_BROKEN)
    fields: dict[int, int] = {}
    number = 0
    while (head := content[place]) & 0x0F != _STOP:
        kind, step, place = head & 0x0F, head >> 4, place + 1
        if step:
            number += step
        else:
            number, place = _read_zigzag(content, place)
        if kind in (_TRUE, _FALSE):
            continue
        value, place = _read_value(content, place, kind, depth)
        if value is not None:
            fields[number] = value
    return fields, place + 1


def _read_value(content: bytes, place: int, kind: int, depth: int) -> tuple[int | None, int]:
    if kind == _STRUCT:
        return None, _read_struct(content, place, depth + 1)[1]
    if kind == _BINARY:
        size, place = _read_varint(content, place)
        return None, place + size
    if kind == _DOUBLE:
        return None, place + 8
    if kind in (_TRUE, _FALSE, _BYTE):
        return None, place + 1
    if kind in (_LIST, _SET, _MAP):
        raise DataError(_BROKEN)  # no page header holds any
    return _read_zigzag(content, place)


def _read_varint(content: bytes, place: int) -> tuple[int, int]:
    value = shift = 0
    while True:
        byte = content[place]
        value |= (byte & 0x7F) << shift
        place, shift = place + 1, shift + 7
        if byte < 0x80:
            return value, place
        if shift > 63:
            raise DataError(_BROKEN)


def _read_zigzag(content: bytes, place: int) -> tuple[int, int]:
    value, place = _read_varint(content, place)
    return (value >> 1) ^ -(value & 1), place
