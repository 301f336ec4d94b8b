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
from belieflab.data.projection import default_axes, project
from belieflab.figures.common.canvas import FONT_SIZE, axis, note, sheet
from belieflab.figures.common.frames import pick_frames
from belieflab.figures.common.moving import Move, MovingFigure
from belieflab.figures.common.palette import OUTLINE_GREY
from belieflab.figures.common.plane import POINT_LIMIT, TOOL_BAR, shown_rows
from belieflab.figures.common.text import plain
from belieflab.figures.eknnclus.colours import ClusterColours, give_colours

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]

QUICK_LIMIT = 1_000
"""Points up to which SVG moves fast enough; more are drawn on WebGL."""

MOST_NUMBERS = 80
"""Clusters up to which their numbers stand at their centres."""

MARGIN = 0.04
POINTS, NUMBERS = 0, 1
"""Numbers of the traces that move."""


@dataclass(frozen=True)
class Look:
    """How a run is looked at: the two axes, and the size of the picture."""

    axes: tuple[str, str] | None = None
    height: int = 520
    scale: float = 1.0
    seed: int = 0


@dataclass(frozen=True)
class _Scene:
    points: Floats
    rows: Integers
    colours: ClusterColours
    stays: Integers
    kind: type

    def codes(self, step: SweepStep) -> NDArray[np.int16]:
        return self.colours.codes(step.snapshot[self.rows], step.founders, self.stays)

    def centres(self, step: SweepStep) -> Floats:
        """Where the clusters that stay have their middle at that sweep [shape=(c, 2)]."""
        places = np.searchsorted(step.founders, self.stays)
        return middles(self.points, step.snapshot, step.n_clusters)[places]


def draw_sweeps(
    dataset: Dataset,
    steps: Sequence[SweepStep],
    look: Look | None = None,
    *,
    truth: NDArray[np.int64] | None = None,
) -> go.Figure:
    """The points with a frame per sweep, coloured by cluster; `truth` is told on hover."""
    look = look or Look()
    points, titles = project(dataset, *(look.axes or default_axes(dataset)))
    rows = shown_rows(len(points), look.seed)
    last = steps[-1]
    colours = give_colours(middles(points, last.snapshot, last.n_clusters))
    kind = go.Scatter if len(rows) <= QUICK_LIMIT else go.Scattergl
    scene = _Scene(points, rows, colours, last.founders, kind)
    traces = [_draw_points(scene, last, look, _hover(dataset, scene, last, truth))]
    if last.n_clusters <= MOST_NUMBERS:
        traces.append(_draw_numbers(scene, last, look))
    across, up = _limits(points)
    page = sheet(
        look.height,
        scale=look.scale,
        xaxis=axis(titles[0], scale=look.scale, range=across),
        yaxis=axis(titles[1], scale=look.scale, range=up),
        margin={"l": 10, "r": 10, "t": TOOL_BAR, "b": 10},
        dragmode="pan",
    )
    moves = [_move(scene, steps[place], len(traces)) for place in pick_frames(len(steps))]
    figure = MovingFigure(traces, page.layout, moves=moves)
    if len(rows) < len(points):
        words = f"{POINT_LIMIT:,} of {len(points):,} objects are drawn"
        note(figure, words, scale=look.scale)
    return figure


def middles(points: Floats, labels: Integers, n_clusters: int) -> Floats:
    """The mean of the points of every cluster [shape=(c, 2)]."""
    sizes = np.bincount(labels, minlength=n_clusters)
    sums = [np.bincount(labels, points[:, j], minlength=n_clusters) for j in range(points.shape[1])]
    return np.column_stack(sums) / sizes[:, None]


def _move(scene: _Scene, step: SweepStep, n_traces: int) -> Move:
    kind = "scatter" if scene.kind is go.Scatter else "scattergl"
    moved: dict[int, Any] = {POINTS: {"type": kind, "marker": {"color": scene.codes(step)}}}
    if n_traces > NUMBERS:
        moved[NUMBERS] = {"type": kind, **_places(scene.centres(step))}
    return str(step.iteration), moved


def _draw_points(scene: _Scene, step: SweepStep, look: Look, hover: list[str]) -> Any:
    size = 8.0 if len(scene.rows) <= QUICK_LIMIT else 5.5
    return scene.kind(
        **_places(scene.points[scene.rows]),
        mode="markers",
        name="objects",
        marker={
            "color": scene.codes(step),
            "colorscale": scene.colours.scale(),
            "cmin": -0.5,
            "cmax": len(scene.colours.palette) - 0.5,
            "showscale": False,
            "size": size * look.scale,
            "line": {"color": OUTLINE_GREY, "width": 0.4},
        },
        customdata=scene.rows.astype(np.int32),
        hovertext=hover,
        hovertemplate="%{hovertext}<extra></extra>",
    )


def _draw_numbers(scene: _Scene, step: SweepStep, look: Look) -> Any:
    """The number of every cluster that stays, on a light ground that reads on any colour."""
    return scene.kind(
        **_places(scene.centres(step)),
        mode="markers+text",
        name="numbers of the clusters",
        text=[str(k + 1) for k in range(step.n_clusters)],
        textfont={"size": (FONT_SIZE - 1) * look.scale, "color": "#1A1A1A"},
        marker={
            "color": "rgba(255, 255, 255, 0.8)",
            "size": 19 * look.scale,
            "line": {"color": OUTLINE_GREY, "width": 0.5},
        },
        hoverinfo="skip",
    )


def _hover(
    dataset: Dataset, scene: _Scene, last: SweepStep, truth: NDArray[np.int64] | None
) -> list[str]:
    sizes = np.bincount(last.snapshot).tolist()
    names = [*(plain(name, 30) for name in dataset.class_names), "unknown"]
    texts = []
    for row in scene.rows.tolist():
        cluster = int(last.snapshot[row])
        text = f"<b>Row {row + 1}</b><br>at the end: cluster {cluster + 1} of {sizes[cluster]:,}"
        texts.append(text if truth is None else f"{text}<br>truth: {names[int(truth[row])]}")
    return texts


def _limits(points: Floats) -> list[list[float]]:
    low, high = points.min(axis=0), points.max(axis=0)
    wide = np.where(high > low, high - low, 1.0) * MARGIN
    limits: list[list[float]] = np.stack([low - wide, high + wide], axis=1).tolist()
    return limits


def _places(points: Floats) -> dict[str, NDArray[np.float32]]:
    return {"x": points[:, 0].astype(np.float32), "y": points[:, 1].astype(np.float32)}
