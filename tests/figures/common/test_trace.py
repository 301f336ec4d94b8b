import numpy as np

from belieflab.figures.common.trace import CURSOR, GROWN, Curve, draw_growing, draw_trace


def curve(**more):
    return Curve(np.arange(5.0), np.array([-9.0, -5.0, -4.0, -3.5, -3.4]), "iteration", "L", **more)


def test_the_bold_line_grows_with_the_cursor():
    figure = draw_trace(curve(), ["0", "2", "4"], [0, 2, 4])
    assert [frame.name for frame in figure.frames] == ["0", "2", "4"]
    middle = figure.frames[1]
    assert list(middle.traces) == [GROWN, CURSOR]
    np.testing.assert_array_equal(middle.data[0].y, [-9.0, -5.0, -4.0])
    np.testing.assert_array_equal(middle.data[1].x, [2.0])
    np.testing.assert_array_equal(figure.data[CURSOR].x, [4.0])


def test_the_range_holds_both_runs_and_does_not_move():
    figure = draw_trace(
        curve(), ["0"], [4], beside=[("pinned <1>", np.arange(3.0), np.array([-20.0, 1, 2]))]
    )
    low, high = figure.layout.yaxis.range
    assert low < -20 and high > 2
    assert figure.data[3].name == "pinned &lt;1&gt;"
    assert figure.layout.showlegend


def test_a_flat_or_unknown_curve_still_has_a_range():
    flat = Curve(np.zeros(1), np.full(1, 3.0), "x", "y")
    low, high = draw_trace(flat, ["0"], [0]).layout.yaxis.range
    assert low < 3 < high
    unknown = Curve(np.zeros(1), np.full(1, np.nan), "x", "y")
    assert tuple(draw_trace(unknown, ["0"], [0]).layout.yaxis.range) == (0.0, 1.0)


def test_shares_are_percentages_and_marks_are_words():
    figure = draw_trace(curve(percent=True), ["0"], [4], marks=[(2.0, "b = 0.5")])
    assert figure.layout.yaxis.tickformat == ".0%"
    assert figure.layout.annotations[0].text == "b = 0.5"


def test_a_growing_chart_waits_with_an_empty_line():
    figure = draw_growing("iteration", "L")
    assert len(figure.data[GROWN].x) == 0
