"""The map of annotators and the bars of what each answer adds to a label."""

import numpy as np

from belieflab.figures.crowd.annotators import annotator_map, contribution_bars
from belieflab.figures.crowd.calibration import calibration_curve
from belieflab.figures.crowd.confusion import annotator_matrix


def draw(count: int, names=None):
    half = np.linspace(0, 0.5, count)
    wide = np.column_stack([half / 2, np.minimum(half * 1.5, 1)])
    names = names or [f"w{j}" for j in range(count)]
    counts = np.arange(1, count + 1)
    return annotator_map(names, half, half[::-1], wide, counts, np.arange(count) == 0)


def test_the_map_has_one_point_per_annotator_sized_by_answers():
    (trace,) = draw(6).data
    assert len(trace.x) == 6 and list(trace.customdata) == list(range(6))
    assert (np.diff(trace.marker.size) > 0).all()
    assert "muted" in trace.hovertext[0] and "6 answers" in trace.hovertext[5]
    assert len(set(trace.marker.color)) == 2


def test_names_and_intervals_are_left_out_where_there_are_many():
    assert "text" in draw(20).data[0].mode and draw(20).data[0].error_y.visible
    many = draw(500).data[0]
    assert many.mode == "markers" and not many.error_y.visible


def test_one_annotator_and_names_with_markup_are_drawn_letter_by_letter():
    (trace,) = draw(1, ["<b>x</b>"]).data
    assert "<b>x" not in trace.text[0] and "&lt;b&gt;x" in trace.text[0]


def test_the_largest_debts_are_on_top():
    pulls = np.array([0.1, -0.4, 0.2])
    (bar,) = contribution_bars(["a", "b", "c"], ["{x}", "{y}", "{x, y}"], pulls).data
    assert list(bar.x) == [0.1, 0.2, -0.4]


def test_debts_are_read_beside_the_names_and_whole_names_on_hover():
    pulls, names = np.array([0.104, -0.4, -0.001]), ["machine suggestions", "b", "c"]
    figure = contribution_bars(names, ["{Crustose coralline algae}", "{y}", "*"], pulls)
    told = figure.layout.yaxis.ticktext
    assert told[0] == "c: * +0%" and told[1].endswith("… +10%") and told[2] == "b: {y} -40%"
    hovered = figure.data[0].hovertext[1]
    assert hovered == "machine suggestions: {Crustose coralline algae}<br>+10.4%"


def test_the_curve_of_calibration_has_the_diagonal_and_takes_no_answers():
    figure = calibration_curve(np.array([0.5, 0.9]), np.array([0.4, 1.0]), np.array([3, 8]))
    assert len(figure.data) == 2 and "8 answers" in figure.data[1].hovertext[1]
    calibration_curve(np.empty(0), np.empty(0), np.empty(0, dtype=int))


def test_names_that_would_cover_each_other_stand_together():
    errors = np.array([0.244, 0.218, 0.447, 0.19, 0.223])
    wide = np.column_stack([errors - 0.07, errors + 0.08])
    given = np.zeros(5), errors, wide, np.full(5, 150), np.zeros(5, dtype=bool)
    (trace,) = annotator_map(list("abcde"), *given).data
    assert list(trace.text) == ["a, e,<br>b", "", "c", "d", ""]
    assert set(trace.textposition) == {"middle right"}
    (trace,) = annotator_map(list("abcde"), np.zeros(5), np.full(5, 0.2), *given[2:]).data
    assert trace.text[0] == "a, b,<br>c, 2 more"


def test_those_of_whom_nothing_is_known_are_not_on_the_map():
    errors = np.array([0.2, np.nan, 0.4])
    wide = np.column_stack([errors / 2, errors * 2])
    figure = annotator_map(
        list("abc"), np.zeros(3), errors, wide, np.array([3, 900, 3]), errors > 1
    )
    (trace,) = figure.data
    assert list(trace.customdata) == [0, 2] and list(trace.y) == [0.2, 0.4]
    nobody = np.full(3, np.nan)
    given = np.zeros(3), nobody, np.column_stack([nobody, nobody]), np.ones(3, int), nobody > 1
    figure = annotator_map(list("abc"), *given)
    assert not figure.data
    assert [each.text for each in figure.layout.annotations] == [
        "Nothing is known of any annotator."
    ]


def test_a_confusion_matrix_reads_from_the_true_class_to_what_is_said():
    shares = np.array([[0.9, 0.1, 0.0], [0.25, 0.746, 0.004], [0.0, 0.0, 1.0]])
    cells, numbers = annotator_matrix(shares, ["<b>a</b>", "b", "c"], "ann").data
    assert list(numbers.text) == ["90", "10", "", "25", "75", "", "", "", "100"]
    assert list(numbers.x[:3]) == [0, 1, 2] and list(numbers.y[:3]) == [0, 0, 0]
    np.testing.assert_array_equal(cells.z, shares)
    assert cells.text[1][0] == "b taken for &lt;b&gt;a&lt;/b&gt;" and cells.text[2][2] == "c known"
    layout = annotator_matrix(shares, ["a", "b", "c"], "<i>ann").layout
    assert layout.xaxis.title.text == "&lt;i&gt;ann says, in %"
    assert layout.yaxis.range[0] > layout.yaxis.range[1]  # the first class stands on top
