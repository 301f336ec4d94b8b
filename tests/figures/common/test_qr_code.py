"""QR codes: the squares that a scanner reads, on white with a quiet zone."""

import re

import numpy as np
import pytest
import segno

from belieflab.figures.common.qr_code import QUIET_ZONE, qr_svg

LINK = "http://192.168.1.5:8600/#K7PX-93WM"


def squares(picture: str) -> np.ndarray:
    """The black squares of the picture: its path of horizontal strokes, walked."""
    side = int(re.search(r'viewBox="0 0 (\d+) \1"', picture).group(1))
    black = np.zeros((side, side), dtype=int)
    path = re.search(r'stroke="#000" d="([^"]+)"', picture).group(1)
    x, y = 0.0, 0.0
    for sign, numbers in re.findall(r"([Mmh])([-\d. ]+)", path):
        values = [float(number) for number in numbers.split()]
        if sign == "h":
            black[int(y), int(x) : int(x + values[0])] = 1
            x += values[0]
        else:
            x, y = (values[0], values[1]) if sign == "M" else (x + values[0], y + values[1])
    return black


@pytest.mark.parametrize("text", ["a", LINK, "x" * 17, "x" * 18, "é" * 20, "z" * 106])
def test_the_picture_shows_the_code_within_its_quiet_zone(text: str) -> None:
    black = squares(qr_svg(text))
    code = np.array([list(row) for row in segno.make(text, error="l", micro=False).matrix])
    np.testing.assert_array_equal(black[QUIET_ZONE:-QUIET_ZONE, QUIET_ZONE:-QUIET_ZONE], code)
    assert black.sum() == code.sum()


def test_it_has_a_white_ground_and_the_three_finder_patterns() -> None:
    picture = qr_svg(LINK)
    assert 'xmlns="http://www.w3.org/2000/svg"' in picture and 'fill="#fff"' in picture
    code = squares(picture)[QUIET_ZONE:-QUIET_ZONE, QUIET_ZONE:-QUIET_ZONE]
    for corner in (code[:7, :7], code[:7, -7:], code[-7:, :7]):
        assert corner[0].all() and corner[:, 0].all() and corner[2:5, 2:5].all()
        assert not corner[1, 1:6].any()
