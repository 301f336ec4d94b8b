"""The plane of EKNNclus: labels spreading over the points, sweep by sweep.

Used by the EKNNclus page and by the code it exports, so both show the same.
"""

from collections.abc import Sequence

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray

from belieflab.clustering.eknnclus_sweeps import SweepStep
from belieflab.data.dataset import Dataset
from belieflab.data.projection import project
from belieflab.figures.common.canvas import FONT_SIZE, note_sample, plane_sheet
from belieflab.figures.common.frames import Layer, frame_steps, moving_figure
from belieflab.figures.common.grid import Floats, limits_around
from belieflab.figures.common.hover import truth_lines
from belieflab.figures.common.palette import OUTLINE_GREY
from belieflab.figures.common.traces import DrawnObjects, draw_objects, places, scatter
from belieflab.figures.common.view import View
from belieflab.figures.eknnclus.cluster_colours import give_colours

Integers = NDArray[np.int64]

MAX_QUICK_POINTS = 1_000
"""Points up to which SVG moves fast enough; more are drawn on WebGL."""

MAX_NUMBERS = 80
"""Clusters up to which their numbers stand at their centres."""

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
    limits = {"cmin": -0.5, "cmax": len(colours.palette) - 0.5}
    drawn = draw_objects(
        DrawnObjects(points[rows], rows, _hover(dataset, rows, last, truth), dataset.n),
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
        layers.append((_draw_numbers(centres[-1], last.n_clusters, large, view.scale), centres))
    page = plane_sheet(
        titles,
        limits_around(points, MARGIN),
        height=view.height,
        scale=view.scale,
        legend=0,
        dragmode="pan",
    )
    figure = moving_figure(page.layout, [str(step.iteration) for step in shown], layers)
    note_sample(figure, len(rows), dataset.n, scale=view.scale)
    return figure


def middles(points: Floats, labels: Integers, n_clusters: int) -> Floats:
    """The mean of the points of every cluster [shape=(c, 2)]."""
    sizes = np.bincount(labels, minlength=n_clusters)
    sums = [np.bincount(labels, points[:, j], minlength=n_clusters) for j in range(points.shape[1])]
    return np.column_stack(sums) / sizes[:, None]


def _centres(points: Floats, step: SweepStep, stays: Integers) -> Floats:
    """Where the clusters that stay have their middle at that sweep [shape=(c, 2)]."""
    which = np.searchsorted(step.founders, stays)
    return middles(points, step.snapshot, step.n_clusters)[which]


def _draw_numbers(
    centres: dict[str, NDArray[np.float32]], count: int, webgl: bool, scale: float
) -> go.Scatter | go.Scattergl:
    """The number of every cluster that stays, on a light disc that reads on any colour."""
    return scatter(
        **centres,
        mode="markers+text",
        name="numbers of the clusters",
        webgl=webgl,
        text=[str(k + 1) for k in range(count)],
        textfont={"size": (FONT_SIZE - 1) * scale, "color": "#1A1A1A"},
        colour="rgba(255, 255, 255, 0.8)",
        size=19 * scale,
        edge={"color": OUTLINE_GREY, "width": 0.5},
    )


def _hover(dataset: Dataset, rows: Integers, last: SweepStep, truth: Integers | None) -> list[str]:
    sizes = np.bincount(last.snapshot).tolist()
    texts = [
        f"<b>Row {row + 1}</b><br>at the end: cluster {cluster + 1} of {sizes[cluster]:,}"
        for row, cluster in zip(rows.tolist(), last.snapshot[rows].tolist(), strict=True)
    ]
    if truth is None:
        return texts
    known = truth_lines(truth[rows], dataset.class_names)
    return [f"{text}<br>{line}" for text, line in zip(texts, known, strict=True)]
