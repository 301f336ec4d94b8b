"""Regions of a plane coloured by a classifier's answer, shaded by its ignorance or conflict.

An answer is a set of classes: a single class has its colour, a union the blend of its classes and
hatching, no answer the grey of Ω, hatched too. Each is paler the more ignorance or conflict.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray

from belieflab.figures.common.grid import Floats, Grid, draw_grid, stepped_scale
from belieflab.figures.common.palette import CLEAR, OMEGA_GREY, faded, set_colour

Masks = NDArray[np.int64]

CELLS_PER_AXIS = 120
"""Cells of the regions along each axis."""

SHADES = 10
FAINTEST, FULLEST, HATCH = 0.05, 0.5, 0.3
"""Opacity at the palest and at the deepest shade, and what the stripes of a hatching add."""

STRIPE = 6
"""Cells from one stripe to the next, of which a third are the stripe."""


def is_hatched(mask: int) -> bool:
    """Whether an answer is not one single class."""
    return mask.bit_count() != 1


def region_values(grid: Grid, answers: Masks, pale: Floats, masks: Sequence[int]) -> Any:
    """Whole numbers for the heat map [shape=(rows, columns)], to be read by `region_colours`.

    `answers` [shape=(cells,)] among `masks`; `pale` [shape=(cells,)] from 0 (deepest) to 1.
    """
    kind = np.searchsorted(np.asarray(masks, dtype=answers.dtype), answers)
    deep = np.clip((1.0 - pale) * SHADES, 0, SHADES - 1).astype(np.int64)
    rows, columns = np.indices(grid.shape)
    striped = ((rows + columns) % STRIPE < STRIPE // 3).ravel().astype(np.int64)
    values = (2 * kind + striped) * SHADES + deep
    return values.astype(np.int16).reshape(grid.shape)


def region_colours(masks: Sequence[int], n_classes: int) -> dict[str, Any]:
    """The colour scale of the heat map with its limits; two stripes of each answer, all shades."""
    colours = [
        faded(_fill(mask, n_classes), FAINTEST + (FULLEST - FAINTEST) * deep / (SHADES - 1) + more)
        for mask in masks
        for more in (0.0, HATCH if is_hatched(mask) else 0.0)
        for deep in range(SHADES)
    ]
    return {"colorscale": stepped_scale(colours), "zmin": -0.5, "zmax": len(colours) - 0.5}


def empty_regions(grid: Grid) -> go.Heatmap:
    """The heat map before anything is known about its cells."""
    return draw_grid(grid, np.zeros(grid.shape, dtype=np.int16), [CLEAR], name="answers")


def _fill(mask: int, n_classes: int) -> str:
    return OMEGA_GREY if mask == 0 else set_colour(mask, n_classes)
