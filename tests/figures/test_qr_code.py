"""QR codes: as a reference draws them, and as a camera would read them."""

import numpy as np
import pytest

from belieflab import DataError
from belieflab.figures import qr_code
from belieflab.figures.qr_code import CHECK_WORDS, DATA_WORDS, qr_squares, qr_svg

LINK = "http://192.168.1.5:8600/#K7PX-93WM"

REFERENCE = """
#######  # ## #######
#     #  ###  #     #
# ### # ## ## # ### #
# ### #  # #  # ### #
# ### #   # # # ### #
#     #     # #     #
####### # # # #######
        ## ##
### ######## ##   #
  # ## #  #   #   ##
    # ##### #   #   #
## # #   ##   #   #
##  ####    # # # # #
        ## # # # # ##
####### #  # ### ####
#     # ###### ###
# ### # # ## ### ## #
# ### #   #   #   ##
# ### # ##  #   #   #
#     # ##    #   ##
####### ##  # # # ###
"""
"""The letter a, version 1, level L, mask 0, as the package qrcode draws it."""


def test_it_is_what_others_draw() -> None:
    rows = ["".join(" #"[square] for square in row) for row in qr_squares("a", mask=0)]
    assert [row.rstrip() for row in rows] == [row.rstrip() for row in REFERENCE.split("\n")[1:-1]]


def read(squares: np.ndarray, mask: int) -> list[int]:
    """The code words on a code, by the standard's walk."""
    version = (len(squares) - 17) // 4
    free = qr_code._fixed_patterns(version) == -1
    side, bits = len(squares), []
    for nth, right in enumerate([*range(side - 1, 6, -2), 5, 3, 1]):
        for y in range(side - 1, -1, -1) if nth % 2 == 0 else range(side):
            for x in (right, right - 1):
                if free[y, x]:
                    bits.append(int(squares[y, x]) ^ qr_code._is_masked(mask, y, x))
    whole = DATA_WORDS[version] + CHECK_WORDS[version]
    return [int("".join(map(str, bits[8 * i : 8 * i + 8])), 2) for i in range(whole)]


def syndromes(words: list[int], count: int) -> list[int]:
    """The message at 2^0, 2^1, …; all zero when the check words are right."""
    values = []
    for power in range(count):
        value = 0
        for word in words:
            value = qr_code._times(value, qr_code._power(power)) ^ word
        values.append(value)
    return values


@pytest.mark.parametrize("text", ["a", LINK, "x" * 17, "x" * 18, "é" * 20, "z" * 106])
def test_every_length_reads_back_under_every_mask(text: str) -> None:
    content = text.encode()
    for mask in range(8):
        words = read(qr_squares(text, mask), mask)
        bits = "".join(f"{word:08b}" for word in words)
        assert bits[:4] == "0100" and int(bits[4:12], 2) == len(content)
        assert int(bits[12 : 12 + 8 * len(content)], 2) == int.from_bytes(content)
        version = (len(qr_squares(text, mask)) - 17) // 4
        assert not any(syndromes(words, CHECK_WORDS[version]))


def test_the_best_mask_is_one_of_the_eight() -> None:
    chosen = qr_squares(LINK)
    assert any(np.array_equal(chosen, qr_squares(LINK, mask)) for mask in range(8))


def test_the_picture_has_a_white_border_and_too_long_a_text_is_refused() -> None:
    picture = qr_svg(LINK)
    assert 'viewBox="0 0 37 37"' in picture and "#ffffff" in picture
    assert "M4 4h1v1h-1z" in picture and "M3 " not in picture
    with pytest.raises(DataError, match="106 bytes, not 107"):
        qr_svg("z" * 107)
