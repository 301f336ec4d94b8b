"""The plane: the scatter every page uses, coloured by label, by truth or not at all.

Up to 3,000 points are drawn as SVG, more on WebGL; beyond 5,000 a seeded sample is drawn and the
figure says so. Coordinates travel as float32, and `customdata` carries the row number of a point.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray

from belieflab.belief import MassTable
from belieflab.figures.common.canvas import FONT_SIZE, axis, note, sheet
from belieflab.figures.common.groups import NEUTRAL, Group, group_by_label, group_by_truth
from belieflab.figures.common.hover import describe_rows
from belieflab.figures.common.legend import mark_entry
from belieflab.figures.common.palette import label_colours

SVG_LIMIT = 3_000
POINT_LIMIT = 5_000

TOOL_BAR = 30
"""Pixels kept free above the legend, where Plotly's tools appear."""

SMALLEST, LARGEST = 5.0, 11.0
"""Marker diameters of a vacuous and of a sure label, in pixels."""

Numbers = NDArray[np.float32] | float


@dataclass(frozen=True)
class _Objects:
    """What is drawn of each object, in the order of the drawn rows."""

    points: NDArray[np.float32]
    rows: NDArray[np.int64]
    hover: list[str]
    colours: list[str] | None
    sizes: Numbers
    opacities: Numbers


def plane(
    points: NDArray[np.float64],
    axis_titles: tuple[str, str],
    *,
    labels: MassTable | None = None,
    truth: NDArray[np.int64] | None = None,
    class_names: Sequence[str] = (),
    colour_by: str = "label",
    certainty: str = "size",
    equal: bool = False,
    dragmode: str = "zoom",
    height: int = 460,
    scale: float = 1.0,
    seed: int = 0,
) -> go.Figure:
    """The scatter of the objects.

    `points` [shape=(n, 2)], `truth` codes into `class_names` [shape=(n,)]. `colour_by` is `label`
    (colours blended by mass), `truth` or `none`; what is asked for but absent is drawn as `none`.
    `certainty` is `size`, `opacity` or `none`: how 1 - nonspecificity of a label is shown.
    """
    rows = shown_rows(len(points), seed)
    shown = labels[rows] if labels is not None and colour_by == "label" else None
    if shown is not None:
        groups = group_by_label(shown)
    elif colour_by == "truth" and truth is not None:
        groups = group_by_truth(truth[rows], class_names)
    else:
        groups = [Group("objects", NEUTRAL, np.arange(len(rows)))]
    sizes, opacities = _certainty_marks(shown, certainty, scale)
    objects = _Objects(
        points=points[rows].astype(np.float32),
        rows=rows,
        hover=describe_rows(rows, labels, truth, class_names),
        colours=None if shown is None else label_colours(shown),
        sizes=sizes,
        opacities=opacities,
    )
    figure = sheet(
        height,
        scale=scale,
        legend=groups[0].name != "objects",
        xaxis=axis(axis_titles[0], scale=scale),
        yaxis=axis(axis_titles[1], scale=scale, **({"scaleanchor": "x"} if equal else {})),
        dragmode=dragmode,
        margin={"l": 10, "r": 10, "t": TOOL_BAR + 30, "b": 10},
    )
    kind = go.Scatter if len(rows) <= SVG_LIMIT else go.Scattergl
    figure.add_traces(
        [_trace(kind, group, objects) for group in groups]
        + [_legend_entry(group) for group in groups]
        + _centre_numbers(groups, objects, scale)
    )
    if len(rows) < len(points):
        note(figure, f"{len(rows):,} of {len(points):,} objects are drawn", scale=scale)
    return figure


def shown_rows(n: int, seed: int = 0, limit: int = POINT_LIMIT) -> NDArray[np.int64]:
    """The rows that are drawn: all of them, or a seeded sample in increasing order."""
    if n <= limit:
        return np.arange(n)
    return np.sort(np.random.default_rng(seed).choice(n, limit, replace=False))


def _certainty_marks(
    labels: MassTable | None, certainty: str, scale: float
) -> tuple[Numbers, Numbers]:
    """Diameters and opacities of the markers, one for all or one per object."""
    size, opacity = 8.0 * scale, 0.9
    if labels is None or certainty == "none":
        return size, opacity
    sure = 1.0 - labels.nonspecificity()
    if certainty == "opacity":
        return size, (0.25 + 0.7 * sure).astype(np.float32)
    return (scale * (SMALLEST + (LARGEST - SMALLEST) * sure)).astype(np.float32), opacity


def _trace(kind: type, group: Group, objects: _Objects) -> go.Scatter | go.Scattergl:
    members = group.members
    places = members.tolist()
    colours = objects.colours
    return kind(
        x=objects.points[members, 0],
        y=objects.points[members, 1],
        mode="markers",
        name=group.name,
        legendgroup=group.name,
        showlegend=False,
        marker={
            "symbol": group.look.symbol,
            "color": group.look.fill if colours is None else [colours[i] for i in places],
            "line": {"color": group.look.ring, "width": group.look.ring_width},
            "size": _of(objects.sizes, members),
            "opacity": _of(objects.opacities, members),
        },
        unselected={"marker": {"opacity": 0.2}},
        customdata=objects.rows[members].astype(np.int32),
        hovertext=[objects.hover[i] for i in places],
        hovertemplate="%{hovertext}<extra></extra>",
    )


def _of(numbers: Numbers, members: NDArray[np.int64]) -> Numbers:
    return numbers[members] if isinstance(numbers, np.ndarray) else numbers


def _legend_entry(group: Group) -> go.Scatter:
    """The pure colour, not that of the group's first object."""
    look = group.look
    return mark_entry(group.name, look.symbol, look.fill, ring=look.ring, width=look.ring_width)


def _centre_numbers(groups: list[Group], objects: _Objects, scale: float) -> list[go.Scatter]:
    """Each numbered class's number at the mean of its objects."""
    numbered = [group for group in groups if group.number is not None]
    if not numbered:
        return []
    centres = np.array([objects.points[group.members].mean(axis=0) for group in numbered])
    return [
        go.Scatter(
            x=centres[:, 0],
            y=centres[:, 1],
            mode="text",
            text=[f"<b>{group.number}</b>" for group in numbered],
            textfont={"size": FONT_SIZE * scale},
            hoverinfo="skip",
            showlegend=False,
            name="class numbers",
        )
    ]
