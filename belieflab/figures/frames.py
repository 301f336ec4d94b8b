"""Frames of a figure: what a player moves it through, and the picture at one of them."""

import plotly.graph_objects as go


def still(figure: go.Figure, name: str | None = None) -> go.Figure:
    """A copy without frames that shows the frame of that name; the last one by default."""
    copy = go.Figure(figure.data, figure.layout)
    frames = [frame for frame in figure.frames if name is None or frame.name == name]
    if frames:
        frame = frames[-1]
        traces = range(len(frame.data)) if frame.traces is None else frame.traces
        for number, values in zip(traces, frame.data, strict=True):
            copy.data[number].update(values.to_plotly_json())
    return copy
