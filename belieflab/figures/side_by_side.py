"""Pictures that are looked at together: the same axes, one size."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import plotly.graph_objects as go

from belieflab.figures.frames import still

MARGIN = 0.04
"""Share of the range kept free on either side, where the range comes from the points."""


def with_same_axes(figures: Sequence[go.Figure], height: int) -> list[go.Figure]:
    """Copies of the figures, at their last frames, on axes that hold every one of them."""
    figures = [still(figure) for figure in figures]
    x_range, y_range = (_common_range(figures, letter) for letter in "xy")
    for figure in figures:
        figure.update_layout(height=height)
        if x_range is not None and y_range is not None:
            figure.update_xaxes(range=x_range, autorange=False)
            figure.update_yaxes(range=y_range, autorange=False)
    return figures


def _common_range(figures: Sequence[go.Figure], letter: str) -> list[float] | None:
    ranges = [found for figure in figures if (found := _range(figure, letter)) is not None]
    if not ranges:
        return None
    return [min(low for low, _ in ranges), max(high for _, high in ranges)]


def _range(figure: go.Figure, letter: str) -> tuple[float, float] | None:
    """The range an axis states, or else that of the numbers along it."""
    stated = figure.layout[f"{letter}axis"].range
    if stated is not None:
        return float(min(stated)), float(max(stated))
    numbers = [_finite(trace[letter]) for trace in figure.data if letter in trace]
    along = np.concatenate(numbers) if numbers else np.empty(0)
    if along.size == 0:
        return None
    room = MARGIN * max(float(np.ptp(along)), 1e-12)
    return float(along.min()) - room, float(along.max()) + room


def _finite(values: Any) -> np.ndarray[Any, np.dtype[np.float64]]:
    try:
        numbers = np.asarray([] if values is None else values, dtype=np.float64).ravel()
    except (TypeError, ValueError):
        return np.empty(0)
    return numbers[np.isfinite(numbers)]
