"""The pool on the plane: labelled objects, those still to ask about, and the question itself.

The empty plane stays while answers come; what changes is pushed onto it, or moves from frame to
frame of a film. Beneath lie the regions of the model's decisions, paler where it is less sure.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray

from belieflab.belief import MassTable
from belieflab.figures.common.canvas import FONT_SIZE, axis, note, sheet
from belieflab.figures.common.frames import Contents
from belieflab.figures.common.hover import describe_rows
from belieflab.figures.common.legend import class_entries, mark_entry
from belieflab.figures.common.moving import MovingFigure
from belieflab.figures.common.palette import (
    OMEGA_GREY,
    OUTLINE_GREY,
    faded,
    label_colours,
    set_look,
)
from belieflab.figures.common.plane import SVG_LIMIT, TOOL_BAR, shown_rows
from belieflab.figures.common.surfaces import (
    CERTAINTY,
    Surface,
    draw_surface,
    lay_grid,
    surface_values,
)
from belieflab.figures.common.text import plain

Floats = NDArray[np.float64]
Rows = NDArray[np.int64]
Limits = tuple[tuple[float, float], tuple[float, float]]

GROUND, POOL, WRONG, TOLD, ASKED, OTHERS = range(6)
"""Numbers of the traces."""

QUESTION = "#D81B60"
"""The ring around the object that is asked about: no class has this colour."""

MISTAKE = "#E0433A"
MARGIN = 0.05


@dataclass(frozen=True)
class Stage:
    """What stays: all objects on the plane and the classes.

    Attributes
    ----------
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
    def shown(self) -> Rows:
        """The rows of the pool that are drawn."""
        return shown_rows(len(self.points), self.seed)

    @property
    def grid(self) -> Surface:
        """The grid on which the decisions are drawn."""
        return lay_grid(CERTAINTY, self.limits, len(self.class_names))

    @property
    def limits(self) -> Limits:
        """Ranges of the axes that hold all objects, with a margin."""
        low, high = self.points.min(axis=0), self.points.max(axis=0)
        wide = np.where(high > low, high - low, 1.0) * MARGIN
        (left, right), (bottom, top) = np.stack([low - wide, high + wide], axis=1).tolist()
        return (left, right), (bottom, top)


@dataclass(frozen=True)
class Scene:
    """What moves: labels that were told, the question, and what the model says.

    Attributes
    ----------
    labels : of all objects; `told` : the rows of those that were told
    asked : rows asked about next; `wrong` : rows decided wrongly (none while the truth is hidden)
    ground : probabilities at `stage.grid.places` [shape=(cells, K)]; None for no regions
    beliefs : probabilities of the classes for the drawn pool [shape=(shown, K)]; None for no words
    others : what other strategies ask about, a short mark and a row each
    """

    labels: MassTable
    told: Rows
    asked: Rows
    ground: Floats | None = None
    wrong: Rows | None = None
    beliefs: Floats | None = None
    others: Sequence[tuple[str, int]] = ()


def describe_objects(
    n: int, truth: NDArray[np.int64] | None, class_names: Sequence[str]
) -> list[str]:
    """What the pointer says of each object at any time."""
    return describe_rows(np.arange(n), truth=truth, class_names=class_names)


def empty_stage(
    stage: Stage, *, mistakes: bool = False, height: int = 460, scale: float = 1.0
) -> go.Figure:
    """The plane with all objects in grey and nothing told; `mistakes` may come to be marked."""
    limits, rows = stage.limits, stage.shown
    figure = sheet(
        height,
        scale=scale,
        legend=True,
        xaxis=axis(stage.titles[0], scale=scale, range=list(limits[0])),
        yaxis=axis(stage.titles[1], scale=scale, range=list(limits[1])),
        margin={"l": 10, "r": 10, "t": TOOL_BAR + 30, "b": 10},
    )
    kind = go.Scatter if len(rows) <= SVG_LIMIT else go.Scattergl
    figure.add_traces(
        [
            draw_surface(stage.grid, None),
            kind(
                x=stage.points[rows, 0].astype(np.float32),
                y=stage.points[rows, 1].astype(np.float32),
                mode="markers",
                name="not asked about",
                marker={
                    "color": faded(OMEGA_GREY, 0.55),
                    "size": 6 * scale,
                    "line": {"color": OUTLINE_GREY, "width": 0.6},
                },
                customdata=rows.astype(np.int32),
                text=[stage.hover[row] for row in rows],
                hovertemplate="%{text}<extra></extra>",
            ),
            _marks("decided wrongly", scale, symbol="x-thin", size=8, line=(MISTAKE, 1.6)),
            _marks("told", scale, symbol="circle", size=11, line=(OUTLINE_GREY, 0.8)),
            _marks("asked about next", scale, symbol="circle-open", size=22, line=(QUESTION, 3.5)),
            _other_marks(scale),
            *class_entries(stage.class_names),
            mark_entry("asked about next", "circle-open", QUESTION, ring=QUESTION, width=2.5),
            *(
                [mark_entry("decided wrongly", "x-thin", MISTAKE, ring=MISTAKE, width=1.6)]
                if mistakes
                else []
            ),
        ]
    )
    if len(rows) < len(stage.points):
        note(figure, f"{len(rows):,} of {len(stage.points):,} objects are drawn", scale=scale)
    return figure


def scene_contents(stage: Stage, scene: Scene, *, scale: float = 1.0) -> Contents:
    """Everything that moves, by the numbers of its traces."""
    contents: Contents = {
        TOLD: _told(stage, scene, scale),
        ASKED: _places(stage, scene.asked) | {"text": _hovers(stage, scene.asked)},
        WRONG: _places(stage, np.empty(0, np.int64) if scene.wrong is None else scene.wrong),
        OTHERS: _other_questions(stage, scene.others),
    }
    if scene.ground is not None:
        contents[GROUND] = {"z": ground_values(stage, scene.ground)}
    if scene.beliefs is not None:
        contents[POOL] = {"text": _believed(stage, scene.beliefs)}
    return contents


def film(
    stage: Stage, names: Sequence[str], scenes: Sequence[Scene], *, height: int, scale: float = 1.0
) -> go.Figure:
    """The plane with one frame per scene, standing at the first one."""
    kinds = {GROUND: "heatmap"}
    moves = [
        (
            name,
            {
                number: {"type": kinds.get(number, "scatter"), **_nested(attributes)}
                for number, attributes in scene_contents(stage, scene, scale=scale).items()
            },
        )
        for name, scene in zip(names, scenes, strict=True)
    ]
    figure = empty_stage(stage, height=height, scale=scale)
    for number, attributes in moves[0][1].items():
        figure.data[number].update(attributes)
    return MovingFigure(figure.data, figure.layout, moves=moves)


def ground_values(stage: Stage, probabilities: Floats) -> NDArray[np.int16]:
    """Whole numbers for the heat map: the decided class, and how sure [shape=(rows, columns)]."""
    with np.errstate(divide="ignore"):
        return surface_values(stage.grid, np.log(probabilities))


def _told(stage: Stage, scene: Scene, scale: float) -> dict[str, Any]:
    labels = scene.labels[scene.told]
    looks = [
        set_look(int(mask), labels.frame.size)
        for mask in labels.focal[np.argmax(labels.mass, axis=1)]
    ]
    texts = describe_rows(scene.told, scene.labels)
    return _places(stage, scene.told) | {
        "marker.color": label_colours(labels),
        "marker.symbol": [look.symbol for look in looks],
        "marker.line.color": [look.ring for look in looks],
        "marker.line.width": [max(look.ring_width, 0.8) * scale for look in looks],
        "text": [
            f"{text}<br>{stage.hover[row].partition('<br>')[2]}".removesuffix("<br>")
            for text, row in zip(texts, scene.told.tolist(), strict=True)
        ],
    }


def _places(stage: Stage, rows: Rows) -> dict[str, Any]:
    places = stage.points[rows]
    return {"x": places[:, 0].astype(np.float32), "y": places[:, 1].astype(np.float32)}


def _hovers(stage: Stage, rows: Rows) -> list[str]:
    return [f"{stage.hover[row]}<br>asked about next" for row in rows.tolist()]


def _other_questions(stage: Stage, others: Sequence[tuple[str, int]]) -> dict[str, Any]:
    """One square per object, with the marks of all strategies that would ask about it."""
    asking: dict[int, list[str]] = {}
    for mark, row in others:
        asking.setdefault(row, []).append(plain(mark, 30))
    rows = np.array(list(asking), dtype=np.int64)
    return _places(stage, rows) | {"text": [", ".join(marks) for marks in asking.values()]}


def _believed(stage: Stage, probabilities: Floats) -> list[str]:
    beliefs = MassTable.from_probabilities(probabilities, stage.class_names)
    words = describe_rows(np.arange(len(probabilities)), responsibilities=beliefs)
    return [
        f"{stage.hover[row]}<br>{text.partition('<br>')[2].replace('responsibility', 'belief')}"
        for row, text in zip(stage.shown.tolist(), words, strict=True)
    ]


def _nested(attributes: dict[str, Any]) -> dict[str, Any]:
    """`{"marker.line.color": c}` as `{"marker": {"line": {"color": c}}}`, as frames take it."""
    whole: dict[str, Any] = {}
    for name, value in attributes.items():
        *parents, last = name.split(".")
        place = whole
        for parent in parents:
            place = place.setdefault(parent, {})
        place[last] = value
    return whole


def _marks(
    name: str, scale: float, *, symbol: str, size: float, line: tuple[str, float]
) -> go.Scatter:
    return go.Scatter(
        x=[],
        y=[],
        mode="markers",
        name=name,
        showlegend=False,  # a trace that may be empty would come and go in the legend
        marker={
            "symbol": symbol,
            "size": size * scale,
            "color": line[0],
            "line": {"color": line[0], "width": line[1] * scale},
        },
        hovertemplate=None if symbol == "x-thin" else "%{text}<extra></extra>",
        hoverinfo="skip" if symbol == "x-thin" else None,
    )


def _other_marks(scale: float) -> go.Scatter:
    return go.Scatter(
        x=[],
        y=[],
        mode="markers+text",
        name="asked by other strategies",
        showlegend=False,
        marker={
            "symbol": "square-open",
            "size": 18 * scale,
            "color": QUESTION,
            "line": {"color": QUESTION, "width": 1.5 * scale},
        },
        textposition="middle right",
        textfont={"size": FONT_SIZE * scale, "color": QUESTION, "weight": 700},
        hovertemplate="%{text}<extra></extra>",
    )
