"""The confusion matrix: how many objects of each true class went to each component."""

from collections.abc import Sequence

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray

from belieflab.figures.canvas import axis, sheet
from belieflab.figures.palette import ACCENT, faded
from belieflab.figures.text import plain


def draw_confusion(
    counts: NDArray[np.int64],
    classes: Sequence[str],
    components: Sequence[str],
    *,
    height: int = 300,
    scale: float = 1.0,
) -> go.Figure:
    """A table of numbers [shape=(C, K)], shaded by the share of their true class."""
    totals = np.maximum(counts.sum(axis=1, keepdims=True), 1)
    figure = sheet(
        height,
        scale=scale,
        xaxis=axis("decided", scale=scale, type="category", showgrid=False),
        yaxis=axis(
            "true class", scale=scale, type="category", autorange="reversed", showgrid=False
        ),
    )
    columns, rows = _unique(components), _unique(classes)
    figure.add_trace(
        go.Heatmap(
            x=columns,
            y=rows,
            z=counts / totals,
            text=counts,
            zmin=0.0,
            zmax=1.0,
            colorscale=[[0.0, faded(ACCENT, 0.0)], [1.0, faded(ACCENT, 0.75)]],
            showscale=False,
            xgap=2,
            ygap=2,
            hovertemplate="%{y} decided as %{x}: %{text} (%{z:.1%} of the class)<extra></extra>",
        )
    )
    figure.add_trace(_numbers(counts, columns, rows, scale))
    return figure


def _numbers(
    counts: NDArray[np.int64], columns: list[str], rows: list[str], scale: float
) -> go.Scatter:
    """The counts as text of their own: a heat map's text ignores the page's dark theme."""
    return go.Scatter(
        x=columns * len(rows),
        y=[row for row in rows for _ in columns],
        text=[str(count) for count in counts.ravel()],
        mode="text",
        textfont={"size": 14 * scale},
        hoverinfo="skip",
        showlegend=False,
    )


def _unique(names: Sequence[str]) -> list[str]:
    """Names for an axis, kept apart where the cut makes two of them the same."""
    short = [plain(name, 20) for name in names]
    return [
        f"{name} ({place + 1})" if short.count(name) > 1 else name
        for place, name in enumerate(short)
    ]
