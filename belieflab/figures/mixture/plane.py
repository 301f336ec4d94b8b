"""The plane of a mixture: points, outlines of the components and, beneath, what the model says.

The picture is made once with one frame per iteration (or per level of anything else); a player in
the browser moves from frame to frame. Frames hold only what moves: outlines, centres and, where
they are few enough, the colours of the points and the surface beneath.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray

from belieflab.figures.common.canvas import axis, note, sheet
from belieflab.figures.common.legend import class_entries
from belieflab.figures.common.moving import Move, MovingFigure
from belieflab.figures.common.palette import OUTLINE_GREY, class_colour
from belieflab.figures.common.plane import SVG_LIMIT, TOOL_BAR
from belieflab.figures.common.surfaces import Surface, draw_surface
from belieflab.figures.common.text import plain

Floats = NDArray[np.float64]
Limits = tuple[float, float]

MARGIN = 0.05
"""Share of the range kept free around points and outlines."""


@dataclass(frozen=True)
class Scene:
    """What stays: the drawn points and what the pointer says over them.

    Attributes
    ----------
    points : [shape=(m, 2)] the points drawn; `rows` their row numbers [shape=(m,)]
    titles : of the two axes; `components` : the names of the K components
    hover : one text per drawn point; `symbols` : one marker symbol per drawn point, or one for all
    left_out : how many points are not drawn
    """

    points: Floats
    rows: NDArray[np.int64]
    titles: tuple[str, str]
    components: Sequence[str]
    hover: Sequence[str]
    symbols: Sequence[str] | str = "circle"
    left_out: int = 0


@dataclass(frozen=True)
class Frame:
    """What moves from frame to frame.

    Attributes
    ----------
    outlines : [shape=(K, corners, 2)]; `centres` : [shape=(K, 2)]
    colours, rings : of the drawn points, one each; None where they stay as they are
    surface : values for the heat map, None where there is none or it stays
    """

    name: str
    outlines: Floats
    centres: Floats
    colours: Sequence[str] | None = None
    rings: Sequence[str] | None = None
    surface: NDArray[Any] | None = None


def mixture_plane(
    scene: Scene,
    frames: Sequence[Frame],
    limits: tuple[Limits, Limits],
    *,
    surface: Surface | None = None,
    height: int = 500,
    scale: float = 1.0,
) -> go.Figure:
    """The picture, standing at the last of the frames."""
    last = frames[-1]
    ground = [] if surface is None else [draw_surface(surface, last.surface)]
    traces = [
        *ground,
        _draw_points(scene, last, scale),
        *_draw_outlines(scene.components, last, scale),
        _draw_centres(scene.components, last, scale),
        *class_entries(scene.components),
    ]
    figure = sheet(
        height,
        scale=scale,
        legend=True,
        xaxis=axis(scene.titles[0], scale=scale, range=list(limits[0])),
        yaxis=axis(scene.titles[1], scale=scale, range=list(limits[1])),
        margin={"l": 10, "r": 10, "t": TOOL_BAR + 30, "b": 10},
    )
    figure = MovingFigure(
        traces, figure.layout, moves=[_move(frame, len(ground), scene) for frame in frames]
    )
    if scene.left_out:
        total = len(scene.points) + scene.left_out
        note(figure, f"{len(scene.points):,} of {total:,} objects are drawn", scale=scale)
    return figure


def plane_limits(points: Floats, frames: Sequence[Frame]) -> tuple[Limits, Limits]:
    """Ranges that hold the points and the outlines of the last frame, with a margin."""
    places = np.concatenate([points, frames[-1].outlines.reshape(-1, 2)])
    low, high = places.min(axis=0), places.max(axis=0)
    wide = np.where(high > low, high - low, 1.0) * MARGIN
    bounds = np.stack([low - wide, high + wide], axis=1).tolist()
    return (bounds[0][0], bounds[0][1]), (bounds[1][0], bounds[1][1])


def _move(frame: Frame, first: int, scene: Scene) -> Move:
    """Only what moves, by the numbers of its traces: the surface, the points, then outlines."""
    moved: dict[int, Any] = {}
    if first and frame.surface is not None:
        moved[0] = {"type": "heatmap", "z": frame.surface}
    if frame.colours is not None:
        marker: dict[str, Any] = {"color": list(frame.colours)}
        if frame.rings is not None:
            marker["line"] = _ring(frame)
        moved[first] = {"type": "scatter", "marker": marker}
    for k in range(len(scene.components)):
        moved[first + 1 + k] = {"type": "scatter", **_line(frame.outlines[k])}
    centres = {"x": _short(frame.centres[:, 0]), "y": _short(frame.centres[:, 1])}
    moved[first + 1 + len(scene.components)] = {"type": "scatter", **centres}
    return frame.name, moved


def _draw_points(scene: Scene, frame: Frame, scale: float) -> go.Scatter | go.Scattergl:
    kind = go.Scatter if len(scene.points) <= SVG_LIMIT else go.Scattergl
    return kind(
        x=_short(scene.points[:, 0]),
        y=_short(scene.points[:, 1]),
        mode="markers",
        name="objects",
        showlegend=False,
        marker={
            "color": list(frame.colours) if frame.colours is not None else OUTLINE_GREY,
            "symbol": scene.symbols if isinstance(scene.symbols, str) else list(scene.symbols),
            "line": _ring(frame),
            "size": 8 * scale,
            "opacity": 0.9,
        },
        customdata=scene.rows.astype(np.int32),
        hovertext=list(scene.hover),
        hovertemplate="%{hovertext}<extra></extra>",
    )


def _ring(frame: Frame) -> dict[str, Any]:
    if frame.rings is None:
        return {"color": OUTLINE_GREY, "width": 0.6}
    widths = [0.6 if ring == OUTLINE_GREY else 2.0 for ring in frame.rings]
    return {"color": list(frame.rings), "width": widths}


def _draw_outlines(components: Sequence[str], frame: Frame, scale: float) -> list[go.Scatter]:
    return [
        go.Scatter(
            **_line(frame.outlines[k]),
            mode="lines",
            name=plain(name, 30),
            legendgroup=plain(name, 30),
            showlegend=False,
            hoverinfo="skip",
            line={"color": class_colour(k, len(components)), "width": 2.5 * scale},
        )
        for k, name in enumerate(components)
    ]


def _draw_centres(components: Sequence[str], frame: Frame, scale: float) -> go.Scatter:
    count = len(components)
    return go.Scatter(
        x=_short(frame.centres[:, 0]),
        y=_short(frame.centres[:, 1]),
        mode="markers",
        name="centres",
        showlegend=False,
        text=[plain(name, 30) for name in components],
        hovertemplate="centre of %{text}<extra></extra>",
        marker={
            "symbol": "cross",
            "size": 13 * scale,
            "color": [class_colour(k, count) for k in range(count)],
            "line": {"color": "#FFFFFF", "width": 1.5},
        },
    )


def _line(outline: Floats) -> dict[str, Any]:
    return {"x": _short(outline[:, 0]), "y": _short(outline[:, 1])}


def _short(values: Floats) -> NDArray[np.float32]:
    return values.astype(np.float32)
