"""Markers: objects on a plane, traces that wait for places, entries of a legend."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray

from belieflab.figures.common.palette import OUTLINE_GREY, Marker, class_colour, class_symbol
from belieflab.figures.common.text import plain
from belieflab.figures.common.view import MAX_SVG_POINTS

Floats = NDArray[np.float64]

WHITE_EDGE = {"color": "#FFFFFF", "width": 1.5}
GREY_EDGE = {"color": OUTLINE_GREY, "width": 0.6}


@dataclass(frozen=True)
class DrawnObjects:
    """The objects that are drawn, a sample of `total`.

    points [shape=(m, 2)], rows [shape=(m,)] their row numbers, hover : one text each
    """

    points: Floats
    rows: NDArray[np.int64]
    hover: Sequence[str]
    total: int


def places(points: NDArray[np.floating[Any]]) -> dict[str, NDArray[np.float32]]:
    """Coordinates of points [shape=(m, 2)] as a trace takes them."""
    return {"x": points[:, 0].astype(np.float32), "y": points[:, 1].astype(np.float32)}


def draw_objects(
    points: NDArray[np.floating[Any]],
    rows: NDArray[np.int64],
    hover: Sequence[str],
    marker: dict[str, Any],
    *,
    webgl: bool | None = None,
    **more: Any,
) -> go.Scatter | go.Scattergl:
    """The objects as markers; `customdata` carries their rows, so that a click finds them.

    More than `MAX_SVG_POINTS` are drawn on WebGL, unless `webgl` says otherwise.
    """
    on_webgl = len(points) > MAX_SVG_POINTS if webgl is None else webgl
    options = {"name": "objects", "showlegend": False} | more
    return (go.Scattergl if on_webgl else go.Scatter)(
        **places(points),
        mode="markers",
        marker=marker,
        customdata=rows.astype(np.int32),
        hovertext=list(hover),
        hovertemplate=options.pop("hovertemplate", "%{hovertext}<extra></extra>"),
        **options,
    )


def empty_marks(name: str, marker: dict[str, Any], **more: Any) -> go.Scatter:
    """Markers without places, to be pushed later; the legend explains them by `mark_entry`.

    A trace that may be empty would come and go in the legend.
    """
    return empty_trace("markers", name=name, showlegend=False, marker=marker, **more)


def empty_trace(mode: str, **more: Any) -> go.Scatter:
    """A trace that waits for its places."""
    return go.Scatter(x=[], y=[], mode=mode, **more)


def always_opaque(opacity: float = 1.0) -> dict[str, Any]:
    """A click selects one object; Plotly would make all others pale."""
    return {name: {"marker": {"opacity": opacity}} for name in ("selected", "unselected")}


def marker_arrays(markers: Sequence[Marker]) -> dict[str, Any]:
    """Colours, symbols and edges of many objects as one trace takes them."""
    return {
        "color": [marker.fill for marker in markers],
        "symbol": [marker.symbol for marker in markers],
        "line": {
            "color": [marker.ring for marker in markers],
            "width": [marker.ring_width for marker in markers],
        },
    }


def symbols_of(classes: NDArray[np.int64], n_classes: int) -> list[str] | str:
    """The symbols of these classes; one for all where every class has the same."""
    symbols = [class_symbol(k, n_classes) for k in range(n_classes)]
    return symbols[0] if len(set(symbols)) == 1 else [symbols[k] for k in classes.tolist()]


def mark_entry(
    name: str,
    symbol: str,
    colour: str,
    *,
    ring: str = OUTLINE_GREY,
    width: float = 0.6,
    size: float = 10.0,
) -> go.Scatter:
    """An empty trace whose marker stands in the legend; `name` has been made plain text.

    Traces of the same `legendgroup`, which is the name, come and go with a click on it.
    """
    return go.Scatter(
        x=[None],
        y=[None],
        mode="markers",
        name=name,
        legendgroup=name,
        hoverinfo="skip",
        marker={
            "symbol": symbol,
            "color": colour,
            "size": size,
            "line": {"color": ring, "width": width},
        },
    )


def marker_entry(name: str, marker: Marker) -> go.Scatter:
    """The entry of a marker."""
    return mark_entry(name, marker.symbol, marker.fill, ring=marker.ring, width=marker.ring_width)


def ring_entry(name: str, colour: str, width: float = 2.4, *, size: float = 10.0) -> go.Scatter:
    """The entry of an open ring."""
    return mark_entry(name, "circle-open", colour, ring=colour, width=width, size=size)


def class_entries(names: Sequence[str]) -> list[go.Scatter]:
    """One entry per class, in its pure colour."""
    count = len(names)
    return [
        mark_entry(plain(name, 30), class_symbol(k, count), class_colour(k, count))
        for k, name in enumerate(names)
    ]
