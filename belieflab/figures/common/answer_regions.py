"""The ground of a plane coloured by a classifier's answer and shaded by its ignorance or conflict.

An answer is a set of classes: a single class has its colour, a union the blend of its classes and
hatching, no answer the grey of Ω, hatched too. Each is paler the more ignorance or conflict.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray

from belieflab.figures.common.palette import OMEGA_GREY, faded, set_colour

Floats = NDArray[np.float64]
Masks = NDArray[np.int64]
Limits = tuple[tuple[float, float], tuple[float, float]]

SIZE = 120
"""Cells of the ground along each axis."""

SHADES = 10
FAINTEST, FULLEST, HATCH = 0.05, 0.5, 0.3
"""Opacity at the palest and at the deepest shade, and what the stripes of a hatching add."""

STRIPE = 6
"""Cells from one stripe to the next, of which a third are the stripe."""


@dataclass(frozen=True)
class Ground:
    """The cells of the plane, by the coordinates of their middles."""

    x: Floats
    y: Floats

    @property
    def places(self) -> Floats:
        """The middle of every cell [shape=(cells, 2)]."""
        return np.stack(np.meshgrid(self.x, self.y), axis=-1).reshape(-1, 2)


def lay_ground(limits: Limits, size: int = SIZE) -> Ground:
    """So many by so many cells over the whole picture."""
    return Ground(*(np.linspace(low, high, size) for low, high in limits))


def is_hatched(mask: int) -> bool:
    """Whether an answer is not one single class."""
    return mask.bit_count() != 1


def ground_values(ground: Ground, answers: Masks, pale: Floats, masks: Sequence[int]) -> Any:
    """Whole numbers for the heat map [shape=(rows, columns)], to be read by `ground_colours`.

    `answers` [shape=(cells,)] among `masks`; `pale` [shape=(cells,)] from 0 (deepest) to 1.
    """
    shape = (len(ground.y), len(ground.x))
    kind = np.searchsorted(np.asarray(masks, dtype=answers.dtype), answers)
    deep = np.clip((1.0 - pale) * SHADES, 0, SHADES - 1).astype(np.int64)
    rows, columns = np.indices(shape)
    striped = ((rows + columns) % STRIPE < STRIPE // 3).ravel().astype(np.int64)
    values = (2 * kind + striped) * SHADES + deep
    return values.astype(np.int16).reshape(shape)


def ground_colours(masks: Sequence[int], n_classes: int) -> dict[str, Any]:
    """The colour scale of the heat map with its limits; two stripes of each answer, all shades."""
    colours = [
        faded(_fill(mask, n_classes), FAINTEST + (FULLEST - FAINTEST) * deep / (SHADES - 1) + more)
        for mask in masks
        for more in (0.0, HATCH if is_hatched(mask) else 0.0)
        for deep in range(SHADES)
    ]
    edges = np.linspace(0.0, 1.0, len(colours) + 1).tolist()
    scale = [
        [edge, colour]
        for start, end, colour in zip(edges[:-1], edges[1:], colours, strict=True)
        for edge in (start, end)
    ]
    return {"colorscale": scale, "zmin": -0.5, "zmax": len(colours) - 0.5}


def empty_ground(ground: Ground) -> go.Heatmap:
    """The heat map before anything is known about its cells."""
    return go.Heatmap(
        x=ground.x.astype(np.float32),
        y=ground.y.astype(np.float32),
        z=np.zeros((len(ground.y), len(ground.x)), dtype=np.int16),
        zmin=-0.5,
        zmax=0.5,
        colorscale=[[0.0, "rgba(0, 0, 0, 0)"], [1.0, "rgba(0, 0, 0, 0)"]],
        showscale=False,
        hoverinfo="skip",
        name="answers",
    )


def _fill(mask: int, n_classes: int) -> str:
    return OMEGA_GREY if mask == 0 else set_colour(mask, n_classes)
