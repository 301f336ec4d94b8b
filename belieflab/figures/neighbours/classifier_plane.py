"""The plane of a classifier: regions of its answers, the objects, and the evidence at one place.

The picture comes in two parts, an empty figure that stays and contents (attributes by trace number)
that a page pushes onto it, so that zoom and pan outlive a move of a slider and a click.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray

from belieflab.figures.common.answer_regions import empty_regions, region_colours, region_values
from belieflab.figures.common.canvas import note_sample, plane_sheet
from belieflab.figures.common.frames import Contents
from belieflab.figures.common.grid import Floats, Grid
from belieflab.figures.common.palette import ACCENT, OUTLINE_GREY, WRONG
from belieflab.figures.common.traces import (
    GREY_EDGE,
    HOVERTEXT,
    TEXT,
    WHITE_EDGE,
    DrawnObjects,
    class_entries,
    draw_objects,
    ring_entry,
    scatter,
)

MAX_LINES = 20
"""Neighbours of a place that are drawn with a line of their own."""

REGIONS, OBJECTS, FIRST_LINE = 0, 1, 2
PROTOTYPES = FIRST_LINE + MAX_LINES
RINGS, PLACE = PROTOTYPES + 1, PROTOTYPES + 2
"""Numbers of the traces that change."""

THINNEST, WIDEST = 0.8, 9.0
"""Width in pixels of the line of a neighbour without evidence, and with evidence 1."""

MARGIN = 0.12
"""Share of the range kept free around the objects: ignorance is seen far from all of them."""


@dataclass(frozen=True)
class ObjectMarks:
    """What follows the settings, one entry per drawn object; `beliefs` is a line of its hover."""

    colours: Sequence[str]
    wrong: NDArray[np.bool_]
    beliefs: Sequence[str]


@dataclass(frozen=True)
class Regions:
    """What a classifier says of every cell: masks, and how pale its colour is, from 0 to 1."""

    masks: NDArray[Any]
    pale: Floats


@dataclass(frozen=True)
class EvidenceLinks:
    """A place and the sources of evidence about it: where they are, how much, in which colour."""

    place: Floats
    ends: Floats
    evidence: Floats
    colours: Sequence[str] = field(default_factory=list)


def empty_classifier_plane(
    grid: Grid,
    objects: DrawnObjects,
    titles: tuple[str, str],
    class_names: Sequence[str],
    *,
    symbols: list[str] | str = "circle",
    judged: bool = True,
    height: int = 500,
    scale: float = 1.0,
) -> go.Figure:
    """The figure that stays: axes, objects in plain grey, empty traces, and the legend.

    `judged` says whether wrong answers are marked, so that the legend explains the mark.
    """
    limits = (grid.x[0], grid.x[-1]), (grid.y[0], grid.y[-1])
    figure = plane_sheet(titles, limits, height=height, scale=scale)
    grey = {"colour": OUTLINE_GREY, "edge": GREY_EDGE, "size": 8 * scale, "symbol": symbols}
    line = scatter(mode="lines", name="evidence", legend=False, opacity=0.75)
    figure.add_traces(
        [
            empty_regions(grid),
            draw_objects(objects, hover=f"{HOVERTEXT}<br>{TEXT}", **grey),
            *[line] * MAX_LINES,
            *_empty_marks(scale),
            *class_entries(class_names),
            *([ring_entry("wrong answer", WRONG)] if judged else []),
        ]
    )
    note_sample(figure, len(objects.rows), objects.total, scale=scale)
    return figure


def region_contents(grid: Grid, regions: Regions, n_classes: int) -> Contents:
    """The regions in the colours of the answers."""
    masks = np.unique(regions.masks).tolist()
    values = region_values(grid, regions.masks, regions.pale, masks)
    return {REGIONS: {"z": values, **region_colours(masks, n_classes)}}


def object_contents(marks: ObjectMarks) -> Contents:
    """Colours of the objects, magenta rings around the wrong ones, and their beliefs on hover."""
    ring = wrong_ring(marks.wrong)
    return {
        OBJECTS: {
            "marker.color": list(marks.colours),
            "marker.line.color": ring["color"],
            "marker.line.width": ring["width"],
            "text": list(marks.beliefs),
        }
    }


def wrong_ring(wrong: NDArray[np.bool_]) -> dict[str, list[Any]]:
    """The outlines of objects, wide and magenta where the answer is wrong."""
    return {
        "color": [WRONG if each else OUTLINE_GREY for each in wrong.tolist()],
        "width": np.where(wrong, 2.4, 0.6).tolist(),
    }


def link_contents(links: EvidenceLinks | None) -> Contents:
    """Lines from a place to the sources of evidence, as wide as their evidence."""
    count = 0 if links is None else min(len(links.ends), MAX_LINES)
    contents: Contents = {}
    for j in range(MAX_LINES):
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


def _line(colour: str, width: float) -> dict[str, Any]:
    return {"line.color": colour, "line.width": width}


def _empty_marks(scale: float) -> list[go.Scatter]:
    """Prototypes, rings around neighbours, and the star at the place."""
    ring = {"colour": OUTLINE_GREY, "edge": {"color": OUTLINE_GREY, "width": 2.0}}
    star = {"colour": "#000000", "edge": WHITE_EDGE}
    return [
        scatter(name=name, symbol=symbol, size=size * scale, legend=False, **style)
        for name, symbol, size, style in (
            ("prototypes", "cross", 14, {"edge": WHITE_EDGE, "hover": TEXT}),
            ("neighbours", "circle-open", 14, ring),
            ("place", "star", 17, star),
        )
    ]
