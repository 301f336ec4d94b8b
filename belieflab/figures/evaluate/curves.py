"""Curves of an evaluation: reliability, error by share answered and by number of labels."""

from collections.abc import Mapping
from typing import Any

import numpy as np
import pandas as pd
import plotly.graph_objects as go

from belieflab.evaluation.report import LearningCurve
from belieflab.figures.common.canvas import TOOL_BAR, chart, margins
from belieflab.figures.common.curves import band, draw_band, draw_curve, opacity
from belieflab.figures.common.palette import OUTLINE_GREY, class_colour
from belieflab.figures.common.text import plain
from belieflab.figures.common.traces import scatter

PERCENT = {"tickformat": ".0%", "rangemode": "tozero"}
LEGEND, SPACE = 30, 12
LEAST_SHARE = 0.05
"""Below this share so few objects are answered that their error jumps from one to the next."""


def draw_reliability(
    diagrams: Mapping[str, pd.DataFrame],
    yardstick: str,
    *,
    colours: Mapping[str, int] | None = None,
    height: int = 340,
    scale: float = 1.0,
) -> go.Figure:
    """Agreement against confidence for each method; on the diagonal both are equal.

    The vertical line of a point runs from mean belief to mean plausibility; its size grows with
    the objects of the bin, and its ring with the ignorance of the method.
    """
    x = {"title": "confidence (largest pignistic probability)", **PERCENT, "range": [0, 1.02]}
    y = {"title": yardstick, **PERCENT, "range": [0, 1.02]}
    figure = _chart(x, y, height, scale)
    style = {"mode": "lines", "colour": OUTLINE_GREY, "dash": "dot", "width": 1.5}
    figure.add_trace(scatter([0, 1], [0, 1], name="as confident as right", **style))
    for name, diagram, colour in _coloured(diagrams, colours):
        share = np.sqrt(diagram["count"] / max(diagram["count"].max(), 1))
        middle = diagram["pignistic"]
        reach: dict[str, Any] = {"type": "data", "symmetric": False, "color": colour, "width": 0}
        reach |= {"array": diagram["upper"] - middle, "arrayminus": middle - diagram["lower"]}
        ring = {"color": OUTLINE_GREY, "width": 0.8 + 6 * diagram["ignorance"]}
        hover = (
            "confidence %{x:.1%}, agreement %{y:.1%}<br>%{customdata[0]:,.0f} objects, "
            f"mean ignorance %{{customdata[1]:.2f}}<extra>{name}</extra>"
        )
        figure.add_trace(
            draw_curve(
                name,
                colour,
                scale * 0.6,
                x=diagram["confidence"],
                y=middle,
                customdata=diagram[["count", "ignorance"]].to_numpy(),
                size=(5 + 9 * share) * scale,
                edge=ring,
                error_y=reach,
                hover=hover,
            )
        )
    return figure


def draw_rejection(
    curves: Mapping[str, pd.DataFrame],
    yardstick: str,
    *,
    colours: Mapping[str, int] | None = None,
    legend: bool = True,
    height: int = 340,
    scale: float = 1.0,
) -> go.Figure:
    """Error among the answered objects against their share, for each method."""
    x = {"title": "share answered", **PERCENT, "range": [0, 1.01]}
    y = {"title": yardstick, **PERCENT}
    figure = _chart(x, y, height, scale, legend)
    for name, curve, colour in _coloured(curves, colours):
        curve = curve[curve["share"] >= LEAST_SHARE]
        hover = "%{x:.0%} answered: %{y:.2%}<br>confidence from %{customdata:.2f}"
        style = {"mode": "lines", "colour": colour, "width": 2.2 * scale, "line": {"shape": "hv"}}
        data = {"customdata": curve["threshold"], "hover": f"{hover}<extra>{name}</extra>"}
        figure.add_trace(scatter(curve["share"], curve["error"], name=name, **style, **data))
    return figure


def draw_learning(
    curves: Mapping[str, LearningCurve],
    yardstick: str,
    factor: float = 4.0,
    *,
    colours: Mapping[str, int] | None = None,
    legend: bool = True,
    height: int = 340,
    scale: float = 1.0,
) -> go.Figure:
    """Error against the number of labels, and what the fitted power law expects beyond."""
    sizes = np.concatenate([each.sizes for each in curves.values()] or [np.ones(1)])
    least, largest = (sizes.min(), sizes.max()) if len(sizes) else (1.0, 1.0)
    ticks = sorted({round(each) for each in (least, largest, 2 * largest, factor * largest)})
    x = {"title": "labels learned from", "type": "log", "tickvals": ticks}
    figure = _chart(x, {"title": yardstick, **PERCENT}, height, scale, legend)
    for name, curve, colour in _coloured(curves, colours):
        measured = {"x": curve.sizes, "y": curve.errors.mean(axis=1) if len(curve.errors) else []}
        hover = f"%{{x:,.0f}} labels: %{{y:.1%}}<extra>{name}, measured</extra>"
        style = {"colour": colour, "size": 9 * scale, "symbol": "circle", "legendgroup": name}
        figure.add_trace(scatter(**measured, name=name, hover=hover, **style))
        if curve.fitted is None:
            continue
        along = np.geomspace(curve.sizes.min(), factor * curve.sizes.max(), 60)
        hover = f"%{{x:,.0f}} labels: %{{y:.1%}}<extra>{name}, expected</extra>"
        line = {"mode": "lines", "colour": colour, "width": 2 * scale, "dash": "dash"}
        line |= {"legend": False, "legendgroup": name, "hover": hover}
        figure.add_trace(scatter(along, curve.fitted.predict(along), name=f"{name}, fit", **line))
        shade = draw_band(f"{name}, 95 %", colour, opacity(len(curves)), legendgroup=name)
        shade.update(band(along, *curve.fitted.band(along)))
        figure.add_trace(shade)
    return figure


def _chart(
    x: dict[str, Any], y: dict[str, Any], height: int, scale: float, legend: bool = True
) -> go.Figure:
    above = TOOL_BAR + LEGEND if legend else SPACE
    return chart(x, y, height, scale, legend=legend, margin=margins(above))


def _coloured(
    things: Mapping[str, Any], colours: Mapping[str, int] | None
) -> list[tuple[str, Any, str]]:
    """Each with its plain name and colour: that of its number among all methods."""
    places = colours or {name: place for place, name in enumerate(things)}
    return [(plain(name, 28), each, class_colour(places[name])) for name, each in things.items()]
