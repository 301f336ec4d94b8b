"""Pictures apart from their page: side by side on the same axes, or as one HTML file."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import plotly.graph_objects as go

from belieflab.figures.common.arrays import Floats
from belieflab.figures.common.frames import still
from belieflab.figures.common.text import plain

MARGIN = 0.04
"""Share of the range kept free on either side, where the range comes from the points."""

MAX_ENTRIES = 4
"""Entries of a legend that fit above a small picture."""

BELOW = 90
"""Pixels below the picture for the slider and its button."""


def with_same_axes(figures: Sequence[go.Figure], height: int) -> list[go.Figure]:
    """Copies of the figures, at their last frames, on axes that hold every one of them.

    Where one has a long legend, none has: it would cover a small picture.
    """
    figures = [still(figure) for figure in figures]
    ranges = [_common_range(figures, letter) for letter in "xy"]
    with_legend = (figure.data for figure in figures if figure.layout.showlegend)
    entries = (sum(has_entry(trace) for trace in data) for data in with_legend)
    crowded = any(count > MAX_ENTRIES for count in entries)
    for figure in figures:
        figure.update_layout(height=height)
        if crowded:
            figure.update_layout(showlegend=False, margin={"t": 16})
        if None not in ranges:
            figure.update_xaxes(range=ranges[0], autorange=False)
            figure.update_yaxes(range=ranges[1], autorange=False)
    return figures


def as_html(figure: go.Figure, *, word: str = "iteration") -> bytes:
    """The figure as one HTML file that opens anywhere, offline, with all of Plotly (about 5 MB)."""
    page = with_slider(figure, word) if figure.frames else figure
    text: str = page.to_html(include_plotlyjs=True, full_html=True, auto_play=False)
    return text.encode("utf-8")


def with_slider(figure: go.Figure, word: str = "iteration") -> go.Figure:
    """A copy with a slider over its frames and a button that plays them; it opens on the last."""
    # pictures and heat maps would vanish otherwise
    redraw = any(trace.type in ("heatmap", "image") for trace in figure.data)
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


def has_entry(trace: Any) -> bool:
    """Whether the trace stands in the legend."""
    return trace.type != "image" and trace.showlegend is not False


def _common_range(figures: Sequence[go.Figure], letter: str) -> list[float] | None:
    """The range that holds what the axes state or, where one states none, the numbers along it."""
    ends = [found for figure in figures for found in _ends(figure, letter)]
    return [min(ends), max(ends)] if ends else None


def _ends(figure: go.Figure, letter: str) -> list[float]:
    if (stated := figure.layout[f"{letter}axis"].range) is not None:
        return [float(end) for end in stated]
    numbers = [_finite(trace[letter]) for trace in figure.data if letter in trace]
    along = np.concatenate([np.empty(0), *numbers])
    if along.size == 0:
        return []
    margin = MARGIN * max(float(np.ptp(along)), 1e-12)
    return [float(along.min()) - margin, float(along.max()) + margin]


def _finite(values: Any) -> Floats:
    try:
        numbers = np.asarray([] if values is None else values, dtype=np.float64).ravel()
    except (TypeError, ValueError):
        return np.empty(0)
    return numbers[np.isfinite(numbers)]
