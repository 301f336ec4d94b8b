import json

import numpy as np
import plotly.graph_objects as go
import plotly.io

from belieflab.figures.common.frames import MovingFigure

MOVES = [
    ("0", {0: {"x": np.arange(3.0), "marker": {"color": ["#000000"] * 3}}}),
    ("1", {1: {"z": np.arange(6, dtype=np.int16).reshape(2, 3)}}),
]


TYPES = ("scatter", "heatmap")


def moving():
    return MovingFigure([go.Scatter(x=[1, 2, 3], y=[1, 2, 3]), go.Heatmap()], moves=MOVES)


def test_the_frames_are_what_plotly_would_have_sent():
    expected = go.Figure(
        moving().data,
        frames=[
            go.Frame(
                name=name,
                data=[{"type": TYPES[number], **values} for number, values in each.items()],
                traces=list(each),
            )
            for name, each in MOVES
        ],
    )
    assert json.loads(moving().to_json())["frames"] == json.loads(expected.to_json())["frames"]


def test_a_copy_keeps_the_frames():
    copy = go.Figure(moving())
    assert [frame.name for frame in copy.frames] == ["0", "1"]
    np.testing.assert_array_equal(copy.frames[0].data[0].x, [0, 1, 2])
    assert plotly.io.from_json(moving().to_json()).frames[1].traces == (1,)


def test_a_frame_has_the_type_of_the_trace_that_it_moves():
    figure = MovingFigure([go.Scattergl(x=[1], y=[1])], moves=[("0", {0: {"x": [2]}})])
    assert figure.frames[0].data[0].type == "scattergl"
    assert json.loads(figure.to_json())["frames"][0]["data"] == [{"type": "scattergl", "x": [2]}]


def test_no_moves_no_frames():
    assert "frames" not in MovingFigure([go.Scatter()]).to_dict()
