"""Which class an annotator takes for which."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import plotly.graph_objects as go

from belieflab.figures.common.arrays import Floats
from belieflab.figures.common.canvas import chart
from belieflab.figures.common.heatmap import FULL
from belieflab.figures.common.palette import ACCENT, faded
from belieflab.figures.common.text import plain
from belieflab.figures.common.traces import on_hover, scatter

MAX_CLASSES = 12
"""Classes up to which the numbers of a matrix are read below the map."""
MAX_NAME, MAX_LABEL = 30, 16
"""Characters of an annotator's name, and of a class at an axis."""


def annotator_matrix(
    confusions: Floats, names: Sequence[str], who: str, *, scale: float = 1
) -> go.Figure:
    """How often class l is meant for an object of class k, in percent [shape=(K, K)].

    Shares below half a percent are left blank.
    """
    places = list(range(len(names)))
    shown = [plain(name, MAX_LABEL) for name in names]
    ticks = {"tickvals": places, "ticktext": shown, "showgrid": False}
    name = who if len(who) <= MAX_NAME else f"{who[: MAX_NAME - 1]}…"
    low, high = -0.5, len(names) - 0.5
    across: dict[str, Any] = {
        "title": f"{name} says, in %",
        **ticks,
        "range": [low, high],
        "tickangle": -45,
    }
    down: dict[str, Any] = {"title": "true class", **ticks, "range": [high, low]}
    figure = chart(
        across | {"zeroline": False}, down | {"zeroline": False}, 150 + 26 * len(names), scale
    )
    fade = [[0.0, faded(ACCENT, 0.0)], [1.0, faded(ACCENT, FULL)]]
    style = {"zmin": 0.0, "zmax": 1.0, "colorscale": fade, "showscale": False, "xgap": 2, "ygap": 2}
    hovered = [
        [f"{plain(true)} taken for {plain(said)}" if said != true else f"{plain(true)} known"
         for said in names] for true in names
    ]  # fmt: skip
    hover = on_hover("%{text}: %{z:.1%}")
    figure.add_trace(go.Heatmap(x=places, y=places, z=confusions, text=hovered, **style, **hover))
    rows, columns = np.indices(confusions.shape).reshape(2, -1)
    shares = [f"{share:.0%}"[:-1] if share >= 0.005 else "" for share in confusions.ravel()]
    look = {"text": shares, "textfont": {"size": 12}, "legend": False}
    return figure.add_trace(scatter(columns, rows, "text", **look))
