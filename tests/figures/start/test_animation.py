"""The still picture: every point once, in its colour, inside the frame, text escaped."""

import re
import xml.etree.ElementTree as ElementTree

import numpy as np

from belieflab import MassTable
from belieflab.figures.common.palette import OMEGA_GREY, class_colour
from belieflab.figures.start.animation import HEIGHT, WIDTH, draw_animation

POINTS = np.array([[0.0, 0.0], [1.0, 2.0], [3.0, 1.0]])
NO_OUTLINES = np.empty((1, 0, 5, 2))
LABELS = MassTable(["a", "<b>"], [1, 2, 3], [[1, 0, 0], [0, 1, 0], [0, 0, 1]])


def circles() -> list[dict[str, str]]:
    tree = ElementTree.fromstring(draw_animation(POINTS, LABELS, NO_OUTLINES, "a & b"))  # noqa: S314
    assert tree.attrib["aria-label"] == "a & b"
    group = next(child for child in tree if child.tag.endswith("}g"))
    return [circle.attrib for circle in group]


def test_every_point_has_its_colour_and_a_doubtful_one_is_small() -> None:
    marks = circles()
    assert [mark["fill"].upper() for mark in marks] == [
        class_colour(0).upper(),
        class_colour(1).upper(),
        OMEGA_GREY.upper(),
    ]
    assert float(marks[2]["r"]) < float(marks[0]["r"])


def test_all_points_lie_inside_and_up_is_up() -> None:
    marks = circles()
    for mark in marks:
        assert 0 < float(mark["cx"]) < WIDTH
        assert 0 < float(mark["cy"]) < HEIGHT
    assert float(marks[1]["cy"]) < float(marks[0]["cy"])


def test_points_on_one_line_are_drawn_too() -> None:
    flat = POINTS * [1.0, 0.0]
    assert "nan" not in draw_animation(flat, LABELS, NO_OUTLINES, "flat")


def test_every_outline_moves_through_all_frames_and_rests_on_the_last():
    circle = np.array([[1.0, 0.0], [0.0, 1.0], [-1.0, 0.0], [0.0, -1.0], [1.0, 0.0]])
    outlines = np.stack([np.stack([circle + step, circle - step]) for step in range(3)])
    labels = MassTable(["a", "b"], [1, 2], [[1, 0], [0, 1]])
    tree = ElementTree.fromstring(  # noqa: S314
        draw_animation(np.array([[0.0, 0.0], [1.0, 1.0]]), labels, outlines, "x < y")
    )
    paths = [each for each in tree if each.tag.endswith("}path")]
    assert len(paths) == 2
    for path in paths:
        frames = path[0].attrib["values"].split(";")
        assert len(frames) == 4 == len(path[0].attrib["keyTimes"].split(";"))
        assert frames[-1] == frames[-2] == path.attrib["d"]
        assert frames[0] != frames[1]


def test_no_outline_leaves_the_picture_in_any_frame():
    circle = np.array([[1.0, 0.0], [0.0, 1.0], [-1.0, 0.0], [0.0, -1.0], [1.0, 0.0]])
    outlines = np.stack([(9.0 - 4.0 * step) * circle for step in range(3)])[:, None]
    tree = ElementTree.fromstring(draw_animation(POINTS, LABELS, outlines, "large at first"))  # noqa: S314
    path = next(each for each in tree if each.tag.endswith("}path"))
    numbers = re.findall(r"-?[\d.]+", path[0].attrib["values"])
    places = np.array(numbers, dtype=float).reshape(-1, 2)
    assert (places > 0).all()
    assert (places < [WIDTH, HEIGHT]).all()
