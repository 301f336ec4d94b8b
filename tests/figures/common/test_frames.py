"""A still picture shows the frame that is asked for, and leaves its figure alone."""

import numpy as np
import plotly.graph_objects as go

from belieflab.figures.common.frames import pick_frames, still


def moving() -> go.Figure:
    figure = go.Figure([go.Scatter(x=[9], y=[9]), go.Scatter(x=[0], y=[0], name="centre")])
    figure.frames = [
        go.Frame(name=str(k), traces=[1], data=[go.Scatter(x=[k], y=[2 * k])]) for k in range(3)
    ]
    return figure


def test_the_last_frame_is_shown():
    figure = moving()
    copy = still(figure)
    assert (tuple(copy.data[1].x), tuple(copy.data[1].y)) == ((2,), (4,))
    assert copy.data[1].name == "centre"
    assert tuple(copy.data[0].x) == (9,)
    assert not copy.frames
    assert tuple(figure.data[1].x) == (0,)


def test_any_frame_can_be_asked_for():
    assert tuple(still(moving(), "1").data[1].x) == (1,)


def test_a_figure_without_frames_is_only_copied():
    figure = go.Figure(go.Scatter(x=[1], y=[2]))
    assert still(figure).data[0].x == figure.data[0].x


def test_long_runs_show_more_of_the_first_steps_than_of_the_last():
    assert pick_frames(5) == [0, 1, 2, 3, 4]
    chosen = pick_frames(1000)
    assert chosen[0] == 0 and chosen[-1] == 999 and len(chosen) <= 61
    gaps = np.diff(chosen)
    assert gaps[0] == 1 and gaps[-1] > 50 and (gaps > 0).all()
