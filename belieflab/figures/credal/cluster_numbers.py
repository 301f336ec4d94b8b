"""The curve that chooses the number of clusters: N* or the criterion over c."""

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray

from belieflab.figures.common.canvas import chart
from belieflab.figures.common.error_curve import mark_choices
from belieflab.figures.common.grid import Floats
from belieflab.figures.common.palette import ACCENT, CHOSEN, OUTLINE_GREY
from belieflab.figures.common.text import plain
from belieflab.figures.common.traces import always_opaque, scatter


def index_curve(
    counts: NDArray[np.int64], values: Floats, title: str, current: int, best: int | None
) -> go.Figure:
    """Values over numbers of clusters, both [shape=(m,)]; the current c is a disc, the best a ring.

    `customdata` of a point is its number of clusters, for clicks.
    """
    x = {"title": "number of clusters c", "dtick": 1}
    figure = chart(x, title, height=300, legend=True, clickmode="event+select")
    figure.add_trace(
        scatter(
            counts,
            values,
            "lines+markers",
            "index",
            customdata=counts,
            colour=ACCENT,
            width=2,
            size=9,
            edge={"color": "#FFFFFF", "width": 1},
            hover=f"c = %{{x}}<br>{plain(title)} %{{y:.5g}}",
            legend=False,
            **always_opaque(),
        )
    )
    disc = {"symbol": "circle", "colour": CHOSEN, "size": 11}
    ring = {"symbol": "circle-open", "colour": OUTLINE_GREY, "size": 20}
    choices = [
        (f"c = {current} on screen", np.flatnonzero(counts == current), disc),
        (f"smallest: c = {best}", np.flatnonzero(counts == best), ring | {"edge": {"width": 2.5}}),
    ]
    shown = [choice for choice in choices if len(choice[1])]
    figure.add_traces(mark_choices(counts, values, shown))
    return figure
