"""What lies beneath the points: regions of answers, how sure a decision is, or the density.

Each is one small picture of whole numbers over a grid, so that many frames stay light.

An answer is a set of classes: a single class has its colour, a union the blend of its classes and
hatching, no answer the grey of Ω, hatched too. Each is fainter the more ignorance or conflict.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray

from belieflab.belief import Frame
from belieflab.belief.decision_costs import DecisionCosts
from belieflab.figures.common import palette
from belieflab.figures.common.arrays import Floats, Integers
from belieflab.figures.common.grid import Grid, Limits, lay_grid
from belieflab.figures.common.images import draw_image, fine_shape, paint, refine
from belieflab.figures.common.palette import CLEAR, Classes, faded, size_of

REGIONS, CERTAINTY, DENSITY = "regions", "certainty", "density"
KINDS = (REGIONS, CERTAINTY, DENSITY)

COLUMNS, ROWS = 108, 80
STEPS = 16
"""Shades from doubtful to sure, and from empty to dense."""

DEEPEST = 14.0
"""Natural logarithms below the peak at which a density counts as nothing."""

CELLS_PER_AXIS = 120
"""Cells of the regions of answers along each axis."""

SHADES = 16
FAINTEST, FULLEST, HATCH = 0.05, 0.5, 0.3
"""Opacity at the palest and at the deepest shade, and what the stripes of a hatching add."""

STRIPE = 18
"""Steps of the picture from one stripe to the next, of which a third are the stripe."""

NOTHING = -1e30
"""Logarithm of a density that is 0."""


@dataclass(frozen=True)
class Surface:
    """A grid on the plane, what its values mean, and the classes or components."""

    kind: str
    grid: Grid
    classes: Classes


def lay_surface(kind: str, limits: Limits, classes: Classes) -> Surface:
    """A surface over the whole plane."""
    return Surface(kind, lay_grid(limits, COLUMNS, ROWS), classes)


def surface_values(
    surface: Surface, log_joint: Floats, rule: DecisionCosts | None = None
) -> NDArray[np.int16]:
    """Whole numbers for the picture from ln π_k f_k at the places of the grid.

    Regions: the class k with the largest, or by the costs of `rule`. Certainty: STEPS shades per
    class, by its posterior between 1/K and 1. Density: STEPS shades by ln Σ_k π_k f_k below the
    peak; -1 is nothing, or no answer.
    """
    shape = surface.grid.shape
    values: NDArray[Any] = log_joint
    if min(shape) > 1:
        values, shape = refine(np.maximum(log_joint, NOTHING), shape), fine_shape(shape)
    heights: NDArray[Any] = np.ascontiguousarray(
        values.T
    )  # one row per class is quicker to compare
    top, best = heights.max(axis=0), heights.argmax(axis=0)
    shown, decides = top > 0.5 * NOTHING, rule is not None and not rule.is_plain
    with np.errstate(invalid="ignore"):
        over = np.exp(heights - top).sum(axis=0) if surface.kind != REGIONS or decides else top
        if rule is not None and decides and surface.kind != DENSITY:
            best, shown = _decide(rule, np.exp(heights - top) / over, shown)
        if surface.kind == REGIONS:
            values = best
        elif surface.kind == CERTAINTY:
            least = 1.0 / size_of(surface.classes)
            sure = np.take_along_axis(heights, best[None], axis=0)[0]
            share = (np.exp(sure - top) / over - least) / max(1.0 - least, 1e-12)
            values = best * STEPS + _shade(share)
        elif surface.kind == DENSITY:
            total = top + np.log(over)
            values = _shade(1.0 - (np.nanmax(total) - total) / DEEPEST)
    return np.where(shown, values, -1).astype(np.int16).reshape(shape)


def _decide(
    rule: DecisionCosts, shares: Floats, known: NDArray[np.bool_]
) -> tuple[Integers, NDArray[np.bool_]]:
    """The class decided for at each place [shares of shape (K, m)], and where there is one."""
    best = np.full(shares.shape[1], -1)
    frame = Frame([str(k) for k in range(len(shares))])
    best[known] = rule.decide_shares(shares.T[known], frame)
    return np.maximum(best, 0), best >= 0


def draw_surface(surface: Surface, values: NDArray[Any] | None) -> go.Image:
    """The picture of such values, pale enough for points to be read on it; None: of nothing."""
    codes = np.full(fine_shape(surface.grid.shape), -1) if values is None else values
    return draw_image(surface.grid, codes + 1, _surface_colours(surface), surface.kind)


def surface_contents(surface: Surface, values: NDArray[Any]) -> dict[str, str]:
    """The picture of other values, as an attribute of the trace."""
    return {"source": paint(values + 1, _surface_colours(surface))}


def _surface_colours(surface: Surface) -> list[str]:
    classes = palette.class_colours(surface.classes)
    shades = [(step + 1) / STEPS for step in range(STEPS)]
    if surface.kind == REGIONS:
        colours = [faded(colour, 0.22) for colour in classes]
    elif surface.kind == CERTAINTY:
        colours = [faded(colour, 0.36 * shade) for colour in classes for shade in shades]
    else:
        colours = [faded(palette.ACCENT, 0.7 * shade**1.5) for shade in shades]
    return [CLEAR, *colours]


def is_hatched(mask: int) -> bool:
    """Whether an answer is not one single class."""
    return mask.bit_count() != 1


def region_image(
    grid: Grid, fine: NDArray[Any], pale: Floats, masks: Sequence[int], n_classes: int
) -> str:
    """The picture of answers among the `masks` [shape=(fine cells,)].

    `pale` says how pale they are [shape=(cells,)].
    """
    shape, shades = fine_shape(grid.shape), refine(pale[:, None], grid.shape)[:, 0]
    return paint(region_values(shape, fine, shades, masks), region_colours(masks, n_classes))


def region_values(
    shape: tuple[int, int], answers: NDArray[Any], pale: NDArray[Any], masks: Sequence[int]
) -> NDArray[np.int16]:
    """Whole numbers for the picture, to be read by `region_colours`.

    `answers` [shape=(cells,)] among `masks`; `pale` [shape=(cells,)] from 0 (deepest) to 1.
    """
    kind = np.searchsorted(np.asarray(masks, dtype=answers.dtype), answers)
    deep = np.clip((1.0 - pale) * SHADES, 0, SHADES - 1).astype(np.int64)
    rows, columns = np.indices(shape)
    striped = ((rows + columns) % STRIPE < STRIPE // 3).ravel().astype(np.int64)
    return ((2 * kind + striped) * SHADES + deep).astype(np.int16).reshape(shape)


def region_colours(masks: Sequence[int], n_classes: int) -> list[str]:
    """The colours of the picture; two stripes of each answer, all shades."""
    fills = {mask: palette.set_colour(mask, n_classes) for mask in masks} | {0: palette.OMEGA_GREY}
    return [
        faded(fills[mask], FAINTEST + (FULLEST - FAINTEST) * deep / (SHADES - 1) + more)
        for mask in masks
        for more in (0.0, HATCH if is_hatched(mask) else 0.0)
        for deep in range(SHADES)
    ]


def _shade(share: Floats) -> Integers:
    return np.clip(np.nan_to_num(share) * STEPS, 0, STEPS - 1).astype(np.int64)
