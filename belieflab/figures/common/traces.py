"""Short forms of traces: markers and lines, bars, objects on a plane, entries of a legend."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray

from belieflab.data.matching import Matching
from belieflab.figures.common import making
from belieflab.figures.common.arrays import Flags, Floats, Integers
from belieflab.figures.common.palette import (
    OUTLINE_GREY,
    WRONG,
    Classes,
    Marker,
    class_symbol,
    set_marker,
    size_of,
)
from belieflab.figures.common.text import plain
from belieflab.figures.common.view import MAX_SVG_POINTS

WHITE_EDGE = {"color": "#FFFFFF", "width": 1.5}
GREY_EDGE = {"color": OUTLINE_GREY, "width": 0.6}

HOVERTEXT = "%{hovertext}"
TEXT = "%{text}"
"""What is shown on hover: the text of each point under that name."""


@dataclass(frozen=True)
class DrawnObjects:
    """The objects that are drawn, a sample of `total`.

    points [shape=(m, 2)], rows [shape=(m,)] their row numbers, hover : one text each
    """

    points: Floats
    rows: Integers
    hover: Sequence[str]
    total: int


def scatter(
    x: Any = (),
    y: Any = (),
    mode: Any = "markers",
    name: Any = None,
    *,
    colour: Any = None,
    size: Any = None,
    symbol: Any = None,
    edge: Any = None,
    width: Any = None,
    dash: Any = None,
    hover: Any = None,
    legend: Any = None,
    webgl: Any = False,
    **more: Any,
) -> go.Scatter | go.Scattergl:
    """Markers of a size, a symbol and an edge, or lines of a width and a dash, in one colour.

    Without places the trace waits for them to be pushed. `hover` is a template; None shows nothing.
    """
    if "hovertemplate" not in more:
        more |= on_hover(hover)
    if "lines" in mode:
        more["line"] = {"color": colour, "width": width, "dash": dash} | more.get("line", {})
    if "markers" in mode:
        marker = {"color": colour, "size": size, "symbol": symbol, "line": edge}
        more["marker"] = marker | more.get("marker", {})
    kind = go.Scattergl if webgl else go.Scatter
    return making.make_trace(kind, x=x, y=y, mode=mode, name=name, showlegend=legend, **more)


def bars(
    values: Any,
    positions: Any = None,
    name: Any = None,
    *,
    colour: Any = None,
    edge: Any = GREY_EDGE,
    hover: Any = None,
    upright: Any = False,
    **more: Any,
) -> go.Bar:
    """Lying bars at 0, 1, … or at the positions; upright ones stand at them."""
    places = list(range(len(values))) if positions is None else positions
    ends = {"x": places, "y": values} if upright else {"x": values, "y": places, "orientation": "h"}
    marker = {"color": colour, "line": edge}
    look = {"name": name, "marker": marker, **on_hover(hover), **more}
    return making.make_trace(go.Bar, **ends, **look)


def on_hover(template: str | None) -> dict[str, str]:
    """The template, with what its <extra> says beside it or nothing; no hover at all for None."""
    if template is None:
        return {"hoverinfo": "skip"}
    return {"hovertemplate": template if "<extra>" in template else template + "<extra></extra>"}


def places(points: NDArray[np.floating[Any]]) -> dict[str, NDArray[np.float32]]:
    """Coordinates of points [shape=(m, 2)] as a trace takes them."""
    with np.errstate(over="ignore"):  # a number beyond single precision is not drawn
        return {"x": points[:, 0].astype(np.float32), "y": points[:, 1].astype(np.float32)}


def draw_objects(objects: DrawnObjects, **style: Any) -> go.Scatter | go.Scattergl:
    """The objects as markers; `customdata` carries their rows, so that a click finds them.

    More than `MAX_SVG_POINTS` are drawn on WebGL, unless `webgl` in the style says otherwise.
    """
    data = {"customdata": objects.rows.astype(np.int32), "hovertext": list(objects.hover)}
    default = {"name": "objects", "legend": False, "hover": HOVERTEXT}
    default["webgl"] = len(objects.points) > MAX_SVG_POINTS
    return scatter(**places(objects.points), **data, **(default | style))


def always_opaque(opacity: float = 1.0) -> dict[str, Any]:
    """A click selects one object; Plotly would make all others pale."""
    return {name: {"marker": {"opacity": opacity}} for name in ("selected", "unselected")}


def marker_arrays(markers: Sequence[Marker]) -> dict[str, Any]:
    """Colours, symbols and edges of many objects as one trace takes them."""
    fills, symbols = [each.fill for each in markers], [each.symbol for each in markers]
    rings, widths = [each.ring for each in markers], [each.ring_width for each in markers]
    return {"color": fills, "symbol": symbols, "line": {"color": rings, "width": widths}}


def wrong_rings(wrong: Flags, width: float) -> dict[str, list[Any]]:
    """The outlines of objects, magenta and of that width where a decision is wrong."""
    colours = [WRONG if each else OUTLINE_GREY for each in wrong.tolist()]
    return {"color": colours, "width": np.where(wrong, width, 0.6).tolist()}


def symbols_of(codes: Integers, classes: Classes) -> list[str] | str:
    """The symbols of these classes; one for all where every class has the same."""
    symbols = [class_symbol(k, classes) for k in range(size_of(classes))]
    return symbols[0] if len(set(symbols)) == 1 else [symbols[k] for k in codes.tolist()]


def legend_entry(name: str, marker: Marker, size: float = 10.0) -> go.Scatter:
    """An empty trace whose marker stands in the legend; `name` has been made plain text.

    Traces of the same `legendgroup`, which is the name, come and go with a click on it.
    """
    style = {"symbol": marker.symbol, "colour": marker.fill, "size": size, "edge": marker.edge}
    return scatter([None], [None], name=name, legendgroup=name, **style)


def class_entries(names: Sequence[str], groups: Matching | None = None) -> list[go.Scatter]:
    """One entry per class or group, in its pure colour and in the order of the classes."""
    order = range(len(names)) if groups is None else groups.order
    markers = {k: set_marker(1 << k, groups or len(names)) for k in order}
    return [legend_entry(plain(names[k], 30), marker) for k, marker in markers.items()]
