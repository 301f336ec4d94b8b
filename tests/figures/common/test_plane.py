import json

import numpy as np
import pytest

from belieflab import MassTable
from belieflab.data import Dataset
from belieflab.figures.common import palette
from belieflab.figures.common.plane import draw_points
from belieflab.figures.common.view import MAX_POINTS, MAX_SVG_POINTS, sample_rows

TITLES = ("length", "width <cm>")
NAMES = ["a", "b", "<i>c</i>"]


def points(n, seed=0):
    return np.random.default_rng(seed).normal(size=(n, 2))


def drawn(figure):
    """The traces that hold points, not the empty ones that make the legend."""
    return [trace for trace in figure.data if trace.x[0] is not None and trace.mode == "markers"]


def legend(figure):
    return [trace.name for trace in figure.data if trace.x[0] is None]


@pytest.fixture
def labels():
    return MassTable(
        NAMES,
        [1, 2, 4, 3, 7, 0],
        [
            [1, 0, 0, 0, 0, 0],
            [0, 0.8, 0, 0, 0.2, 0],
            [0, 0, 0.6, 0, 0.4, 0],
            [0, 0, 0, 1, 0, 0],
            [0, 0, 0, 0, 1, 0],
            [0, 0, 0, 0, 0, 1],
            [1, 0, 0, 0, 0, 0],
        ],
    )


def test_every_row_is_drawn_once_and_customdata_carries_its_number(labels):
    place = points(7)
    figure = draw_points(place, TITLES, labels=labels)
    rows = np.concatenate([trace.customdata for trace in drawn(figure)])
    assert sorted(rows.tolist()) == list(range(7))
    for trace in drawn(figure):
        np.testing.assert_array_equal(trace.x, place[trace.customdata, 0].astype("f4"))


def test_groups_are_named_and_looked_at_as_the_palette_says(labels):
    figure = draw_points(points(7), TITLES, labels=labels)
    assert legend(figure) == ["a", "b", "&lt;i&gt;c&lt;/i&gt;", "{a, b}", "Ω", "∅"]
    by_name = {trace.name: trace for trace in drawn(figure)}
    assert by_name["a"].marker.color[0] == palette.class_colour(0)
    assert by_name["{a, b}"].marker.line.color == palette.class_colour(1)
    assert by_name["∅"].marker.symbol == "x"
    assert by_name["Ω"].marker.color[0] == palette.OMEGA_GREY
    for trace in drawn(figure):
        assert trace.marker.line.width > 0


def test_size_or_opacity_tells_certainty(labels):
    def marker_of_a_doubtful(figure):
        return next(trace for trace in drawn(figure) if trace.name == "b").marker

    by_size = marker_of_a_doubtful(draw_points(points(7), TITLES, labels=labels))
    sure = next(
        trace for trace in drawn(draw_points(points(7), TITLES, labels=labels)) if trace.name == "a"
    )
    assert by_size.size[0] < sure.marker.size[0]
    by_opacity = marker_of_a_doubtful(
        draw_points(points(7), TITLES, labels=labels, certainty="opacity")
    )
    assert by_opacity.opacity[0] == pytest.approx(0.25 + 0.7 * 0.8)


def test_hover_tells_row_label_beliefs_and_truth_as_plain_text(labels):
    truth = np.array([0, 1, 2, -1, 0, 0, 0])
    figure = draw_points(points(7), TITLES, labels=labels, truth=truth, class_names=NAMES)
    texts = {row: text for trace in drawn(figure) for row, text in _hover(trace)}
    assert texts[1] == (
        "<b>Row 2</b><br>mass: {b} 0.80 · Ω 0.20<br>"
        "plausibility: b 1.00 · a 0.20 · &lt;i&gt;c&lt;/i&gt; 0.20<br>truth: b"
    )
    assert texts[2].endswith("truth: &lt;i&gt;c&lt;/i&gt;")
    assert texts[3].endswith("truth: unknown")


def _hover(trace):
    return zip(trace.customdata.tolist(), trace.hovertext, strict=True)


def test_truth_is_nowhere_when_it_is_not_given(labels):
    assert "truth" not in draw_points(points(7), TITLES, labels=labels).to_json()


def test_axes_carry_the_feature_names_as_plain_text(labels):
    figure = draw_points(points(7), TITLES, labels=labels, equal=True)
    assert figure.layout.xaxis.title.text == "length"
    assert figure.layout.yaxis.title.text == "width &lt;cm&gt;"
    assert figure.layout.yaxis.scaleanchor == "x"


def test_colour_by_truth_and_by_nothing():
    truth = np.array([0, 1, 0, -1])
    by_truth = draw_points(
        points(4), TITLES, truth=truth, class_names=["a", "b"], colour_by="truth"
    )
    assert legend(by_truth) == ["a", "b", "unknown"]
    assert drawn(by_truth)[1].marker.color == palette.class_colour(1)
    nothing = draw_points(points(4), TITLES, colour_by="truth")
    assert len(drawn(nothing)) == 1
    assert nothing.layout.showlegend is False


def test_many_points_go_to_webgl_and_very_many_are_sampled_with_a_note():
    assert drawn(draw_points(points(MAX_SVG_POINTS), TITLES))[0].type == "scatter"
    assert drawn(draw_points(points(MAX_SVG_POINTS + 1), TITLES))[0].type == "scattergl"
    big = draw_points(points(MAX_POINTS + 1000), TITLES, seed=3)
    assert len(drawn(big)[0].x) == MAX_POINTS
    assert big.layout.annotations[0].text == "5,000 of 6,000 objects are drawn"
    again = draw_points(points(MAX_POINTS + 1000), TITLES, seed=3)
    assert big.to_json() == again.to_json()


def test_sampled_rows_are_in_order_each_once_and_depend_on_the_seed():
    rows = sample_rows(20_000, seed=1, limit=100)
    assert len(set(rows.tolist())) == 100
    assert (np.diff(rows) > 0).all()
    assert not np.array_equal(rows, sample_rows(20_000, seed=2, limit=100))


def test_more_than_fourteen_classes_are_numbered_at_their_centres():
    place = np.repeat(np.arange(20.0)[:, None], 2, axis=1)
    names = [f"class {k}" for k in range(20)]
    figure = draw_points(place, TITLES, truth=np.arange(20), class_names=names, colour_by="truth")
    numbers = next(trace for trace in figure.data if trace.mode == "text")
    assert list(numbers.text)[:2] == ["<b>1</b>", "<b>2</b>"]
    np.testing.assert_allclose(numbers.x, np.arange(20.0))
    assert legend(figure)[0] == "1 · class 0"


def test_rare_unions_share_one_entry_of_the_legend():
    names = [f"c{k}" for k in range(6)]
    pairs = [(1 << i) | (1 << j) for i in range(6) for j in range(i)]
    figure = draw_points(points(15), TITLES, labels=MassTable.from_sets(pairs, names))
    assert len(legend(figure)) == 9
    assert legend(figure)[-1] == "other unions"
    assert sum(len(trace.x) for trace in drawn(figure)) == 15


def test_the_ground_is_transparent_and_coordinates_travel_as_float32(labels):
    figure = draw_points(points(7), TITLES, labels=labels)
    assert figure.layout.paper_bgcolor == figure.layout.plot_bgcolor == "rgba(0,0,0,0)"
    sent = json.loads(figure.to_json())
    assert sent["data"][0]["x"]["dtype"] == "f4"


def test_ids_and_texts_of_a_data_set_stand_in_the_hover_texts():
    X = points(3)
    dataset = Dataset(X, ("a", "b"), ids=("<x>", "7", "y"), texts=("one & two", "", "three"))
    (trace,) = drawn(draw_points(X, TITLES, dataset=dataset))
    assert trace.hovertext[0] == "<b>&lt;x&gt;</b><br>one &amp; two"
    assert trace.hovertext[1].startswith("<b>id 7</b>")
