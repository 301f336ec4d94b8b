import numpy as np

from belieflab.figures.common.canvas import FONT_SIZE
from belieflab.figures.papers.panels import (
    BoxPanel,
    CategoryPanel,
    LevelCurve,
    Panel,
    draw_boxes,
    draw_categories,
    draw_levels,
)


def make_curve(name, printed=None):
    x = np.array([10.0, 20.0])
    return LevelCurve(name, x, x / 2, x / 2 - 1, x / 2 + 1, printed)


def test_a_method_has_one_colour_and_one_legend_entry():
    panels = [
        Panel("first", [make_curve("soft"), make_curve("<i>hard")]),
        Panel("second", [make_curve("<i>hard", np.array([4.0, np.nan])), make_curve("soft")]),
        Panel("third", [make_curve("soft")]),
    ]
    figure = draw_levels(panels, "level (%)", "error (%)", height=300)
    lines = [t for t in figure.data if t.mode == "lines+markers" and t.line.dash is None]
    colours = {}
    for trace in lines:
        colours.setdefault(trace.name, set()).add(trace.line.color)
    assert sorted(colours) == ["&lt;i&gt;hard", "soft"]
    assert all(len(found) == 1 for found in colours.values())
    named = [trace.name for trace in figure.data if trace.showlegend is not False]
    assert named == ["soft", "&lt;i&gt;hard", "the paper's numbers"]
    dotted = [trace for trace in figure.data if trace.line.dash == "dot"]
    assert len(dotted) == 2 and dotted[0].marker.symbol == "circle-open"
    assert figure.layout.height == 600
    under = [figure.layout[name].title.text for name in ("xaxis", "xaxis2", "xaxis3")]
    beside = [figure.layout[name].title.text for name in ("yaxis", "yaxis2", "yaxis3")]
    assert under == ["", "level (%)", "level (%)"]
    assert beside == ["error (%)", "", "error (%)"]


def test_a_lecture_has_larger_type_in_the_room_there_is():
    panels = [Panel(name, [make_curve("soft")]) for name in "abcd"]
    title = "a title that is too long for <one> line"
    figure = draw_levels(panels, title, "error (%)", total_height=540, scale=1.4)
    assert figure.layout.height == 540
    assert figure.layout.yaxis.title.font.size == 1.4 * FONT_SIZE
    assert figure.layout.annotations[0].font.size > 1.4 * FONT_SIZE
    assert figure.layout.xaxis4.title.text == "a title that is too long<br>for &lt;one&gt; line"
    upper, lower = figure.layout.yaxis.domain, figure.layout.yaxis3.domain
    gap = (upper[0] - lower[1]) * (540 - figure.layout.margin.t)
    assert gap > 1.4 * 3 * FONT_SIZE  # numbers below, a title above


def test_boxes_and_marks_stand_where_they_belong():
    boxes = draw_boxes([BoxPanel("a", [0.0, 5.0], [(1.0, 2.0), (3.0,)])], "ns", "error")
    assert list(boxes.data[0].x) == [0.0, 0.0, 5.0]
    y = np.array([1.0, 2.0])
    panel = CategoryPanel("a", ["<b>x", "y"], y, y - 0.5, y + 0.25, np.array([np.nan, 2.5]))
    ours, paper = draw_categories([panel], "value").data
    assert list(ours.x) == ["&lt;b&gt;x", "y"]
    assert list(ours.error_y.array) == [0.25, 0.25]
    assert list(ours.error_y.arrayminus) == [0.5, 0.5]
    assert paper.name == "the paper's numbers"
