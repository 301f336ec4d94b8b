"""The confusion matrix: how many objects of each true class went to each component."""

from collections.abc import Sequence

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray

from belieflab.figures.common.canvas import axis, sheet
from belieflab.figures.common.palette import ACCENT, faded
from belieflab.figures.common.text import plain


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
    figure.add_traces(_numbers(counts, counts / totals > 0.5, columns, rows, scale))
    return figure


def _numbers(
    counts: NDArray[np.int64],
    full: NDArray[np.bool_],
    columns: list[str],
    rows: list[str],
    scale: float,
) -> list[go.Scatter]:
    """The counts as text of their own: pale cells in the page's colour, full ones in white.

    A heat map's own text does not know whether the page is dark.
    """
    return [
        go.Scatter(
            x=[columns[k] for _, k in places],
            y=[rows[c] for c, _ in places],
            text=[str(counts[c, k]) for c, k in places],
            mode="text",
            textfont={"size": 14 * scale} | colour,
            hoverinfo="skip",
            showlegend=False,
        )
        for places, colour in (
            (np.argwhere(~full).tolist(), {}),
            (np.argwhere(full).tolist(), {"color": "white"}),
        )
    ]


def _unique(names: Sequence[str]) -> list[str]:
    """Names for an axis, kept apart where the cut makes two of them the same."""
    short = [plain(name, 20) for name in names]
    return [
        f"{name} ({place + 1})" if short.count(name) > 1 else name
        for place, name in enumerate(short)
    ]
