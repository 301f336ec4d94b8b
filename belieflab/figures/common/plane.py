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
from belieflab.figures.common.canvas import FONT_SIZE, note_sample, plane_sheet
from belieflab.figures.common.groups import NEUTRAL, Group, group_by_label, group_by_truth
from belieflab.figures.common.hover import describe_rows
from belieflab.figures.common.marks import draw_objects, marker_entry
from belieflab.figures.common.palette import label_colours
from belieflab.figures.common.view import MAX_SVG_POINTS, sample_rows

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


def draw_points(
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
    rows = sample_rows(len(points), seed)
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
    figure = plane_sheet(axis_titles, height=height, scale=scale, dragmode=dragmode)
    figure.update_layout(showlegend=groups[0].name != "objects")
    if equal:
        figure.update_yaxes(scaleanchor="x")
    figure.add_traces(
        [_draw_group(group, objects) for group in groups]
        + [marker_entry(group.name, group.marker) for group in groups]
        + _centre_numbers(groups, objects, scale)
    )
    note_sample(figure, len(rows), len(points), scale=scale)
    return figure


def certainty_sizes(labels: MassTable, scale: float, largest: float = LARGEST) -> Numbers:
    """Diameters of markers: the larger, the less nonspecific the label."""
    sure = 1.0 - labels.nonspecificity()
    sizes: NDArray[np.float32] = (scale * (SMALLEST + (largest - SMALLEST) * sure)).astype(
        np.float32
    )
    return sizes


def _certainty_marks(
    labels: MassTable | None, certainty: str, scale: float
) -> tuple[Numbers, Numbers]:
    """Diameters and opacities of the markers, one for all or one per object."""
    size, opacity = 8.0 * scale, 0.9
    if labels is None or certainty == "none":
        return size, opacity
    if certainty == "opacity":
        return size, (0.95 - 0.7 * labels.nonspecificity()).astype(np.float32)
    return certainty_sizes(labels, scale), opacity


def _draw_group(group: Group, objects: _Objects) -> go.Scatter | go.Scattergl:
    members = group.members
    marker, colours = group.marker, objects.colours
    return draw_objects(
        objects.points[members],
        objects.rows[members],
        [objects.hover[i] for i in members.tolist()],
        {
            "symbol": marker.symbol,
            "color": marker.fill if colours is None else [colours[i] for i in members.tolist()],
            "line": {"color": marker.ring, "width": marker.ring_width},
            "size": _of(objects.sizes, members),
            "opacity": _of(objects.opacities, members),
        },
        webgl=len(objects.rows) > MAX_SVG_POINTS,
        name=group.name,
        legendgroup=group.name,
        unselected={"marker": {"opacity": 0.2}},
    )


def _of(numbers: Numbers, members: NDArray[np.int64]) -> Numbers:
    return numbers[members] if isinstance(numbers, np.ndarray) else numbers


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
