"""Pictures beneath the points: what is painted can be read again, and borders are smooth."""

import numpy as np
import pytest
from pngs import read_codes

from belieflab.figures.common import images
from belieflab.figures.common.grid import lay_grid
from belieflab.figures.common.images import (
    FINER,
    draw_image,
    exact_codes,
    fine_shape,
    paint,
    refine,
    refine_codes,
)

COLOURS = ["rgba(0,0,0,0)", "rgba(0, 114, 178, 0.22)", "rgba(230, 159, 0, 0.22)"]
SHAPE = (20, 30)
GRID = lay_grid(((0.0, 1.0), (0.0, 1.0)), SHAPE[1], SHAPE[0])


def test_a_picture_holds_the_codes():
    codes = np.random.default_rng(0).integers(0, 3, (7, 5))
    np.testing.assert_array_equal(read_codes(paint(codes, COLOURS)), codes)


def test_more_colours_than_a_palette_holds_are_painted_too():
    assert len(paint(np.arange(300).reshape(10, 30), COLOURS * 100)) > len(COLOURS)


def test_a_linear_function_is_refined_exactly():
    values = GRID.places @ [[1.0, 0.0], [2.0, -3.0]]
    fine = lay_grid(((0.0, 1.0), (0.0, 1.0)), *fine_shape(SHAPE)[::-1])
    found = refine(values, SHAPE)
    np.testing.assert_allclose(found, fine.places @ [[1.0, 0.0], [2.0, -3.0]], atol=1e-5)


def test_the_border_of_a_refined_function_is_the_line_itself_and_not_a_staircase():
    """A slanted border moves by less than a cell from row to row of the finer picture."""
    slanted = GRID.places @ [1.0, 0.4] - 0.7
    sides = refine(np.column_stack([slanted, -slanted]), SHAPE).argmax(axis=1)
    border = sides.reshape(fine_shape(SHAPE)).argmin(axis=1)
    steps = np.abs(np.diff(border))
    assert 0 < steps.sum() and steps.max() <= 1


def test_kinds_of_cells_are_refined_with_smooth_borders_and_no_new_kinds():
    kinds = np.where(GRID.places @ [1.0, 0.4] > 0.7, 6, 1)
    fine = refine_codes(kinds, SHAPE).reshape(fine_shape(SHAPE))
    assert set(fine.ravel().tolist()) == {1, 6}
    assert np.abs(np.diff((fine == 1).sum(axis=1))).max() < FINER
    assert (refine_codes(np.full(600, 5), SHAPE) == 5).all()


def test_kinds_on_the_finer_grid_are_those_of_the_function_and_few_places_are_asked():
    asked = []

    def kinds(places):
        asked.append(len(places))
        inside = np.square(places - [0.5, 0.4]).sum(axis=1) < 0.1
        return np.where(inside, 6, np.where(places[:, 0] > 0.8, 2, 1))

    fine = exact_codes(kinds(GRID.places), GRID, kinds)
    whole = lay_grid(((0.0, 1.0), (0.0, 1.0)), *fine_shape(SHAPE)[::-1])
    np.testing.assert_array_equal(fine, kinds(whole.places))
    assert asked[1] < 0.3 * len(fine)
    # One kind everywhere asks nothing.
    assert (exact_codes(np.full(600, 5), GRID, kinds) == 5).all() and len(asked) == 3


def test_too_many_borders_are_smoothed_and_not_asked_about(monkeypatch):
    monkeypatch.setattr(images, "MAX_ASKED", 10)
    codes = np.random.default_rng(0).integers(0, 2, 600)
    found = exact_codes(codes, GRID, lambda places: pytest.fail("asked"))
    np.testing.assert_array_equal(found, refine_codes(codes, SHAPE))


def test_the_picture_spans_the_grid():
    picture = draw_image(GRID, np.zeros(fine_shape(SHAPE), dtype=int), COLOURS, "regions")
    rows, columns = fine_shape(SHAPE)
    assert picture.x0 == 0.0 and abs(picture.x0 + (columns - 1) * picture.dx - 1.0) < 1e-12
    assert picture.y0 == 0.0 and abs(picture.y0 + (rows - 1) * picture.dy - 1.0) < 1e-12
