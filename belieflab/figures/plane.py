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
from belieflab.figures.canvas import FONT_SIZE, axis, note, sheet
from belieflab.figures.hover import describe_rows, set_name
from belieflab.figures.palette import (
    OMEGA_GREY,
    OUTLINE_GREY,
    Look,
    class_numbered,
    label_colours,
    set_look,
)
from belieflab.figures.text import plain

SVG_LIMIT = 3_000
POINT_LIMIT = 5_000
MOST_UNIONS = 8
"""Unions beyond the most frequent ones share one entry of the legend."""

SMALLEST, LARGEST = 5.0, 11.0
"""Marker diameters of a vacuous and of a sure label, in pixels."""

_NEUTRAL = Look(OMEGA_GREY, OUTLINE_GREY, 0.6, "circle")


@dataclass(frozen=True)
class _Group:
    """Objects that share one entry of the legend."""

    name: str
    look: Look
    rows: NDArray[np.int64]
    number: int | None = None


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
    if colour_by == "label" and labels is not None:
        groups = _label_groups(labels, rows)
        colours = np.array(label_colours(labels), dtype=object)
        sure = 1.0 - labels.nonspecificity()
    elif colour_by == "truth" and truth is not None:
        groups, colours, sure = _truth_groups(truth, class_names, rows), None, None
    else:
        groups, colours, sure = [_Group("objects", _NEUTRAL, rows)], None, None
    hover = dict(zip(rows.tolist(), describe_rows(rows, labels, truth, class_names), strict=True))
    figure = sheet(height, scale=scale, legend=len(groups) > 1 or groups[0].name != "objects")
    kind = go.Scatter if len(rows) <= SVG_LIMIT else go.Scattergl
    for group in groups:
        figure.add_trace(_trace(kind, group, points, hover, colours, sure, certainty, scale))
    figure.add_traces([_legend_entry(group) for group in groups])
    _number_centres(figure, groups, points, scale)
    figure.update_xaxes(axis(axis_titles[0], scale=scale))
    figure.update_yaxes(axis(axis_titles[1], scale=scale))
    if equal:
        figure.update_yaxes(scaleanchor="x", scaleratio=1)
    figure.update_layout(dragmode=dragmode)
    if len(rows) < len(points):
        note(figure, f"{len(rows):,} of {len(points):,} objects are drawn", scale=scale)
    return figure


def shown_rows(n: int, seed: int = 0, limit: int = POINT_LIMIT) -> NDArray[np.int64]:
    """The rows that are drawn: all of them, or a seeded sample in increasing order."""
    if n <= limit:
        return np.arange(n)
    return np.sort(np.random.default_rng(seed).choice(n, limit, replace=False))


def _label_groups(labels: MassTable, rows: NDArray[np.int64]) -> list[_Group]:
    """Objects by the focal set with their largest mass: classes, then unions, Ω, ∅."""
    size = labels.frame.size
    main = labels.focal[np.argmax(labels.mass[rows], axis=1)]
    masks, counts = np.unique(main, return_counts=True)
    unions = [int(mask) for mask in masks if 1 < int(mask).bit_count() < size]
    often = dict(zip(masks.tolist(), counts.tolist(), strict=True))
    rare = sorted(unions, key=lambda mask: -often[mask])[MOST_UNIONS:]
    groups = []
    for mask in sorted((int(m) for m in masks), key=lambda m: _legend_order(m, labels)):
        if mask not in rare:
            number = mask.bit_length() if mask.bit_count() == 1 and class_numbered(size) else None
            single = labels.frame.names[mask.bit_length() - 1] if mask.bit_count() == 1 else ""
            name = plain(single, 30) if single else set_name(labels.frame, mask, 30)
            name = name if number is None else f"{number} · {name}"
            groups.append(_Group(name, set_look(mask, size), rows[main == mask], number))
    if rare:
        look = Look(OMEGA_GREY, OUTLINE_GREY, 1.0, "diamond")
        groups.append(_Group("other unions", look, rows[np.isin(main, rare)]))
    return groups


def _legend_order(mask: int, labels: MassTable) -> tuple[int, int]:
    empty_last = labels.frame.size + 1
    return (mask.bit_count() or empty_last, mask)


def _truth_groups(
    truth: NDArray[np.int64], class_names: Sequence[str], rows: NDArray[np.int64]
) -> list[_Group]:
    size = len(class_names)
    groups = []
    for k, name in enumerate(class_names):
        members = rows[truth[rows] == k]
        if len(members):
            number = k + 1 if class_numbered(size) else None
            words = plain(name, 30) if number is None else f"{number} · {plain(name, 30)}"
            groups.append(_Group(words, set_look(1 << k, size), members, number))
    unknown = rows[truth[rows] < 0]
    if len(unknown):
        groups.append(_Group("unknown", _NEUTRAL, unknown))
    return groups


def _trace(
    kind: type,
    group: _Group,
    points: NDArray[np.float64],
    hover: dict[int, str],
    colours: NDArray[np.object_] | None,
    sure: NDArray[np.float64] | None,
    certainty: str,
    scale: float,
) -> go.Scatter | go.Scattergl:
    chosen = points[group.rows].astype(np.float32)
    marker = {
        "symbol": group.look.symbol,
        "color": group.look.fill if colours is None else colours[group.rows].tolist(),
        "line": {"color": group.look.ring, "width": group.look.ring_width},
        "size": 8.0 * scale,
        "opacity": 0.9,
    }
    if sure is not None and certainty == "size":
        sizes = SMALLEST + (LARGEST - SMALLEST) * sure[group.rows]
        marker["size"] = (scale * sizes).astype(np.float32)
    elif sure is not None and certainty == "opacity":
        marker["opacity"] = (0.25 + 0.7 * sure[group.rows]).astype(np.float32)
    return kind(
        x=chosen[:, 0],
        y=chosen[:, 1],
        mode="markers",
        name=group.name,
        legendgroup=group.name,
        showlegend=False,
        marker=marker,
        unselected={"marker": {"opacity": 0.2}},
        customdata=group.rows[:, None].astype(np.int32),
        hovertext=[hover[row] for row in group.rows.tolist()],
        hovertemplate="%{hovertext}<extra></extra>",
    )


def _legend_entry(group: _Group) -> go.Scatter:
    """An empty trace whose marker is the pure colour, not that of the group's first object."""
    return go.Scatter(
        x=[None],
        y=[None],
        mode="markers",
        name=group.name,
        legendgroup=group.name,
        hoverinfo="skip",
        marker={
            "symbol": group.look.symbol,
            "color": group.look.fill,
            "line": {"color": group.look.ring, "width": group.look.ring_width},
            "size": 10,
        },
    )


def _number_centres(
    figure: go.Figure, groups: list[_Group], points: NDArray[np.float64], scale: float
) -> None:
    """Write each numbered class's number at the mean of its objects."""
    numbered = [group for group in groups if group.number is not None]
    if not numbered:
        return
    centres = np.array([points[group.rows].mean(axis=0) for group in numbered], dtype=np.float32)
    figure.add_trace(
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
    )
