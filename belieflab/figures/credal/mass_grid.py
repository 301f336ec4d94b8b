"""The mass of one set over the plane: what an object would give it if it lay there."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from belieflab.clustering.clusterer import CredalClusterer
from belieflab.clustering.step_states import masses_at
from belieflab.data.dataset import Dataset
from belieflab.data.projection import project
from belieflab.figures.common.frames import Layer
from belieflab.figures.common.grid import Floats, lay_grid
from belieflab.figures.common.view import View
from belieflab.figures.credal.partition_plane import (
    SHADES,
    MassShading,
    mass_colour,
    partition_limits,
)

Axes = tuple[str, str]

COLUMNS, ROWS = 96, 72
SLOW_COLUMNS, SLOW_ROWS = 36, 27


def fill_in(dataset: Dataset, axes: Axes, places: Floats) -> Floats:
    """Points [shape=(m, p)] that are seen at these places [shape=(m, 2)] of the plane.

    Features that the plane does not show take the values of a straight-line fit to the two that
    it does: X ≈ a + places B by least squares. With two features this is exact.
    """
    seen, _ = project(dataset, *axes)
    design = np.column_stack([np.ones(dataset.n), seen])
    slopes = np.linalg.lstsq(design, dataset.X, rcond=None)[0]
    filled: Floats = np.column_stack([np.ones(len(places)), places]) @ slopes
    return filled


@dataclass(frozen=True)
class MassGrid:
    """A grid over the plane for the mass of one set, and the points behind its places.

    model : a fitted model of the points `X` [shape=(n, p)]
    mask : the set; `shading` : where and how its mass is drawn
    behind : the point at every place [shape=(rows · columns, p)]
    """

    model: CredalClusterer
    X: Floats
    mask: int
    shading: MassShading
    behind: Floats

    def masses(self) -> Floats:
        """The mass of the set at every place [shape=(rows, columns)], at the last step."""
        found = self._masses(-1)
        assert found is not None  # noqa: S101  (every method knows its last step)
        return found

    def layer(self, steps: Sequence[int], scale: float) -> Layer:
        """The heat map of bands 0 … SHADES - 1, at every step whose masses are known."""
        found = [self._masses(step) for step in steps]
        shades = SHADES / self.shading.top
        bands = [
            None if masses is None else np.clip(masses * shades, 0, SHADES - 1).astype(np.int16)
            for masses in found
        ]
        moved = [None if each is None else {"z": each} for each in bands]
        return self.shading.draw(bands[-1], scale), moved

    def _masses(self, step: int) -> Floats | None:
        found = masses_at(self.model, self.X, self.behind, step)
        return None if found is None else found.mass_of(self.mask).reshape(self.shading.grid.shape)


def lay_mass_grid(
    dataset: Dataset, model: CredalClusterer, mask: int, view: View | None = None
) -> MassGrid:
    """A grid for one set over the limits of the plane; its scale ends at the largest mass."""
    view = view or View()
    axes = view.axes_of(dataset)
    points, _ = project(dataset, *axes)
    frame = model.partition_.frame
    columns, rows = (COLUMNS, ROWS) if model.quick_masses else (SLOW_COLUMNS, SLOW_ROWS)
    grid = lay_grid(partition_limits(points[view.rows(dataset.n)]), columns, rows)
    shading = MassShading(f"m({frame.format(mask)})", mass_colour(mask, frame.size), grid)
    behind = fill_in(dataset, axes, grid.places)
    masses = MassGrid(model, dataset.X, mask, shading, behind)
    top = _round_up(float(masses.masses().max()))
    return replace(masses, shading=replace(shading, top=top))


def _round_up(mass: float) -> float:
    """To the next tenth, so that the scale has round numbers."""
    return min(max(float(np.ceil(mass * 10 - 1e-9)) / 10, 0.1), 1.0)
