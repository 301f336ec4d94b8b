"""The plane of a class that answers: grey dots that take colour as the answers come.

The figure stays as it is while they come; `class_marks` is what is pushed onto it.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray

from belieflab.belief import MassTable
from belieflab.figures.common.canvas import TOOL_BAR, axis, sheet
from belieflab.figures.common.hover import list_masses
from belieflab.figures.common.palette import (
    OMEGA_GREY,
    OUTLINE_GREY,
    class_colour,
    class_symbol,
    label_colours,
)
from belieflab.figures.common.plane import LARGEST, SMALLEST
from belieflab.figures.common.text import plain

OTHERS, ASKED = 0, 1
"""Numbers of the traces: objects nobody is asked about, and those that are."""

MOST_OTHERS = 2_000
RING = "#D81B60"
"""Around disputed objects, thicker with the conflict: no class has this colour."""


def class_plane(
    points: NDArray[np.float64],
    titles: tuple[str, str],
    class_names: Sequence[str],
    asked: NDArray[np.int64],
    *,
    height: int = 540,
    scale: float = 1.0,
) -> go.Figure:
    """All objects in grey, before anybody answered; `asked` are rows of `points` [shape=(m,)]."""
    figure = sheet(
        height,
        scale=scale,
        legend=True,
        xaxis=axis(titles[0], scale=scale),
        yaxis=axis(titles[1], scale=scale),
        margin={"l": 10, "r": 10, "t": TOOL_BAR + 30, "b": 10},
    )
    others = np.setdiff1d(np.arange(len(points)), asked)
    if len(others) > MOST_OTHERS:
        others = np.random.default_rng(0).choice(others, MOST_OTHERS, replace=False)
    figure.add_trace(
        _dots(points[others], "not asked about", hoverinfo="skip", opacity=0.35, size=5 * scale)
    )
    figure.add_trace(
        _dots(
            points[asked],
            "asked about",
            hovertext=[f"Row {row + 1}" for row in asked.tolist()],
            hovertemplate="%{hovertext}<extra></extra>",
            size=SMALLEST * scale,
        )
    )
    classes = len(class_names)
    for k, name in enumerate(class_names):
        figure.add_trace(
            _entry(plain(name), class_colour(k, classes), class_symbol(k, classes), scale)
        )
    figure.add_trace(_entry("open (Ω)", OMEGA_GREY, "circle", scale))
    figure.add_trace(_entry("disputed", RING, "circle-open", scale))
    return figure


def class_marks(
    labels: MassTable,
    conflict: NDArray[np.float64],
    counts: NDArray[np.int64],
    asked: NDArray[np.int64],
    *,
    scale: float = 1.0,
) -> dict[str, Any]:
    """What the asked objects look like now, as attributes of the trace `ASKED`.

    Colours are blended by mass, certainty is size, conflict the width of the ring; `labels`,
    `conflict` and `counts` are of all n objects.
    """
    chosen = labels[asked]
    said = counts[asked]
    best = chosen.pignistic().argmax(axis=1)
    size = scale * (SMALLEST + (LARGEST + 2 - SMALLEST) * (1.0 - chosen.nonspecificity()))
    rings = conflict[asked]
    hover = [
        f"<b>Row {row + 1}</b><br>{count} answer{'' if count == 1 else 's'}"
        + (f"<br>mass: {masses}<br>conflict: {ring:.2f}" if count else "")
        for row, count, masses, ring in zip(
            asked.tolist(), said.tolist(), list_masses(chosen), rings.tolist(), strict=True
        )
    ]
    symbols = [class_symbol(int(k), labels.frame.size) for k in best]
    return {
        "marker.color": label_colours(chosen),
        "marker.size": size.round(2),
        "marker.symbol": [
            symbol if count else "circle" for symbol, count in zip(symbols, said, strict=True)
        ],
        "marker.line.color": [RING if ring > 0.05 else OUTLINE_GREY for ring in rings],
        "marker.line.width": (0.6 + 3.0 * rings).round(2),
        "hovertext": hover,
    }


def _dots(points: NDArray[np.float64], name: str, *, size: float, **more: Any) -> go.Scatter:
    opacity = more.pop("opacity", 0.95)
    return go.Scatter(
        x=points[:, 0].astype(np.float32),
        y=points[:, 1].astype(np.float32),
        mode="markers",
        name=name,
        showlegend=False,
        marker={
            "color": OMEGA_GREY,
            "size": size,
            "opacity": opacity,
            "line": {"color": OUTLINE_GREY, "width": 0.6},
        },
        **more,
    )


def _entry(name: str, colour: str, symbol: str, scale: float) -> go.Scatter:
    return go.Scatter(
        x=[None],
        y=[None],
        mode="markers",
        name=name,
        hoverinfo="skip",
        marker={
            "symbol": symbol,
            "color": colour,
            "size": 10 * scale,
            "line": {"color": OUTLINE_GREY, "width": 0.6},
        },
    )
