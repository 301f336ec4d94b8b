"""EKNNclus sweep by sweep: labels spread over the points; number of clusters and energy.

Used by the EKNNclus page and by the code it exports, so both show the same.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
import plotly.graph_objects as go

from belieflab.belief import MassTable
from belieflab.clustering.eknnclus_sweeps import SweepStep
from belieflab.data.dataset import Dataset
from belieflab.data.matching import Matching, match_groups
from belieflab.data.projection import project
from belieflab.figures.common import canvas
from belieflab.figures.common.arrays import Floats, Integers
from belieflab.figures.common.canvas import FONT_SIZE, note_sample
from belieflab.figures.common.frames import Layer, frame_steps, moving_figure
from belieflab.figures.common.grid import limits_around
from belieflab.figures.common.hover import row_texts
from belieflab.figures.common.palette import OUTLINE_GREY
from belieflab.figures.common.text import count_of, plain
from belieflab.figures.common.trace import draw_steps
from belieflab.figures.common.traces import DrawnObjects, draw_objects, places, scatter
from belieflab.figures.common.view import View
from belieflab.figures.eknnclus.cluster_colours import give_colours

MAX_QUICK_POINTS = 1_000
"""Points up to which SVG moves fast enough; more are drawn on WebGL."""

MAX_NUMBERS = 80
"""Clusters up to which their numbers or names stand above them."""

FEW_SWEEPS = 14
"""Sweeps up to which every one has its mark on the axis."""

MARGIN, NAME_LENGTH = 0.06, 14
POINTS, NUMBERS = 0, 1
"""Numbers of the traces that move."""


def draw_sweeps(
    dataset: Dataset,
    steps: Sequence[SweepStep],
    view: View | None = None,
    *,
    labels: MassTable | None = None,
    truth: Integers | None = None,
) -> go.Figure:
    """The points with a frame per sweep, coloured by cluster.

    Clusters at the end have the colours and names of the classes they match by the labels, or
    else by the `truth` [shape=(n,)], which also stands in the hover texts.
    """
    view = view or View()
    groups = match_clusters(dataset, steps[-1], labels, truth)
    names = [plain(name, NAME_LENGTH) for name in groups.names("cluster")]
    points, titles = project(dataset, *view.axes_of(dataset))
    rows, last = view.rows(points), steps[-1]
    everywhere = np.where(np.isnan(points), np.nanmean(points, axis=0), points)
    shown = frame_steps(steps)
    large = len(rows) > MAX_QUICK_POINTS
    colours = give_colours(middles(everywhere, last.snapshot, last.n_clusters), groups)
    codes = [colours.codes(step.snapshot[rows], step.founders, last.founders) for step in shown]
    sizes = np.bincount(last.snapshot).tolist()
    lines = [
        f"<br>at the end: {names[cluster]}, {count_of(sizes[cluster], 'object')}"
        for cluster in last.snapshot[rows].tolist()
    ]
    hover = row_texts(rows, lines, truth, dataset.class_names, dataset)
    limits = {"cmin": -0.5, "cmax": len(colours.palette) - 0.5}
    drawn = draw_objects(
        DrawnObjects(points[rows], rows, hover, dataset.n),
        webgl=large,
        legend=None,
        colour=codes[-1],
        size=(5.5 if large else 8.0) * view.scale,
        edge={"color": OUTLINE_GREY, "width": 0.4},
        marker={"colorscale": colours.scale(), **limits, "showscale": False},
    )
    layers: list[Layer] = [(drawn, [{"marker": {"color": code}} for code in codes])]
    if last.n_clusters <= MAX_NUMBERS:
        tops = [places(_tops(everywhere, step, last.founders)) for step in shown]
        texts = names if groups.matched else [str(k + 1) for k in range(last.n_clusters)]
        layers.append((_draw_names(texts, view.scale, **tops[-1], webgl=large), tops))
    look = {"height": view.height, "scale": view.scale, "dragmode": "pan"}
    page = canvas.plane_sheet(titles, limits_around(points, MARGIN), legend=0, **look)
    figure = moving_figure(page.layout, [str(step.iteration) for step in shown], layers)
    return note_sample(figure, len(rows), dataset.n, scale=view.scale)


def middles(points: Floats, labels: Integers, n_clusters: int) -> Floats:
    """The mean of the points of every cluster [shape=(c, 2)]."""
    sizes = np.bincount(labels, minlength=n_clusters)
    sums = [np.bincount(labels, points[:, j], minlength=n_clusters) for j in range(points.shape[1])]
    return np.column_stack(sums) / sizes[:, None]


def match_clusters(
    dataset: Dataset,
    last: SweepStep,
    labels: MassTable | None = None,
    truth: Integers | None = None,
) -> Matching:
    """Which class each cluster of the last sweep stands for."""
    given: dict[str, Any] = {"labels": labels, "truth": truth}
    return match_groups(last.snapshot, last.n_clusters, dataset.class_names, **given)


def _tops(points: Floats, step: SweepStep, stays: Integers) -> Floats:
    """Above the middle of the clusters that stay, at their highest object [shape=(c, 2)]."""
    which = np.searchsorted(step.founders, stays)
    across = middles(points, step.snapshot, step.n_clusters)[which, 0]
    highest = np.full(step.n_clusters, -np.inf)
    np.maximum.at(highest, step.snapshot, points[:, 1])
    return np.column_stack([across, highest[which]])


def _draw_names(names: Sequence[str], scale: float, **more: Any) -> go.Scatter | go.Scattergl:
    """The number or name of every cluster that stays, above it, so that it hides no object."""
    text = {"mode": "text", "text": [f"<b>{name}</b>" for name in names], "legend": False}
    font = {"textfont": {"size": FONT_SIZE * scale}, "textposition": "top center"}
    return scatter(name="names of the clusters", **text, **font, **more)


def draw_clusters(
    steps: Sequence[SweepStep], *, height: int = 220, scale: float = 1.0
) -> go.Figure:
    """The number of clusters over sweeps, upwards by powers of ten."""
    counts = np.array([step.n_clusters for step in steps], dtype=np.float64)
    figure = _draw(steps, counts, "clusters", height, scale)
    low, high = np.log10(counts.min()), np.log10(counts.max())
    margin = max(0.08 * (high - low), 0.05)
    marks = _marks(int(counts[0]), int(counts[-1]))
    ticks = {"tickvals": marks, "ticktext": [f"{mark:,}" for mark in marks]}
    return figure.update_yaxes(type="log", range=[low - margin, high + margin], **ticks)


def draw_energy(steps: Sequence[SweepStep], *, height: int = 220, scale: float = 1.0) -> go.Figure:
    """The energy over sweeps; the hover also tells the logarithm of the plausibility, C - E."""
    energy = np.array([step.criterion for step in steps])
    figure = _draw(steps, energy, "energy E", height, scale)
    logs = np.array([step.log_plausibility for step in steps])
    hover = "sweep %{x}<br>energy E %{y:,.2f}<br>ln pl %{customdata:,.2f}<extra></extra>"
    figure.data[0].update(customdata=logs, hovertemplate=hover)
    return figure.update_yaxes(nticks=5)


def _marks(first: int, last: int) -> list[int]:
    """Both ends, and the powers of ten that are not too near to them."""
    low, high = min(first, last), max(first, last)
    powers = [10**power for power in range(len(str(high)))]
    between = [power for power in powers if 1.8 * low < power < high / 1.8]
    return sorted({low, high, *between})


def _draw(
    steps: Sequence[SweepStep], values: np.ndarray, title: str, height: int, scale: float
) -> go.Figure:
    figure = draw_steps(steps, values, title, unit="sweep", height=height, scale=scale)
    return figure.update_xaxes(dtick=1) if len(steps) <= FEW_SWEEPS else figure
