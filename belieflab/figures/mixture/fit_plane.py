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
from belieflab.figures.common.frames import Move, MovingFigure
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
class FitMarks:
    """Colours of the drawn points, and which of them are wrong; None where nobody can say."""

    colours: Sequence[str]
    wrong: NDArray[np.bool_] | None = None

    def marker(self) -> dict[str, Any]:
        """As attributes of the trace of the points."""
        if self.wrong is None:
            return {"color": list(self.colours), "line": GREY_EDGE}
        rings = [WRONG if each else OUTLINE_GREY for each in self.wrong.tolist()]
        widths = np.where(self.wrong, 2.0, 0.6).tolist()
        return {"color": list(self.colours), "line": {"color": rings, "width": widths}}


@dataclass(frozen=True)
class FitFrame:
    """What moves from frame to frame.

    Attributes
    ----------
    outlines : [shape=(K, corners, 2)]; `centres` : [shape=(K, 2)]
    marks : of the drawn points; None where they stay as they are
    surface : values for the heat map, None where there is none
    """

    name: str
    outlines: Floats
    centres: Floats
    marks: FitMarks | None = None
    surface: NDArray[np.int16] | None = None


@dataclass(frozen=True)
class FitPlane:
    """What stays: the drawn points, the axes and the names of the K components.

    `marks` are those of the last frame; `symbols` one marker symbol per point, or one for all.
    """

    objects: DrawnObjects
    titles: tuple[str, str]
    limits: Limits
    components: Sequence[str]
    marks: FitMarks
    symbols: Sequence[str] | str = "circle"
    surface: Surface | None = None
    height: int = 500
    scale: float = 1.0

    def draw(self, frames: Sequence[FitFrame]) -> go.Figure:
        """The picture, at the last of the frames."""
        last = frames[-1]
        traces = [
            *([] if self.surface is None else [draw_surface(self.surface, last.surface)]),
            self._draw_points(),
            *self._draw_outlines(last),
            self._draw_centres(last),
            *class_entries(self.components),
        ]
        page = plane_sheet(self.titles, self.limits, height=self.height, scale=self.scale)
        figure = MovingFigure(traces, page.layout, [self._move(frame) for frame in frames])
        note_sample(figure, len(self.objects.rows), self.objects.total, scale=self.scale)
        return figure

    def _move(self, frame: FitFrame) -> Move:
        """By the numbers of the traces: the surface, the points, outlines, centres."""
        first = 0 if self.surface is None else 1
        moved: dict[int, Any] = {}
        if frame.surface is not None:
            moved[0] = {"z": frame.surface}
        if frame.marks is not None:
            moved[first] = {"marker": frame.marks.marker()}
        lines = [*frame.outlines, frame.centres]
        return frame.name, moved | {first + 1 + k: places(line) for k, line in enumerate(lines)}

    def _draw_points(self) -> go.Scatter | go.Scattergl:
        symbols = self.symbols if isinstance(self.symbols, str) else list(self.symbols)
        marker = self.marks.marker() | {"opacity": 0.9}
        return draw_objects(self.objects, symbol=symbols, size=8 * self.scale, marker=marker)

    def _draw_outlines(self, frame: FitFrame) -> list[go.Scatter]:
        names = [plain(name, 30) for name in self.components]
        return [
            scatter(
                **places(frame.outlines[k]),
                mode="lines",
                name=name,
                legendgroup=name,
                legend=False,
                colour=class_colour(k, len(names)),
                width=2.5 * self.scale,
            )
            for k, name in enumerate(names)
        ]

    def _draw_centres(self, frame: FitFrame) -> go.Scatter:
        count = len(self.components)
        return scatter(
            **places(frame.centres),
            name="centres",
            legend=False,
            text=[plain(name, 30) for name in self.components],
            hover=f"centre of {TEXT}",
            symbol="cross",
            size=13 * self.scale,
            colour=[class_colour(k, count) for k in range(count)],
            edge=WHITE_EDGE,
        )


def fit_limits(points: Floats, outlines: Floats) -> Limits:
    """Ranges that hold the points and the outlines of the last frame, with a margin."""
    return limits_around(np.concatenate([points, outlines.reshape(-1, 2)]), MARGIN)
