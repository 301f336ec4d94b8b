"""Masses of a credal partition: of one object, and of all."""

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray

from belieflab.belief.masks import cardinality
from belieflab.clustering import CredalPartition
from belieflab.figures.common.canvas import FONT_SIZE, axis, margins, names_axis, note, sheet
from belieflab.figures.common.heatmap import sorted_heatmap, thin_out
from belieflab.figures.common.hover import by_size, set_name
from belieflab.figures.common.mass_bars import LargestMasses
from belieflab.figures.common.palette import GRID_GREY

MAX_BARS = 6
MAX_OBJECTS = 1_500
MAX_SETS = 40
"""Sets drawn as rows of the heat map, those with the largest masses first to be kept."""


def object_masses(
    partition: CredalPartition, row: int, *, height: int = 220, scale: float = 1.0
) -> go.Figure:
    """The largest masses of one object as bars, what is left of them as one more."""
    count = max(2, min(MAX_BARS, int((height / scale - 75) / 21) - 1))
    largest = LargestMasses.of(partition, row, count, rest="more", fill=GRID_GREY)
    x = axis("mass", scale=scale, range=[0, 1.15], tickvals=[0, 0.5, 1])
    y = names_axis(largest.names, scale=scale, autorange="reversed")
    figure = sheet(height, scale=scale, xaxis=x, yaxis=y, margin=margins(4), bargap=0.3)
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
    counts = ((order, partition, "objects"), (columns, partition.focal, "sets"))
    parts = [
        f"{len(drawn):,} of {len(whole):,} {what}"
        for drawn, whole, what in counts
        if len(drawn) < len(whole)
    ]
    return note(figure, f"{' and '.join(parts)} are drawn") if parts else figure


def sort_by_set(partition: CredalPartition) -> NDArray[np.int64]:
    """Rows by their set, clusters before unions, ∅ last; in each the largest masses first."""
    sets = partition.sets()
    sizes = cardinality(partition.n_clusters, sets)
    sizes[sets == 0] = partition.n_clusters + 1
    return np.lexsort((-partition.mass.max(axis=1), sets, sizes))


def _shown_sets(partition: CredalPartition) -> list[int]:
    """Columns of the sets to draw: ∅, clusters, pairs, …; the heaviest where there are many."""
    heaviest = np.argsort(-partition.mass.mean(axis=0), kind="stable")[:MAX_SETS]
    return sorted(heaviest.tolist(), key=lambda j: by_size(int(partition.focal[j])))
