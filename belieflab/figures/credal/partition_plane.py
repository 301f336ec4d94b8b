"""Layers of the plane of a credal partition: a mass beneath, outlines, pairs, prototypes.

A layer is a trace and its values at every frame.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray

from belieflab.clustering.linked_pairs import MUST
from belieflab.figures.common.canvas import colour_bar
from belieflab.figures.common.frames import Layer
from belieflab.figures.common.grid import Floats, Grid, Limits, draw_grid, limits_around
from belieflab.figures.common.palette import (
    EMPTY_BLACK,
    OUTLINE_GREY,
    WRONG,
    class_colour,
    faded,
    set_colour,
)
from belieflab.figures.common.text import plain
from belieflab.figures.common.traces import HOVERTEXT, always_opaque, places, scatter
from belieflab.figures.credal.outlines import draw_around

SHADES = 12
"""Bands of a mass over the plane."""

MUST_COLOUR, CANNOT_COLOUR = "#2E8B8B", WRONG
"""Teal and magenta: no class has them."""

CHOSEN = "chosen"
"""Name of the empty trace that waits for a ring around the clicked objects."""

MARGIN, REACH = 0.07, 0.02
"""Shares of the range: kept free around the points, and between points and their outline."""


@dataclass(frozen=True)
class MassShading:
    """How the mass of one set is drawn over the plane; `top` is the mass of the darkest band."""

    title: str
    colour: str
    grid: Grid
    top: float = 1.0

    def draw(self, bands: NDArray[np.int16] | None, scale: float) -> go.Heatmap:
        """The heat map of bands 0 … SHADES - 1, with its scale of masses."""
        shades = [faded(self.colour, 0.85 * (band / (SHADES - 1)) ** 0.9) for band in range(SHADES)]
        bar = colour_bar(
            plain(self.title),
            scale=scale,
            tickmode="array",
            tickvals=(np.linspace(0, SHADES, 5) - 0.5).tolist(),
            ticktext=[f"{tick:g}" for tick in np.linspace(0, self.top, 5)],
            outlinewidth=0,
        )
        return draw_grid(self.grid, bands, shades, name="mass", showscale=None, colorbar=bar)


def outline_layers(
    points: Floats,
    members: Sequence[NDArray[np.bool_] | None],
    n_clusters: int,
    word: str,
    scale: float,
) -> list[Layer]:
    """Outlines around the members of each cluster [shape=(m, K)] at every frame; None for none.

    Those who surely belong to it are outlined solid, those who possibly do dashed. What was
    outlined once is drawn from memory.
    """
    (left, right), (low, high) = partition_limits(points)
    reach = REACH * (right - left), REACH * (high - low)
    drawn: dict[bytes, Floats] = {}
    layers: list[Layer] = []
    for k in range(n_clusters):
        lines = []
        for each in members:
            column = np.zeros(len(points), dtype=np.bool_) if each is None else each[:, k]
            key = column.tobytes()
            if key not in drawn:
                drawn[key] = draw_around(points[column], reach)
            lines.append(_places_or_gap(drawn[key]))
        dash = "solid" if word == "surely" else "dash"
        style = {"colour": class_colour(k, n_clusters), "width": 1.8 * scale, "dash": dash}
        named = {"mode": "lines", "name": f"{word} cluster {k + 1}", "legend": False}
        layers.append((scatter(**lines[-1], **named, **style), lines))
    return layers


def draw_pairs(name: str, ends: Floats, scale: float) -> go.Scatter:
    """A line between the ends of every pair [shape=(pairs, 2, 2)]."""
    gaps = np.full((len(ends), 1, 2), np.nan)
    line = _places_or_gap(np.concatenate([ends, gaps], axis=1).reshape(-1, 2))
    colour, dash = (MUST_COLOUR, "solid") if name == MUST else (CANNOT_COLOUR, "dot")
    style = {"colour": colour, "width": 3 * scale, "dash": dash}
    return scatter(**line, mode="lines", name=name, legend=len(ends) > 0, **style)


def prototype_layer(
    frames: Sequence[Floats | None], masks: Sequence[int], names: Sequence[str], scale: float
) -> Layer:
    """Prototypes [shape=(sets, 2)] of clusters as crosses, of unions as diamonds; None for none."""
    single = [mask.bit_count() == 1 for mask in masks]
    moved = [None if each is None else _places_or_gap(each) for each in frames]
    drawn = scatter(
        **moved[-1] or _places_or_gap(np.empty((0, 2))),
        name="prototypes",
        legend=False,
        symbol=["cross" if each else "diamond-tall" for each in single],
        colour=[set_colour(mask, sum(single)) for mask in masks],
        edge={"color": EMPTY_BLACK, "width": 1.8 * scale},
        size=[(17.0 if each else 10.0) * scale for each in single],
        marker={"opacity": 1.0},  # Plotly makes markers of several sizes pale
        hovertext=list(names),
        hover=HOVERTEXT,
        **always_opaque(),
    )
    return drawn, moved


def draw_chosen(scale: float) -> go.Scatter:
    """The empty trace of the rings around clicked objects."""
    ring = {"symbol": "circle-open", "colour": CANNOT_COLOUR, "size": 18 * scale}
    edge = {"width": 2.5 * scale}
    return scatter(name=CHOSEN, legend=False, edge=edge, **ring, **always_opaque())


def partition_limits(points: Floats) -> Limits:
    """Ranges that hold the points and the outlines around them."""
    return limits_around(points, MARGIN)


def mass_colour(mask: int, n_clusters: int) -> str:
    """The colour of a set's mass over the plane; black would be lost on a dark page."""
    return set_colour(mask, n_clusters) if mask else OUTLINE_GREY


def _places_or_gap(points: Floats) -> dict[str, Any]:
    """Places, or one that is nowhere: a trace without any would not move."""
    return places(points if len(points) else np.full((1, 2), np.nan))
