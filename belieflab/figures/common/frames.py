"""Frames of a figure: what a player moves it through, and the picture at one of them."""

from typing import Any

import numpy as np
import plotly.graph_objects as go

Contents = dict[int, dict[str, Any]]
"""New values for the traces of a figure that is already on screen, by number of the trace."""

MOST_FRAMES = 60


def pick_frames(n_steps: int, most: int = MOST_FRAMES) -> list[int]:
    """Which of the steps become frames: all, or more of the first than of the last."""
    if n_steps <= most:
        return list(range(n_steps))
    spaced = np.geomspace(1, n_steps, most)
    return sorted({0, *(int(place) - 1 for place in spaced), n_steps - 1})


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
