"""Curves of error against noise: what is pushed where, and bands only where they tell something."""

import numpy as np

from belieflab.figures.common.curves import LevelCurve
from belieflab.figures.common.frames import filled
from belieflab.figures.whatif.error_curves import empty_levels, level_contents

NAMES = ("soft", "hard", "<b>third</b>")
PLACES = (10, 20)


def curve(name: str) -> LevelCurve:
    x = np.array([10.0, 20.0])
    return LevelCurve(name, x, x / 2, x / 2 - 6, x / 2 + 6)


def test_contents_fill_the_traces_of_their_method_and_empty_the_others():
    contents = level_contents(NAMES, PLACES, {"hard": curve("hard")}, {"hard": [3, 5]})
    assert set(contents) == set(range(7))
    assert len({tuple(attributes) for attributes in contents.values()}) == 1  # drawn in one go
    assert [len(contents[number]["x"]) for number in range(7)] == [0, 0, 4, 2, 0, 0, 0]
    figure = filled(empty_levels(NAMES, PLACES, "noise", "error"), contents)
    assert [trace.name for trace in figure.data if trace.showlegend] == ["hard"]
    np.testing.assert_array_equal(figure.data[3].y, [5, 10])
    assert figure.data[3].customdata[1] == "± 6.0 · 5 replicates"
    assert figure.data[4].name.startswith("&lt;b")


def test_a_band_stays_above_zero_and_waits_for_three_replicates():
    band = level_contents(NAMES, PLACES, {"soft": curve("soft")}, {"soft": [2, 3]})[0]
    assert band["y"].tolist() == [5, 16, 4, 5]
    line = level_contents(NAMES, PLACES, {"soft": curve("soft")}, {"soft": [1, 3]})[1]
    assert line["customdata"][0] == "· 1 replicate"


def test_a_sketch_spans_levels_and_errors_until_there_are_curves():
    figure = empty_levels(NAMES, PLACES, "noise", "error")
    again = filled(figure, level_contents(NAMES, PLACES, {}, {}))
    for sketch in (figure.data[-1], again.data[-1]):
        x, y = ([each for each in part if each is not None] for part in (sketch.x, sketch.y))
        assert (min(x), max(x)) == (10, 20) and 0 < min(y) < max(y) < 50
        assert sketch.text[-1].startswith("A sketch") and len(sketch.text) == len(sketch.x)
        assert sketch.line.dash == "dot" and sketch.hoverinfo == "skip"
    known = level_contents(NAMES, PLACES, {"soft": curve("soft")}, {"soft": [3, 3]})
    assert len(filled(figure, known).data[-1].x) == 0


def test_bands_are_fainter_when_there_are_many():
    names = [f"m{number}" for number in range(6)]
    many = level_contents(names, PLACES, {n: curve(n) for n in names}, {n: [3, 3] for n in names})
    few = level_contents(names, PLACES, {"m0": curve("m0")}, {"m0": [3, 3]})
    assert many[0]["fillcolor"] != few[0]["fillcolor"]


def test_a_vertical_line_reads_all_curves_at_the_nearest_level():
    layout = empty_levels(NAMES, PLACES, "noise (%)", "error (%)").layout
    assert layout.hovermode == "x unified" and layout.xaxis.showspikes
    assert (layout.hoverdistance, layout.spikedistance) == (-1, -1)
    assert (layout.xaxis.title.text, layout.yaxis.title.text) == ("noise (%)", "error (%)")
