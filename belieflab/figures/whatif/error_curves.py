"""Error against label noise: one curve per method, a band around it, growing cell by cell.

The empty figure stays while results come in and methods are added, and contents (attributes by
trace number) are pushed onto it, so that zoom and pan stay.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import plotly.graph_objects as go

from belieflab.figures.common.canvas import FONT_SIZE, TOOL_BAR, chart, margins
from belieflab.figures.common.curves import LevelCurve, band, draw_band, draw_curve, opacity
from belieflab.figures.common.frames import Contents
from belieflab.figures.common.palette import CLEAR, OUTLINE_GREY, class_colour, class_symbol, faded
from belieflab.figures.common.text import count_of, plain
from belieflab.figures.common.traces import scatter

MIN_REPLICATES = 3
"""Replicates from which on a band is drawn: of two values it would cover the whole chart."""

MARKER = 7
POINTS = 12
SKETCH = "A sketch: Run draws the curve of every method here"

SPIKE = {"showspikes": True, "spikemode": "across", "spikesnap": "data", "spikethickness": 1}
SPIKE |= {"spikedash": "solid", "spikecolor": OUTLINE_GREY}
"""A vertical line that follows the pointer."""


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

    The axis holds all `places` from the beginning, so that nothing jumps. All curves are read at
    the level of the pointer. The last trace is a sketch of what will come until there are results.
    """
    x = {"title": x_title, "autorangeoptions": {"include": [min(places), max(places)]}, **SPIKE}
    x["unifiedhovertitle"] = {"text": f"{plain(x_title)}: %{{x}}"}
    y = {"title": y_title, "rangemode": "tozero"}
    # the nearest level is read wherever the pointer is
    pointing = {"hovermode": "x unified", "hoverdistance": -1, "spikedistance": -1}
    figure = chart(x, y, height, scale, legend=True, margin=margins(TOOL_BAR + 60), **pointing)
    for number, name in enumerate(map(plain, names)):
        colour, symbol = class_colour(number), class_symbol(number)
        dash = "solid" if symbol == "circle" else "dash"
        style = {"symbol": symbol, "size": MARKER * scale, "dash": dash}
        group = {"legendgroup": name, "legend": False, "hovertemplate": "%{y:.1f} %{customdata}"}
        interval = draw_band(f"{name}, interval", colour, opacity(1), legendgroup=name)
        figure.add_traces([interval, draw_curve(name, colour, scale, **style, **group)])
    faint = {"mode": "lines+text", "colour": faded(OUTLINE_GREY, 0.7), "dash": "dot"}
    style = {"width": 2 * scale, "textfont": {"size": FONT_SIZE * scale}, "legend": False}
    texts = [""] * (2 * POINTS + 2) + [SKETCH]
    return figure.add_trace(scatter(**_sketch(places), text=texts, **faint, **style))


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
    contents = {2 * len(names): _nothing(CLEAR) | ({} if curves else _sketch(places))}
    for number, name in enumerate(names):
        fill = faded(class_colour(number), opacity(len(curves)))
        interval, line = _nothing(fill), _nothing(fill)
        if name in curves:
            curve, enough = curves[name], np.asarray(counts[name]) >= MIN_REPLICATES
            high = np.where(enough, curve.high, curve.y)
            interval |= band(curve.x, np.where(enough, np.maximum(curve.low, 0.0), curve.y), high)
            texts = [
                (f"± {reach:.1f} · " if known else "· ") + count_of(count, "replicate")
                for reach, known, count in zip(high - curve.y, enough, counts[name], strict=True)
            ]
            line |= {"x": curve.x, "y": curve.y, "showlegend": True, "customdata": texts}
        contents |= {2 * number: interval, 2 * number + 1: line}
    return contents


def _nothing(fill: str) -> dict[str, Any]:
    """What an empty trace has; the same attributes for all, which are then drawn in one go."""
    return {"x": [], "y": [], "customdata": [], "showlegend": False, "fillcolor": fill}


def _sketch(places: Sequence[float]) -> dict[str, list[Any]]:
    """Two curves as they may come out, and last the place of the sentence that says so."""
    low, high = min(places), max(places)
    along = np.linspace(0.0, 1.0, POINTS)
    x = (low + (high - low) * along).tolist()
    steep, flat = (6.0 + 32.0 * along**1.6).tolist(), (5.0 + 8.0 * along**2).tolist()
    middle = (low + high) / 2
    return {"x": [*x, None, *x, None, middle], "y": [*steep, None, *flat, None, 46.0]}
