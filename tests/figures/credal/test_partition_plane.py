"""Outlines hold their points, keep their distance, and exist for a single point too."""

import numpy as np
import pytest
from scipy.spatial import ConvexHull

from belieflab.figures.credal.partition_plane import draw_around

REACH = (0.3, 0.1)


def outside(outline, points):
    """How far the points are outside at most; negative is inside."""
    hull = ConvexHull(outline)
    return (hull.equations[:, :2] @ points.T + hull.equations[:, 2:]).max()


@pytest.mark.parametrize("n", [1, 2, 3, 4, 50])
@pytest.mark.parametrize("flat", [False, True])
def test_points_lie_inside_whatever_their_number_and_shape(n, flat):
    points = np.random.default_rng(n).normal(size=(n, 2))
    if flat:
        points[:, 1] = 2 * points[:, 0]
    outline = draw_around(points, REACH)
    assert outside(outline, points) < 0
    np.testing.assert_array_equal(outline[0], outline[-1])
    np.testing.assert_allclose(outline[:, 0].max(), points[:, 0].max() + REACH[0])
    assert outline[:, 1].min() == pytest.approx(points[:, 1].min() - REACH[1])


def test_equal_points_and_none():
    assert draw_around(np.ones((5, 2)), REACH).shape == (17, 2)
    assert draw_around(np.empty((0, 2)), REACH).shape == (0, 2)
