"""Heat maps: a few named rows over many sorted columns, and the confusion matrix."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import plotly.graph_objects as go

from belieflab.data.dataset import Dataset
from belieflab.figures.common.arrays import Floats, Integers
from belieflab.figures.common.canvas import axis, chart, colour_bar, names_axis, sheet
from belieflab.figures.common.hover import name_rows
from belieflab.figures.common.palette import ACCENT, faded
from belieflab.figures.common.text import plain
from belieflab.figures.common.traces import on_hover, scatter

FULL = 0.6
"""Opacity of a full cell: the page's text reads on it, light or dark."""


MAX_CELLS = 200_000
"""Of a heat map: each has texts of its own, a hundred bytes, and several times as many here."""


def thin_out(order: Integers, limit: int, n_names: int = 1) -> Integers:
    """Every so-many-th of the sorted rows, where there are more than the limit.

    Of a heat map with very many names, so few are kept that it has at most `MAX_CELLS`.
    """
    limit = max(min(limit, MAX_CELLS // max(n_names, 1)), 1)
    if len(order) <= limit:
        return order
    return order[np.linspace(0, len(order) - 1, limit).astype(np.int64)]


def sorted_heatmap(
    values: Floats,
    order: Integers,
    names: Sequence[str],
    titles: tuple[str, str, str],
    *,
    hover: str,
    name: str,
    height: int,
    dataset: Dataset | None = None,
) -> go.Figure:
    """Values from 0 to 1 [shape=(names, m)] of the objects in `order` [shape=(m,)].

    `titles` are those of the columns, the rows and the colours. In `hover` %{customdata} is the
    name of the object, by its id in the `dataset`, and %{text} that of the row.
    """
    x, y = axis(titles[0], showgrid=False), names_axis(names, titles[1], autorange="reversed")
    shape = (len(names), len(order))
    rows = np.broadcast_to(np.array(name_rows(order, dataset)), shape)
    texts = np.broadcast_to(np.array(names)[:, None], shape)
    look = {"colorscale": "Cividis", "colorbar": colour_bar(titles[2])}
    cells = {"z": values.astype(np.float32), "y": np.arange(len(names)), "zmin": 0.0, "zmax": 1.0}
    trace = go.Heatmap(**cells, customdata=rows, text=texts, name=name, **look, **on_hover(hover))
    return sheet(height, xaxis=x, yaxis=y).add_trace(trace)


def draw_confusion(
    counts: Integers, classes: Sequence[str], components: Sequence[str]
) -> go.Figure:
    """How many objects of each true class went to each component [shape=(C, K)].

    Cells are shaded by the share of their true class. The numbers are a trace of their own in the
    colour of the page's text: a heat map's own text does not know whether the page is dark.
    """
    names: dict[str, Any] = {"type": "category", "showgrid": False}
    truth = {"title": "true class", "autorange": "reversed", **names}
    figure = chart({"title": "decided", **names}, truth, height=300)
    columns, rows = np.array(_unique(components)), np.array(_unique(classes))
    shares = counts / np.maximum(counts.sum(axis=1, keepdims=True), 1)
    fade = [[0.0, faded(ACCENT, 0.0)], [1.0, faded(ACCENT, FULL)]]
    style = {"zmin": 0.0, "zmax": 1.0, "colorscale": fade, "showscale": False, "xgap": 2, "ygap": 2}
    hover = on_hover("%{y} decided as %{x}: %{text} (%{z:.1%} of the class)")
    figure.add_trace(go.Heatmap(x=columns, y=rows, z=shares, text=counts, **style, **hover))
    down, across = np.indices(counts.shape).reshape(2, -1)
    numbers = {"text": counts.ravel().astype(str), "textfont": {"size": 14}, "legend": False}
    figure.add_trace(scatter(columns[across], rows[down], "text", **numbers))
    return figure


def _unique(names: Sequence[str]) -> list[str]:
    """Names for an axis, kept apart where the cut makes two of them the same."""
    short = [plain(name, 20) for name in names]
    return [
        f"{name} ({place + 1})" if short.count(name) > 1 else name
        for place, name in enumerate(short)
    ]
