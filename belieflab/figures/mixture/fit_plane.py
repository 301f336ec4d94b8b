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

from belieflab.figures.common.canvas import note_sample, plane_sheet
from belieflab.figures.common.frames import Layer, moving_figure
from belieflab.figures.common.grid import Floats, Limits, limits_around
from belieflab.figures.common.palette import OUTLINE_GREY, WRONG, class_colour
from belieflab.figures.common.surfaces import Surface, draw_surface
from belieflab.figures.common.text import plain
from belieflab.figures.common.traces import (
    GREY_EDGE,
    TEXT,
    WHITE_EDGE,
    DrawnObjects,
    class_entries,
    draw_objects,
    places,
    scatter,
)

MARGIN = 0.05
"""Share of the range kept free around points and outlines."""


@dataclass(frozen=True)
class FitFrame:
    """What moves from frame to frame.

    outlines : [shape=(K, corners, 2)]; `centres` : [shape=(K, 2)]
    surface : values for the heat map, None where there is none
    colours : of the drawn points, None where they stay; `wrong` : which are ringed [shape=(m,)]
    """

    name: str
    outlines: Floats
    centres: Floats
    surface: NDArray[np.int16] | None = None
    colours: Sequence[str] | None = None
    wrong: NDArray[np.bool_] | None = None

    @property
    def marker(self) -> dict[str, Any]:
        """Colours and rings as attributes of the trace of the points."""
        edge: dict[str, Any] = GREY_EDGE
        if self.wrong is not None:
            rings = [WRONG if each else OUTLINE_GREY for each in self.wrong.tolist()]
            edge = {"color": rings, "width": np.where(self.wrong, 2.0, 0.6).tolist()}
        return {"color": self.colours or OUTLINE_GREY, "line": edge}


def draw_fit_plane(
    frames: Sequence[FitFrame],
    objects: DrawnObjects,
    titles: tuple[str, str],
    components: Sequence[str],
    *,
    limits: Limits,
    symbols: list[str] | str = "circle",
    surface: Surface | None = None,
    height: int = 500,
    scale: float = 1.0,
) -> go.Figure:
    """The picture, at the last of the frames."""
    last, count = frames[-1], len(components)
    names = [plain(name, 30) for name in components]
    colours = [class_colour(k, count) for k in range(count)]
    layers: list[Layer] = []
    if surface is not None:
        values = [{"z": frame.surface} for frame in frames]
        layers.append((draw_surface(surface, last.surface), values))
    marker = last.marker | {"opacity": 0.9}
    points = draw_objects(objects, symbol=symbols, size=8 * scale, marker=marker)
    moved = [{"marker": frame.marker} if frame.colours else None for frame in frames]
    layers.append((points, moved))
    for k, name in enumerate(names):
        group = {"name": name, "legendgroup": name, "legend": False}
        line = {"mode": "lines", "colour": colours[k], "width": 2.5 * scale, **group}
        outline = scatter(**places(last.outlines[k]), **line)
        layers.append((outline, [places(frame.outlines[k]) for frame in frames]))
    centres = scatter(
        **places(last.centres),
        name="centres",
        legend=False,
        text=names,
        hover=f"centre of {TEXT}",
        symbol="cross",
        size=13 * scale,
        colour=colours,
        edge=WHITE_EDGE,
    )
    layers.append((centres, [places(frame.centres) for frame in frames]))
    layers += [(entry, []) for entry in class_entries(components)]
    page = plane_sheet(titles, limits, height=height, scale=scale)
    figure = moving_figure(page.layout, [frame.name for frame in frames], layers)
    note_sample(figure, len(objects.rows), objects.total, scale=scale)
    return figure


def fit_limits(points: Floats, outlines: Floats) -> Limits:
    """Ranges that hold the points and the outlines of the last frame, with a margin."""
    return limits_around(np.concatenate([points, outlines.reshape(-1, 2)]), MARGIN)
