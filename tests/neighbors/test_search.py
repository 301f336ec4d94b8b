"""One stated order of neighbours, by distance and then by row, whatever finds them."""

import numpy as np
import pytest
from scipy.spatial.distance import cdist

from belieflab import DataError
from belieflab.neighbors import product_search
from belieflab.neighbors.search import NeighborSearch


def naive_order(distances, own=None):
    """Rows by distance, equal distances by row number; itself left out."""
    orders = []
    for i, row in enumerate(distances):
        order = np.lexsort((np.arange(len(row)), row))
        orders.append(order[order != i] if own else order)
    return np.array(orders)


def grid_points(rng, n, p):
    """Whole numbers: many duplicates and many exact ties."""
    return rng.integers(0, 3, size=(n, p)).astype(float)


@pytest.mark.parametrize("algorithm", ["auto", "kd_tree", "ball_tree", "brute"])
@pytest.mark.parametrize("k", [1, 4, 9])
def test_ties_and_duplicates_come_by_row(algorithm, k):
    rng = np.random.default_rng(k)
    points, queries = grid_points(rng, 60, 3), grid_points(rng, 40, 3)
    search = NeighborSearch(points, algorithm=algorithm)
    found = search.nearest(queries, k)
    expected = naive_order(cdist(queries, points))[:, :k]
    np.testing.assert_array_equal(found.index, expected)
    np.testing.assert_array_equal(
        found.distance, np.take_along_axis(cdist(queries, points), expected, axis=1)
    )


@pytest.mark.parametrize("algorithm", ["auto", "kd_tree", "brute"])
@pytest.mark.parametrize("k", [1, 5, 59])
def test_leaving_one_out_keeps_its_duplicates_but_not_itself(algorithm, k):
    points = grid_points(np.random.default_rng(0), 60, 2)
    found = NeighborSearch(points, algorithm=algorithm).nearest_of_training(k)
    np.testing.assert_array_equal(found.index, naive_order(cdist(points, points), own=True)[:, :k])
    assert (found.index != np.arange(60)[:, None]).all()
    assert (found.distance == 0).any()


def test_all_points_in_one_place():
    found = NeighborSearch(np.ones((8, 2))).nearest_of_training(3)
    np.testing.assert_array_equal(found.index[0], [1, 2, 3])
    np.testing.assert_array_equal(found.index[5], [0, 1, 2])


@pytest.mark.parametrize(("n", "p"), [(300, 2), (2500, 3), (2500, 8), (2500, 12), (300, 80)])
def test_whatever_way_is_taken_the_neighbours_are_the_same(n, p):
    rng = np.random.default_rng(n + p)
    points, queries = rng.normal(size=(n, p)), rng.normal(size=(30, p))
    found = NeighborSearch(points).nearest(queries, 6)
    reference = cdist(queries, points)
    np.testing.assert_array_equal(found.index, naive_order(reference)[:, :6])
    np.testing.assert_allclose(
        found.distance, np.take_along_axis(reference, found.index, axis=1), rtol=1e-13
    )


def test_points_far_from_the_origin_in_many_dimensions():
    """Matrix products lose half the digits there; the order must not show it."""
    rng = np.random.default_rng(3)
    points = grid_points(rng, 80, 20) + 2.0**20
    found = NeighborSearch(points, algorithm="brute").nearest_of_training(6)
    np.testing.assert_array_equal(found.index, naive_order(cdist(points, points), own=True)[:, :6])


@pytest.mark.parametrize("k", [1, 7, 40])
@pytest.mark.parametrize("step", [0.0, 1e-9, 1e-3])
def test_products_leave_the_exact_order(step, k):
    """Points on a sphere about each query, moved by steps at or below what a product resolves."""
    rng = np.random.default_rng(k)
    queries = rng.normal(size=(4, 50)) + 100.0
    directions = rng.normal(size=(300, 50))
    directions /= np.linalg.norm(directions, axis=1, keepdims=True)
    points = np.vstack([q + directions * (1.0 + step * rng.random((300, 1))) for q in queries])
    points[500:520] = points[100:120]
    search = NeighborSearch(points, algorithm="brute")
    expected = naive_order(cdist(queries, points))[:, :k]
    np.testing.assert_array_equal(search.nearest(queries, k).index, expected)
    of_training = search.nearest_of_training(k)
    reference = naive_order(cdist(points, points), own=True)[:, :k]
    np.testing.assert_array_equal(of_training.index, reference)


@pytest.mark.parametrize("factor", [1e-160, 1e-100, 1e100, 1e160])
def test_products_of_extreme_numbers(factor):
    rng = np.random.default_rng(0)
    points = rng.normal(size=(60, 20))
    found = NeighborSearch(factor * points, algorithm="brute").nearest(factor * points[:9], 5)
    reference = naive_order(cdist(factor * points[:9], factor * points))[:, :5]
    np.testing.assert_array_equal(found.index, reference)


def test_one_column_of_products_at_a_time(monkeypatch):
    monkeypatch.setattr(product_search, "POINTS", 7)
    monkeypatch.setattr(product_search, "QUERIES", 5)
    points = grid_points(np.random.default_rng(0), 60, 12)
    for k in (1, 5, 59):
        found = NeighborSearch(points, algorithm="brute").nearest_of_training(k)
        expected = naive_order(cdist(points, points), own=True)[:, :k]
        np.testing.assert_array_equal(found.index, expected)


@pytest.mark.parametrize("metric", ["manhattan", "chebyshev", "cosine", "canberra"])
def test_any_metric_of_scikit_learn(metric):
    rng = np.random.default_rng(1)
    points, queries = rng.random((50, 4)), rng.random((20, 4))
    found = NeighborSearch(points, metric).nearest(queries, 5)
    reference = cdist(queries, points, "cityblock" if metric == "manhattan" else metric)
    np.testing.assert_array_equal(found.index, naive_order(reference)[:, :5])
    np.testing.assert_allclose(
        found.distance, np.take_along_axis(reference, found.index, axis=1), atol=1e-12
    )


def test_minkowski_with_its_power():
    rng = np.random.default_rng(2)
    points = rng.random((40, 3))
    found = NeighborSearch(points, "minkowski", {"p": 3}).nearest(points, 4)
    reference = cdist(points, points, "minkowski", p=3)
    np.testing.assert_array_equal(found.index, naive_order(reference)[:, :4])


def test_given_distances_equal_measured_ones():
    rng = np.random.default_rng(4)
    points, queries = grid_points(rng, 50, 2), grid_points(rng, 30, 2)
    measured, given = NeighborSearch(points), NeighborSearch(cdist(points, points), "precomputed")
    for ours, theirs in (
        (given.nearest(cdist(queries, points), 7), measured.nearest(queries, 7)),
        (given.nearest_of_training(7), measured.nearest_of_training(7)),
    ):
        np.testing.assert_array_equal(ours.index, theirs.index)
        np.testing.assert_array_equal(ours.distance, theirs.distance)


def test_a_metric_that_gives_negative_distances_is_named():
    points = np.random.default_rng(0).random((12, 2))

    def signed(a, b):
        return float(a[0] - b[0])

    with pytest.raises(DataError, match="a distance is a number from 0 up"):
        NeighborSearch(points, signed, algorithm="brute").nearest(points, 3)
    with pytest.raises(DataError, match=r"row 2, column 1 is -0\.5"):
        NeighborSearch(np.array([[0.0, 1.0], [-0.5, 0.0]]), "precomputed")
