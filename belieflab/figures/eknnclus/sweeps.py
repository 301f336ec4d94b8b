"""EKNNclus sweep by sweep: labels spread over the points; number of clusters and energy.

Used by the EKNNclus page and by the code it exports, so both show the same.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
import plotly.graph_objects as go

from belieflab.clustering.eknnclus_sweeps import SweepStep
from belieflab.data.dataset import Dataset
from belieflab.data.projection import project
from belieflab.figures.common import canvas
from belieflab.figures.common.arrays import Floats, Integers
from belieflab.figures.common.canvas import FONT_SIZE, note_sample
from belieflab.figures.common.frames import Layer, frame_steps, moving_figure
from belieflab.figures.common.grid import limits_around
from belieflab.figures.common.hover import row_texts
from belieflab.figures.common.palette import OUTLINE_GREY
from belieflab.figures.common.trace import draw_steps
from belieflab.figures.common.traces import DrawnObjects, draw_objects, places, scatter
from belieflab.figures.common.view import View
from belieflab.figures.eknnclus.cluster_colours import give_colours

MAX_QUICK_POINTS = 1_000
"""Points up to which SVG moves fast enough; more are drawn on WebGL."""

MAX_NUMBERS = 80
"""Clusters up to which their numbers stand at their centres."""

FEW_SWEEPS = 14
"""Sweeps up to which every one has its mark on the axis."""

MARGIN = 0.04
POINTS, NUMBERS = 0, 1
"""Numbers of the traces that move."""


def draw_sweeps(
    dataset: Dataset,
    steps: Sequence[SweepStep],
    view: View | None = None,
    *,
    truth: Integers | None = None,
) -> go.Figure:
    """The points with a frame per sweep, coloured by cluster; `truth` stands in the hover texts."""
    view = view or View()
    points, titles = project(dataset, *view.axes_of(dataset))
    rows, last = view.rows(dataset.n), steps[-1]
    shown = frame_steps(steps)
    large = len(rows) > MAX_QUICK_POINTS
    colours = give_colours(middles(points, last.snapshot, last.n_clusters))
    codes = [colours.codes(step.snapshot[rows], step.founders, last.founders) for step in shown]
    sizes = np.bincount(last.snapshot).tolist()
    lines = [
        f"<br>at the end: cluster {cluster + 1} of {sizes[cluster]:,}"
        for cluster in last.snapshot[rows].tolist()
    ]
    hover = row_texts(rows, lines, truth, dataset.class_names)
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
        centres = [places(_centres(points, step, last.founders)) for step in shown]
        numbers = _draw_numbers(last.n_clusters, view.scale, **centres[-1], webgl=large)
        layers.append((numbers, centres))
    look = {"height": view.height, "scale": view.scale, "dragmode": "pan"}
    page = canvas.plane_sheet(titles, limits_around(points, MARGIN), legend=0, **look)
    figure = moving_figure(page.layout, [str(step.iteration) for step in shown], layers)
    return note_sample(figure, len(rows), dataset.n, scale=view.scale)


def middles(points: Floats, labels: Integers, n_clusters: int) -> Floats:
    """The mean of the points of every cluster [shape=(c, 2)]."""
    sizes = np.bincount(labels, minlength=n_clusters)
    sums = [np.bincount(labels, points[:, j], minlength=n_clusters) for j in range(points.shape[1])]
    return np.column_stack(sums) / sizes[:, None]


def _centres(points: Floats, step: SweepStep, stays: Integers) -> Floats:
    """Where the clusters that stay have their middle at that sweep [shape=(c, 2)]."""
    which = np.searchsorted(step.founders, stays)
    return middles(points, step.snapshot, step.n_clusters)[which]


def _draw_numbers(count: int, scale: float, **more: Any) -> go.Scatter | go.Scattergl:
    """The number of every cluster that stays, on a light disc that reads on any colour."""
    numbers = {"mode": "markers+text", "text": [str(k + 1) for k in range(count)]}
    font = {"size": (FONT_SIZE - 1) * scale, "color": "#1A1A1A"}
    disc = {"colour": "rgba(255, 255, 255, 0.8)", "edge": {"color": OUTLINE_GREY, "width": 0.5}}
    named = {"name": "numbers of the clusters", "size": 19 * scale}
    return scatter(**numbers, textfont=font, **disc, **named, **more)


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
    """The energy over sweeps; on the right the logarithm of the partition's plausibility pl.

    ln pl = -E + C, so one line is read on both axes.
    """
    energy = np.array([step.criterion for step in steps])
    figure = _draw(steps, energy, "energy E", height, scale)
    constant = steps[0].log_plausibility + steps[0].criterion
    low, high = figure.layout.yaxis.range
    # marks of its own on the right, not where those of E happen to be
    right = {"overlaying": "y", "side": "right", "range": [constant - low, constant - high]}
    figure.update_layout(
        yaxis={"nticks": 5, "title": {"text": ""}},
        yaxis2=canvas.axis("", scale=scale, showgrid=False, tickmode="auto", nticks=5, **right),
        margin=canvas.margins(28),
    )
    for text, place in (("energy E", 0.0), ("ln pl", 1.0)):
        canvas.write(figure, text, place, 1.0, font={"size": FONT_SIZE * scale})
    # an axis is drawn only where a trace uses it
    return figure.add_trace(scatter([0.0], [steps[0].log_plausibility], yaxis="y2", opacity=0))


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
