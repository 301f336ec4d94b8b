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

from belieflab.figures.common.canvas import FONT_SIZE, axis, note, sheet
from belieflab.figures.common.moving import Move, MovingFigure
from belieflab.figures.common.palette import (
    EMPTY_BLACK,
    OUTLINE_GREY,
    Look,
    class_colour,
    faded,
    set_colour,
)
from belieflab.figures.common.plane import TOOL_BAR
from belieflab.figures.common.text import plain

Floats = NDArray[np.float64]
Limits = tuple[float, float]
Trace = dict[str, Any]

MOST_DRAWN = 2_000
"""Drawn points: few enough for SVG, which lies beneath prototypes and outlines; WebGL would not."""

SHADES = 12
"""Bands of a mass over the plane."""

MUST, CANNOT = "must-link", "cannot-link"
MUST_COLOUR, CANNOT_COLOUR = "#2E8B8B", "#D4007A"
"""Teal and magenta: no class has them."""

LEGEND_COLUMNS = 4
"""Entries of the legend that fit beside each other on a narrow screen."""

CHOSEN = "chosen"
"""Name of the empty trace that waits for a ring around the clicked objects."""


@dataclass(frozen=True)
class Mass:
    """A grid over the plane for the mass of one set: what is shown and where.

    `top` is the mass of the darkest band.
    """

    title: str
    colour: str
    x: Floats
    y: Floats
    top: float = 1.0


@dataclass(frozen=True)
class Scene:
    """What stays.

    Attributes
    ----------
    points : [shape=(m, 2)] the points drawn; `rows` their row numbers [shape=(m,)]
    titles : of the two axes; `limits` : of both
    hover : one text per drawn point
    n_clusters : c; `legend` : names and looks of the sets in the legend
    unions : masks of the sets whose prototypes are drawn besides those of the clusters
    names : how the clusters and then the unions are called on hover
    must, cannot : the ends of the linked pairs [shape=(pairs, 2, 2)]
    left_out : how many points are not drawn
    """

    points: Floats
    rows: NDArray[np.int64]
    titles: tuple[str, str]
    limits: tuple[Limits, Limits]
    hover: Sequence[str]
    n_clusters: int
    legend: Sequence[tuple[str, Look]]
    unions: Sequence[int]
    names: Sequence[str]
    must: Floats
    cannot: Floats
    left_out: int = 0


@dataclass(frozen=True)
class Frame:
    """What moves from frame to frame.

    Attributes
    ----------
    looks : of the drawn points, one each; None where they stay as they are
    lower, upper : outlines of each cluster's approximations, each [shape=(corners, 2)]
    prototypes : of the clusters, then of the unions [shape=(sets, 2)]; None without prototypes
    mass : bands 0 … SHADES - 1 over the grid, None where there is none or it stays
    """

    name: str
    looks: Sequence[Look] | None
    lower: Sequence[Floats]
    upper: Sequence[Floats]
    prototypes: Floats | None = None
    mass: NDArray[np.int16] | None = None


def credal_plane(
    scene: Scene,
    frames: Sequence[Frame],
    *,
    mass: Mass | None = None,
    height: int = 500,
    scale: float = 1.0,
) -> go.Figure:
    """The picture, standing at the last of the frames."""
    last = frames[-1]
    ground = [] if mass is None else [_draw_mass(mass, last.mass, scale)]
    traces = [
        *ground,
        *_draw_outlines(scene.n_clusters, last, scale),
        *_draw_pairs(scene, scale),
        _draw_points(scene, last, scale),
        _draw_prototypes(scene, last, scale),
        _draw_chosen(scale),
        *_draw_legend(scene),
    ]
    figure = sheet(
        height,
        scale=scale,
        legend=True,
        xaxis=axis(scene.titles[0], scale=scale, range=list(scene.limits[0])),
        yaxis=axis(scene.titles[1], scale=scale, range=list(scene.limits[1])),
        margin={"l": 10, "r": 10, "t": TOOL_BAR + _legend_height(scene, scale), "b": 10},
        clickmode="event+select",
    )
    moves = [_move(frame, len(ground), scene) for frame in frames]
    figure = MovingFigure(traces, figure.layout, moves=moves)
    if scene.left_out:
        total = len(scene.points) + scene.left_out
        note(figure, f"{len(scene.points):,} of {total:,} objects are drawn", scale=scale)
    return figure


def place_of(figure: go.Figure, name: str) -> int:
    """The number of the trace of that name."""
    return [trace.name for trace in figure.data].index(name)


def plane_limits(points: Floats, margin: float = 0.07) -> tuple[Limits, Limits]:
    """Ranges that hold the points and the outlines around them."""
    low, high = points.min(axis=0), points.max(axis=0)
    wide = np.where(high > low, high - low, 1.0) * margin
    bounds = np.stack([low - wide, high + wide], axis=1).tolist()
    return (bounds[0][0], bounds[0][1]), (bounds[1][0], bounds[1][1])


def _legend_height(scene: Scene, scale: float) -> int:
    """Pixels for the rows of the legend."""
    pairs = (len(scene.must) > 0) + (len(scene.cannot) > 0)
    rows = -(-(len(scene.legend) + pairs) // LEGEND_COLUMNS)
    return round(8 + 20 * rows * scale)


def _move(frame: Frame, first: int, scene: Scene) -> Move:
    """Only what moves, by the numbers of its traces, in the order in which they are drawn."""
    moved: dict[int, Any] = {}
    if first and frame.mass is not None:
        moved[0] = {"type": "heatmap", "z": frame.mass}
    for k, outline in enumerate([*frame.lower, *frame.upper]):
        moved[first + k] = {"type": "scatter", **_line(outline)}
    points = first + 2 * scene.n_clusters + 2
    if frame.looks is not None:
        moved[points] = {"type": "scatter", "marker": _marker(frame.looks)}
    if frame.prototypes is not None:
        moved[points + 1] = {"type": "scatter", **_line(frame.prototypes)}
    return frame.name, moved


def _draw_mass(mass: Mass, values: NDArray[np.int16] | None, scale: float) -> go.Heatmap:
    shades = [faded(mass.colour, 0.85 * (band / (SHADES - 1)) ** 0.9) for band in range(SHADES)]
    edges = np.linspace(0.0, 1.0, SHADES + 1)
    colours = [
        [edge, shade]
        for start, end, shade in zip(edges[:-1], edges[1:], shades, strict=True)
        for edge in (start, end)
    ]
    return go.Heatmap(
        x=mass.x.astype(np.float32),
        y=mass.y.astype(np.float32),
        z=values,
        zmin=-0.5,
        zmax=SHADES - 0.5,
        colorscale=colours,
        hoverinfo="skip",
        name="mass",
        colorbar={
            "title": {
                "text": plain(mass.title, 60),
                "side": "right",  # above, it would touch the topmost tick
                "font": {"size": FONT_SIZE * scale},
            },
            "tickmode": "array",
            "tickvals": (np.linspace(0, SHADES, 5) - 0.5).tolist(),
            "ticktext": [f"{tick:g}" for tick in np.linspace(0, mass.top, 5)],
            "tickfont": {"size": (FONT_SIZE - 1) * scale},
            "thickness": 12,
            "outlinewidth": 0,
        },
    )


def _draw_outlines(n_clusters: int, frame: Frame, scale: float) -> list[Trace]:
    """The lower approximations solid, the upper ones dashed, in the clusters' colours."""
    drawn = []
    for word, outlines, dash in (
        ("surely", frame.lower, "solid"),
        ("possibly", frame.upper, "dash"),
    ):
        drawn += [
            _scatter(
                **_line(outline),
                mode="lines",
                name=f"{word} cluster {k + 1}",
                showlegend=False,
                hoverinfo="skip",
                line={"color": class_colour(k, n_clusters), "width": 1.8 * scale, "dash": dash},
            )
            for k, outline in enumerate(outlines)
        ]
    return drawn


def _draw_pairs(scene: Scene, scale: float) -> list[Trace]:
    kinds = ((MUST, scene.must, MUST_COLOUR, "solid"), (CANNOT, scene.cannot, CANNOT_COLOUR, "dot"))
    return [
        _scatter(
            **_line(_with_gaps(ends)),
            mode="lines",
            name=name,
            showlegend=len(ends) > 0,
            hoverinfo="skip",
            line={"color": colour, "width": 3 * scale, "dash": dash},
        )
        for name, ends, colour, dash in kinds
    ]


def _draw_points(scene: Scene, frame: Frame, scale: float) -> Trace:
    return _scatter(
        **_line(scene.points),
        mode="markers",
        name="objects",
        showlegend=False,
        marker={**_marker(frame.looks or ()), "size": 9 * scale, "opacity": 0.95},
        **_always_seen(0.95),
        customdata=scene.rows.astype(np.int32),
        hovertext=list(scene.hover),
        hovertemplate="%{hovertext}<extra></extra>",
    )


def _draw_prototypes(scene: Scene, frame: Frame, scale: float) -> Trace:
    count = scene.n_clusters
    places = np.empty((0, 2)) if frame.prototypes is None else frame.prototypes
    masks = [*(1 << k for k in range(count)), *scene.unions]
    sizes = [17.0] * count + [10.0] * len(scene.unions)
    return _scatter(
        **_line(places),
        mode="markers",
        name="prototypes",
        showlegend=False,
        marker={
            "symbol": ["cross"] * count + ["diamond-tall"] * len(scene.unions),
            "color": [set_colour(mask, count) for mask in masks],
            "line": {"color": EMPTY_BLACK, "width": 1.8 * scale},
            "size": [size * scale for size in sizes],
            "opacity": 1.0,  # Plotly makes markers of several sizes pale
        },
        **_always_seen(1.0),
        hovertext=list(scene.names),
        hovertemplate="%{hovertext}<extra></extra>",
    )


def _draw_chosen(scale: float) -> Trace:
    return _scatter(
        x=[],
        y=[],
        mode="markers",
        name=CHOSEN,
        showlegend=False,
        hoverinfo="skip",
        marker={
            "symbol": "circle-open",
            "color": CANNOT_COLOUR,
            "size": 18 * scale,
            "line": {"width": 2.5 * scale},
        },
        **_always_seen(1.0),
    )


def _scatter(**values: Any) -> Trace:
    """A trace that Plotly checks once, with the figure, and not twice."""
    return {"type": "scatter", **values}


def _always_seen(opacity: float) -> dict[str, Any]:
    """A click picks one object; Plotly would make all others pale."""
    return {name: {"marker": {"opacity": opacity}} for name in ("selected", "unselected")}


def _draw_legend(scene: Scene) -> list[Trace]:
    return [
        _scatter(
            x=[None],
            y=[None],
            mode="markers",
            name=name,
            hoverinfo="skip",
            marker={**_marker([look]), "size": 10},
        )
        for name, look in scene.legend
    ]


def _marker(looks: Sequence[Look]) -> dict[str, Any]:
    return {
        "color": [look.fill for look in looks],
        "symbol": [look.symbol for look in looks],
        "line": {
            "color": [look.ring for look in looks],
            "width": [look.ring_width for look in looks],
        },
    }


def mass_colour(mask: int, n_clusters: int) -> str:
    """The colour of a set's mass over the plane; black would be lost on a dark ground."""
    return set_colour(mask, n_clusters) if mask else OUTLINE_GREY


def _with_gaps(ends: Floats) -> Floats:
    """Both ends of every pair and a gap after them [shape=(3 pairs, 2)]."""
    return np.concatenate([ends, np.full((len(ends), 1, 2), np.nan)], axis=1).reshape(-1, 2)


def _line(places: Floats) -> dict[str, Any]:
    seen = places if len(places) else np.full((1, 2), np.nan)
    return {"x": seen[:, 0].astype(np.float32), "y": seen[:, 1].astype(np.float32)}
