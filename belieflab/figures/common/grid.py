"""A grid over a plane, the limits it spans, and heat maps of whole numbers on it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray

from belieflab.figures.common.arrays import Floats

Limits = tuple[tuple[float, float], tuple[float, float]]
"""The ranges of the horizontal and of the vertical axis."""


@dataclass(frozen=True)
class Grid:
    """The cells of a plane, by the coordinates of their middles."""

    x: Floats
    y: Floats

    @property
    def places(self) -> Floats:
        """The middle of every cell, row by row [shape=(cells, 2)]."""
        return np.stack(np.meshgrid(self.x, self.y), axis=-1).reshape(-1, 2)

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns."""
        return len(self.y), len(self.x)


def lay_grid(limits: Limits, columns: int, rows: int) -> Grid:
    """A grid of this number of cells over the whole plane."""
    return Grid(np.linspace(*limits[0], columns), np.linspace(*limits[1], rows))


def draw_grid(
    grid: Grid, values: NDArray[Any] | None, colours: Sequence[str], *, lowest: int = 0, **more: Any
) -> go.Heatmap:
    """A heat map of whole numbers from `lowest` on, each in its colour."""
    limits = {"zmin": lowest - 0.5, "zmax": lowest + len(colours) - 0.5}
    options = {"colorscale": stepped_scale(colours), "showscale": False, "hoverinfo": "skip"}
    x, y = grid.x.astype(np.float32), grid.y.astype(np.float32)
    return go.Heatmap(x=x, y=y, z=values, **(limits | options | more))


def limits_around(points: Floats, margin: float) -> Limits:
    """Ranges that hold the points [shape=(n, 2)], a share of the range kept free on each side.

    Points without a place are left out.
    """
    low, high = np.nanmin(points, axis=0), np.nanmax(points, axis=0)
    wide = np.where(high > low, high - low, 1.0) * margin
    (left, right), (bottom, top) = np.stack([low - wide, high + wide], axis=1).tolist()
    return (left, right), (bottom, top)


def stepped_scale(colours: Sequence[str]) -> list[list[float | str]]:
    """A colour scale of equal flat steps, so that neighbouring colours never blend."""
    count = len(colours)
    return [
        [(place + side) / count, colour] for place, colour in enumerate(colours) for side in (0, 1)
    ]
