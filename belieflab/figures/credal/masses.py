"""Masses of a credal partition: of one object, of all, and of one set over the plane."""

from typing import Any

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray

from belieflab.belief.masks import cardinality
from belieflab.clustering import CredalPartition
from belieflab.figures.common.canvas import FONT_SIZE, axis, note, sheet
from belieflab.figures.common.hover import set_name
from belieflab.figures.common.palette import GRID_GREY, OUTLINE_GREY, set_marker
from belieflab.figures.common.text import plain
from belieflab.figures.credal.partition_plane import MassShading

Floats = NDArray[np.float64]

MOST_BARS = 6
MOST_OBJECTS = 1_500
MOST_SETS = 40
"""Sets drawn as rows of the heat map, those with the largest masses first to be kept."""


def object_masses(
    partition: CredalPartition, row: int, *, height: int = 220, scale: float = 1.0
) -> go.Figure:
    """The largest masses of one object as bars, what is left of them as one more."""
    masses = partition.mass[row]
    order = [j for j in np.argsort(-masses, kind="stable").tolist() if masses[j] > 0]
    most = max(2, min(MOST_BARS, int((height / scale - 75) / 21) - 1))
    shown, rest = order[:most], order[most:]
    masks = [int(partition.focal[j]) for j in shown]
    names = [set_name(partition.frame, mask, 26) for mask in masks]
    values = [float(masses[j]) for j in shown]
    looks = [set_marker(mask, partition.n_clusters) for mask in masks]
    fills, rings = [look.fill for look in looks], [look.ring for look in looks]
    if rest:
        names.append(f"{len(rest)} more")
        values.append(float(masses[rest].sum()))
        fills.append(GRID_GREY)
        rings.append(OUTLINE_GREY)
    figure = sheet(
        height,
        scale=scale,
        xaxis=axis("mass", scale=scale, range=[0, 1.15], tickvals=[0, 0.5, 1]),
        yaxis=axis(
            "",
            scale=scale,
            showgrid=False,
            autorange="reversed",
            tickmode="array",
            tickvals=list(range(len(names))),
            ticktext=names,
        ),
        margin={"l": 10, "r": 10, "t": 4, "b": 10},
        bargap=0.3,
    )
    figure.add_trace(
        go.Bar(
            x=values,
            y=list(range(len(values))),
            orientation="h",
            marker={"color": fills, "line": {"color": rings, "width": 1.5}},
            text=[f"{value:.3f}" for value in values],
            textposition="outside",
            textfont={"size": (FONT_SIZE - 1) * scale},
            cliponaxis=False,
            hovertext=names,
            hovertemplate="m(%{hovertext}) = %{x:.4f}<extra></extra>",
            name="mass",
        )
    )
    return figure


def mass_heatmap(partition: CredalPartition, *, height: int = 420, scale: float = 1.0) -> go.Figure:
    """The mass of every set (rows) for every object (columns), objects sorted by their set.

    Beyond 1,500 objects every so-many-th of the sorted ones is drawn, and beyond 40 sets those
    with the largest mean masses; the figure says so.
    """
    order = sort_by_set(partition)
    if len(order) > MOST_OBJECTS:
        order = order[np.linspace(0, len(order) - 1, MOST_OBJECTS).astype(np.int64)]
    columns = _shown_sets(partition)
    values = partition.mass[order][:, columns].T.astype(np.float32)
    names = [set_name(partition.frame, int(partition.focal[j]), 30) for j in columns]
    size = FONT_SIZE * scale
    figure = sheet(
        height,
        scale=scale,
        xaxis=axis("objects, sorted by the set with their largest mass", scale=scale),
        yaxis=axis(
            "set of clusters",
            scale=scale,
            showgrid=False,
            autorange="reversed",
            tickmode="array",
            tickvals=list(range(len(names))),
            ticktext=names,
        ),
    )
    figure.add_trace(
        go.Heatmap(
            z=values,
            y=np.arange(len(names)),
            customdata=np.broadcast_to((order + 1).astype(np.int32), values.shape),
            text=np.broadcast_to(np.array(names)[:, None], values.shape).tolist(),
            zmin=0.0,
            zmax=1.0,
            colorscale="Cividis",
            colorbar={
                "title": {"text": "mass", "side": "right", "font": {"size": size}},
                "tickfont": {"size": size - 1},
                "thickness": 12,
            },
            hovertemplate="row %{customdata}<br>m(%{text}) = %{z:.3f}<extra></extra>",
            name="masses",
        )
    )
    words = []
    if len(order) < len(partition):
        words.append(f"{len(order):,} of {len(partition):,} objects")
    if len(columns) < len(partition.focal):
        words.append(f"{len(columns)} of {len(partition.focal):,} sets")
    if words:
        note(figure, f"{' and '.join(words)} are drawn", scale=scale)
    return figure


def sort_by_set(partition: CredalPartition) -> NDArray[np.int64]:
    """Rows by their set, clusters before unions, ∅ last; in each the largest masses first."""
    sets = partition.sets()
    sizes = cardinality(partition.n_clusters, sets)
    sizes[sets == 0] = partition.n_clusters + 1
    return np.lexsort((-partition.mass.max(axis=1), sets, sizes))


def mass_surface(
    shading: MassShading,
    masses: Floats,
    titles: tuple[str, str],
    *,
    height: int = 420,
    scale: float = 1.0,
) -> go.Figure:
    """The mass of one set over the plane as a surface in space [masses: shape=(rows, columns)]."""
    size = FONT_SIZE * scale
    figure = sheet(height, scale=scale, margin={"l": 0, "r": 0, "t": 10, "b": 0})
    figure.add_trace(
        go.Surface(
            x=shading.grid.x.astype(np.float32),
            y=shading.grid.y.astype(np.float32),
            z=masses.astype(np.float32),
            cmin=0.0,
            cmax=1.0,
            colorscale="Cividis",
            showscale=False,
            contours={"z": {"show": True, "start": 0.1, "end": 0.9, "size": 0.2}},
            hovertemplate=f"{plain(titles[0])} %{{x:.3g}}<br>{plain(titles[1])} %{{y:.3g}}<br>"
            f"{plain(shading.title, 60)} = %{{z:.3f}}<extra></extra>",
            name=plain(shading.title, 60),
        )
    )
    named: tuple[tuple[str, dict[str, Any]], ...] = (
        (titles[0], {}),
        (titles[1], {}),
        (shading.title, {"range": [0, 1]}),
    )
    axes = [
        {
            "title": {"text": plain(title.split(" (")[0], 30), "font": {"size": size}},
            "tickfont": {"size": size - 3},
            "backgroundcolor": "rgba(0,0,0,0)",
            **more,
        }
        for title, more in named
    ]
    figure.update_layout(
        scene={
            **dict(zip(("xaxis", "yaxis", "zaxis"), axes, strict=True)),
            "aspectmode": "manual",
            "aspectratio": {"x": 1.3, "y": 1.1, "z": 0.6},
            "camera": {
                "eye": {"x": 1.3, "y": -1.8, "z": 1.05},
                "center": {"x": -0.12, "y": -0.08, "z": -0.12},
            },
        }
    )
    return figure


def _shown_sets(partition: CredalPartition) -> list[int]:
    """Columns of the sets to draw: ∅, clusters, pairs, …; the heaviest where there are many."""
    columns = np.arange(len(partition.focal))
    if len(columns) > MOST_SETS:
        heaviest = np.argsort(-partition.mass.mean(axis=0), kind="stable")
        columns = heaviest[:MOST_SETS]
    masks = partition.focal
    return sorted(columns.tolist(), key=lambda j: (int(masks[j]).bit_count(), int(masks[j])))
