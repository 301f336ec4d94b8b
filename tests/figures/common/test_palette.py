import itertools

import numpy as np
import pytest

from belieflab import MassTable
from belieflab.figures.common import palette

BLUE, ORANGE, GREEN = palette.OKABE_ITO[:3]


def test_the_seven_colours_come_in_the_agreed_order():
    names = [palette.class_colour(k) for k in range(7)]
    assert names == ["#0072B2", "#E69F00", "#009E73", "#D55E00", "#56B4E9", "#CC79A7", "#F0E442"]


def test_beyond_seven_colours_return_darker_with_another_symbol():
    colours = [palette.class_colour(k, 14) for k in range(14)]
    assert len(set(colours)) == 14
    assert [palette.class_symbol(k, 14) for k in range(14)] == ["circle"] * 7 + ["square"] * 7
    lights = [sum(palette.levels(colour)) for colour in colours]
    assert colours[0] == BLUE and all(lights[k + 7] < lights[k] for k in range(7))


def test_beyond_fourteen_every_class_has_its_own_hue():
    colours = {palette.class_colour(k, 40) for k in range(40)}
    assert len(colours) == 40
    assert palette.class_numbered(15) and not palette.class_numbered(14)


def test_a_union_is_blended_and_ringed_in_its_second_colour():
    marker = palette.set_marker(0b011, 4)
    assert marker.fill not in palette.OKABE_ITO
    assert (marker.ring, marker.symbol) == (ORANGE, "circle")
    assert palette.set_marker(0b0111, 4).symbol == "diamond"


def test_omega_is_grey_and_the_empty_set_a_black_cross_outlined_white():
    assert palette.set_marker(0b111, 3).fill == palette.OMEGA_GREY
    empty = palette.set_marker(0, 3)
    assert (empty.fill, empty.ring, empty.symbol) == ("#000000", "#FFFFFF", "x")


def test_a_frame_of_one_class_has_its_colour_not_grey():
    assert palette.set_colour(1, 1) == BLUE


def test_blending_keeps_pure_colours_and_stays_between_its_parts():
    assert palette.blend([BLUE, ORANGE], [1, 0]) == BLUE
    assert palette.blend([BLUE, BLUE], [0.3, 0.7]) == BLUE
    mixed = palette.blend([BLUE, ORANGE], [1, 1])
    for place in (1, 3, 5):
        parts = sorted(int(colour[place : place + 2], 16) for colour in (BLUE, ORANGE))
        assert parts[0] <= int(mixed[place : place + 2], 16) <= parts[1]


def test_label_colours_go_from_the_class_to_grey_as_doubt_grows():
    table = MassTable.from_guess_and_doubt(["a"] * 5, [0, 0.25, 0.5, 0.75, 1], ["a", "b", "c"])
    colours = palette.label_colours(table)
    assert colours[0] == BLUE
    assert colours[-1] == palette.OMEGA_GREY
    reds = [int(colour[1:3], 16) for colour in colours]
    assert all(low < high for low, high in itertools.pairwise(reds))


def test_label_colours_of_sets_are_the_colours_of_the_sets():
    table = MassTable.from_sets([0b011, 0b100, 0b111], ["a", "b", "c"])
    assert palette.label_colours(table) == [
        palette.set_colour(0b011, 3),
        GREEN,
        palette.OMEGA_GREY,
    ]


@pytest.mark.parametrize("colour", palette.OKABE_ITO)
def test_light_and_back_is_exact(colour):
    assert palette.blend([colour], np.ones(1)) == colour
    assert palette.faded("#0072B2", 0.5) == "rgba(0, 114, 178, 0.5)"


def test_what_is_asked_about_looks_neither_wrong_nor_like_a_class():
    others = [palette.WRONG, *palette.OKABE_ITO]
    asked, known = (
        np.array([[int(colour[at : at + 2], 16) for at in (1, 3, 5)] for colour in colours])
        for colours in ([palette.QUESTION], others)
    )
    assert (np.linalg.norm(known - asked, axis=1) > 120).all()
    for paper in ("#FFFFFF", "#1B1E22"):
        assert palette.contrast(palette.QUESTION, paper) >= 3.0
