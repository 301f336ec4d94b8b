"""Pictures that are looked at together: the same axes, one size."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import plotly.graph_objects as go

from belieflab.figures.common.arrays import Floats
from belieflab.figures.common.frames import still

MARGIN = 0.04
"""Share of the range kept free on either side, where the range comes from the points."""

MAX_ENTRIES = 4
"""Entries of a legend that fit above a small picture."""


def with_same_axes(figures: Sequence[go.Figure], height: int) -> list[go.Figure]:
    """Copies of the figures, at their last frames, on axes that hold every one of them.

    Where one has a long legend, none has: it would cover a small picture.
    """
    figures = [still(figure) for figure in figures]
    ranges = [_common_range(figures, letter) for letter in "xy"]
    with_legend = (figure.data for figure in figures if figure.layout.showlegend)
    entries = (sum(trace.showlegend is not False for trace in data) for data in with_legend)
    crowded = any(count > MAX_ENTRIES for count in entries)
    for figure in figures:
        figure.update_layout(height=height)
        if crowded:
            figure.update_layout(showlegend=False, margin={"t": 16})
        if None not in ranges:
            figure.update_xaxes(range=ranges[0], autorange=False)
            figure.update_yaxes(range=ranges[1], autorange=False)
    return figures


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
