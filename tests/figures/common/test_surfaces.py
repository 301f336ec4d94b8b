"""Regions of answers: every cell its colour, sets hatched, ignorance pale."""

import re

import numpy as np
import pytest

from belieflab.figures.common.grid import lay_grid
from belieflab.figures.common.palette import class_colour, faded, set_colour
from belieflab.figures.common.surfaces import (
    SHADES,
    region_colours,
    region_values,
)

GRID = lay_grid(((0.0, 1.0), (0.0, 2.0)), 12, 12)


def colours_of(answers, pale, masks, n_classes=3):
    """The colour of every cell."""
    values = region_values(GRID.shape, answers, pale, masks).ravel()
    colours = region_colours(masks, n_classes)
    return [colours[value] for value in values.tolist()]


def opacity(colour: str) -> float:
    return float(re.search(r"([\d.]+)\)$", colour).group(1))


def test_places_go_row_by_row_upwards():
    assert GRID.places.shape == (144, 2)
    np.testing.assert_allclose(GRID.places[[0, 11, 132, 143]], [[0, 0], [1, 0], [0, 2], [1, 2]])


def test_one_class_has_its_colour_and_fades_with_ignorance():
    answers = np.full(144, 2)
    pale = np.linspace(0.0, 1.0, 144)
    colours = colours_of(answers, pale, [2])
    full = opacity(colours[0])
    assert colours[0] == faded(class_colour(1, 3), full)
    opacities = [opacity(colour) for colour in colours]
    assert opacities == sorted(opacities, reverse=True)
    assert opacities[-1] < 0.1 < 0.4 < full
    assert len(set(opacities)) == SHADES


@pytest.mark.parametrize("mask", [0, 6, 7])
def test_a_set_or_no_answer_is_hatched_in_its_own_colour(mask):
    answers = np.where(np.arange(144) < 72, 1, mask)
    masks = sorted({1, mask})
    colours = colours_of(answers, np.zeros(144), masks)
    assert len(set(colours[:72])) == 1
    hatched = set(colours[72:])
    assert len(hatched) == 2
    fill = set_colour(mask, 3) if mask else set_colour(7, 3)
    assert {colour.rsplit(",", 1)[0] for colour in hatched} == {faded(fill, 1).rsplit(",", 1)[0]}
