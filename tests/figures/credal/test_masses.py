"""Masses as bars, as a heat map and as a surface; the curve over the number of clusters."""

import numpy as np
import pytest

from belieflab import MassTable
from belieflab.clustering import ECM, CredalPartition
from belieflab.data.samples import load_sample
from belieflab.figures.common.curves import index_curve
from belieflab.figures.credal.masses import (
    MAX_SETS,
    lay_mass_grid,
    mass_heatmap,
    mass_surface,
    object_masses,
    sort_by_set,
)


@pytest.fixture(scope="module")
def butterfly():
    return load_sample("butterfly")


@pytest.fixture(scope="module")
def model(butterfly):
    return ECM(2, delta=5, random_state=0).fit(butterfly.X)


def test_the_heat_map_holds_every_mass_sorted_by_set(model):
    partition = model.partition_
    heat = mass_heatmap(partition).data[0]
    order = sort_by_set(partition)
    np.testing.assert_allclose(np.array(heat.z), partition.mass[order].T, rtol=1e-6)
    assert heat.text[3][0] == "Ω" and heat.customdata[0][0] == f"Row {order[0] + 1}"
    sizes = [bin(mask).count("1") or 9 for mask in partition.sets()[order].tolist()]
    assert sizes == sorted(sizes)


def test_many_sets_and_objects_are_thinned_and_said():
    rng = np.random.default_rng(0)
    mass = rng.dirichlet(np.ones(64), size=1600)
    partition = CredalPartition.of(MassTable(range(6), range(64), mass))
    figure = mass_heatmap(partition)
    assert np.array(figure.data[0].z).shape == (MAX_SETS, 1500)
    assert "1,500 of 1,600 objects and 40 of 64 sets" in figure.layout.annotations[0].text


def test_bars_of_one_object_sum_to_one():
    mass = np.random.default_rng(0).dirichlet(np.ones(16), size=2)
    partition = CredalPartition.of(MassTable(range(4), range(16), mass))
    bars = object_masses(partition, 1, height=260).data[0]
    assert sum(bars.x) == pytest.approx(1.0)
    assert bars.hovertext[-1] == "10 more" and max(bars.x[:-1]) == bars.x[0]


def test_the_surface_has_the_masses_as_heights(butterfly, model):
    grid = lay_mass_grid(butterfly, model, 1)
    masses = grid.masses
    surface = mass_surface(grid, ("x1 (units)", "x2"))
    np.testing.assert_allclose(np.array(surface.data[0].z), masses, rtol=1e-6)
    assert surface.layout.scene.xaxis.title.text == "x1"
    assert surface.layout.scene.zaxis.title.text == "m({ω1})"


def test_the_current_and_the_best_number_are_marked():
    counts, values = np.array([2, 3, 4]), np.array([0.5, 0.2, 0.4])
    figure = index_curve(counts, values, "N*", 4, 3)
    assert [trace.name for trace in figure.data] == ["index", "c = 4 on screen", "smallest: c = 3"]
    assert figure.data[1].x[0] == 4 and figure.data[2].y[0] == 0.2
    assert len(index_curve(counts, values, "N*", 9, None).data) == 1
