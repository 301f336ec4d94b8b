"""The pool on the plane: labelled objects, those still to ask about, and the question itself.

The empty plane stays while answers come; what changes is pushed onto it, or moves from frame to
frame. Beneath lie the regions of the model's decisions, fainter where it is less sure.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import plotly.graph_objects as go

from belieflab.belief import MassTable
from belieflab.figures.common import palette, surfaces, traces
from belieflab.figures.common.arrays import Floats, Integers
from belieflab.figures.common.canvas import FONT_SIZE, note_sample, plane_sheet
from belieflab.figures.common.frames import Contents, MovingFigure, filled, nested
from belieflab.figures.common.grid import Grid, Limits, limits_around
from belieflab.figures.common.hover import describe_rows, list_probabilities
from belieflab.figures.common.palette import OUTLINE_GREY, QUESTION, WRONG, Marker
from belieflab.figures.common.text import plain
from belieflab.figures.common.traces import legend_entry, places, scatter
from belieflab.figures.common.view import placed_rows

REGIONS, OBJECTS, MISTAKES, LABELLED, ASKED, OTHERS = range(6)
"""Numbers of the traces."""

MARGIN = 0.05


@dataclass(frozen=True)
class Pool:
    """What stays: all objects on the plane and the classes.

    points : [shape=(n, 2)]; `titles` : of the axes; `class_names` : K names
    hover : what is said of each object besides the belief about it, n texts
    seed : of the sample that is drawn where there are too many objects
    """

    points: Floats
    titles: tuple[str, str]
    class_names: Sequence[str]
    hover: Sequence[str]
    seed: int = 0

    @property
    def shown(self) -> Integers:
        """The rows of the pool that are drawn."""
        return placed_rows(self.points, self.seed)

    @property
    def limits(self) -> Limits:
        """Ranges of the axes that hold all objects, with a margin."""
        return limits_around(self.points, MARGIN)

    @property
    def surface(self) -> surfaces.Surface:
        """The surface on which the decisions are drawn."""
        return surfaces.lay_surface(surfaces.CERTAINTY, self.limits, len(self.class_names))

    @property
    def grid(self) -> Grid:
        """The cells for which the model is asked."""
        return self.surface.grid


@dataclass(frozen=True)
class PoolState:
    """What moves: labels so far, the question, and what the model says.

    labels : of all objects; `labelled` : the rows of those that have one
    asked : rows asked about next; `wrong` : rows decided wrongly (none while the truth is hidden)
    regions : probabilities at `pool.grid.places` [shape=(cells, K)]; None for no regions
    beliefs : probabilities of the classes for the drawn objects [shape=(shown, K)]; None for none
    others : what other strategies ask about, a short mark and a row each
    """

    labels: MassTable
    labelled: Integers
    asked: Integers
    regions: Floats | None = None
    wrong: Integers | None = None
    beliefs: Floats | None = None
    others: Sequence[tuple[str, int]] = ()


def empty_pool(
    pool: Pool, *, mistakes: bool = False, height: int = 460, scale: float = 1.0
) -> go.Figure:
    """The plane with all objects in grey and no labels; `mistakes` may come to be marked."""
    rows = pool.shown
    figure = plane_sheet(pool.titles, pool.limits, height=height, scale=scale)
    hover = [pool.hover[row] for row in rows]
    objects = traces.DrawnObjects(pool.points[rows], rows, hover, len(pool.points))
    grey = {"colour": palette.faded(palette.OMEGA_GREY, 0.55), "edge": traces.GREY_EDGE}
    named = {"name": "not asked about", "legend": None, "size": 6 * scale}
    figure.add_traces(
        [
            surfaces.draw_surface(pool.surface, None),
            traces.draw_objects(objects, **named, **grey),
            *_empty_marks(scale),
            *traces.class_entries(pool.class_names),
            legend_entry("asked about next", Marker(QUESTION, QUESTION, 2.5, "circle-open")),
        ]
    )
    if mistakes:
        figure.add_trace(legend_entry("decided wrongly", Marker(WRONG, WRONG, 1.6, "x-thin")))
    return note_sample(figure, len(rows), objects.total, scale=scale)


def pool_contents(pool: Pool, state: PoolState, *, scale: float = 1.0) -> Contents:
    """Everything that moves, by the numbers of its traces."""
    wrong = np.empty(0, np.int64) if state.wrong is None else state.wrong
    marks: dict[int, list[str]] = {}  # of all strategies that would ask about an object
    for mark, row in state.others:
        marks.setdefault(row, []).append(plain(mark, 30))
    questions = [f"{pool.hover[row]}<br>asked about next" for row in state.asked.tolist()]
    contents: Contents = {
        LABELLED: _labelled(pool, state, scale),
        ASKED: places(pool.points[state.asked]) | {"text": questions},
        MISTAKES: places(pool.points[wrong]),
        OTHERS: places(pool.points[list(marks)])
        | {"text": [", ".join(each) for each in marks.values()]},
    }
    if state.regions is not None:
        with np.errstate(divide="ignore"):
            values = surfaces.surface_values(pool.surface, np.log(state.regions))
        contents[REGIONS] = surfaces.surface_contents(pool.surface, values)
    if state.beliefs is not None:
        beliefs = MassTable.from_probabilities(state.beliefs, pool.class_names)
        known = zip(pool.shown.tolist(), list_probabilities(beliefs), strict=True)
        texts = [f"{pool.hover[row]}<br>belief: {text}" for row, text in known]
        contents[OBJECTS] = {"hovertext": texts}
    return contents


def draw_pool_frames(
    pool: Pool,
    names: Sequence[str],
    states: Sequence[PoolState],
    *,
    height: int,
    scale: float = 1.0,
) -> go.Figure:
    """The plane with one frame per state, at the first of them."""
    contents = [pool_contents(pool, state, scale=scale) for state in states]
    moves = [
        (name, {number: nested(values) for number, values in each.items()})
        for name, each in zip(names, contents, strict=True)
    ]
    figure = filled(empty_pool(pool, height=height, scale=scale), contents[0])
    return MovingFigure(figure.data, figure.layout, moves)


def _labelled(pool: Pool, state: PoolState, scale: float) -> dict[str, Any]:
    labels = state.labels[state.labelled]
    sets = labels.focal[np.argmax(labels.mass, axis=1)]
    markers = [palette.set_marker(int(mask), labels.frame.size) for mask in sets]
    said = [text.partition("<br>")[2] for text in describe_rows(state.labelled, state.labels)]
    known = [pool.hover[row].partition("<br>") for row in state.labelled.tolist()]
    return places(pool.points[state.labelled]) | {
        "marker.color": palette.label_colours(labels),
        "marker.symbol": [marker.symbol for marker in markers],
        "marker.line.color": [marker.ring for marker in markers],
        "marker.line.width": [max(marker.ring_width, 0.8) * scale for marker in markers],
        "text": [
            f"{name}<br>{text}<br>{rest}".removesuffix("<br>")
            for (name, _, rest), text in zip(known, said, strict=True)
        ],
    }


def _empty_marks(scale: float) -> list[go.Scatter]:
    """Crosses of mistakes, labelled objects, the ring of the question, squares of the others."""
    beside = {"size": FONT_SIZE * scale, "weight": 700}
    text = {"mode": "markers+text", "textposition": "middle right", "textfont": beside}
    marks = []
    for name, symbol, size, colour, width, more in (
        ("decided wrongly", "x-thin", 8, WRONG, 1.6, {}),
        ("labelled", "circle", 11, OUTLINE_GREY, 0.8, {}),
        ("asked about next", "circle-open", 22, QUESTION, 3.5, {}),
        ("asked by other strategies", "square-open", 18, QUESTION, 1.5, text),
    ):
        style = {"edge": {"color": colour, "width": width * scale}, "size": size * scale, **more}
        hover = None if colour == WRONG else traces.TEXT
        named = {"name": name, "legend": False, "hover": hover}
        marks.append(scatter(**named, symbol=symbol, colour=colour, **style))
    return marks
