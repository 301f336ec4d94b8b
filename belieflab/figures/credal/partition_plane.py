"""The plane of a credal partition: objects in their sets' colours, prototypes, outlines, pairs.

The picture is made once with one frame per iteration; a player in the browser moves from frame to
frame. Frames hold only what moves.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray

from belieflab.clustering.linked_pairs import CANNOT, MUST
from belieflab.figures.common.canvas import colour_bar, note_sample, plane_sheet
from belieflab.figures.common.frames import Layer, moving_figure
from belieflab.figures.common.grid import Floats, Grid, Limits, draw_grid, limits_around
from belieflab.figures.common.palette import (
    EMPTY_BLACK,
    OUTLINE_GREY,
    WRONG,
    Marker,
    class_colour,
    faded,
    set_colour,
)
from belieflab.figures.common.text import plain
from belieflab.figures.common.traces import (
    HOVERTEXT,
    DrawnObjects,
    always_opaque,
    draw_objects,
    marker_arrays,
    marker_entry,
    places,
    scatter,
)

SHADES = 12
"""Bands of a mass over the plane."""

MUST_COLOUR, CANNOT_COLOUR = "#2E8B8B", WRONG
"""Teal and magenta: no class has them."""

LEGEND_COLUMNS = 4
"""Entries of the legend that fit beside each other on a narrow screen."""

CHOSEN = "chosen"
"""Name of the empty trace that waits for a ring around the clicked objects."""

MARGIN = 0.07
"""Share of the range kept free for the outlines around the points."""


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


@dataclass(frozen=True)
class PartitionFrame:
    """What moves from frame to frame.

    markers : of the drawn points, one each; None where they stay as they are
    lower, upper : outlines of each cluster's approximations, each [shape=(corners, 2)]
    prototypes : of the clusters, then of the unions [shape=(sets, 2)]; None without prototypes
    mass : bands over the grid, None where there is none or it stays
    """

    name: str
    markers: Sequence[Marker] | None
    lower: Sequence[Floats]
    upper: Sequence[Floats]
    prototypes: Floats | None = None
    mass: NDArray[np.int16] | None = None


@dataclass(frozen=True)
class PartitionPlane:
    """What stays.

    legend : names and markers of the sets in the legend
    prototypes : masks of the sets whose prototypes are drawn, clusters first; `names` : on hover
    must, cannot : the ends of the linked pairs [shape=(pairs, 2, 2)]
    shading : of a mass beneath; None for none
    """

    objects: DrawnObjects
    titles: tuple[str, str]
    limits: Limits
    n_clusters: int
    legend: Sequence[tuple[str, Marker]]
    prototypes: Sequence[int]
    names: Sequence[str]
    must: Floats
    cannot: Floats
    shading: MassShading | None = None
    height: int = 500
    scale: float = 1.0

    def draw(self, frames: Sequence[PartitionFrame]) -> go.Figure:
        """The picture, at the last of the frames."""
        layers: list[Layer] = []
        if self.shading is not None:
            beneath = self.shading.draw(frames[-1].mass, self.scale)
            bands = [None if frame.mass is None else {"z": frame.mass} for frame in frames]
            layers.append((beneath, bands))
        layers += self._outlines("surely", "solid", [frame.lower for frame in frames])
        layers += self._outlines("possibly", "dash", [frame.upper for frame in frames])
        layers.append((self._draw_pairs(MUST, self.must, MUST_COLOUR, "solid"), []))
        layers.append((self._draw_pairs(CANNOT, self.cannot, CANNOT_COLOUR, "dot"), []))
        markers = [frame.markers and {"marker": marker_arrays(frame.markers)} for frame in frames]
        style = marker_arrays(frames[-1].markers or ()) | {"size": 9 * self.scale, "opacity": 0.95}
        layers.append((draw_objects(self.objects, marker=style, **always_opaque(0.95)), markers))
        layers.append(self._prototypes([frame.prototypes for frame in frames]))
        ring = {"symbol": "circle-open", "colour": CANNOT_COLOUR, "size": 18 * self.scale}
        edge = {"width": 2.5 * self.scale}
        chosen = scatter(name=CHOSEN, legend=False, edge=edge, **ring, **always_opaque())
        layers.append((chosen, []))
        layers += [(marker_entry(name, marker), []) for name, marker in self.legend]
        size: dict[str, Any] = {"height": self.height, "scale": self.scale}
        size |= {"legend": self._legend_height(), "clickmode": "event+select"}
        page = plane_sheet(self.titles, self.limits, **size)
        figure = moving_figure(page.layout, [frame.name for frame in frames], layers)
        note_sample(figure, len(self.objects.rows), self.objects.total, scale=self.scale)
        return figure

    def _legend_height(self) -> int:
        """Pixels for the rows of the legend."""
        pairs = (len(self.must) > 0) + (len(self.cannot) > 0)
        rows = -(-(len(self.legend) + pairs) // LEGEND_COLUMNS)
        return round(8 + 20 * rows * self.scale)

    def _outlines(self, word: str, dash: str, frames: Sequence[Sequence[Floats]]) -> list[Layer]:
        """The approximations of each cluster in its colour."""
        width = 1.8 * self.scale
        layers: list[Layer] = []
        for k in range(self.n_clusters):
            lines = [_places_or_gap(outlines[k]) for outlines in frames]
            name, colour = f"{word} cluster {k + 1}", class_colour(k, self.n_clusters)
            style = {"colour": colour, "width": width, "dash": dash, "legend": False}
            layers.append((scatter(**lines[-1], mode="lines", name=name, **style), lines))
        return layers

    def _draw_pairs(self, name: str, ends: Floats, colour: str, dash: str) -> go.Scatter:
        """Both ends of every pair and a gap after them."""
        gaps = np.full((len(ends), 1, 2), np.nan)
        line = _places_or_gap(np.concatenate([ends, gaps], axis=1).reshape(-1, 2))
        style = {"colour": colour, "width": 3 * self.scale, "dash": dash}
        return scatter(**line, mode="lines", name=name, legend=len(ends) > 0, **style)

    def _prototypes(self, frames: Sequence[Floats | None]) -> Layer:
        count, more = self.n_clusters, len(self.prototypes) - self.n_clusters
        moved = [None if each is None else _places_or_gap(each) for each in frames]
        drawn = scatter(
            **moved[-1] or _places_or_gap(np.empty((0, 2))),
            name="prototypes",
            legend=False,
            symbol=["cross"] * count + ["diamond-tall"] * more,
            colour=[set_colour(mask, count) for mask in self.prototypes],
            edge={"color": EMPTY_BLACK, "width": 1.8 * self.scale},
            size=[size * self.scale for size in [17.0] * count + [10.0] * more],
            marker={"opacity": 1.0},  # Plotly makes markers of several sizes pale
            hovertext=list(self.names),
            hover=HOVERTEXT,
            **always_opaque(),
        )
        return drawn, moved


def partition_limits(points: Floats) -> Limits:
    """Ranges that hold the points and the outlines around them."""
    return limits_around(points, MARGIN)


def mass_colour(mask: int, n_clusters: int) -> str:
    """The colour of a set's mass over the plane; black would be lost on a dark page."""
    return set_colour(mask, n_clusters) if mask else OUTLINE_GREY


def _places_or_gap(points: Floats) -> dict[str, Any]:
    """Places, or one that is nowhere: a trace without any would not move."""
    return places(points if len(points) else np.full((1, 2), np.nan))
