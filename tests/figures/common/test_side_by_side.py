"""Pictures that are compared share their axes and lose their frames."""

import numpy as np
import plotly.graph_objects as go
import pytest

from belieflab.figures.common.copies import MARGIN, MAX_ENTRIES, with_same_axes


def test_axes_hold_every_picture():
    one = go.Figure(go.Scatter(x=[0, 1], y=[0, 1]))
    other = go.Figure(go.Scatter(x=[5, 10], y=[-4, None]))
    first, second = with_same_axes([one, other], 300)
    assert first.layout.xaxis.range == second.layout.xaxis.range
    assert first.layout.yaxis.range == second.layout.yaxis.range
    low, high = first.layout.xaxis.range
    assert low == pytest.approx(-MARGIN) and high == pytest.approx(10 + 5 * MARGIN)
    assert first.layout.yaxis.range[0] <= -4


def test_a_stated_range_counts_instead_of_the_points():
    one = go.Figure(go.Scatter(x=[-100, 100], y=[0, 1]), {"xaxis": {"range": [0, 2]}})
    other = go.Figure(go.Scatter(x=[0, 1], y=[0, 1]), {"xaxis": {"range": [1, 3]}})
    assert with_same_axes([one, other], 300)[0].layout.xaxis.range == (0, 3)


def test_the_originals_stay_as_they_were():
    figure = go.Figure(go.Scatter(x=[0, 1], y=[0, 1]), {"height": 460})
    figure.frames = [go.Frame(name="0", data=[go.Scatter(x=[0], y=[0])])]
    copy = with_same_axes([figure], 300)[0]
    assert (copy.layout.height, figure.layout.height) == (300, 460)
    assert not copy.frames and len(figure.frames) == 1
    assert figure.layout.xaxis.range is None


def test_pictures_without_numbers_are_left_alone():
    figure = go.Figure(go.Bar(x=["a", "b"], y=np.array([])))
    assert with_same_axes([figure], 300)[0].layout.xaxis.range is None


@pytest.mark.parametrize("entries", [MAX_ENTRIES, MAX_ENTRIES + 1])
def test_a_long_legend_leaves_the_room_to_the_pictures(entries):
    named = go.Figure([go.Scatter(x=[0], y=[k]) for k in range(entries)], {"showlegend": True})
    short = go.Figure([go.Scatter(x=[0], y=[k]) for k in range(2)], {"showlegend": True})
    shown = [copy.layout.showlegend for copy in with_same_axes([named, short], 300)]
    assert shown == [entries <= MAX_ENTRIES] * 2
