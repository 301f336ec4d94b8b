"""A still picture shows the frame that is asked for, and leaves its figure alone."""

import plotly.graph_objects as go

from belieflab.figures.frames import still


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
