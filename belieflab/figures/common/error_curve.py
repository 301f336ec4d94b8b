"""An error over a whole number that one may choose: the current choice and the best one marked."""

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray

from belieflab.figures.common.canvas import axis, sheet
from belieflab.figures.common.palette import ACCENT, OKABE_ITO, OUTLINE_GREY
from belieflab.figures.common.text import plain

BEST = OKABE_ITO[2]


def error_curve(
    numbers: NDArray[np.int64],
    errors: NDArray[np.float64],
    current: int,
    *,
    x_title: str,
    y_title: str,
    height: int = 240,
    scale: float = 1.0,
) -> go.Figure:
    """The errors [shape=(m,)] of the numbers tried; `customdata` carries the number of a point."""
    figure = sheet(
        height,
        scale=scale,
        legend=True,
        xaxis=axis(x_title, scale=scale, rangemode="normal"),
        yaxis=axis(y_title, scale=scale, tickformat=".1%", rangemode="tozero"),
        dragmode=False,
    )
    hover = f"{plain(x_title)} %{{x}}<br>{plain(y_title)} %{{y:.2%}}<extra></extra>"
    figure.add_trace(
        go.Scatter(
            x=numbers,
            y=errors,
            customdata=numbers,
            mode="lines+markers",
            showlegend=False,
            line={"color": OUTLINE_GREY, "width": 1.5 * scale},
            marker={"color": OUTLINE_GREY, "size": 6 * scale},
            hovertemplate=hover,
        )
    )
    best = np.flatnonzero(errors <= errors.min() + 1e-12)[:1]
    for name, places, colour, symbol in (
        ("least", best, BEST, "diamond"),
        ("current", np.flatnonzero(numbers == current), ACCENT, "circle"),
    ):
        figure.add_trace(
            go.Scatter(
                x=numbers[places],
                y=errors[places],
                customdata=numbers[places],
                mode="markers",
                name=name,
                marker={
                    "color": colour,
                    "symbol": symbol,
                    "size": 12 * scale,
                    "line": {"color": "#FFFFFF", "width": 1.5},
                },
                hovertemplate=hover,
            )
        )
    return figure
