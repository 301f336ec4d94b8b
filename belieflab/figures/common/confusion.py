"""The confusion matrix: how many objects of each true class went to each component."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray

from belieflab.figures.common.canvas import chart
from belieflab.figures.common.palette import ACCENT, faded
from belieflab.figures.common.text import plain
from belieflab.figures.common.traces import on_hover, scatter


def draw_confusion(
    counts: NDArray[np.int64], classes: Sequence[str], components: Sequence[str]
) -> go.Figure:
    """A table of numbers [shape=(C, K)], shaded by the share of their true class.

    The numbers are a trace of their own, white on full cells: a heat map's own text does not know
    whether the page is dark.
    """
    names: dict[str, Any] = {"type": "category", "showgrid": False}
    figure = chart(
        {"title": "decided", **names},
        {"title": "true class", "autorange": "reversed", **names},
        height=300,
    )
    columns, rows = np.array(_unique(components)), np.array(_unique(classes))
    shares = counts / np.maximum(counts.sum(axis=1, keepdims=True), 1)
    figure.add_trace(
        go.Heatmap(
            x=columns,
            y=rows,
            z=shares,
            text=counts,
            zmin=0.0,
            zmax=1.0,
            colorscale=[[0.0, faded(ACCENT, 0.0)], [1.0, faded(ACCENT, 0.75)]],
            showscale=False,
            xgap=2,
            ygap=2,
            **on_hover("%{y} decided as %{x}: %{text} (%{z:.1%} of the class)"),
        )
    )
    for full, colour in ((shares <= 0.5, {}), (shares > 0.5, {"color": "white"})):
        down, across = np.nonzero(full)
        numbers = {"text": counts[full].astype(str), "textfont": {"size": 14} | colour}
        figure.add_trace(scatter(columns[across], rows[down], "text", legend=False, **numbers))
    return figure


def _unique(names: Sequence[str]) -> list[str]:
    """Names for an axis, kept apart where the cut makes two of them the same."""
    short = [plain(name, 20) for name in names]
    return [
        f"{name} ({place + 1})" if short.count(name) > 1 else name
        for place, name in enumerate(short)
    ]
