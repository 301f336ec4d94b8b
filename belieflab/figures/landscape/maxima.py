"""The landscape of maxima: their map, their heights with basins, and how the starts got there.

Figure 3 of Côme et al. (2009) has maxima and iterations against nonspecificity.

A landscape grows while it is on screen. So every picture comes in two parts: an empty figure
that never changes, and contents (attributes by trace number) that a page pushes onto it, leaving
zoom and pan alone.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import plotly.graph_objects as go

from belieflab.figures.common.arrays import Floats, Integers
from belieflab.figures.common.canvas import TOOL_BAR, chart, margins
from belieflab.figures.common.frames import Contents
from belieflab.figures.common.palette import ACCENT, CHOSEN, OUTLINE_GREY, faded
from belieflab.figures.common.text import count_of
from belieflab.figures.common.traces import TEXT, always_opaque, bars, scatter

LOW_TO_HIGH = [[0.0, "#3B6E9C"], [0.5, "#8F8F8F"], [1.0, "#F0E442"]]
"""Colours of heights that show on white and on deep grey alike."""

MAX_BINS = 30
STEMS, HEADS = 0, 1
"""Numbers of the strip's traces."""

SETS, MEANS = 0, 1
"""Numbers of the sweep's traces: single label sets, and their means."""


@dataclass(frozen=True)
class FoundMaxima:
    """What is drawn of the maxima, one entry each, highest first.

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

    def marks(self, scale: float) -> dict[str, Any]:
        """Colour, ring, hover text and name of each maximum, the same on map and strip."""
        chosen = [name == self.chosen for name in self.names]
        return {
            "marker.color": list(self.heights),
            "marker.symbol": ["x" if gone else "circle" for gone in self.collapsed],
            "marker.line.color": [CHOSEN if here else OUTLINE_GREY for here in chosen],
            "marker.line.width": [(3.5 if here else 0.8) * scale for here in chosen],
            "text": [self._describe(rank) for rank in range(len(self.names))],
            "customdata": list(self.names),
        }

    def _describe(self, rank: int) -> str:
        starts = self.basins[rank]
        return (
            f"<b>maximum {rank + 1}</b><br>log-likelihood {self.heights[rank]:,.3f}<br>"
            f"{count_of(starts, 'start')} end{'s' if starts == 1 else ''} here"
            + ("<br>a component shrank onto too few points" if self.collapsed[rank] else "")
        )


def empty_map(*, height: int = 420, scale: float = 1.0) -> go.Figure:
    """The map without maxima: one bubble each will stand where classical scaling puts it."""
    x, y = "distances, first axis", "second axis"
    figure = chart(x, y, height, scale, dragmode="pan", margin=margins(TOOL_BAR))
    return figure.add_trace(_maxima_markers())


def map_contents(maxima: FoundMaxima, *, scale: float = 1.0) -> Contents:
    """Bubbles: area by basin, colour by height, the chosen one ringed."""
    sizes = scale * (9.0 + 24.0 * np.sqrt(np.asarray(maxima.basins) / max(*maxima.basins, 2)))
    x, y = maxima.places.T
    return {0: {"x": x, "y": y, "marker.size": sizes, **maxima.marks(scale)}}


def empty_strip(*, height: int = 240, scale: float = 1.0) -> go.Figure:
    """The strip without maxima: log-likelihood along, starts that end there upwards."""
    whole = {"type": "log", "dtick": 1, "autorangeoptions": {"minallowed": -0.15}}
    x = {"title": "log-likelihood of a maximum", "separatethousands": True}
    y = {"title": "starts that end there", **whole}
    style = {"colour": faded(OUTLINE_GREY, 0.6), "width": 1.2 * scale}
    stems = scatter(mode="lines", name="stems", **style)
    return chart(x, y, height, scale, dragmode="pan").add_traces([stems, _maxima_markers()])


def strip_contents(maxima: FoundMaxima, *, scale: float = 1.0) -> Contents:
    """One stem per maximum, as high as its basin."""
    heights, basins = (np.asarray(each, dtype=float) for each in (maxima.heights, maxima.basins))
    stems = [part for height in heights.tolist() for part in (height, height, None)]
    tips = [part for basin in basins.tolist() for part in (0.7, basin, None)]
    heads = {"x": heights, "y": basins, "marker.size": 10 * scale, **maxima.marks(scale)}
    return {STEMS: {"x": stems, "y": tips}, HEADS: heads}


def empty_iterations(*, height: int = 240) -> go.Figure:
    """The histogram without bars: M steps of the starts until the relative increase is small."""
    x = {"title": "iterations until the increase is below 1e-6", "rangemode": "tozero"}
    y = {"title": "starts", "rangemode": "tozero"}
    figure = chart(x, y, height, bargap=0.06, dragmode="pan")
    style = {"colour": ACCENT, "edge": None, "hover": "%{customdata}: %{y} starts"}
    return figure.add_trace(bars([], [], "starts", upright=True, **style))


def iteration_contents(iterations: Integers) -> Contents:
    """Bars over bins of whole numbers of iterations."""
    low, high = int(iterations.min()), int(iterations.max())
    width = max(1, -(-(high - low + 1) // MAX_BINS))
    edges = np.arange(low, high + width + 1, width)
    counts, _ = np.histogram(iterations, bins=edges)
    spans = [
        str(left) if width == 1 else f"{left} to {left + width - 1}" for left in edges[:-1].tolist()
    ]
    places = {"x": edges[:-1] + (width - 1) / 2, "y": counts, "width": [0.94 * width] * len(counts)}
    return {0: {**places, "customdata": [f"{span} iterations" for span in spans]}}


def empty_discovery(*, height: int = 240) -> go.Figure:
    """The curve of discovery without a line: distinct maxima by number of starts."""
    x = {"title": "starts", "rangemode": "tozero"}
    y = {"title": "distinct maxima", "rangemode": "tozero"}
    # Its last step runs along the upper edge, where half of it would be cut off.
    style = {"colour": ACCENT, "width": 2.5, "line": {"shape": "hv"}, "cliponaxis": False}
    line = scatter(mode="lines", name="maxima", hover="%{y} maxima after %{x} starts", **style)
    return chart(x, y, height, dragmode="pan").add_trace(line)


def discovery_contents(names: Sequence[int], n_starts: int) -> Contents:
    """The count of maxima grows at the start that finds a new one."""
    after = np.arange(n_starts + 1)
    found = np.searchsorted(np.sort(np.asarray(names)), after, side="left")
    return {0: {"x": after, "y": found}}


def _maxima_markers() -> go.Scatter:
    edge = {"color": OUTLINE_GREY, "width": 0.8}
    colours = {"opacity": 0.85, "colorscale": LOW_TO_HIGH, "showscale": False}
    return scatter(name="maxima", edge=edge, marker=colours, hover=TEXT, **always_opaque(0.85))


@dataclass(frozen=True)
class SweepCurve:
    """One curve of the sweep.

    set_levels, set_values : every finished label set
    levels, means, errors : per level, the mean over its label sets and its standard error
    """

    set_levels: Sequence[float]
    set_values: Sequence[float]
    levels: Sequence[float]
    means: Sequence[float]
    errors: Sequence[float]


def empty_sweep(title: str, limits: tuple[float, float], *, warm: bool = False) -> go.Figure:
    """The curve without points; `limits` are the smallest and largest level."""
    colour = CHOSEN if warm else ACCENT
    margin = 0.05 * max(limits[1] - limits[0], 0.1)
    across = [limits[0] - margin, limits[1] + margin]
    x = {"title": "mean nonspecificity of the labels", "range": across}
    y = {"title": title, "rangemode": "tozero"}
    figure = chart(x, y, height=320, legend=True, margin=margins(TOOL_BAR + 30))
    value = "ns %{x}: %{y:.4g}<extra>"
    error = {"type": "data", "array": [], "color": colour, "thickness": 1.5}
    dots = {"colour": faded(colour, 0.35), "size": 7, "hover": f"{value}one label set</extra>"}
    line = {"mode": "lines+markers", "colour": colour, "width": 2.5, "size": 8, "error_y": error}
    mean = scatter(name="mean and standard error", hover=f"{value}mean</extra>", **line)
    return figure.add_traces([scatter(name="one label set", **dots), mean])


def sweep_contents(curve: SweepCurve) -> Contents:
    """The points of the curve so far."""
    means = {"x": list(curve.levels), "y": list(curve.means), "error_y.array": list(curve.errors)}
    return {SETS: {"x": list(curve.set_levels), "y": list(curve.set_values)}, MEANS: means}
