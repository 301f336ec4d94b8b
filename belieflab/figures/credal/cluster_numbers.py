"""The curve that chooses the number of clusters: N* or the criterion over c."""

from typing import Any

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray

from belieflab.figures.common.canvas import axis, sheet
from belieflab.figures.common.palette import ACCENT, OUTLINE_GREY
from belieflab.figures.common.text import plain

Numbers = NDArray[np.float64]
CURRENT_COLOUR = "#D55E00"


def index_curve(
    counts: NDArray[np.int64],
    values: Numbers,
    title: str,
    current: int,
    best: int | None,
    *,
    height: int = 300,
    scale: float = 1.0,
) -> go.Figure:
    """Values over numbers of clusters, both [shape=(m,)]; the present c is a disc, the best a ring.

    `customdata` of a point is its number of clusters, for clicks.
    """
    figure = sheet(
        height,
        scale=scale,
        legend=True,
        xaxis=axis("number of clusters c", scale=scale, dtick=1),
        yaxis=axis(title, scale=scale),
        clickmode="event+select",
    )
    seen = {"marker": {"opacity": 1.0}}
    figure.add_trace(
        go.Scatter(
            x=counts,
            y=values,
            customdata=counts,
            mode="lines+markers",
            line={"color": ACCENT, "width": 2 * scale},
            marker={"size": 9 * scale, "color": ACCENT, "line": {"color": "#FFFFFF", "width": 1}},
            selected=seen,
            unselected=seen,
            hovertemplate=f"c = %{{x}}<br>{plain(title)} %{{y:.5g}}<extra></extra>",
            showlegend=False,
            name="index",
        )
    )
    marks: list[tuple[int | None, str, dict[str, Any]]] = [
        (current, f"c = {current} on screen", {"symbol": "circle", "color": CURRENT_COLOUR}),
        (
            best,
            f"smallest: c = {best}",
            {"symbol": "circle-open", "color": OUTLINE_GREY, "line": {"width": 2.5}},
        ),
    ]
    for count, name, marker in marks:
        at = np.flatnonzero(counts == count) if count is not None else np.empty(0, dtype=np.int64)
        if len(at):
            size = (11 if marker["symbol"] == "circle" else 20) * scale
            figure.add_trace(
                go.Scatter(
                    x=counts[at],
                    y=values[at],
                    mode="markers",
                    name=name,
                    hoverinfo="skip",
                    marker={**marker, "size": size},
                )
            )
    return figure
