"""How objects are looked at on a plane: axes, size of the picture, and which of them are drawn.

The number of objects drawn and the seed of their sample are decided here alone, so that a page and
the code it exports draw the same objects.
"""

from dataclasses import dataclass, field, fields
from typing import ClassVar

import numpy as np

from belieflab.belief.decision_costs import DecisionCosts, Matrix
from belieflab.data.dataset import Dataset
from belieflab.data.projection import default_axes
from belieflab.data.row_sample import draw_rows
from belieflab.figures.common.arrays import Floats, Integers

MAX_SVG_POINTS = 3_000
"""Points up to which a plane is drawn as SVG; more are drawn on WebGL."""

MAX_POINTS = 5_000

MAX_MOVING = 1_000
"""Drawn objects whose marks move with the frames; more keep those of the last."""


def placed_rows(points: Floats, seed: int = 0, limit: int = MAX_POINTS) -> Integers:
    """Which of these points [shape=(n, 2)] are drawn: those that have a place, or a sample."""
    placed = np.flatnonzero(np.isfinite(points).all(axis=1))
    return placed[sample_rows(len(placed), seed, limit)]


def sample_rows(n: int, seed: int = 0, limit: int = MAX_POINTS) -> Integers:
    """The rows that are drawn: all of them, or a seeded sample in increasing order."""
    return draw_rows(n, seed, limit)


@dataclass(frozen=True)
class View:
    """What every plane has.

    axes : keys of two axes; None for the first features or principal components
    height : pixels; `scale` : of type and marks, larger for a lecture hall
    seed : of the sample that is drawn where there are more than `max_points` objects
    """

    max_points: ClassVar[int] = MAX_POINTS

    axes: tuple[str, str] | None = None
    height: int = field(default=520, kw_only=True)
    scale: float = field(default=1.0, kw_only=True)
    seed: int = field(default=0, kw_only=True)

    def axes_of(self, dataset: Dataset) -> tuple[str, str]:
        """The axes on which these data are drawn."""
        return self.axes or default_axes(dataset)

    def rows(self, points: Floats) -> Integers:
        """Which of the objects at these points are drawn."""
        return placed_rows(points, self.seed, self.max_points)

    def arguments(self, dataset: Dataset) -> dict[str, object]:
        """The arguments of a view that shows the same of these data, defaults left out.

        Height and scale belong to the screen, and the seed counts only where a sample is drawn.
        """
        default = {each.name: each.default for each in fields(self)}
        default["axes"] = default_axes(dataset)
        chosen = {name: getattr(self, name) for name in default} | {"axes": self.axes_of(dataset)}
        if dataset.n <= self.max_points:
            chosen["seed"] = default["seed"]
        return {
            name: value
            for name, value in chosen.items()
            if value != default[name] and name not in ("height", "scale")
        }


@dataclass(frozen=True)
class DecidingView(View):
    """A view of decisions: for the most probable class unless costs are given.

    costs [shape=(K, K)], reject : as for `DecisionCosts`
    """

    costs: Matrix | None = field(default=None, kw_only=True)
    reject: float | None = field(default=None, kw_only=True)

    @property
    def rule(self) -> DecisionCosts:
        """How decisions are made."""
        return DecisionCosts(self.costs, self.reject)
