"""Masses of a credal partition: of one object, of all, and of one set over the plane."""

from typing import Any

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray

from belieflab.belief.masks import cardinality
from belieflab.clustering import CredalPartition
from belieflab.figures.common.canvas import FONT_SIZE, axis, margins, names_axis, note, sheet
from belieflab.figures.common.grid import Floats
from belieflab.figures.common.heatmap import sorted_heatmap, thin_out
from belieflab.figures.common.hover import set_name
from belieflab.figures.common.mass_bars import LargestMasses
from belieflab.figures.common.palette import CLEAR, GRID_GREY
from belieflab.figures.common.text import plain
from belieflab.figures.common.traces import on_hover
from belieflab.figures.credal.partition_plane import MassShading

MAX_BARS = 6
MAX_OBJECTS = 1_500
MAX_SETS = 40
"""Sets drawn as rows of the heat map, those with the largest masses first to be kept."""

CAMERA = {"eye": {"x": 1.3, "y": -1.8, "z": 1.05}, "center": {"x": -0.12, "y": -0.08, "z": -0.12}}


def object_masses(
    partition: CredalPartition, row: int, *, height: int = 220, scale: float = 1.0
) -> go.Figure:
    """The largest masses of one object as bars, what is left of them as one more."""
    count = max(2, min(MAX_BARS, int((height / scale - 75) / 21) - 1))
    largest = LargestMasses.of(partition, row, count, rest="more", fill=GRID_GREY)
    figure = sheet(
        height,
        scale=scale,
        xaxis=axis("mass", scale=scale, range=[0, 1.15], tickvals=[0, 0.5, 1]),
        yaxis=names_axis(largest.names, scale=scale, autorange="reversed"),
        margin=margins(4),
        bargap=0.3,
    )
    font = {"size": (FONT_SIZE - 1) * scale}
    outside = {"textposition": "outside", "textfont": font, "cliponaxis": False}
    return figure.add_trace(largest.draw(".3f", **outside))


def mass_heatmap(partition: CredalPartition, *, height: int = 420) -> go.Figure:
    """The mass of every set (rows) for every object (columns), objects sorted by their set.

    Beyond 1,500 objects every so-many-th of the sorted ones is drawn, and beyond 40 sets those
    with the largest mean masses; the figure says so.
    """
    order = thin_out(sort_by_set(partition), MAX_OBJECTS)
    columns = _shown_sets(partition)
    figure = sorted_heatmap(
        partition.mass[order][:, columns].T,
        order,
        [set_name(partition.frame, int(partition.focal[j]), 30) for j in columns],
        ("objects, sorted by the set with their largest mass", "set of clusters", "mass"),
        hover="row %{customdata}<br>m(%{text}) = %{z:.3f}",
        name="masses",
        height=height,
    )
    parts = []
    if len(order) < len(partition):
        parts.append(f"{len(order):,} of {len(partition):,} objects")
    if len(columns) < len(partition.focal):
        parts.append(f"{len(columns)} of {len(partition.focal):,} sets")
    if parts:
        note(figure, f"{' and '.join(parts)} are drawn")
    return figure


def sort_by_set(partition: CredalPartition) -> NDArray[np.int64]:
    """Rows by their set, clusters before unions, ∅ last; in each the largest masses first."""
    sets = partition.sets()
    sizes = cardinality(partition.n_clusters, sets)
    sizes[sets == 0] = partition.n_clusters + 1
    return np.lexsort((-partition.mass.max(axis=1), sets, sizes))


def mass_surface(
    shading: MassShading, masses: Floats, titles: tuple[str, str], *, height: int = 420
) -> go.Figure:
    """The mass of one set over the plane as a surface in space [masses: shape=(rows, columns)]."""
    x, y, z = (plain(title) for title in (*titles, shading.title))
    figure = sheet(height, margin={"l": 0, "r": 0, "t": 10, "b": 0})
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
            name=z,
            **on_hover(f"{x} %{{x:.3g}}<br>{y} %{{y:.3g}}<br>{z} = %{{z:.3f}}"),
        )
    )
    axes: list[dict[str, Any]] = [
        {
            "title": {"text": plain(title.split(" (")[0], 30), "font": {"size": FONT_SIZE}},
            "tickfont": {"size": FONT_SIZE - 3},
            "backgroundcolor": CLEAR,
        }
        for title in (*titles, shading.title)
    ]
    return figure.update_layout(
        scene={
            "xaxis": axes[0],
            "yaxis": axes[1],
            "zaxis": axes[2] | {"range": [0, 1]},
            "aspectmode": "manual",
            "aspectratio": {"x": 1.3, "y": 1.1, "z": 0.6},
            "camera": CAMERA,
        }
    )


def _shown_sets(partition: CredalPartition) -> list[int]:
    """Columns of the sets to draw: ∅, clusters, pairs, …; the heaviest where there are many."""
    columns = np.arange(len(partition.focal))
    if len(columns) > MAX_SETS:
        heaviest = np.argsort(-partition.mass.mean(axis=0), kind="stable")
        columns = heaviest[:MAX_SETS]
    masks = partition.focal
    return sorted(columns.tolist(), key=lambda j: (int(masks[j]).bit_count(), int(masks[j])))
