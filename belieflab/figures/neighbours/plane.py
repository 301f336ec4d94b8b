"""The plane of a classifier: the ground of its answers, the objects, and the evidence at one place.

The picture comes in two parts, an empty figure that stays and contents (attributes by trace number)
that a page pushes onto it, so that zoom and pan outlive a move of a slider and a click.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray

from belieflab.figures.common.answer_regions import (
    Ground,
    Limits,
    empty_ground,
    ground_colours,
    ground_values,
)
from belieflab.figures.common.canvas import axis, note, sheet
from belieflab.figures.common.frames import Contents
from belieflab.figures.common.legend import class_entries, mark_entry
from belieflab.figures.common.palette import ACCENT, OUTLINE_GREY
from belieflab.figures.common.plane import TOOL_BAR

Floats = NDArray[np.float64]

MOST_LINES = 20
"""Neighbours of a place that are drawn with a line of their own."""

GROUND, OBJECTS, FIRST_LINE = 0, 1, 2
PROTOTYPES = FIRST_LINE + MOST_LINES
RINGS, PLACE = PROTOTYPES + 1, PROTOTYPES + 2
"""Numbers of the traces that change."""

THINNEST, WIDEST = 0.8, 9.0
"""Width in pixels of the line of a neighbour without evidence, and with evidence 1."""

WRONG_RING = "#D4007A"
MARGIN = 0.12
"""Share of the range kept free around the objects: ignorance is seen where nobody lives."""


@dataclass(frozen=True)
class Objects:
    """What is drawn of the objects, one entry each.

    points [shape=(m, 2)], rows, hover : what stays; colours, wrong, beliefs : what follows the
    settings (`beliefs`: one line of the hover text); symbols : one for all, or one each.
    """

    points: Floats
    rows: NDArray[np.int64]
    hover: Sequence[str]
    colours: Sequence[str]
    wrong: NDArray[np.bool_]
    beliefs: Sequence[str]
    symbols: Sequence[str] | str = "circle"
    left_out: int = 0


@dataclass(frozen=True)
class Answers:
    """What a classifier says of every cell: masks, and how pale its colour is, from 0 to 1."""

    masks: NDArray[Any]
    pale: Floats


@dataclass(frozen=True)
class Links:
    """A place and those who speak about it: where they are, how much, and in which colour."""

    place: Floats
    ends: Floats
    evidence: Floats
    colours: Sequence[str] = field(default_factory=list)


def limits_of(points: Floats) -> Limits:
    """Ranges that hold the points, with room around them."""
    low, high = points.min(axis=0), points.max(axis=0)
    wide = np.where(high > low, high - low, 1.0) * MARGIN
    (left, bottom), (right, top) = (low - wide).tolist(), (high + wide).tolist()
    return (left, right), (bottom, top)


def empty_plane(
    ground: Ground,
    objects: Objects,
    titles: tuple[str, str],
    class_names: Sequence[str],
    *,
    judged: bool = True,
    height: int = 500,
    scale: float = 1.0,
) -> go.Figure:
    """The figure that stays: axes, objects in plain grey, empty traces, and the legend.

    `judged` says whether wrong answers are marked, so that the legend explains the mark.
    """
    limits = (ground.x[[0, -1]].tolist(), ground.y[[0, -1]].tolist())
    figure = sheet(
        height,
        scale=scale,
        legend=True,
        xaxis=axis(titles[0], scale=scale, range=limits[0]),
        yaxis=axis(titles[1], scale=scale, range=limits[1]),
        margin={"l": 10, "r": 10, "t": TOOL_BAR + 30, "b": 10},
    )
    figure.add_traces(
        [
            empty_ground(ground),
            _draw_objects(objects, scale),
            *(_empty_line() for _ in range(MOST_LINES)),
            _empty_prototypes(scale),
            _empty_rings(scale),
            _empty_place(scale),
            *_draw_legend(class_names, judged),
        ]
    )
    if objects.left_out:
        total = len(objects.points) + objects.left_out
        note(figure, f"{len(objects.points):,} of {total:,} objects are drawn", scale=scale)
    return figure


def answer_contents(ground: Ground, answers: Answers, n_classes: int) -> Contents:
    """The ground in the colours of the answers."""
    masks = np.unique(answers.masks).tolist()
    values = ground_values(ground, answers.masks, answers.pale, masks)
    return {GROUND: {"z": values, **ground_colours(masks, n_classes)}}


def object_contents(objects: Objects) -> Contents:
    """Colours of the objects, magenta rings around the wrong ones, and their beliefs on hover."""
    ring = wrong_ring(objects.wrong)
    return {
        OBJECTS: {
            "marker.color": list(objects.colours),
            "marker.line.color": ring["color"],
            "marker.line.width": ring["width"],
            "text": list(objects.beliefs),
        }
    }


def wrong_ring(wrong: NDArray[np.bool_]) -> dict[str, list[Any]]:
    """The outlines of objects, wide and magenta where the answer is wrong."""
    return {
        "color": [WRONG_RING if each else OUTLINE_GREY for each in wrong.tolist()],
        "width": [2.4 if each else 0.6 for each in wrong.tolist()],
    }


def link_contents(links: Links | None) -> Contents:
    """Lines from a place to those who speak about it, as wide as their evidence."""
    count = 0 if links is None else min(len(links.ends), MOST_LINES)
    contents: Contents = {}
    for j in range(MOST_LINES):
        if links is None or j >= count:
            contents[FIRST_LINE + j] = {"x": [], "y": [], **_line(ACCENT, 1.0)}
        else:
            (u, v), (x, y) = links.place.tolist(), links.ends[j].tolist()
            width = THINNEST + (WIDEST - THINNEST) * float(links.evidence[j])
            contents[FIRST_LINE + j] = {"x": [u, x], "y": [v, y], **_line(links.colours[j], width)}
    ends = np.empty((0, 2)) if links is None else links.ends[:count]
    place = [] if links is None else links.place.tolist()
    contents[RINGS] = {"x": ends[:, 0], "y": ends[:, 1]}
    contents[PLACE] = {"x": place[:1], "y": place[1:]}
    return contents


def prototype_contents(
    places: Floats, colours: Sequence[str], sizes: Floats, hover: Sequence[str]
) -> Contents:
    """The prototypes of a network in the colours of their memberships, larger with α."""
    return {
        PROTOTYPES: {
            "x": places[:, 0],
            "y": places[:, 1],
            "marker.color": list(colours),
            "marker.size": sizes,
            "text": list(hover),
        }
    }


def filled(figure: go.Figure, contents: Mapping[int, Mapping[str, Any]]) -> go.Figure:
    """A copy of an empty figure with its contents, for a file, a pin or a script."""
    copy = go.Figure(figure)
    for number, attributes in contents.items():
        copy.data[number].update(
            {key.replace(".", "_"): value for key, value in attributes.items()}
        )
    return copy


def _draw_objects(objects: Objects, scale: float) -> go.Scatter:
    symbols = objects.symbols
    return go.Scatter(
        x=objects.points[:, 0].astype(np.float32),
        y=objects.points[:, 1].astype(np.float32),
        mode="markers",
        name="objects",
        showlegend=False,
        marker={
            "color": OUTLINE_GREY,
            "symbol": symbols if isinstance(symbols, str) else list(symbols),
            "line": {"color": OUTLINE_GREY, "width": 0.6},
            "size": 8 * scale,
        },
        customdata=objects.rows.astype(np.int32),
        hovertext=list(objects.hover),
        hovertemplate="%{hovertext}<br>%{text}<extra></extra>",
    )


def _line(colour: str, width: float) -> dict[str, Any]:
    return {"line.color": colour, "line.width": width}


def _empty_line() -> go.Scatter:
    return go.Scatter(
        x=[], y=[], mode="lines", showlegend=False, hoverinfo="skip", opacity=0.75, name="evidence"
    )


def _empty_prototypes(scale: float) -> go.Scatter:
    white = {"color": "#FFFFFF", "width": 1.5}
    marker = {"symbol": "cross", "size": 14 * scale, "line": white}
    return _empty_marks("prototypes", marker, hovertemplate="%{text}<extra></extra>")


def _empty_rings(scale: float) -> go.Scatter:
    ring = {"color": OUTLINE_GREY, "width": 2.0}
    marker = {"symbol": "circle-open", "size": 14 * scale, "color": OUTLINE_GREY, "line": ring}
    return _empty_marks("neighbours", marker, hoverinfo="skip")


def _empty_place(scale: float) -> go.Scatter:
    white = {"color": "#FFFFFF", "width": 1.5}
    marker = {"symbol": "star", "size": 17 * scale, "color": "#000000", "line": white}
    return _empty_marks("place", marker, hoverinfo="skip")


def _empty_marks(name: str, marker: dict[str, Any], **more: str) -> go.Scatter:
    return go.Scatter(
        x=[], y=[], mode="markers", showlegend=False, name=name, marker=marker, **more
    )


def _draw_legend(class_names: Sequence[str], judged: bool) -> list[go.Scatter]:
    entries = class_entries(class_names)
    if judged:
        wrong = mark_entry("wrong answer", "circle-open", WRONG_RING, ring=WRONG_RING, width=2.4)
        entries.append(wrong)
    return entries
