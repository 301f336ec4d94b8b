"""What the pictures of the landscape show."""

import numpy as np
import pytest

from belieflab.figures.common.frames import filled
from belieflab.figures.landscape import maxima
from belieflab.figures.landscape.maxima import FoundMaxima, SweepCurve, empty_sweep, sweep_contents


@pytest.fixture
def view():
    return FoundMaxima(
        names=[4, 0, 9],
        heights=[-10.0, -12.5, -20.25],
        basins=[1, 8, 3],
        collapsed=[True, False, False],
        places=np.array([[1.0, 2.0], [0.0, -1.0], [-1.0, -1.0]]),
        chosen=0,
    )


def test_the_map_has_one_bubble_per_maximum_larger_where_more_starts_end(view):
    figure = filled(maxima.empty_map(), maxima.map_contents(view))
    (trace,) = figure.data
    assert list(trace.x) == [1.0, 0.0, -1.0]
    assert list(trace.customdata) == [4, 0, 9]
    sizes = list(trace.marker.size)
    assert sizes[1] > sizes[2] > sizes[0]
    assert [symbol == "x" for symbol in trace.marker.symbol] == view.collapsed
    assert "maximum 1" in trace.text[0] and "too few points" in trace.text[0]
    assert "8 starts end here" in trace.text[1]


def test_only_the_chosen_maximum_is_ringed(view):
    contents = maxima.map_contents(view)[0]
    rings = contents["marker.line.color"]
    assert [ring == maxima.CHOSEN for ring in rings] == [False, True, False]


def test_the_strip_is_as_high_as_the_basins(view):
    figure = filled(maxima.empty_strip(), maxima.strip_contents(view))
    stems, heads = figure.data
    assert list(heads.x) == view.heights
    assert list(heads.y) == view.basins
    assert list(stems.y)[1::3] == view.basins
    assert list(stems.x)[2::3] == [None] * 3


@pytest.mark.parametrize("iterations", [[7], [1, 2, 2, 5], [10, 400, 401, 1000]])
def test_every_start_is_in_one_bar(iterations):
    counts = np.array(iterations)
    bars = maxima.iteration_contents(counts)[0]
    assert sum(bars["y"]) == len(iterations)
    assert len(bars["x"]) <= maxima.MAX_BINS
    bin_width = bars["width"][0] / 0.94  # bars leave a little air
    for value in iterations:
        assert (np.abs(bars["x"] - value) <= bin_width / 2).any()


def test_the_curve_of_discovery_steps_at_the_start_that_finds_a_new_maximum():
    curve = maxima.discovery_contents([4, 0, 2], n_starts=6)[0]
    assert list(curve["x"]) == [0, 1, 2, 3, 4, 5, 6]
    assert list(curve["y"]) == [0, 1, 1, 2, 2, 3, 3]


def test_figures_have_axis_titles_and_a_filled_copy_leaves_the_empty_one_empty(view):
    empty = maxima.empty_map()
    filled(empty, maxima.map_contents(view))
    assert list(empty.data[0].x) == []
    for figure in (
        empty,
        maxima.empty_strip(),
        maxima.empty_iterations(),
        maxima.empty_discovery(),
        empty_sweep("distinct maxima", (0.1, 0.9)),
    ):
        assert figure.layout.xaxis.title.text and figure.layout.yaxis.title.text


def test_the_sweep_shows_label_sets_and_their_means_with_errors():
    view = SweepCurve([0.1, 0.1, 0.5], [1, 3, 6], [0.1, 0.5], [2.0, 6.0], [1.0, 0.0])
    figure = filled(empty_sweep("maxima", (0.1, 0.9)), sweep_contents(view))
    sets, means = figure.data
    assert list(sets.y) == [1, 3, 6]
    assert list(means.y) == [2.0, 6.0]
    assert list(means.error_y.array) == [1.0, 0.0]
