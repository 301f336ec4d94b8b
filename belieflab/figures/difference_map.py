"""Where our numbers differ from a paper's: a map with one cell per number."""

from collections.abc import Sequence

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray

from belieflab.figures.canvas import FONT_SIZE, axis, sheet
from belieflab.figures.text import plain

Floats = NDArray[np.float64]


def draw_differences(
    rows: Sequence[str],
    columns: Sequence[str],
    values: Floats,
    x_title: str,
    value_title: str,
    *,
    scale: float = 1.0,
) -> go.Figure:
    """Ours less the paper's [shape=(rows, columns)], blue where ours is lower, NaN left empty."""
    largest = float(np.nanmax(np.abs(values))) if np.isfinite(values).any() else 1.0
    figure = sheet(
        max(240, round((26 * len(rows) + 120) * scale)),
        scale=scale,
        xaxis=axis(x_title, scale=scale, type="category", showgrid=False),
        yaxis=axis("", scale=scale, type="category", autorange="reversed", showgrid=False),
    )
    figure.add_trace(
        go.Heatmap(
            x=[plain(name) for name in columns],
            y=[plain(name) for name in rows],
            z=values,
            zmin=-max(largest, 1e-9),
            zmax=max(largest, 1e-9),
            colorscale=[[0.0, "#0072B2"], [0.5, "#F4F4F4"], [1.0, "#D55E00"]],
            colorbar={"title": {"text": plain(value_title)}},
            texttemplate="%{z:+.2f}" if largest >= 0.1 else "%{z:+.1e}",
            textfont={"color": "#1A1A1A", "size": (FONT_SIZE - 2) * scale},
            hovertemplate="%{y}<br>%{x}: %{z:+.3g}<extra></extra>",
            xgap=1,
            ygap=1,
        )
    )
    return figure
