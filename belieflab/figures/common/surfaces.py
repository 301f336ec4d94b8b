"""What lies beneath the points: decision regions, how sure the decision is, or the density.

Each is one heat map of small whole numbers over a grid, so that many frames stay light.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray

from belieflab.figures.common.grid import Floats, Grid, Limits, draw_grid, lay_grid
from belieflab.figures.common.palette import ACCENT, CLEAR, class_colour, faded

REGIONS, CERTAINTY, DENSITY = "regions", "certainty", "density"
KINDS = (REGIONS, CERTAINTY, DENSITY)

COLUMNS, ROWS = 108, 80
STEPS = 12
"""Shades from doubtful to sure, and from empty to dense."""

DEEPEST = 14.0
"""Natural logarithms below the peak at which a density counts as nothing."""


@dataclass(frozen=True)
class Surface:
    """A grid on the plane, what its values mean, and how many components there are."""

    kind: str
    grid: Grid
    n_components: int


def lay_surface(kind: str, limits: Limits, n_components: int) -> Surface:
    """A surface over the whole plane."""
    return Surface(kind, lay_grid(limits, COLUMNS, ROWS), n_components)


def surface_values(surface: Surface, log_joint: Floats) -> NDArray[np.int16]:
    """Whole numbers for the heat map from ln π_k f_k at the places [shape=(ROWS, COLUMNS)].

    Regions: the class k with the largest. Certainty: STEPS shades per class, by its posterior
    between 1/K and 1. Density: STEPS shades by ln Σ_k π_k f_k below the peak; -1 is nothing.
    """
    top = log_joint.max(axis=1)
    best = log_joint.argmax(axis=1)
    nowhere = ~np.isfinite(top)
    with np.errstate(invalid="ignore"):
        total = top + np.log(np.exp(log_joint - top[:, None]).sum(axis=1))
        if surface.kind == REGIONS:
            values = best
        elif surface.kind == CERTAINTY:
            least = 1.0 / surface.n_components
            share = (np.exp(top - total) - least) / max(1.0 - least, 1e-12)
            values = best * STEPS + _shade(share)
        else:
            values = _shade(1.0 - (np.nanmax(total) - total) / DEEPEST)
    return np.where(nowhere, -1, values).astype(np.int16).reshape(surface.grid.shape)


def draw_surface(surface: Surface, values: NDArray[Any] | None) -> go.Heatmap:
    """The heat map of such values, pale enough for points to be read on it."""
    return draw_grid(surface.grid, values, _colours(surface), lowest=-1, name=surface.kind)


def _shade(share: Floats) -> NDArray[np.int64]:
    return np.clip(np.nan_to_num(share) * STEPS, 0, STEPS - 1).astype(np.int64)


def _colours(surface: Surface) -> list[str]:
    """One colour per value, the first for nothing."""
    classes = [class_colour(k, surface.n_components) for k in range(surface.n_components)]
    shades = [(step + 1) / STEPS for step in range(STEPS)]
    if surface.kind == REGIONS:
        return [CLEAR, *(faded(colour, 0.22) for colour in classes)]
    if surface.kind == CERTAINTY:
        return [CLEAR, *(faded(colour, 0.36 * shade) for colour in classes for shade in shades)]
    return [CLEAR, *(faded(ACCENT, 0.7 * shade**1.5) for shade in shades)]
