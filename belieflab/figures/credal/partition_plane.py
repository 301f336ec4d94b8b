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
from belieflab.figures.common.frames import Move, MovingFigure
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
        ticks = np.linspace(0, SHADES, 5) - 0.5
        bar = colour_bar(
            plain(self.title),
            scale=scale,
            tickmode="array",
            tickvals=ticks.tolist(),
            ticktext=[f"{tick:g}" for tick in np.linspace(0, self.top, 5)],
            outlinewidth=0,
        )
        return draw_grid(self.grid, bands, shades, name="mass", showscale=None, colorbar=bar)


@dataclass(frozen=True)
class PartitionFrame:
    """What moves from frame to frame.

    Attributes
    ----------
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

    Attributes
    ----------
    legend : names and markers of the sets in the legend
    unions : masks of the sets whose prototypes are drawn besides those of the clusters
    names : how the clusters and then the unions are called on hover
    must, cannot : the ends of the linked pairs [shape=(pairs, 2, 2)]
    shading : of a mass beneath; None for none
    """

    objects: DrawnObjects
    titles: tuple[str, str]
    limits: Limits
    n_clusters: int
    legend: Sequence[tuple[str, Marker]]
    unions: Sequence[int]
    names: Sequence[str]
    must: Floats
    cannot: Floats
    shading: MassShading | None = None
    height: int = 500
    scale: float = 1.0

    def draw(self, frames: Sequence[PartitionFrame]) -> go.Figure:
        """The picture, at the last of the frames."""
        last = frames[-1]
        shading = [] if self.shading is None else [self.shading.draw(last.mass, self.scale)]
        traces = [
            *shading,
            *self._draw_outlines(last),
            *self._draw_pairs(),
            self._draw_points(last),
            self._draw_prototypes(last),
            self._draw_chosen(),
            *(marker_entry(name, marker) for name, marker in self.legend),
        ]
        page = plane_sheet(
            self.titles,
            self.limits,
            height=self.height,
            scale=self.scale,
            legend=self._legend_height(),
            clickmode="event+select",
        )
        figure = MovingFigure(traces, page.layout, [self._move(frame) for frame in frames])
        note_sample(figure, len(self.objects.rows), self.objects.total, scale=self.scale)
        return figure

    def _legend_height(self) -> int:
        """Pixels for the rows of the legend."""
        pairs = (len(self.must) > 0) + (len(self.cannot) > 0)
        rows = -(-(len(self.legend) + pairs) // LEGEND_COLUMNS)
        return round(8 + 20 * rows * self.scale)

    def _move(self, frame: PartitionFrame) -> Move:
        """By the numbers of the traces, in the order in which they are drawn."""
        first = 0 if self.shading is None else 1
        moved: dict[int, Any] = {}
        if first and frame.mass is not None:
            moved[0] = {"z": frame.mass}
        for k, outline in enumerate([*frame.lower, *frame.upper]):
            moved[first + k] = _places_or_gap(outline)
        points = first + 2 * self.n_clusters + 2
        if frame.markers is not None:
            moved[points] = {"marker": marker_arrays(frame.markers)}
        if frame.prototypes is not None:
            moved[points + 1] = _places_or_gap(frame.prototypes)
        return frame.name, moved

    def _draw_outlines(self, frame: PartitionFrame) -> list[go.Scatter]:
        """The lower approximations solid, the upper ones dashed, in the clusters' colours."""
        kinds = (("surely", frame.lower, "solid"), ("possibly", frame.upper, "dash"))
        return [
            scatter(
                **_places_or_gap(outline),
                mode="lines",
                name=f"{word} cluster {k + 1}",
                legend=False,
                colour=class_colour(k, self.n_clusters),
                width=1.8 * self.scale,
                dash=dash,
            )
            for word, outlines, dash in kinds
            for k, outline in enumerate(outlines)
        ]

    def _draw_pairs(self) -> list[go.Scatter]:
        must = (MUST, self.must, MUST_COLOUR, "solid")
        cannot = (CANNOT, self.cannot, CANNOT_COLOUR, "dot")
        return [
            scatter(
                **_places_or_gap(_with_gaps(ends)),
                mode="lines",
                name=name,
                legend=len(ends) > 0,
                colour=colour,
                width=3 * self.scale,
                dash=dash,
            )
            for name, ends, colour, dash in (must, cannot)
        ]

    def _draw_points(self, frame: PartitionFrame) -> go.Scatter:
        marker = marker_arrays(frame.markers or ()) | {"size": 9 * self.scale, "opacity": 0.95}
        return draw_objects(self.objects, marker=marker, **always_opaque(0.95))

    def _draw_prototypes(self, frame: PartitionFrame) -> go.Scatter:
        count, more = self.n_clusters, len(self.unions)
        masks = [*(1 << k for k in range(count)), *self.unions]
        return scatter(
            **_places_or_gap(np.empty((0, 2)) if frame.prototypes is None else frame.prototypes),
            name="prototypes",
            legend=False,
            symbol=["cross"] * count + ["diamond-tall"] * more,
            colour=[set_colour(mask, count) for mask in masks],
            edge={"color": EMPTY_BLACK, "width": 1.8 * self.scale},
            size=[size * self.scale for size in [17.0] * count + [10.0] * more],
            marker={"opacity": 1.0},  # Plotly makes markers of several sizes pale
            hovertext=list(self.names),
            hover=HOVERTEXT,
            **always_opaque(),
        )

    def _draw_chosen(self) -> go.Scatter:
        ring = {"symbol": "circle-open", "colour": CANNOT_COLOUR, "size": 18 * self.scale}
        edge = {"width": 2.5 * self.scale}
        return scatter(name=CHOSEN, legend=False, edge=edge, **ring, **always_opaque())


def partition_limits(points: Floats) -> Limits:
    """Ranges that hold the points and the outlines around them."""
    return limits_around(points, MARGIN)


def mass_colour(mask: int, n_clusters: int) -> str:
    """The colour of a set's mass over the plane; black would be lost on a dark page."""
    return set_colour(mask, n_clusters) if mask else OUTLINE_GREY


def _with_gaps(ends: Floats) -> Floats:
    """Both ends of every pair and a gap after them [shape=(3 pairs, 2)]."""
    return np.concatenate([ends, np.full((len(ends), 1, 2), np.nan)], axis=1).reshape(-1, 2)


def _places_or_gap(points: Floats) -> dict[str, Any]:
    """Places, or one that is nowhere: a trace without any would not move."""
    return places(points if len(points) else np.full((1, 2), np.nan))
