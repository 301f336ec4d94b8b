"""Small pictures of tables and figures: everything inside, ours and the paper's apart."""

import re
from xml.etree import ElementTree

import numpy as np

from belieflab.figures.papers.thumbnail import HEIGHT, WIDTH, SmallCurve, draw_thumbnail

NOTHING = np.array([np.nan, np.nan, np.nan])
X = np.array([0.0, 1.0, 2.0])


def shapes(svg: str, name: str) -> list[ElementTree.Element]:
    return ElementTree.fromstring(svg).findall(f"{{http://www.w3.org/2000/svg}}{name}")  # noqa: S314


def test_curves_of_the_paper_are_dotted_and_everything_is_inside():
    ours = SmallCurve(X, np.array([5.0, 7.0, 100.0]), np.array([4.0, np.nan, 120.0]))
    svg = draw_thumbnail([[ours], [SmallCurve(X, X / 1e3, NOTHING)]])
    lines = shapes(svg, "polyline")
    assert ["stroke-dasharray" in line.attrib for line in lines] == [True, False, False]
    numbers = [float(n) for line in lines for n in re.split("[ ,]", line.attrib["points"])]
    assert 0 < min(numbers) and max(numbers[::2]) < WIDTH and max(numbers[1::2]) < HEIGHT


def test_marks_are_discs_and_rings_and_a_constant_stands_in_the_middle():
    svg = draw_thumbnail([[SmallCurve(X, np.ones(3), np.ones(3))]], joined=False)
    circles = shapes(svg, "circle")
    assert [circle.attrib["fill"] == "none" for circle in circles] == [True] * 3 + [False] * 3
    assert len({circle.attrib["cy"] for circle in circles}) == 1
