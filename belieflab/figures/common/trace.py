"""A curve with a cursor: the criterion over iterations, an error over levels.

The whole curve is faint, the part up to the cursor bold; frames move the cursor, so that a player
keeps it in step with a plane.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray

from belieflab.figures.common.canvas import axis, sheet
from belieflab.figures.common.frames import MovingFigure
from belieflab.figures.common.palette import ACCENT, OUTLINE_GREY, faded
from belieflab.figures.common.text import plain

Floats = NDArray[np.float64]

MARGIN = 0.06
GROWN, CURSOR = 1, 2
"""Numbers of the traces that move."""


@dataclass(frozen=True)
class Curve:
    """Values over places, both [shape=(m,)], and what they are called."""

    x: Floats
    y: Floats
    x_title: str
    y_title: str
    percent: bool = False


def draw_trace(
    curve: Curve,
    names: Sequence[str],
    places: Sequence[int],
    *,
    beside: Sequence[tuple[str, Floats, Floats]] = (),
    marks: Sequence[tuple[float, str]] = (),
    height: int = 240,
    scale: float = 1.0,
) -> go.Figure:
    """The curve with a frame of that name for each place (a number of a point of the curve).

    `beside` are other curves to compare with (name, x, y); `marks` upright lines with a word.
    """
    figure = sheet(
        height,
        scale=scale,
        legend=bool(beside),
        xaxis=axis(curve.x_title, scale=scale, range=_range([curve.x, *(x for _, x, _ in beside)])),
        yaxis=axis(
            curve.y_title,
            scale=scale,
            range=_range([curve.y, *(y for _, _, y in beside)]),
            **({"tickformat": ".0%"} if curve.percent else {}),
        ),
    )
    figure.add_traces(_draw_run(curve, places[-1], scale))
    figure.add_traces([_draw_beside(each, curve, scale) for each in beside])
    for place, word in marks:
        figure.add_vline(
            x=place,
            line={"color": OUTLINE_GREY, "width": 1, "dash": "dot"},
            annotation={"text": plain(word), "font": {"size": 10 * scale}},
        )
    moves = [
        (
            name,
            {
                GROWN: {"type": "scatter", **_grown(curve, place)},
                CURSOR: {"type": "scatter", **_cursor(curve, place)},
            },
        )
        for name, place in zip(names, places, strict=True)
    ]
    return MovingFigure(figure.data, figure.layout, moves=moves)


def draw_growing(x_title: str, y_title: str, *, height: int = 240, scale: float = 1.0) -> go.Figure:
    """The same chart before anything is known: trace `GROWN` waits for values to be pushed."""
    figure = sheet(
        height, scale=scale, xaxis=axis(x_title, scale=scale), yaxis=axis(y_title, scale=scale)
    )
    empty: dict[str, Any] = {"x": [], "y": [], "hoverinfo": "x+y"}
    figure.add_traces(
        [
            go.Scatter(**empty, mode="lines"),
            go.Scatter(**empty, mode="lines", line={"color": ACCENT, "width": 3 * scale}),
        ]
    )
    return figure


def _draw_run(curve: Curve, last: int, scale: float) -> list[go.Scatter]:
    """The whole curve, the part of it that was reached, and the cursor."""
    return [
        go.Scatter(
            x=curve.x,
            y=curve.y,
            mode="lines",
            line={"color": faded(ACCENT, 0.3), "width": 2 * scale},
            hovertemplate=_hover(curve),
            showlegend=False,
        ),
        go.Scatter(
            **_grown(curve, last),
            mode="lines",
            name="this run",
            line={"color": ACCENT, "width": 3 * scale},
            hoverinfo="skip",
        ),
        go.Scatter(
            **_cursor(curve, last),
            mode="markers",
            marker={
                "color": ACCENT,
                "size": 11 * scale,
                "line": {"color": "#FFFFFF", "width": 1.5},
            },
            hovertemplate=_hover(curve),
            showlegend=False,
        ),
    ]


def _grown(curve: Curve, place: int) -> dict[str, Any]:
    return {"x": curve.x[: place + 1], "y": curve.y[: place + 1]}


def _cursor(curve: Curve, place: int) -> dict[str, Any]:
    return {"x": curve.x[place : place + 1], "y": curve.y[place : place + 1]}


def _draw_beside(other: tuple[str, Floats, Floats], curve: Curve, scale: float) -> go.Scatter:
    name, x, y = other
    return go.Scatter(
        x=x,
        y=y,
        mode="lines",
        name=plain(name, 30),
        line={"color": OUTLINE_GREY, "width": 2 * scale, "dash": "dash"},
        hovertemplate=plain(name, 30) + "<br>" + _hover(curve),
    )


def _hover(curve: Curve) -> str:
    value = "%{y:.1%}" if curve.percent else "%{y:,.4f}"
    return f"{plain(curve.x_title)} %{{x}}<br>{plain(curve.y_title)} {value}<extra></extra>"


def _range(parts: Sequence[Floats]) -> list[float]:
    values = np.concatenate([np.asarray(part, dtype=np.float64) for part in parts])
    values = values[np.isfinite(values)]
    if not values.size:
        return [0.0, 1.0]
    low, high = float(values.min()), float(values.max())
    wide = MARGIN * (high - low) or max(abs(high), 1.0) * MARGIN
    return [low - wide, high + wide]
