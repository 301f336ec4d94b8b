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
from belieflab.data.dataset import Dataset
from belieflab.figures.common import palette, traces
from belieflab.figures.common.arrays import Floats, Integers
from belieflab.figures.common.canvas import FONT_SIZE, note_sample, plane_sheet
from belieflab.figures.common.hover import describe_rows, set_name
from belieflab.figures.common.palette import Marker
from belieflab.figures.common.text import plain
from belieflab.figures.common.traces import places, scatter
from belieflab.figures.common.view import MAX_SVG_POINTS, placed_rows

SMALLEST, LARGEST = 5.0, 11.0
"""Marker diameters of a vacuous and of a sure label, in pixels."""

MAX_UNIONS = 8
"""Unions beyond the most frequent ones share one entry of the legend."""

NAME_LENGTH = 30
Numbers = NDArray[np.float32] | float


@dataclass(frozen=True)
class Group:
    """A name, a marker, the positions of its objects and, beyond 14 classes, its number."""

    name: str
    marker: Marker
    members: Integers
    number: int | None = None


def group_by_label(labels: MassTable) -> list[Group]:
    """Objects by the focal set with their largest mass: classes, then unions, Ω, ∅."""
    size = labels.frame.size
    main = labels.focal[np.argmax(labels.mass, axis=1)]
    masks, counts = np.unique(main, return_counts=True)
    order = sorted(masks.tolist(), key=lambda mask: (mask.bit_count() or size + 1, mask))
    often = dict(zip(masks.tolist(), counts.tolist(), strict=True))
    unions = [mask for mask in order if 1 < mask.bit_count() < size]
    rare = sorted(unions, key=lambda mask: -often[mask])[MAX_UNIONS:]
    groups = []
    for mask in order:
        members = np.flatnonzero(main == mask)
        if mask.bit_count() == 1:
            k = mask.bit_length() - 1
            groups.append(_class_group(k, labels.frame.names[k], size, members))
        elif mask not in rare:
            name = set_name(labels.frame, mask, NAME_LENGTH)
            groups.append(Group(name, palette.set_marker(mask, size), members))
    if rare:
        marker = Marker(palette.OMEGA_GREY, ring_width=1.0, symbol="diamond")
        groups.append(Group("other unions", marker, np.flatnonzero(np.isin(main, rare))))
    return groups


def group_by_truth(truth: Integers, class_names: Sequence[str]) -> list[Group]:
    """Objects by true class, those without one last; `truth` codes [shape=(n,)], -1 unknown."""
    groups = [
        _class_group(k, name, len(class_names), np.flatnonzero(truth == k))
        for k, name in enumerate(class_names)
    ]
    groups.append(Group("unknown", palette.NEUTRAL, np.flatnonzero(truth < 0)))
    return [group for group in groups if len(group.members)]


def _class_group(k: int, name: str, size: int, members: Integers) -> Group:
    text, marker = plain(name, NAME_LENGTH), palette.set_marker(1 << k, size)
    if palette.class_numbered(size):
        return Group(f"{k + 1} · {text}", marker, members, k + 1)
    return Group(text, marker, members)


def draw_points(
    points: Floats,
    axis_titles: tuple[str, str],
    *,
    labels: MassTable | None = None,
    truth: Integers | None = None,
    class_names: Sequence[str] = (),
    dataset: Dataset | None = None,
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
    `certainty` is `size`, `opacity` or `none`: how 1 - nonspecificity of a label is shown. A
    `dataset` with ids or texts gives them to the hover texts.
    """
    rows = placed_rows(points, seed)
    shown = labels[rows] if labels is not None and colour_by == "label" else None
    if shown is not None:
        groups = group_by_label(shown)
    elif colour_by == "truth" and truth is not None:
        groups = group_by_truth(truth[rows], class_names)
    else:
        groups = [Group("objects", palette.NEUTRAL, np.arange(len(rows)))]
    sizes: Numbers = 8.0 * scale
    opacities: Numbers = 0.9
    if shown is not None and certainty == "size":
        sizes = certainty_sizes(shown, scale)
    elif shown is not None and certainty == "opacity":
        opacities = (0.95 - 0.7 * shown.nonspecificity()).astype(np.float32)
    hover = describe_rows(rows, labels, truth, class_names, dataset=dataset)
    colours = None if shown is None else palette.label_colours(shown)
    figure = plane_sheet(axis_titles, height=height, scale=scale, dragmode=dragmode)
    figure.update_layout(showlegend=groups[0].name != "objects")
    if equal:
        figure.update_yaxes(scaleanchor="x")
    for group in groups:
        at = group.members
        texts = [hover[i] for i in at]
        objects = traces.DrawnObjects(points[rows[at]], rows[at], texts, len(points))
        fill = group.marker.fill if colours is None else [colours[i] for i in at]
        style = {"symbol": group.marker.symbol, "colour": fill, "edge": group.marker.edge}
        sized = {"size": _of(sizes, at), "marker": {"opacity": _of(opacities, at)}}
        named = {"name": group.name, "legendgroup": group.name}
        more = {"webgl": len(rows) > MAX_SVG_POINTS, "unselected": {"marker": {"opacity": 0.2}}}
        figure.add_trace(traces.draw_objects(objects, **style, **sized, **named, **more))
    figure.add_traces([traces.legend_entry(group.name, group.marker) for group in groups])
    figure.add_traces(_centre_numbers(groups, points[rows], scale))
    return note_sample(figure, len(rows), len(points), scale=scale)


def certainty_sizes(
    labels: MassTable, scale: float = 1.0, largest: float = LARGEST
) -> NDArray[np.float32]:
    """Diameters of markers [shape=(n,)]: the larger, the less nonspecific the label."""
    sizes = scale * (SMALLEST + (largest - SMALLEST) * (1.0 - labels.nonspecificity()))
    return sizes.astype(np.float32)


def _of(numbers: Numbers, members: Integers) -> Numbers:
    return numbers[members] if isinstance(numbers, np.ndarray) else numbers


def _centre_numbers(groups: list[Group], points: Floats, scale: float) -> list[go.Scatter]:
    """Each numbered class's number at the mean of its objects."""
    numbered = [group for group in groups if group.number is not None]
    if not numbered:
        return []
    centres = np.array([points[group.members].mean(axis=0) for group in numbered])
    texts = [f"<b>{group.number}</b>" for group in numbered]
    named = {"name": "class numbers", "textfont": {"size": FONT_SIZE * scale}, "legend": False}
    return [scatter(**places(centres), mode="text", text=texts, **named)]
