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

from belieflab.figures.common import traces
from belieflab.figures.common.arrays import Flags, Floats
from belieflab.figures.common.canvas import note_sample, plane_sheet
from belieflab.figures.common.frames import Contents
from belieflab.figures.common.grid import Grid
from belieflab.figures.common.images import draw_image, fine_shape
from belieflab.figures.common.making import UNCHECKED, copy_layout
from belieflab.figures.common.palette import ACCENT, CLEAR, OUTLINE_GREY, WRONG, Marker
from belieflab.figures.common.surfaces import region_image
from belieflab.figures.common.traces import WHITE_EDGE, scatter
from belieflab.figures.common.view import View

MAX_LINES = 20
"""Neighbours of a place that are drawn with a line of their own."""

REGIONS, OBJECTS, FIRST_LINE = 0, 1, 2
PROTOTYPES = FIRST_LINE + MAX_LINES
RINGS, PLACE = PROTOTYPES + 1, PROTOTYPES + 2
"""Numbers of the traces that change."""

THINNEST, WIDEST = 0.8, 9.0
"""Width in pixels of the line of a neighbour without evidence, and with evidence 1."""

RING = 2.4
"""Width in pixels of the ring around a wrong answer."""

MARGIN = 0.12
"""Share of the range kept free around the objects: ignorance is seen far from all of them."""


@dataclass(frozen=True)
class Regions:
    """What a classifier says of every cell: masks, and how faint its colour is, from 0 to 1.

    `fine` are the masks at every step of the picture, which has more of them than cells.
    """

    masks: NDArray[Any]
    pale: Floats
    fine: NDArray[Any]


@dataclass(frozen=True)
class EvidenceLinks:
    """A place and the sources of evidence about it: where they are, how much, in which colour."""

    place: Floats
    ends: Floats
    evidence: Floats
    colours: Sequence[str] = field(default_factory=list)


def empty_classifier_plane(
    grid: Grid,
    objects: traces.DrawnObjects,
    titles: tuple[str, str],
    class_names: Sequence[str],
    view: View,
    *,
    symbols: list[str] | str = "circle",
    judged: bool = True,
) -> go.Figure:
    """The figure that stays: axes, objects in plain grey, empty traces, and the legend.

    `judged` says whether wrong answers are marked, so that the legend explains the mark.
    """
    limits = (grid.x[0], grid.x[-1]), (grid.y[0], grid.y[-1])
    figure = plane_sheet(titles, limits, height=view.height, scale=view.scale)
    grey = {"colour": OUTLINE_GREY, "edge": traces.GREY_EDGE, "size": 8 * view.scale}
    hover = f"{traces.HOVERTEXT}<br>{traces.TEXT}"
    line = scatter(mode="lines", name="evidence", legend=False, opacity=0.75)
    drawn = [
        draw_image(grid, np.zeros(fine_shape(grid.shape), np.int16), [CLEAR], "answers"),
        traces.draw_objects(objects, hover=hover, symbol=symbols, **grey),
        *[line] * MAX_LINES,
        *_empty_marks(view.scale),
        *traces.class_entries(class_names),
    ]
    if judged:
        ring = Marker(WRONG, WRONG, RING, "circle-open")
        drawn.append(traces.legend_entry("wrong answer", ring))
    figure = go.Figure(drawn, copy_layout(figure.layout), **UNCHECKED)
    return note_sample(figure, len(objects.rows), objects.total, scale=view.scale)


def region_contents(grid: Grid, regions: Regions, n_classes: int) -> Contents:
    """The regions in the colours of the answers."""
    masks = np.unique(regions.fine).tolist()
    picture = region_image(grid, regions.fine, regions.pale, masks, n_classes)
    return {REGIONS: {"source": picture}}


def object_contents(colours: list[str], wrong: Flags, beliefs: list[str]) -> Contents:
    """What follows the settings, of each drawn object; `beliefs` are lines of the hover texts."""
    ring = traces.wrong_rings(wrong, RING)
    rings = {"marker.line.color": ring["color"], "marker.line.width": ring["width"]}
    return {OBJECTS: {"marker.color": colours, "text": beliefs, **rings}}


def link_contents(links: EvidenceLinks | None) -> Contents:
    """Lines from a place to the sources of evidence, as wide as their evidence."""
    nothing = {"x": [], "y": [], "line.color": ACCENT, "line.width": 1.0}
    contents: Contents = {FIRST_LINE + j: nothing for j in range(MAX_LINES)}
    if links is None:
        nowhere = np.empty(0)
        return contents | {RINGS: {"x": nowhere, "y": nowhere}, PLACE: {"x": [], "y": []}}
    (u, v), ends = links.place.tolist(), links.ends[:MAX_LINES]
    for j, (x, y) in enumerate(ends.tolist()):
        width = THINNEST + (WIDEST - THINNEST) * float(links.evidence[j])
        line = {"line.color": links.colours[j], "line.width": width}
        contents[FIRST_LINE + j] = {"x": [u, x], "y": [v, y], **line}
    rings = {"x": ends[:, 0], "y": ends[:, 1]}
    return contents | {RINGS: rings, PLACE: {"x": [u], "y": [v]}}


def _empty_marks(scale: float) -> list[go.Scatter]:
    """Prototypes, rings around neighbours, and the star at the place."""
    ring = {"colour": OUTLINE_GREY, "edge": {"color": OUTLINE_GREY, "width": 2.0}}
    star = {"colour": "#000000", "edge": WHITE_EDGE}
    return [
        scatter(name=name, symbol=symbol, size=size * scale, legend=False, **style)
        for name, symbol, size, style in (
            ("prototypes", "cross", 14, {"edge": WHITE_EDGE, "hover": traces.TEXT}),
            ("neighbours", "circle-open", 14, ring),
            ("place", "star", 17, star),
        )
    ]
