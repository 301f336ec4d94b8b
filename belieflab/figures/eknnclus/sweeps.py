"""The plane of EKNNclus: labels spreading over the points, sweep by sweep.

Used by the EKNNclus page and by the code it exports, so both show the same.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray

from belieflab.clustering.eknnclus_sweeps import SweepStep
from belieflab.data.dataset import Dataset
from belieflab.data.projection import project
from belieflab.figures.common.canvas import FONT_SIZE, note_sample, plane_sheet
from belieflab.figures.common.frames import Move, MovingFigure, pick_frames
from belieflab.figures.common.grid import Floats, limits_around
from belieflab.figures.common.hover import truth_lines
from belieflab.figures.common.palette import OUTLINE_GREY
from belieflab.figures.common.traces import DrawnObjects, draw_objects, places, scatter
from belieflab.figures.common.view import View
from belieflab.figures.eknnclus.cluster_colours import ClusterColours, give_colours

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
    last = steps[-1]
    plane = _SweepsPlane(
        view,
        points,
        view.rows(len(points)),
        give_colours(middles(points, last.snapshot, last.n_clusters)),
        last.founders,
    )
    traces = [plane.draw_points(last, _hover(dataset, plane.rows, last, truth))]
    if last.n_clusters <= MAX_NUMBERS:
        traces.append(plane.draw_numbers(last))
    page = plane_sheet(
        titles,
        limits_around(points, MARGIN),
        height=view.height,
        scale=view.scale,
        legend=0,
        dragmode="pan",
    )
    moves = [plane.move(steps[place], len(traces)) for place in pick_frames(len(steps))]
    figure = MovingFigure(traces, page.layout, moves)
    note_sample(figure, len(plane.rows), dataset.n, scale=view.scale)
    return figure


def middles(points: Floats, labels: Integers, n_clusters: int) -> Floats:
    """The mean of the points of every cluster [shape=(c, 2)]."""
    sizes = np.bincount(labels, minlength=n_clusters)
    sums = [np.bincount(labels, points[:, j], minlength=n_clusters) for j in range(points.shape[1])]
    return np.column_stack(sums) / sizes[:, None]


@dataclass(frozen=True)
class _SweepsPlane:
    """All points [shape=(n, 2)], the rows drawn, and the founders of the clusters that stay."""

    view: View
    points: Floats
    rows: Integers
    colours: ClusterColours
    stays: Integers

    @property
    def is_large(self) -> bool:
        return len(self.rows) > MAX_QUICK_POINTS

    def move(self, step: SweepStep, n_traces: int) -> Move:
        moved: dict[int, Any] = {POINTS: {"marker": {"color": self._codes(step)}}}
        if n_traces > NUMBERS:
            moved[NUMBERS] = places(self._centres(step))
        return str(step.iteration), moved

    def draw_points(self, step: SweepStep, hover: list[str]) -> go.Scatter | go.Scattergl:
        colours = {
            "colorscale": self.colours.scale(),
            "cmin": -0.5,
            "cmax": len(self.colours.palette) - 0.5,
            "showscale": False,
        }
        return draw_objects(
            DrawnObjects(self.points[self.rows], self.rows, hover, len(self.points)),
            webgl=self.is_large,
            legend=None,
            colour=self._codes(step),
            size=(5.5 if self.is_large else 8.0) * self.view.scale,
            edge={"color": OUTLINE_GREY, "width": 0.4},
            marker=colours,
        )

    def draw_numbers(self, step: SweepStep) -> go.Scatter | go.Scattergl:
        """The number of every cluster that stays, on a light disc that reads on any colour."""
        scale = self.view.scale
        return scatter(
            **places(self._centres(step)),
            mode="markers+text",
            name="numbers of the clusters",
            webgl=self.is_large,
            text=[str(k + 1) for k in range(step.n_clusters)],
            textfont={"size": (FONT_SIZE - 1) * scale, "color": "#1A1A1A"},
            colour="rgba(255, 255, 255, 0.8)",
            size=19 * scale,
            edge={"color": OUTLINE_GREY, "width": 0.5},
        )

    def _codes(self, step: SweepStep) -> NDArray[np.int16]:
        return self.colours.codes(step.snapshot[self.rows], step.founders, self.stays)

    def _centres(self, step: SweepStep) -> Floats:
        """Where the clusters that stay have their middle at that sweep [shape=(c, 2)]."""
        which = np.searchsorted(step.founders, self.stays)
        return middles(self.points, step.snapshot, step.n_clusters)[which]


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
