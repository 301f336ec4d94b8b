"""A figure as one HTML file that opens anywhere, offline; its frames get Plotly's own slider."""

import plotly.graph_objects as go

from belieflab.figures.common.frames import still
from belieflab.figures.common.text import plain

BELOW = 90
"""Pixels below the picture for the slider and its button."""


def as_html(figure: go.Figure, *, word: str = "iteration") -> bytes:
    """The figure with the whole of Plotly in it (about 5 MB)."""
    page = with_slider(figure, word) if figure.frames else figure
    text: str = page.to_html(include_plotlyjs=True, full_html=True, auto_play=False)
    return text.encode("utf-8")


def with_slider(figure: go.Figure, word: str = "iteration") -> go.Figure:
    """A copy with a slider over its frames and a button that plays them; it opens on the last."""
    redraw = any(trace.type == "heatmap" for trace in figure.data)  # it vanishes otherwise
    at_once = {"mode": "immediate", "frame": {"duration": 0, "redraw": redraw}}
    playing = {"mode": "immediate", "frame": {"duration": 250, "redraw": redraw}}
    steps = [
        {"label": plain(frame.name), "method": "animate", "args": [[frame.name], at_once]}
        for frame in figure.frames
    ]
    value = {"prefix": f"{plain(word)} "}
    slider = {"steps": steps, "active": len(steps) - 1, "currentvalue": value, "x": 0.12}
    play = {"label": "Play", "method": "animate", "args": [None, playing]}
    corner = {"x": 0.0, "y": 0.0, "xanchor": "left", "yanchor": "top", "pad": {"t": 40}}
    copy = still(figure)
    copy.frames = figure.frames
    return copy.update_layout(
        height=(figure.layout.height or 460) + BELOW,
        margin={"b": BELOW},
        sliders=[{**slider, "len": 0.88}],
        updatemenus=[{"type": "buttons", "showactive": False, "buttons": [play], **corner}],
    )
