"""The plane that a classifier learns on, or that is a slice through what it learned from."""

import numpy as np
import pytest

from belieflab.data import load_sample
from belieflab.data.projection import find_projection
from belieflab.neighbors.planar import ALL, SHOWN, lay_plane

IRIS = load_sample("iris", seed=0)


@pytest.mark.parametrize("axes", [("x1", "x3"), ("pc1", "pc2"), ("pc1", "x4"), ("x2", "x2")])
def test_on_the_axes_shown_places_are_what_is_learned_from(axes):
    plane = lay_plane(IRIS, axes, SHOWN)
    np.testing.assert_array_equal(plane.features, plane.points)
    np.testing.assert_array_equal(plane.lift(plane.points), plane.points)
    np.testing.assert_array_equal(plane.see(plane.features), plane.points)


@pytest.mark.parametrize("axes", [("x1", "x3"), ("pc1", "pc2"), ("pc2", "x4")])
def test_a_slice_through_all_features_has_the_coordinates_of_its_places(axes):
    plane = lay_plane(IRIS, axes, ALL)
    assert plane.features is IRIS.X
    view = find_projection(IRIS, *axes)
    lifted = plane.lift(plane.points)
    np.testing.assert_allclose(lifted @ view.loadings - view.shift, plane.points, atol=1e-10)
    np.testing.assert_allclose(plane.see(IRIS.X), plane.points, atol=1e-10)


def test_features_that_are_not_shown_are_at_their_means():
    plane = lay_plane(IRIS, ("x1", "x3"), ALL)
    lifted = plane.lift(np.array([[5.0, 2.0], [6.0, 4.0]]))
    np.testing.assert_allclose(lifted[:, [0, 2]], [[5.0, 2.0], [6.0, 4.0]])
    np.testing.assert_allclose(lifted[:, [1, 3]], np.tile(IRIS.X.mean(axis=0)[[1, 3]], (2, 1)))


@pytest.mark.parametrize("source", [SHOWN, ALL])
def test_one_feature_is_learned_from_alone_whatever_the_row_number(source):
    one = load_sample("weibull", seed=0)
    one = type(one)(one.X[:, :1], one.feature_names[:1], one.truth, one.class_names)
    plane = lay_plane(one, ("x1", "row"), source)
    np.testing.assert_allclose(plane.lift(np.array([[2.5, 7.0], [2.5, 90.0]])), [[2.5], [2.5]])
    assert plane.features.shape == (one.n, 1)
    np.testing.assert_allclose(plane.see(np.array([[2.5]])), [[2.5, (one.n + 1) / 2]])
