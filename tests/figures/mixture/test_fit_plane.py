import numpy as np
import pytest
from pngs import read_codes

from belieflab.belief.decision_costs import DecisionCosts
from belieflab.figures.common.grid import Grid
from belieflab.figures.common.images import fine_shape
from belieflab.figures.common.palette import class_colour
from belieflab.figures.common.surfaces import (
    CERTAINTY,
    DENSITY,
    KINDS,
    REGIONS,
    STEPS,
    Surface,
    lay_surface,
)
from belieflab.figures.common.surfaces import surface_values as values_of
from belieflab.figures.common.traces import DrawnObjects
from belieflab.figures.common.view import MAX_SVG_POINTS
from belieflab.figures.mixture.fit import FitFrame, MixtureView, draw_fit_plane, fit_limits

NAMES = ["setosa", "<b>b</b>"]
LIMITS = ((-3.0, 3.0), (-2.0, 2.0))


def objects(n=5):
    points = np.random.default_rng(0).normal(size=(n, 2))
    return DrawnObjects(points, np.arange(n) * 2, [f"Row {i}" for i in range(n)], n + 7)


def draw(frames, n=5, **more):
    titles = ("length <cm>", "width")
    return draw_fit_plane(frames, objects(n), titles, NAMES, MixtureView(), limits=LIMITS, **more)


def frame(name, shift=0.0, **more):
    angles = np.linspace(0, 2 * np.pi, 9)
    circle = np.column_stack([np.cos(angles), np.sin(angles)])
    outlines = np.stack([circle + shift, circle - shift])
    return FitFrame(name, outlines, np.array([[shift] * 2] * 2), **more)


def named(figure, name):
    return next(i for i, trace in enumerate(figure.data) if trace.name == name and trace.x.size)


def test_the_picture_stands_at_the_last_frame():
    figure = draw([frame("0"), frame("1", 0.5)])
    assert [each.name for each in figure.frames] == ["0", "1"]
    outline = figure.data[named(figure, "setosa")]
    np.testing.assert_allclose(outline.x, frame("1", 0.5).outlines[0, :, 0], rtol=1e-6)
    assert tuple(figure.layout.xaxis.range) == LIMITS[0]


def test_a_frame_moves_outlines_and_centres_and_nothing_else():
    figure = draw([frame("0"), frame("1", 0.5)])
    moved = figure.frames[0]
    names = [figure.data[i].name for i in moved.traces]
    assert names == ["setosa", "&lt;b&gt;b&lt;/b&gt;", "centres"]
    np.testing.assert_allclose(moved.data[1].x, frame("0").outlines[1, :, 0], rtol=1e-6)


def test_colours_and_rings_move_where_they_are_given():
    wrong = np.arange(5) == 1
    frames = [frame(str(i), colours=["#00000" + str(i)] * 5, wrong=wrong) for i in range(3)]
    figure = draw(frames)
    points = figure.frames[1].data[0]
    assert list(points.marker.color) == ["#000001"] * 5
    assert list(points.marker.line.width) == [0.6, 2.0, 0.6, 0.6, 0.6]
    assert list(figure.data[0].customdata) == [0, 2, 4, 6, 8]


@pytest.mark.parametrize("kind", KINDS)
def test_a_surface_lies_beneath_and_moves(kind):
    grid = lay_surface(kind, LIMITS, 2)
    places = grid.grid.places
    log_joint = -0.5 * np.stack([(places**2).sum(1), ((places - 1) ** 2).sum(1)], axis=1)
    values = values_of(grid, log_joint)
    frames = [frame("0", surface=values), frame("1", surface=values)]
    figure = draw(frames, surface=grid)
    assert figure.data[0].type == "image"
    assert figure.frames[0].traces[0] == 0
    assert values.shape == fine_shape(grid.grid.shape)
    np.testing.assert_array_equal(read_codes(figure.frames[0].data[0].source), values + 1)
    assert figure.layout.yaxis.scaleanchor is False


def test_regions_are_the_best_component_and_certainty_its_shade():
    with np.errstate(divide="ignore"):
        log_joint = np.log([[0.9, 0.1], [0.5, 0.5], [0.0, 0.0], [0.02, 0.98]])
    small = Surface(REGIONS, Grid(np.arange(4.0), np.zeros(1)), 2)
    np.testing.assert_array_equal(values_of(small, log_joint), [[0, 0, -1, 1]])
    small = Surface(CERTAINTY, Grid(np.arange(4.0), np.zeros(1)), 2)
    shades = values_of(small, log_joint)[0]
    assert shades[0] == int(0.8 * STEPS) and shades[1] == 0 and shades[2] == -1
    assert shades[3] == STEPS + int(0.96 * STEPS)
    small = Surface(DENSITY, Grid(np.arange(4.0), np.zeros(1)), 2)
    assert values_of(small, log_joint)[0, 0] == STEPS - 1


def test_one_component_is_sure_everywhere():
    grid = Surface(CERTAINTY, Grid(np.arange(2.0), np.zeros(1)), 1)
    assert (values_of(grid, np.array([[0.0], [-50.0]])) >= 0).all()


def test_many_points_go_to_the_graphics_card_and_the_rest_is_reported():
    figure = draw([frame("0")], MAX_SVG_POINTS + 1)
    assert figure.data[0].type == "scattergl"
    assert f"{MAX_SVG_POINTS + 1:,} of {MAX_SVG_POINTS + 8:,}" in figure.layout.annotations[0].text


def test_limits_hold_points_and_last_outlines():
    (left, right), (low, high) = fit_limits(objects().points, frame("1", 4.0).outlines)
    assert left < -5 and right > 5 and right < 6 and low < -5 and high < 6


def test_the_legend_shows_class_colours_and_user_text_stays_text():
    figure = draw([frame("0")])
    entries = [trace for trace in figure.data if trace.showlegend is None]
    assert [trace.name for trace in entries] == ["setosa", "&lt;b&gt;b&lt;/b&gt;"]
    assert entries[1].marker.color == class_colour(1)
    assert figure.layout.xaxis.title.text == "length &lt;cm&gt;"


def test_frames_stay_light():
    frames = [frame(str(i)) for i in range(50)]
    assert len(draw(frames).to_json()) < 120_000


@pytest.mark.parametrize("kind", [REGIONS, CERTAINTY])
def test_regions_are_those_of_the_cheapest_answer(kind):
    """Naive twin, place by place; where no answer is cheapest nothing is painted."""
    matrix, price = ((0.0, 1.0, 1.0), (1.0, 0.0, 1.0), (4.0, 4.0, 0.0)), 0.6
    shares = np.random.default_rng(0).dirichlet(np.full(3, 0.4), size=40)
    line = Surface(kind, Grid(np.arange(40.0), np.zeros(1)), 3)
    values = values_of(line, np.log(shares), DecisionCosts(matrix, price)).ravel()
    found = values // STEPS if kind == CERTAINTY else values
    for share, answer in zip(shares, found, strict=True):
        costs = share @ np.array(matrix)
        assert answer == (-1 if price < costs.min() else costs.argmin())
    assert {-1, 0, 1, 2} == set(found.tolist())
    assert (values_of(line, np.log(shares)).ravel() >= 0).all()
