"""Sketches are well-formed pictures that fetch nothing."""

from xml.etree import ElementTree

import pytest

from belieflab.figures.common import sketch

PICTURES = {
    "bars": sketch.bars(("m", {1: 0.5, 7: 0.5}), ("<&>", {0: 1.0})),
    "numbers": sketch.numbers(("pl", (1.0, 0.5, 0.2))),
    "lattice": sketch.lattice_of_three([1, 3], 3),
    "interval": sketch.interval(0.2, 0.7, 0.4),
    "intervals": sketch.intervals((0.4, 0.6), (0.1, 0.3)),
    "points": sketch.points([1, 2, 3], "word"),
}


@pytest.mark.parametrize("name", PICTURES)
def test_picture_is_svg_without_scripts_or_links(name):
    root = ElementTree.fromstring(PICTURES[name])  # noqa: S314  our own text
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    tags = {element.tag.split("}")[1] for element in root.iter()}
    assert tags <= {"svg", "style", "rect", "line", "circle", "text"}


def test_bars_have_the_length_of_their_masses():
    root = ElementTree.fromstring(sketch.bars(("m", {1: 0.25, 7: 0.75})))  # noqa: S314
    widths = [float(box.get("width", 0)) for box in root.iter("{http://www.w3.org/2000/svg}rect")]
    assert widths[1] == pytest.approx(3 * widths[0], abs=0.2)


def test_dominated_classes_are_faint():
    assert sketch.intervals((0.4, 0.6), (0.1, 0.3)).count("fill-opacity") == 1
