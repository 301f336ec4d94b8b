"""Figure 3 of Côme et al. (2009): maxima and iterations against nonspecificity, growing."""

from collections.abc import Sequence
from dataclasses import dataclass

import plotly.graph_objects as go

from belieflab.figures.common.canvas import TOOL_BAR, chart, margins
from belieflab.figures.common.frames import Contents
from belieflab.figures.common.palette import ACCENT, CHOSEN, faded
from belieflab.figures.common.traces import scatter

SETS, MEANS = 0, 1
"""Numbers of the traces: single label sets, and their means."""


@dataclass(frozen=True)
class SweepCurve:
    """One curve of the sweep.

    set_levels, set_values : every finished label set
    levels, means, errors : per level, the mean over its label sets and its standard error
    """

    set_levels: Sequence[float]
    set_values: Sequence[float]
    levels: Sequence[float]
    means: Sequence[float]
    errors: Sequence[float]


def empty_sweep(title: str, limits: tuple[float, float], *, warm: bool = False) -> go.Figure:
    """The curve without points; `limits` are the smallest and largest level."""
    colour = CHOSEN if warm else ACCENT
    margin = 0.05 * max(limits[1] - limits[0], 0.1)
    across = [limits[0] - margin, limits[1] + margin]
    figure = chart(
        {"title": "mean nonspecificity of the labels", "range": across},
        {"title": title, "rangemode": "tozero"},
        height=320,
        legend=True,
        margin=margins(TOOL_BAR + 30),
    )
    value = "ns %{x}: %{y:.4g}<extra>"
    error = {"type": "data", "array": [], "color": colour, "thickness": 1.5}
    figure.add_traces(
        [
            scatter(
                name="one label set",
                colour=faded(colour, 0.35),
                size=7,
                hover=f"{value}one label set</extra>",
            ),
            scatter(
                mode="lines+markers",
                name="mean and standard error",
                colour=colour,
                width=2.5,
                size=8,
                error_y=error,
                hover=f"{value}mean</extra>",
            ),
        ]
    )
    return figure


def sweep_contents(curve: SweepCurve) -> Contents:
    """The points of the curve so far."""
    means = {"x": list(curve.levels), "y": list(curve.means), "error_y.array": list(curve.errors)}
    return {SETS: {"x": list(curve.set_levels), "y": list(curve.set_values)}, MEANS: means}
