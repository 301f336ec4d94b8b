"""Bars hold the masses of every row, in the colours of their sets."""

import pytest

from belieflab import Frame
from belieflab.figures.common.mass_bars import mass_bars, text_colour_on
from belieflab.figures.common.palette import set_colour

FRAME = Frame(["a", "<i>b</i>"])
ROWS = [("one", {1: 0.6, 3: 0.4}), ("two <b>", {2: 0.9, 0: 0.1})]


def test_one_trace_per_set_in_its_colour():
    traces = mass_bars(FRAME, ROWS).data
    assert [trace.name for trace in traces] == ["∅", "{a}", "{&lt;i&gt;b&lt;/i&gt;}", "Ω"]
    assert [list(trace.x) for trace in traces] == [[0, 0.1], [0.6, 0], [0, 0.9], [0.4, 0]]
    assert [trace.marker.color for trace in traces] == [set_colour(mask, 2) for mask in range(4)]


def test_first_row_is_on_top_and_names_are_shown_letter_by_letter():
    axis = mass_bars(FRAME, ROWS).layout.yaxis
    assert list(axis.ticktext) == ["one", "two &lt;b&gt;"]
    assert list(axis.tickvals) == [2, 1]


def test_too_much_mass_runs_past_one():
    figure = mass_bars(FRAME, [("draft", {1: 0.8, 2: 0.5})])
    assert figure.layout.xaxis.range[1] > 1.3
    assert figure.layout.shapes[0].x0 == 1.0


def test_no_mass_at_all_is_an_empty_bar():
    assert len(mass_bars(FRAME, [("nothing", {})]).data) == 0


@pytest.mark.parametrize(("fill", "ink"), [("#000000", "#FFFFFF"), ("#F0E442", "#000000")])
def test_lettering_is_readable_on_its_fill(fill, ink):
    assert text_colour_on(fill) == ink
