"""The landscape of maxima: their map, their heights with basins, and how the starts got there.

A landscape grows while a person looks at it. So every picture comes in two parts: an empty figure
that never changes, and contents (attributes by trace number) that a page pushes onto it, leaving
zoom and pan alone. `filled` puts the two together for a file or a pin.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray

from belieflab.figures.common.canvas import TOOL_BAR, axis, sheet
from belieflab.figures.common.frames import Contents
from belieflab.figures.common.palette import ACCENT, OKABE_ITO, OUTLINE_GREY, faded

Floats = NDArray[np.float64]

CHOSEN = OKABE_ITO[3]
LOW_TO_HIGH = [[0.0, "#3B6E9C"], [0.5, "#8F8F8F"], [1.0, "#F0E442"]]
"""Colours of heights that show on white and on deep grey alike."""

MOST_BINS = 30
STEMS, HEADS = 0, 1
"""Numbers of the strip's traces."""


@dataclass(frozen=True)
class FoundMaxima:
    """What is drawn of the maxima, one entry each, highest first.

    Attributes
    ----------
    names : the start that found it, which stays its name while others are found
    heights : log-likelihoods; `basins` : how many starts ended there
    collapsed : whether a component shrank onto too few points
    places : on the map [shape=(maxima, 2)]
    chosen : the name of the one whose ellipses are on the plane
    """

    names: Sequence[int]
    heights: Sequence[float]
    basins: Sequence[int]
    collapsed: Sequence[bool]
    places: Floats
    chosen: int | None = None


def empty_map(*, height: int = 420, scale: float = 1.0) -> go.Figure:
    """The map without maxima: one bubble each will stand where classical scaling puts it."""
    figure = sheet(
        height,
        scale=scale,
        xaxis=axis("first axis of the distances between maxima", scale=scale),
        yaxis=axis("second axis", scale=scale),
        dragmode="pan",
        margin={"l": 10, "r": 10, "t": TOOL_BAR, "b": 10},
    )
    figure.add_trace(_maxima_markers())
    return figure


def map_contents(view: FoundMaxima, *, scale: float = 1.0) -> Contents:
    """Bubbles: area by basin, colour by height, the chosen one ringed."""
    sizes = scale * (9.0 + 24.0 * np.sqrt(np.asarray(view.basins) / max(*view.basins, 2)))
    return {
        0: {
            "x": view.places[:, 0],
            "y": view.places[:, 1],
            "marker.size": sizes,
            **_looks(view, scale),
        }
    }


def empty_strip(*, height: int = 240, scale: float = 1.0) -> go.Figure:
    """The strip without maxima: log-likelihood along, starts that end there upwards."""
    figure = sheet(
        height,
        scale=scale,
        xaxis=axis("log-likelihood of a maximum", scale=scale, tickformat=",.0f"),
        yaxis=axis(
            "starts that end there",
            scale=scale,
            type="log",
            dtick=1,
            autorangeoptions={"minallowed": -0.15},
        ),
        dragmode="pan",
    )
    stems = go.Scatter(
        x=[],
        y=[],
        mode="lines",
        line={"color": faded(OUTLINE_GREY, 0.6), "width": 1.2 * scale},
        hoverinfo="skip",
        name="stems",
    )
    figure.add_traces([stems, _maxima_markers()])
    return figure


def strip_contents(view: FoundMaxima, *, scale: float = 1.0) -> Contents:
    """One stem per maximum, as high as its basin."""
    heights, basins = np.asarray(view.heights, dtype=float), np.asarray(view.basins, dtype=float)
    gaps = np.full(len(heights), np.nan)
    stems = {
        "x": _with_gaps(heights, heights, gaps),
        "y": _with_gaps(np.full(len(basins), 0.7), basins, gaps),
    }
    heads = {"x": heights, "y": basins, "marker.size": 10 * scale, **_looks(view, scale)}
    return {STEMS: stems, HEADS: heads}


def empty_iterations(*, height: int = 240, scale: float = 1.0) -> go.Figure:
    """The histogram without bars: M steps of the starts until the relative increase is small."""
    figure = sheet(
        height,
        scale=scale,
        xaxis=axis("iterations until the increase is below 1e-6", scale=scale, rangemode="tozero"),
        yaxis=axis("starts", scale=scale, rangemode="tozero"),
        bargap=0.06,
        dragmode="pan",
    )
    figure.add_trace(
        go.Bar(
            x=[],
            y=[],
            marker={"color": ACCENT},
            name="starts",
            hovertemplate="%{customdata}: %{y} starts<extra></extra>",
        )
    )
    return figure


def iteration_contents(iterations: NDArray[np.int64]) -> Contents:
    """Bars over bins of whole numbers of iterations."""
    low, high = int(iterations.min()), int(iterations.max())
    width = max(1, -(-(high - low + 1) // MOST_BINS))
    edges = np.arange(low, high + width + 1, width)
    counts, _ = np.histogram(iterations, bins=edges)
    spans = [
        str(left) if width == 1 else f"{left} to {left + width - 1}" for left in edges[:-1].tolist()
    ]
    return {
        0: {
            "x": edges[:-1] + (width - 1) / 2,
            "y": counts,
            "width": [0.94 * width] * len(counts),
            "customdata": [f"{span} iterations" for span in spans],
        }
    }


def empty_discovery(*, height: int = 240, scale: float = 1.0) -> go.Figure:
    """The curve of discovery without a line: distinct maxima after so many starts."""
    figure = sheet(
        height,
        scale=scale,
        xaxis=axis("starts", scale=scale, rangemode="tozero"),
        yaxis=axis("distinct maxima so far", scale=scale, rangemode="tozero"),
        dragmode="pan",
    )
    figure.add_trace(
        go.Scatter(
            x=[],
            y=[],
            mode="lines",
            line={"color": ACCENT, "width": 2.5 * scale, "shape": "hv"},
            name="maxima",
            hovertemplate="%{y} maxima after %{x} starts<extra></extra>",
        )
    )
    return figure


def discovery_contents(names: Sequence[int], n_starts: int) -> Contents:
    """The count of maxima grows at the start that finds a new one."""
    after = np.arange(n_starts + 1)
    found = np.searchsorted(np.sort(np.asarray(names)), after, side="left")
    return {0: {"x": after, "y": found}}


def filled(figure: go.Figure, contents: Mapping[int, Mapping[str, Any]]) -> go.Figure:
    """A copy of an empty figure with its contents, for a file or a pin."""
    copy = go.Figure(figure)
    for number, attributes in contents.items():
        copy.data[number].update(
            {name.replace(".", "_"): value for name, value in attributes.items()}
        )
    return copy


def _maxima_markers() -> go.Scatter:
    return go.Scatter(
        x=[],
        y=[],
        mode="markers",
        name="maxima",
        marker={
            "opacity": 0.85,
            "colorscale": LOW_TO_HIGH,
            "showscale": False,
            "line": {"color": OUTLINE_GREY, "width": 0.8},
        },
        # a click chooses; the others must not fade away
        selected={"marker": {"opacity": 0.85}},
        unselected={"marker": {"opacity": 0.85}},
        hovertemplate="%{text}<extra></extra>",
    )


def _looks(view: FoundMaxima, scale: float) -> dict[str, Any]:
    """Colour, ring, hover text and name of each maximum, the same on map and strip."""
    chosen = [name == view.chosen for name in view.names]
    rings = [CHOSEN if here else OUTLINE_GREY for here in chosen]
    return {
        "marker.color": list(view.heights),
        "marker.symbol": ["x" if gone else "circle" for gone in view.collapsed],
        "marker.line.color": rings,
        "marker.line.width": [(3.5 if here else 0.8) * scale for here in chosen],
        "text": [_describe(view, rank) for rank in range(len(view.names))],
        "customdata": list(view.names),
    }


def _describe(view: FoundMaxima, rank: int) -> str:
    starts = view.basins[rank]
    lines = [
        f"<b>maximum {rank + 1}</b>",
        f"log-likelihood {view.heights[rank]:,.3f}",
        "1 start ends here" if starts == 1 else f"{starts} starts end here",
    ]
    if view.collapsed[rank]:
        lines.append("a component shrank onto too few points")
    return "<br>".join(lines)


def _with_gaps(*columns: Floats) -> list[float | None]:
    """The columns woven into one line, pen up where there is no number."""
    woven = np.column_stack(columns).ravel().tolist()
    return [None if value != value else value for value in woven]
