"""What is drawn is decided once: a view gives the same rows and the arguments to get them again."""

import numpy as np
import pytest

from belieflab.data.dataset import Dataset
from belieflab.figures.common.view import MAX_POINTS, MAX_SVG_POINTS, View, sample_rows
from belieflab.figures.credal import PartitionView
from belieflab.figures.mixture import MixtureView
from belieflab.figures.neighbours import ClassifierView

VIEWS = (View, MixtureView, ClassifierView, PartitionView)


def data(n):
    return Dataset(np.zeros((n, 2)), ("a", "b"))


@pytest.mark.parametrize("kind", VIEWS)
@pytest.mark.parametrize("n", [10, 2_001, 3_001, 4_999, 5_001])
def test_the_arguments_give_the_rows_again(kind, n):
    view = kind(seed=5, height=300, scale=1.5)
    arguments = view.arguments(data(n))
    points = np.zeros((n, 2))
    np.testing.assert_array_equal(kind(**arguments).rows(points), view.rows(points))
    assert (arguments == {"seed": 5}) == (n > kind.max_points)


def test_between_the_limits_neighbours_are_a_sample_and_mixtures_are_not():
    points = np.zeros(((MAX_SVG_POINTS + MAX_POINTS) // 2, 2))
    assert len(ClassifierView(seed=5).rows(points)) == MAX_SVG_POINTS
    assert len(MixtureView(seed=5).rows(points)) == len(points)
    assert not np.array_equal(ClassifierView(seed=5).rows(points), ClassifierView().rows(points))


def test_objects_without_a_place_are_not_drawn():
    points = np.zeros((6_000, 2))
    points[::2] = np.nan
    assert (MixtureView().rows(points) % 2 == 1).all()
    assert len(MixtureView().rows(points)) == 3_000
    assert len(PartitionView().rows(points)) == PartitionView.max_points


def test_arguments_leave_out_what_is_default():
    three = Dataset(np.zeros((4, 3)), ("a", "b", "c"))
    assert MixtureView(("pc1", "pc2"), "density").arguments(three) == {"show": "density"}
    assert MixtureView(("x1", "x3")).arguments(three) == {"axes": ("x1", "x3")}
    assert ClassifierView(cost=0.1).arguments(three) == {}
    rejecting = {"rule": "rejection", "cost": 0.1}
    assert ClassifierView(**rejecting).arguments(three) == rejecting


def test_a_sample_is_seeded_and_in_order():
    rows = sample_rows(100, seed=2, limit=10)
    assert len(rows) == 10 and (np.diff(rows) > 0).all()
    np.testing.assert_array_equal(rows, sample_rows(100, seed=2, limit=10))
