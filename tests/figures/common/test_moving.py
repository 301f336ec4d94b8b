import json

import numpy as np
import plotly.graph_objects as go
import plotly.io

from belieflab.figures.common.moving import MovingFigure

MOVES = [
    ("0", {0: {"type": "scatter", "x": np.arange(3.0), "marker": {"color": ["#000000"] * 3}}}),
    ("1", {1: {"type": "heatmap", "z": np.arange(6, dtype=np.int16).reshape(2, 3)}}),
]


def moving():
    return MovingFigure([go.Scatter(x=[1, 2, 3], y=[1, 2, 3]), go.Heatmap()], moves=MOVES)


def test_the_frames_are_what_plotly_would_have_sent():
    usual = go.Figure(
        moving().data,
        frames=[
            go.Frame(name=name, data=list(each.values()), traces=list(each)) for name, each in MOVES
        ],
    )
    assert json.loads(moving().to_json())["frames"] == json.loads(usual.to_json())["frames"]


def test_a_copy_keeps_the_frames():
    copy = go.Figure(moving())
    assert [frame.name for frame in copy.frames] == ["0", "1"]
    np.testing.assert_array_equal(copy.frames[0].data[0].x, [0, 1, 2])
    assert plotly.io.from_json(moving().to_json()).frames[1].traces == (1,)


def test_no_moves_no_frames():
    assert "frames" not in MovingFigure([go.Scatter()]).to_dict()
