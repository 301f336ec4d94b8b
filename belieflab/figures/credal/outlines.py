"""Outlines around groups of points: the smallest rounded hull that keeps a little distance."""

import numpy as np
from numpy.typing import NDArray
from scipy.spatial import ConvexHull, QhullError

Floats = NDArray[np.float64]

CORNERS = 16
"""Corners of the small circle that is rolled around the points."""


def draw_around(points: Floats, reach: tuple[float, float]) -> Floats:
    """The closed outline [shape=(m, 2)] of points [shape=(n, 2)]; empty where there are none.

    The convex hull of ellipses with half axes `reach` around the points, so that one point or a
    row of points has an outline too.
    """
    if len(points) == 0:
        return np.empty((0, 2))
    turns = np.linspace(0.0, 2.0 * np.pi, CORNERS, endpoint=False)
    circle = np.column_stack([np.cos(turns), np.sin(turns)])
    scaled = points / np.asarray(reach)
    around = (_corners(scaled)[:, None] + circle).reshape(-1, 2)
    hull = around[ConvexHull(around).vertices]
    outline: Floats = np.concatenate([hull, hull[:1]]) * np.asarray(reach)
    return outline


def _corners(points: Floats) -> Floats:
    """The points that matter for the hull."""
    if len(points) <= 3:
        return points
    try:
        corners = ConvexHull(points).vertices.astype(np.int64)
    except QhullError:  # all on one line: its ends are enough
        corners = np.concatenate([points.argmin(axis=0), points.argmax(axis=0)])
    return points[corners]
