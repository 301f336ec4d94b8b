"""Error against label noise: one curve per method, a band around it, growing cell by cell.

As on the landscape, the empty figure stays while results come in and methods are added, and
contents (attributes by trace number) are pushed onto it, so that zoom and pan stay.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import plotly.graph_objects as go

from belieflab.figures.common.canvas import TOOL_BAR, axis, sheet
from belieflab.figures.common.frames import Contents
from belieflab.figures.common.level_curve import BAND, FAINT_BAND, FEW, LevelCurve
from belieflab.figures.common.palette import OUTLINE_GREY, class_colour, class_symbol, faded
from belieflab.figures.common.text import plain

ENOUGH = 3
"""Replicates from which on a band is drawn: of two values it would cover the whole chart."""

MARKER = 7
EMPTY = "rgba(0,0,0,0)"
EXPECTED = 50.0
"""Percent up to which the error axis goes before there are results."""


def empty_levels(
    names: Sequence[str],
    places: Sequence[float],
    x_title: str,
    y_title: str,
    *,
    height: int = 460,
    scale: float = 1.0,
) -> go.Figure:
    """The chart without curves: a band and a line for every method one could ask for.

    The axis holds all `places` from the beginning, so that nothing jumps. A vertical line follows
    the pointer and reads all curves at its level. The last trace is unseen and spans the axes
    until there are results.
    """
    figure = sheet(
        height,
        scale=scale,
        legend=True,
        hovermode="x unified",
        hoverdistance=-1,  # the nearest level is read wherever the pointer is
        spikedistance=-1,
        xaxis=axis(
            x_title,
            scale=scale,
            autorangeoptions={"include": [min(places), max(places)]},
            showspikes=True,
            spikemode="across",
            spikesnap="data",
            spikethickness=1,
            spikedash="solid",
            spikecolor=OUTLINE_GREY,
            unifiedhovertitle={"text": f"{plain(x_title)}: %{{x}}"},
        ),
        yaxis=axis(y_title, scale=scale, rangemode="tozero"),
        margin={"l": 10, "r": 10, "t": TOOL_BAR + 60, "b": 10},
    )
    for number, name in enumerate(names):
        figure.add_traces(_empty_curve(plain(name), number, scale))
    figure.add_trace(_unseen(places, scale))
    return figure


def level_contents(
    names: Sequence[str],
    places: Sequence[float],
    curves: Mapping[str, LevelCurve],
    counts: Mapping[str, Sequence[int]],
) -> Contents:
    """The curves so far, by the numbers of their traces in `empty_levels(names, places, …)`.

    Methods without a curve are emptied and leave the legend. `counts` holds the replicates behind
    each point of a curve.
    """
    opacity = BAND if len(curves) <= FEW else FAINT_BAND
    contents = {2 * len(names): _nothing(EMPTY) | ({} if curves else _span(places))}
    for number, name in enumerate(names):
        band, line = 2 * number, 2 * number + 1
        fill = faded(class_colour(number), opacity)
        contents |= {band: _nothing(fill), line: _nothing(fill)}
        if name in curves:
            curve, told = curves[name], np.asarray(counts[name]) >= ENOUGH
            high = np.where(told, curve.high, curve.y)
            low = np.where(told, np.maximum(curve.low, 0.0), curve.y)
            contents[band] |= {
                "x": np.concatenate([curve.x, curve.x[::-1]]),
                "y": np.concatenate([high, low[::-1]]),
            }
            contents[line] |= {
                "x": curve.x,
                "y": curve.y,
                "showlegend": True,
                "customdata": [
                    (f"± {reach:.1f} · " if enough else "· ") + _say_count(count)
                    for reach, enough, count in zip(high - curve.y, told, counts[name], strict=True)
                ],
            }
    return contents


def _nothing(fill: str) -> dict[str, Any]:
    """What an empty trace has; the same attributes for all, which are then drawn in one go."""
    return {"x": [], "y": [], "customdata": [], "showlegend": False, "fillcolor": fill}


def _span(places: Sequence[float]) -> dict[str, list[float]]:
    return {"x": [min(places), max(places)], "y": [0.0, EXPECTED]}


def _unseen(places: Sequence[float], scale: float) -> go.Scatter:
    """Marks nobody sees, as large as those to come: axes with nothing on them say -1 to 6."""
    return go.Scatter(
        **_span(places),
        mode="markers",
        marker={"size": MARKER * scale, "color": EMPTY},
        hoverinfo="skip",
        showlegend=False,
    )


def _say_count(count: int) -> str:
    return f"{count} replicate{'' if count == 1 else 's'}"


def _empty_curve(name: str, number: int, scale: float) -> list[go.Scatter]:
    colour = class_colour(number)
    return [
        go.Scatter(
            x=[],
            y=[],
            mode="lines",
            fill="toself",
            fillcolor=faded(colour, BAND),
            line={"width": 0},
            hoverinfo="skip",
            legendgroup=name,
            showlegend=False,
            name=f"{name}, interval",
        ),
        go.Scatter(
            x=[],
            y=[],
            mode="lines+markers",
            name=name,
            legendgroup=name,
            showlegend=False,
            line={
                "color": colour,
                "width": 2.5 * scale,
                "dash": "solid" if class_symbol(number) == "circle" else "dash",
            },
            marker={
                "color": colour,
                "size": MARKER * scale,
                "symbol": class_symbol(number),
            },
            hovertemplate="%{y:.1f} %{customdata}",
        ),
    ]
