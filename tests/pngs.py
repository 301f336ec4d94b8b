"""Reading the small pictures that figures carry beneath their points."""

import base64
import struct
import zlib

import numpy as np


def read_codes(source: str) -> np.ndarray:
    """The numbers of the colours, the row of y0 first [shape=(rows, columns)]."""
    data = base64.b64decode(source.removeprefix("data:image/png;base64,"))
    columns, rows = struct.unpack(">II", data[16:24])
    at, packed = 8, b""
    while at < len(data):
        (length,), name = struct.unpack(">I", data[at : at + 4]), data[at + 4 : at + 8]
        body = data[at + 8 : at + 8 + length]
        (check,) = struct.unpack(">I", data[at + 8 + length : at + 12 + length])
        assert check == zlib.crc32(name + body)
        packed += body if name == b"IDAT" else b""
        at += 12 + length
    lines = np.frombuffer(zlib.decompress(packed), dtype=np.uint8).reshape(rows, 1 + columns)
    return lines[:, 1:].astype(int)
