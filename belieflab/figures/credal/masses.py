"""Masses of a credal partition: of one object, of all, and of one set over the plane.

The last is what an object would give to the set if it lay there.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import plotly.graph_objects as go

from belieflab.belief import Frame
from belieflab.belief.masks import cardinality
from belieflab.clustering import CredalPartition
from belieflab.clustering.clusterer import CredalClusterer
from belieflab.clustering.step_states import masses_at
from belieflab.data.dataset import Dataset
from belieflab.data.matching import Matching
from belieflab.data.projection import project
from belieflab.figures.common import canvas
from belieflab.figures.common.arrays import Floats, Integers
from belieflab.figures.common.canvas import FONT_SIZE, sheet
from belieflab.figures.common.frames import Layer
from belieflab.figures.common.grid import Grid, draw_grid, lay_grid
from belieflab.figures.common.heatmap import sorted_heatmap, thin_out
from belieflab.figures.common.hover import by_size, set_name
from belieflab.figures.common.mass_bars import largest_masses
from belieflab.figures.common.palette import CLEAR, GRID_GREY, OUTLINE_GREY, faded, set_colour
from belieflab.figures.common.text import plain
from belieflab.figures.common.traces import on_hover
from belieflab.figures.common.view import View
from belieflab.figures.credal.partition_plane import partition_limits

COLUMNS, ROWS = 96, 72
SLOW_COLUMNS, SLOW_ROWS = 36, 27
SHADES, STEP = 12, 256
"""Bands of a mass over the plane, and the whole numbers that one of them takes."""

MAX_BARS = 6
MAX_OBJECTS = 1_500
MAX_SETS = 40
"""Sets drawn as rows of the heat map, those with the largest masses first to be kept."""

CAMERA = {"eye": {"x": 1.3, "y": -1.8, "z": 1.05}, "center": {"x": -0.12, "y": -0.08, "z": -0.12}}


def fill_in(dataset: Dataset, axes: tuple[str, str], places: Floats) -> Floats:
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

    model : a fitted model of the points `X` [shape=(n, p)]; `mask` : the set
    behind : the point at every place of the grid [shape=(rows · columns, p)]
    groups : the classes of the clusters, whose colours and names are drawn
    """

    model: CredalClusterer
    X: Floats
    mask: int
    grid: Grid
    behind: Floats
    groups: Matching

    @property
    def title(self) -> str:
        """What is drawn: the mass of the set."""
        frame = self.model.partition_.frame
        frame = Frame(self.groups.names("cluster")) if self.groups.matched else frame
        return f"m({frame.format(self.mask)})"

    @cached_property
    def masses(self) -> Floats:
        """The mass of the set at every place [shape=(rows, columns)], at the last step."""
        found = self._masses(-1)
        assert found is not None  # noqa: S101  (every method knows its last step)
        return found

    @property
    def top(self) -> float:
        """The mass of the darkest band: the largest up to the next tenth, for round numbers."""
        return min(max(float(np.ceil(self.masses.max() * 10 - 1e-9)) / 10, 0.1), 1.0)

    def layer(self, steps: Sequence[int], scale: float) -> Layer:
        """The heat map of bands 0 … SHADES - 1, at every step whose masses are known."""
        found, shades = [self._masses(step) for step in steps], SHADES / self.top
        # between whole bands too, so that their borders are lines and not steps
        heights = [None if each is None else each * shades - 0.5 for each in found]
        bands = [
            None if each is None else (STEP * each.clip(-0.5, SHADES - 0.51)).astype(np.int16)
            for each in heights
        ]
        # black would be lost on a dark page
        colour = set_colour(self.mask, self.groups)
        colour = colour if self.mask else OUTLINE_GREY
        colours = [faded(colour, 0.85 * (band / (SHADES - 1)) ** 0.9) for band in range(SHADES)]
        values = (STEP * (np.linspace(0, SHADES, 5) - 0.5)).tolist()
        texts = [f"{tick:g}" for tick in np.linspace(0, self.top, 5)]
        ticks = {"tickmode": "array", "tickvals": values, "ticktext": texts, "outlinewidth": 0}
        bar = canvas.colour_bar(plain(self.title), scale=scale, **ticks)
        look: dict[str, Any] = {"name": "mass", "showscale": None, "colorbar": bar}
        look |= {"zsmooth": "best", "zmin": -0.5 * STEP, "zmax": (SHADES - 0.5) * STEP}
        drawn = draw_grid(self.grid, bands[-1], colours, **look)
        return drawn, [None if each is None else {"z": each} for each in bands]

    def _masses(self, step: int) -> Floats | None:
        found = masses_at(self.model, self.X, self.behind, step)
        return None if found is None else found.mass_of(self.mask).reshape(self.grid.shape)


def lay_mass_grid(
    dataset: Dataset,
    model: CredalClusterer,
    mask: int,
    view: View | None = None,
    groups: Matching | None = None,
) -> MassGrid:
    """A grid for one set over the limits of the plane."""
    groups = groups or Matching((-1,) * model.partition_.n_clusters)
    view = view or View()
    axes = view.axes_of(dataset)
    points, _ = project(dataset, *axes)
    columns, rows = (COLUMNS, ROWS) if model.quick_masses else (SLOW_COLUMNS, SLOW_ROWS)
    grid = lay_grid(partition_limits(points[view.rows(points)]), columns, rows)
    return MassGrid(model, dataset.X, mask, grid, fill_in(dataset, axes, grid.places), groups)


def mass_surface(beneath: MassGrid, titles: tuple[str, str], *, height: int = 420) -> go.Figure:
    """The mass of one set over the plane as a surface in space."""
    names = (*titles, beneath.title)
    x, y, z = (plain(name) for name in names)
    heights = {"z": {"show": True, "start": 0.1, "end": 0.9, "size": 0.2}}
    colours = {"cmin": 0.0, "cmax": 1.0, "colorscale": "Cividis", "showscale": False}
    surface = go.Surface(
        x=beneath.grid.x.astype(np.float32),
        y=beneath.grid.y.astype(np.float32),
        z=beneath.masses.astype(np.float32),
        contours=heights,
        name=z,
        **colours,
        **on_hover(f"{x} %{{x:.3g}}<br>{y} %{{y:.3g}}<br>{z} = %{{z:.3f}}"),
    )
    scene: dict[str, Any] = {
        f"{letter}axis": {
            "title": {"text": plain(name.split(" (")[0], 30), "font": {"size": FONT_SIZE}},
            "tickfont": {"size": FONT_SIZE - 3},
            "backgroundcolor": CLEAR,
        }
        for letter, name in zip("xyz", names, strict=True)
    }
    scene["zaxis"]["range"] = [0, 1]
    scene |= {"aspectmode": "manual", "aspectratio": {"x": 1.3, "y": 1.1, "z": 0.6}}
    scene["camera"] = CAMERA
    return sheet(height, margin={"l": 0, "r": 0, "t": 10, "b": 0}, scene=scene).add_trace(surface)


def object_masses(
    partition: CredalPartition,
    row: int,
    groups: Matching | None = None,
    *,
    height: int = 220,
    scale: float = 1.0,
) -> go.Figure:
    """The largest masses of one object as bars, what is left of them as one more."""
    count = max(2, min(MAX_BARS, int((height / scale - 75) / 21) - 1))
    font = {"size": (FONT_SIZE - 1) * scale}
    outside = {"textposition": "outside", "textfont": font, "cliponaxis": False}
    rest: dict[str, Any] = {"rest": "more", "fill": GRID_GREY, "digits": ".3f", **outside}
    names, drawn = largest_masses(partition, row, count, groups=groups, **rest)
    x = canvas.axis("mass", scale=scale, range=[0, 1.15], tickvals=[0, 0.5, 1])
    y = canvas.names_axis(names, scale=scale, autorange="reversed")
    figure = sheet(height, scale=scale, xaxis=x, yaxis=y, margin=canvas.margins(4), bargap=0.3)
    return figure.add_trace(drawn)


def mass_heatmap(
    partition: CredalPartition, *, dataset: Dataset | None = None, height: int = 420
) -> go.Figure:
    """The mass of every set (rows) for every object (columns), objects sorted by their set.

    Beyond 1,500 objects every so-many-th of the sorted ones is drawn, and beyond 40 sets those
    with the largest mean masses; the figure says so.
    """
    order = thin_out(sort_by_set(partition), MAX_OBJECTS)
    heaviest = np.argsort(-partition.mass.mean(axis=0), kind="stable")[:MAX_SETS]
    columns = sorted(heaviest.tolist(), key=lambda j: by_size(int(partition.focal[j])))
    figure = sorted_heatmap(
        partition.mass[order][:, columns].T,
        order,
        [set_name(partition.frame, int(partition.focal[j]), 30) for j in columns],
        ("objects, by the set of their largest mass", "set of clusters", "mass"),
        hover="%{customdata}<br>m(%{text}) = %{z:.3f}",
        dataset=dataset,
        name="masses",
        height=height,
    )
    counts = ((order, partition, "objects"), (columns, partition.focal, "sets"))
    parts = [
        f"{len(drawn):,} of {len(whole):,} {what}"
        for drawn, whole, what in counts
        if len(drawn) < len(whole)
    ]
    return canvas.note(figure, f"{' and '.join(parts)} are drawn") if parts else figure


def sort_by_set(partition: CredalPartition) -> Integers:
    """Rows by their set, clusters before unions, ∅ last; in each the largest masses first."""
    sets = partition.sets()
    sizes = cardinality(partition.n_clusters, sets)
    sizes[sets == 0] = partition.n_clusters + 1
    return np.lexsort((-partition.mass.max(axis=1), sets, sizes))
