"""A QR code of a short text, as a picture that scales: a link that phones can read off a wall.

Byte mode, error correction level L, versions 1 to 5 (21 to 37 squares a side), whose code words
form one block (ISO/IEC 18004). That holds 106 bytes, enough for any address of a room.
"""

import numpy as np
from numpy.typing import NDArray

from belieflab.errors import DataError

DATA_WORDS = {1: 19, 2: 34, 3: 55, 4: 80, 5: 108}
CHECK_WORDS = {1: 7, 2: 10, 3: 15, 4: 20, 5: 26}
"""Code words of 8 bits per version, at level L."""

QUIET = 4
"""White squares around the code, without which a camera does not find it."""

_GENERATOR = 0x11D
_LEVEL_L = 0b01
_UNSET = -1

Squares = NDArray[np.int8]


def qr_svg(text: str) -> str:
    """The code of a text as an SVG picture on a white ground."""
    squares = qr_squares(text)
    side = len(squares) + 2 * QUIET
    path = "".join(f"M{x + QUIET} {y + QUIET}h1v1h-1z" for y, x in np.argwhere(squares).tolist())
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {side} {side}" '
        'shape-rendering="crispEdges">'
        f'<rect width="{side}" height="{side}" fill="#ffffff"/><path d="{path}" fill="#000000"/>'
        "</svg>"
    )


def qr_squares(text: str, mask: int | None = None) -> Squares:
    """The squares of the code, 1 for black [shape=(17 + 4 v, 17 + 4 v)].

    Without a mask that one of eight is taken which leaves the fewest patterns that mislead cameras.
    """
    words, version = _code_words(text)
    blank = _fixed_patterns(version)
    if mask is not None:
        return _finished(blank, words, mask)
    return min((_finished(blank, words, each) for each in range(8)), key=_penalty)


def _code_words(text: str) -> tuple[list[int], int]:
    """Mode, length, bytes, padding and check words; and the smallest version that holds them."""
    content = text.encode("utf-8")
    fitting = [version for version, words in DATA_WORDS.items() if len(content) + 2 <= words]
    if not fitting:
        raise DataError(f"A QR code holds {DATA_WORDS[5] - 2} bytes, not {len(content)}.")
    version = fitting[0]
    bits = f"0100{len(content):08b}" + "".join(f"{byte:08b}" for byte in content) + "0000"
    words = [int(bits[i : i + 8], 2) for i in range(0, len(bits), 8)]
    padding = [0xEC, 0x11] * DATA_WORDS[version]
    words += padding[: DATA_WORDS[version] - len(words)]
    return words + _check_words(words, CHECK_WORDS[version]), version


def _check_words(words: list[int], count: int) -> list[int]:
    """Remainder of the message polynomial by Π (x - 2^i) over GF(256) (Reed and Solomon)."""
    divisor = [1]
    for power in range(count):
        root = _power(power)
        shifted = [*divisor, 0]
        for place, factor in enumerate(divisor):
            shifted[place + 1] ^= _times(factor, root)
        divisor = shifted
    remainder = words + [0] * count
    for place in range(len(words)):
        lead = remainder[place]
        for offset, factor in enumerate(divisor):
            remainder[place + offset] ^= _times(factor, lead)
    return remainder[-count:]


def _times(a: int, b: int) -> int:
    """Product in GF(256) modulo x^8 + x^4 + x^3 + x^2 + 1."""
    product = 0
    while b:
        if b & 1:
            product ^= a
        a = a << 1 ^ (_GENERATOR if a & 0x80 else 0)
        b >>= 1
    return product


def _power(exponent: int) -> int:
    value = 1
    for _ in range(exponent):
        value = _times(value, 2)
    return value


def _fixed_patterns(version: int) -> Squares:
    """Finders, timing, alignment and the dark square; format places are 0, all others unset."""
    side = 17 + 4 * version
    squares = np.full((side, side), _UNSET, dtype=np.int8)
    squares[:9, :9] = squares[:9, -8:] = squares[-8:, :9] = 0
    finder = np.ones((7, 7), dtype=np.int8)
    finder[1:6, 1:6] = 0
    finder[2:5, 2:5] = 1
    squares[:7, :7] = squares[:7, -7:] = squares[-7:, :7] = finder
    line = (np.arange(8, side - 8) % 2 == 0).astype(np.int8)
    squares[6, 8:-8] = squares[8:-8, 6] = line
    if version > 1:
        squares[-9:-4, -9:-4] = finder[1:6, 1:6] ^ 1
        squares[-8:-5, -8:-5] = 0
        squares[-7, -7] = 1
    squares[-8, 8] = 1
    return squares


def _finished(blank: Squares, words: list[int], mask: int) -> Squares:
    """The code words laid up and down in columns of two from the right, masked; and the format."""
    squares = blank.copy()
    side = len(squares)
    bits = [word >> place & 1 for word in words for place in range(7, -1, -1)]
    upwards = True
    for right in [*range(side - 1, 6, -2), 5, 3, 1]:
        for y in range(side - 1, -1, -1) if upwards else range(side):
            for x in (right, right - 1):
                if squares[y, x] == _UNSET:
                    bit = bits.pop(0) if bits else 0
                    squares[y, x] = bit ^ _is_masked(mask, y, x)
        upwards = not upwards
    _write_format(squares, mask)
    return squares


def _is_masked(mask: int, y: int, x: int) -> bool:
    return (
        (x + y) % 2 == 0,
        y % 2 == 0,
        x % 3 == 0,
        (x + y) % 3 == 0,
        (y // 2 + x // 3) % 2 == 0,
        x * y % 2 + x * y % 3 == 0,
        (x * y % 2 + x * y % 3) % 2 == 0,
        ((x + y) % 2 + x * y % 3) % 2 == 0,
    )[mask]


def _write_format(squares: Squares, mask: int) -> None:
    """Level and mask with ten check bits, twice: around the upper left finder and at the others."""
    data = _LEVEL_L << 3 | mask
    check = data << 10
    for shift in range(4, -1, -1):
        if check >> (shift + 10) & 1:
            check ^= 0b10100110111 << shift
    bits = [((data << 10 | check) ^ 0b101010000010010) >> place & 1 for place in range(15)]
    rows = [0, 1, 2, 3, 4, 5, 7, 8]
    for place, y in enumerate(rows):  # bits 0 to 7 down column 8, then 8 to 14 back along row 8
        squares[y, 8] = bits[place]
    for place, x in enumerate([7, 5, 4, 3, 2, 1, 0]):
        squares[8, x] = bits[8 + place]
    for place in range(8):
        squares[8, -1 - place] = bits[place]
    for place in range(7):
        squares[-7 + place, 8] = bits[8 + place]


def _penalty(squares: Squares) -> int:
    """Long runs, 2 × 2 blocks, what looks like a finder, and too much of one colour."""
    total = 0
    for lines in (squares, squares.T):
        for line in lines:
            text = "".join(map(str, line.tolist()))
            runs = text.replace("01", "0 1").replace("10", "1 0").split()
            total += sum(len(run) - 2 for run in runs if len(run) >= 5)
            for false_finder in ("10111010000", "00001011101"):
                starts = range(len(text) - 10)
                total += 40 * sum(text.startswith(false_finder, start) for start in starts)
    corners = squares[:-1, :-1] + squares[1:, :-1] + squares[:-1, 1:] + squares[1:, 1:]
    total += 3 * int(np.isin(corners, (0, 4)).sum())
    return total + 10 * int(abs(squares.mean() * 100 - 50) // 5)
