import numpy as np
import pytest

from belieflab import DataError
from belieflab.data import projection
from belieflab.data.dataset import Dataset
from belieflab.data.projection import (
    axis_choices,
    default_axes,
    find_projection,
    principal_components,
    project,
)


def make(n=40, p=3, seed=0):
    X = np.random.default_rng(seed).normal(size=(n, p)) @ np.diag(np.arange(1.0, p + 1))
    return Dataset(X, tuple(f"f{j}" for j in range(p)))


def test_features_components_and_rows_can_be_axes():
    data = make()
    assert [axis.key for axis in axis_choices(data)] == ["x1", "x2", "x3", "pc1", "pc2", "row"]
    points, titles = project(data, "x3", "row")
    np.testing.assert_array_equal(points[:, 0], data.X[:, 2])
    np.testing.assert_array_equal(points[:, 1], np.arange(1, 41))
    assert titles == ("f2", "row number")


@pytest.mark.parametrize(
    ("p", "axes"), [(1, ("x1", "row")), (2, ("x1", "x2")), (5, ("pc1", "pc2"))]
)
def test_a_fitting_pair_of_axes_comes_first(p, axes):
    assert default_axes(make(p=p)) == axes
    points, _ = project(make(p=p), *axes)
    assert points.shape == (40, 2)


def test_an_axis_the_data_lack_is_refused():
    with pytest.raises(DataError, match="x9"):
        project(make(), "x9", "x1")


def test_components_are_those_of_the_correlation_matrix():
    data = make(n=200, p=4)
    scores, shares = principal_components(data.X)
    values = np.linalg.eigvalsh(np.corrcoef(data.X.T))[::-1]
    np.testing.assert_allclose(scores.var(axis=0), values[:2], rtol=1e-10)
    np.testing.assert_allclose(shares, values[:2] / 4, rtol=1e-10)
    assert abs(np.corrcoef(scores.T)[0, 1]) < 1e-10


def test_few_rows_take_the_same_view_as_many():
    X = make(n=30, p=10).X
    few, _ = principal_components(X)
    many, _ = principal_components(np.vstack([X, X]))
    np.testing.assert_allclose(few, many[:30], atol=1e-8)


def test_constant_and_equal_features_do_no_harm():
    X = np.ones((6, 3))
    scores, shares = principal_components(X)
    assert np.array_equal(scores, np.zeros((6, 2)))
    assert np.array_equal(shares, np.zeros(2))
    one_row, _ = principal_components(np.array([[1.0, 2.0]]))
    assert one_row.shape == (1, 2)


def test_the_share_stands_in_the_title():
    assert project(make(), "pc1", "pc2")[1][0].startswith("PCA 1 (")


@pytest.mark.parametrize("axes", [("x1", "x3"), ("pc1", "pc2"), ("x2", "pc1"), ("pc2", "pc2")])
def test_the_map_behind_the_view_gives_the_same_points(axes):
    data = make()
    view = find_projection(data, *axes)
    np.testing.assert_allclose(
        data.X @ view.loadings - view.shift, project(data, *axes)[0], atol=1e-12
    )


def test_no_feature_gives_the_row_number():
    assert not find_projection(make(), "x1", "row").loadings[:, 1].any()


def test_principal_axes_are_found_once_per_data_set(monkeypatch):
    asked = []
    find = projection.principal_axes
    monkeypatch.setattr(projection, "principal_axes", lambda X: asked.append(len(X)) or find(X))
    first, second = (Dataset(np.eye(5) + k, tuple("abcde")) for k in range(2))
    for dataset in (first, second, first):
        project(dataset, "pc1", "pc2")
        find_projection(dataset, "pc1", "pc2")
    assert asked == [5, 5]


def test_of_very_many_numbers_principal_axes_are_those_of_a_sample(monkeypatch):
    monkeypatch.setattr(projection, "MAX_PRODUCTS", 0.0)
    X = np.random.default_rng(0).standard_normal((4_000, 3))
    X[:, 1] += 2.0 * X[:, 0]
    dataset = Dataset(X, ("a", "b", "c"))
    points, titles = project(dataset, "pc1", "pc2")
    exact, _ = principal_components(X)
    assert titles[0].startswith("PCA 1 (about 6") and titles[0].endswith("% of the variance)")
    assert abs(np.corrcoef(points[:, 0], exact[:, 0])[0, 1]) > 0.99
    found = find_projection(dataset, "pc1", "pc2")
    assert X @ found.loadings - found.shift == pytest.approx(points)
