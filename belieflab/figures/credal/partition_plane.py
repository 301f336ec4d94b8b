"""Layers of the plane of a credal partition: outlines, pairs, prototypes.

A layer is a trace and its values at every frame.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
import plotly.graph_objects as go
from scipy.spatial import ConvexHull, QhullError

from belieflab.clustering.linked_pairs import MUST
from belieflab.data.matching import Matching
from belieflab.figures.common.arrays import Flags, Floats
from belieflab.figures.common.frames import Layer
from belieflab.figures.common.grid import Limits, limits_around
from belieflab.figures.common.palette import EMPTY_BLACK, WRONG, class_colours, set_colour
from belieflab.figures.common.traces import HOVERTEXT, always_opaque, places, scatter

CORNERS = 16
"""Corners of the small circle that is rolled around the points of an outline."""

MUST_COLOUR, CANNOT_COLOUR = "#2E8B8B", WRONG
"""Teal and magenta: no class has them."""

CHOSEN = "chosen"
"""Name of the empty trace that waits for a ring around the clicked objects."""

MARGIN, REACH = 0.07, 0.02
"""Shares of the range: kept free around the points, and between points and their outline."""


def outline_layers(
    points: Floats, members: Sequence[Flags | None], groups: Matching, word: str, scale: float
) -> list[Layer]:
    """Outlines around the members of each cluster [shape=(m, K)] at every frame; None for none.

    Those who surely belong to it are outlined solid, those who possibly do dashed. What was
    outlined once is drawn from memory.
    """
    (left, right), (low, high) = partition_limits(points)
    reach = REACH * (right - left), REACH * (high - low)
    drawn: dict[bytes, Floats] = {}
    layers: list[Layer] = []
    dash = "solid" if word == "surely" else "dash"
    for k, colour in enumerate(class_colours(groups)):
        lines = []
        for each in members:
            column = np.zeros(len(points), dtype=np.bool_) if each is None else each[:, k]
            key = column.tobytes()
            if key not in drawn:
                drawn[key] = draw_around(points[column], reach)
            lines.append(_places_or_gap(drawn[key]))
        style = {"mode": "lines", "colour": colour, "width": 1.8 * scale, "dash": dash}
        named = {"name": f"{word} cluster {k + 1}", "legend": False}
        layers.append((scatter(**lines[-1], **named, **style), lines))
    return layers


def draw_around(points: Floats, reach: tuple[float, float]) -> Floats:
    """The closed outline [shape=(m, 2)] of points [shape=(n, 2)]; empty where there are none.

    The convex hull of ellipses with half axes `reach` around the points, so that one point or a
    row of points has an outline too.
    """
    if len(points) == 0:
        return np.empty((0, 2))
    turns = np.linspace(0.0, 2.0 * np.pi, CORNERS, endpoint=False)
    circle = np.column_stack([np.cos(turns), np.sin(turns)])
    corners = points / np.asarray(reach)
    if len(points) > 3:
        try:
            matter = ConvexHull(corners).vertices.astype(np.int64)
        except QhullError:  # all on one line: its ends are enough
            matter = np.concatenate([corners.argmin(axis=0), corners.argmax(axis=0)])
        corners = corners[matter]
    around = (corners[:, None] + circle).reshape(-1, 2)
    hull = around[ConvexHull(around).vertices]
    outline: Floats = np.concatenate([hull, hull[:1]]) * np.asarray(reach)
    return outline


def draw_pairs(name: str, ends: Floats, scale: float) -> go.Scatter:
    """A line between the ends of every pair [shape=(pairs, 2, 2)]."""
    gaps = np.full((len(ends), 1, 2), np.nan)
    line = _places_or_gap(np.concatenate([ends, gaps], axis=1).reshape(-1, 2))
    colour, dash = (MUST_COLOUR, "solid") if name == MUST else (CANNOT_COLOUR, "dot")
    style = {"colour": colour, "width": 3 * scale, "dash": dash}
    return scatter(**line, mode="lines", name=name, legend=len(ends) > 0, **style)


def prototype_layer(
    frames: Sequence[Floats | None],
    masks: Sequence[int],
    names: Sequence[str],
    groups: Matching,
    scale: float,
) -> Layer:
    """Prototypes [shape=(sets, 2)] of clusters as crosses, of unions as diamonds; None for none."""
    single = [mask.bit_count() == 1 for mask in masks]
    moved = [None if each is None else _places_or_gap(each) for each in frames]
    style = {
        "symbol": ["cross" if each else "diamond-tall" for each in single],
        "colour": [set_colour(mask, groups) for mask in masks],
        # a thin edge: of a black diamond nothing is seen in the dark theme
        "edge": {
            "color": EMPTY_BLACK,
            "width": [(1.8 if each else 0.8) * scale for each in single],
        },
        "size": [(17.0 if each else 14.0) * scale for each in single],
        "marker": {"opacity": 1.0},  # Plotly makes markers of several sizes pale
        **always_opaque(),
    }
    named = {"name": "prototypes", "legend": False, "hovertext": list(names), "hover": HOVERTEXT}
    return scatter(**moved[-1] or _places_or_gap(np.empty((0, 2))), **named, **style), moved


def draw_chosen(scale: float) -> go.Scatter:
    """The empty trace of the rings around clicked objects."""
    ring = {"symbol": "circle-open", "colour": CANNOT_COLOUR, "size": 18 * scale}
    edge = {"width": 2.5 * scale}
    return scatter(name=CHOSEN, legend=False, edge=edge, **ring, **always_opaque())


def partition_limits(points: Floats) -> Limits:
    """Ranges that hold the points and the outlines around them."""
    return limits_around(points, MARGIN)


def _places_or_gap(points: Floats) -> dict[str, Any]:
    """Places, or one that is nowhere: a trace without any would not move."""
    return places(points if len(points) else np.full((1, 2), np.nan))
