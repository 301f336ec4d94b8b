"""Figure 3 of Côme et al. 2009: maxima and iterations against nonspecificity, growing."""

from collections.abc import Sequence
from dataclasses import dataclass

import plotly.graph_objects as go

from belieflab.figures.common.canvas import TOOL_BAR, axis, sheet
from belieflab.figures.common.frames import Contents
from belieflab.figures.common.palette import ACCENT, OKABE_ITO, faded

SETS, MEANS = 0, 1
"""Numbers of the traces: single label sets, and their means."""


@dataclass(frozen=True)
class SweepCurve:
    """One curve of the sweep.

    Attributes
    ----------
    set_levels, set_values : every finished label set
    levels, means, errors : per level, the mean over its label sets and its standard error
    """

    set_levels: Sequence[float]
    set_values: Sequence[float]
    levels: Sequence[float]
    means: Sequence[float]
    errors: Sequence[float]


def empty_sweep(
    title: str, limits: tuple[float, float], *, warm: bool = False, height: int = 320,
    scale: float = 1.0,
) -> go.Figure:  # fmt: skip
    """The curve without points; `limits` are the smallest and largest level."""
    colour = OKABE_ITO[3] if warm else ACCENT
    room = 0.05 * max(limits[1] - limits[0], 0.1)
    figure = sheet(
        height,
        scale=scale,
        legend=True,
        xaxis=axis(
            "mean nonspecificity of the labels",
            scale=scale,
            range=[limits[0] - room, limits[1] + room],
        ),
        yaxis=axis(title, scale=scale, rangemode="tozero"),
        margin={"l": 10, "r": 10, "t": TOOL_BAR + 30, "b": 10},
    )
    figure.add_traces(
        [
            go.Scatter(
                x=[],
                y=[],
                mode="markers",
                name="one label set",
                marker={"color": faded(colour, 0.35), "size": 7 * scale},
                hovertemplate="ns %{x}: %{y:.4g}<extra>one label set</extra>",
            ),
            go.Scatter(
                x=[],
                y=[],
                mode="lines+markers",
                name="mean and standard error",
                line={"color": colour, "width": 2.5 * scale},
                marker={"color": colour, "size": 8 * scale},
                error_y={"type": "data", "array": [], "color": colour, "thickness": 1.5 * scale},
                hovertemplate="ns %{x}: %{y:.4g}<extra>mean</extra>",
            ),
        ]
    )
    return figure


def sweep_contents(view: SweepCurve) -> Contents:
    """The points of the curve so far."""
    return {
        SETS: {"x": list(view.set_levels), "y": list(view.set_values)},
        MEANS: {
            "x": list(view.levels),
            "y": list(view.means),
            "error_y.array": list(view.errors),
        },
    }
