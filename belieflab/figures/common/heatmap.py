"""Heat maps of a few named rows over many sorted columns."""

from collections.abc import Sequence

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray

from belieflab.figures.common.canvas import axis, colour_bar, names_axis, sheet
from belieflab.figures.common.traces import on_hover

Integers = NDArray[np.int64]


def thin_out(order: Integers, limit: int) -> Integers:
    """Every so-many-th of the sorted rows, where there are more than the limit."""
    if len(order) <= limit:
        return order
    return order[np.linspace(0, len(order) - 1, limit).astype(np.int64)]


def sorted_heatmap(
    values: NDArray[np.float64],
    order: Integers,
    names: Sequence[str],
    titles: tuple[str, str, str],
    *,
    hover: str,
    name: str,
    height: int,
) -> go.Figure:
    """Values from 0 to 1 [shape=(names, m)] of the objects in `order` [shape=(m,)].

    `titles` are those of the columns, the rows and the colours. In `hover` %{customdata} is the
    number of the object, %{text} the name of the row.
    """
    across, up, what = titles
    figure = sheet(
        height,
        xaxis=axis(across, showgrid=False),
        yaxis=names_axis(names, up, autorange="reversed"),
    )
    shape = (len(names), len(order))
    return figure.add_trace(
        go.Heatmap(
            z=values.astype(np.float32),
            y=np.arange(len(names)),
            customdata=np.broadcast_to((order + 1).astype(np.int32), shape),
            text=np.broadcast_to(np.array(names)[:, None], shape).tolist(),
            zmin=0.0,
            zmax=1.0,
            colorscale="Cividis",
            colorbar=colour_bar(what),
            name=name,
            **on_hover(hover),
        )
    )
