"""An exported figure holds Plotly itself, and its frames get a slider."""

import plotly.graph_objects as go

from belieflab.figures.common.copies import as_html, with_slider


def moving() -> go.Figure:
    figure = go.Figure(go.Scatter(x=[0], y=[0]), {"height": 400})
    figure.frames = [go.Frame(name=str(k), data=[go.Scatter(x=[k], y=[k])]) for k in range(4)]
    return figure


def test_the_slider_has_one_step_per_frame_and_opens_on_the_last():
    figure = with_slider(moving())
    slider = figure.layout.sliders[0]
    assert [tuple(step.args[0]) for step in slider.steps] == [("0",), ("1",), ("2",), ("3",)]
    assert slider.active == 3
    assert tuple(figure.data[0].x) == (3,)
    assert len(figure.frames) == 4


def test_the_original_has_no_slider():
    figure = moving()
    with_slider(figure)
    assert not figure.layout.sliders


def test_the_file_needs_no_other_file():
    page = as_html(moving()).decode()
    assert "<script src=" not in page
    assert len(page) > 1_000_000
    assert "Plotly.addFrames" in page


def test_a_still_picture_gets_no_slider():
    assert "updatemenus" not in as_html(go.Figure(go.Scatter(x=[0], y=[0]))).decode()[-5_000:]
