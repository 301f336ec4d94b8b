"""What lies beneath the points: regions of answers, how sure a decision is, or the density.

Each is one heat map of small whole numbers over a grid, so that many frames stay light.

An answer is a set of classes: a single class has its colour, a union the blend of its classes and
hatching, no answer the grey of Ω, hatched too. Each is paler the more ignorance or conflict.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray

from belieflab.figures.common import palette
from belieflab.figures.common.arrays import Floats, Integers
from belieflab.figures.common.grid import Grid, Limits, draw_grid, lay_grid, stepped_scale
from belieflab.figures.common.palette import CLEAR, Classes, faded, size_of

REGIONS, CERTAINTY, DENSITY = "regions", "certainty", "density"
KINDS = (REGIONS, CERTAINTY, DENSITY)

COLUMNS, ROWS = 108, 80
STEPS = 12
"""Shades from doubtful to sure, and from empty to dense."""

DEEPEST = 14.0
"""Natural logarithms below the peak at which a density counts as nothing."""

CELLS_PER_AXIS = 120
"""Cells of the regions of answers along each axis."""

SHADES = 10
FAINTEST, FULLEST, HATCH = 0.05, 0.5, 0.3
"""Opacity at the palest and at the deepest shade, and what the stripes of a hatching add."""

STRIPE = 6
"""Cells from one stripe to the next, of which a third are the stripe."""


@dataclass(frozen=True)
class Surface:
    """A grid on the plane, what its values mean, and the classes or components."""

    kind: str
    grid: Grid
    classes: Classes


def lay_surface(kind: str, limits: Limits, classes: Classes) -> Surface:
    """A surface over the whole plane."""
    return Surface(kind, lay_grid(limits, COLUMNS, ROWS), classes)


def surface_values(surface: Surface, log_joint: Floats) -> NDArray[np.int16]:
    """Whole numbers for the heat map from ln π_k f_k at the places [shape=(ROWS, COLUMNS)].

    Regions: the class k with the largest. Certainty: STEPS shades per class, by its posterior
    between 1/K and 1. Density: STEPS shades by ln Σ_k π_k f_k below the peak; -1 is nothing.
    """
    top, best = log_joint.max(axis=1), log_joint.argmax(axis=1)
    with np.errstate(invalid="ignore"):
        total = top + np.log(np.exp(log_joint - top[:, None]).sum(axis=1))
        if surface.kind == REGIONS:
            values = best
        elif surface.kind == CERTAINTY:
            least = 1.0 / size_of(surface.classes)
            share = (np.exp(top - total) - least) / max(1.0 - least, 1e-12)
            values = best * STEPS + _shade(share)
        else:
            values = _shade(1.0 - (np.nanmax(total) - total) / DEEPEST)
    return np.where(np.isfinite(top), values, -1).astype(np.int16).reshape(surface.grid.shape)


def draw_surface(surface: Surface, values: NDArray[Any] | None) -> go.Heatmap:
    """The heat map of such values, pale enough for points to be read on it."""
    classes = palette.class_colours(surface.classes)
    shades = [(step + 1) / STEPS for step in range(STEPS)]
    if surface.kind == REGIONS:
        colours = [faded(colour, 0.22) for colour in classes]
    elif surface.kind == CERTAINTY:
        colours = [faded(colour, 0.36 * shade) for colour in classes for shade in shades]
    else:
        colours = [faded(palette.ACCENT, 0.7 * shade**1.5) for shade in shades]
    return draw_grid(surface.grid, values, [CLEAR, *colours], lowest=-1, name=surface.kind)


def is_hatched(mask: int) -> bool:
    """Whether an answer is not one single class."""
    return mask.bit_count() != 1


def region_values(
    grid: Grid, answers: NDArray[Any], pale: Floats, masks: Sequence[int]
) -> NDArray[np.int16]:
    """Whole numbers for the heat map [shape=(rows, columns)], to be read by `region_colours`.

    `answers` [shape=(cells,)] among `masks`; `pale` [shape=(cells,)] from 0 (deepest) to 1.
    """
    kind = np.searchsorted(np.asarray(masks, dtype=answers.dtype), answers)
    deep = np.clip((1.0 - pale) * SHADES, 0, SHADES - 1).astype(np.int64)
    rows, columns = np.indices(grid.shape)
    striped = ((rows + columns) % STRIPE < STRIPE // 3).ravel().astype(np.int64)
    return ((2 * kind + striped) * SHADES + deep).astype(np.int16).reshape(grid.shape)


def region_colours(masks: Sequence[int], n_classes: int) -> dict[str, Any]:
    """The colour scale of the heat map with its limits; two stripes of each answer, all shades."""
    fills = {mask: palette.set_colour(mask, n_classes) for mask in masks} | {0: palette.OMEGA_GREY}
    colours = [
        faded(fills[mask], FAINTEST + (FULLEST - FAINTEST) * deep / (SHADES - 1) + more)
        for mask in masks
        for more in (0.0, HATCH if is_hatched(mask) else 0.0)
        for deep in range(SHADES)
    ]
    return {"colorscale": stepped_scale(colours), "zmin": -0.5, "zmax": len(colours) - 0.5}


def _shade(share: Floats) -> Integers:
    return np.clip(np.nan_to_num(share) * STEPS, 0, STEPS - 1).astype(np.int64)
