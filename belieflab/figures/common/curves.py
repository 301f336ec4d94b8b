"""Curves: over whole numbers that one may choose, and over the levels of a sweep with bands."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import plotly.graph_objects as go

from belieflab.figures.common.arrays import Floats, Integers
from belieflab.figures.common.canvas import chart
from belieflab.figures.common.palette import ACCENT, BEST, CHOSEN, OUTLINE_GREY, faded
from belieflab.figures.common.text import plain
from belieflab.figures.common.traces import WHITE_EDGE, always_opaque, scatter

FEW = 4
"""Bands up to which each of them is rather opaque."""


@dataclass(frozen=True)
class LevelCurve:
    """One method in one panel.

    name : the method
    x, y, low, high : places, means and the ends of their intervals [shape=(m,)]
    printed : what a paper prints at the same places, NaN where it does not; None without a paper
    """

    name: str
    x: Floats
    y: Floats
    low: Floats
    high: Floats
    printed: Floats | None = None


def band(x: Any, low: Floats, high: Floats) -> dict[str, Any]:
    """The outline of the band between two curves."""
    return {"x": np.concatenate([x, x[::-1]]), "y": np.concatenate([high, low[::-1]])}


def opacity(n_bands: int) -> float:
    """How opaque each band is."""
    return 0.18 if n_bands <= FEW else 0.09


def draw_band(name: str, colour: str, opacity: float, **more: Any) -> go.Scatter:
    """A band without an edge, empty until it has an outline; it leaves with its curve."""
    fill = {"fill": "toself", "fillcolor": faded(colour, opacity), "width": 0}
    return scatter(mode="lines", name=name, legend=False, **fill, **more)


def draw_curve(name: str | None, colour: str, scale: float, **more: Any) -> go.Scatter:
    """A line with markers, empty until it has points."""
    style = {"colour": colour, "width": 2.5 * scale}
    return scatter(mode="lines+markers", name=name, **(style | more))


def error_curve(
    numbers: Integers,
    errors: Floats,
    current: int,
    *,
    x_title: str,
    y_title: str,
    height: int = 240,
    scale: float = 1.0,
) -> go.Figure:
    """The errors [shape=(m,)] of the numbers tried; `customdata` carries the number of a point."""
    x = {"title": x_title, "rangemode": "normal"}
    y = {"title": y_title, "tickformat": ".1%", "rangemode": "tozero"}
    figure = chart(x, y, height, scale, legend=True, dragmode=False)
    hover = f"{plain(x_title)} %{{x}}<br>{plain(y_title)} %{{y:.2%}}"
    line = {"colour": OUTLINE_GREY, "width": 1.5 * scale, "size": 6 * scale, "hover": hover}
    mark = {"size": 12 * scale, "edge": WHITE_EDGE, "hover": hover}
    least = np.flatnonzero(errors <= errors.min() + 1e-12)[:1]
    marks = {
        "least": (least, {"colour": BEST, "symbol": "diamond", **mark}),
        "current": (numbers == current, {"colour": ACCENT, "symbol": "circle", **mark}),
    }
    return _draw(figure, numbers, errors, line, marks)


def index_curve(
    counts: Integers, values: Floats, title: str, current: int, best: int | None
) -> go.Figure:
    """Values over numbers of clusters, both [shape=(m,)]; the current c is a disc, the best a ring.

    `customdata` of a point is its number of clusters, for clicks.
    """
    x = {"title": "number of clusters c", "dtick": 1}
    figure = chart(x, title, height=300, legend=True, clickmode="event+select")
    hover = f"c = %{{x}}<br>{plain(title)} %{{y:.5g}}"
    line = {"name": "index", "colour": ACCENT, "width": 2, "size": 9, "hover": hover}
    line |= {"edge": {"color": "#FFFFFF", "width": 1}, **always_opaque()}
    ring = {"symbol": "circle-open", "colour": OUTLINE_GREY, "size": 20, "edge": {"width": 2.5}}
    disc = {"symbol": "circle", "colour": CHOSEN, "size": 11}
    marks = {
        f"c = {current} on screen": (counts == current, disc),
        f"smallest: c = {best}": (counts == best, ring),
    }
    shown = {name: mark for name, mark in marks.items() if mark[0].any()}
    return _draw(figure, counts, values, line, shown)


def _draw(
    figure: go.Figure,
    numbers: Integers,
    values: Floats,
    line: dict[str, Any],
    marks: dict[str, tuple[Any, dict[str, Any]]],
) -> go.Figure:
    """The line and, for each name in the legend, the places it marks and how its marker looks."""
    along = {"mode": "lines+markers", "legend": False, **line}
    figure.add_trace(scatter(numbers, values, customdata=numbers, **along))
    for name, (at, style) in marks.items():
        mark = scatter(numbers[at], values[at], name=name, customdata=numbers[at], **style)
        figure.add_trace(mark)
    return figure
