import threading
import time

import numpy as np
import pytest
from sklearn.datasets import load_digits
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.manifold import TSNE

from belieflab import DataError, MassTable
from belieflab.answers import Answers
from belieflab.data import build_labels, load_sample
from belieflab.data.dataset import Dataset
from belieflab.data.planes import PLANES, embedding, lay_out, offered_planes
from belieflab.data.planes.discriminant import discriminant_axes
from belieflab.data.projection import axis_choices, default_axes, find_projection, project
from belieflab.iteration import StopFlag, Stopped, stop_scope


def correlations(found, expected):
    """Of each column with the column of the same number."""
    pairs = zip(found.T, expected.T, strict=True)
    return np.array([abs(np.corrcoef(*pair)[0, 1]) for pair in pairs])


@pytest.mark.parametrize("key", ["iris", "wine"])
def test_hard_labels_give_the_axes_of_scikit_learn(key):
    data = load_sample(key)
    labels = MassTable.from_hard(data.truth, data.frame)
    plane = lay_out(data, "lda", labels).plane
    expected = LinearDiscriminantAnalysis(n_components=2).fit_transform(data.X, data.truth)
    np.testing.assert_allclose(correlations(plane.coordinates, expected), 1.0, atol=1e-10)
    codes = np.eye(3)[data.truth]
    spread = plane.coordinates - codes @ (codes.T @ plane.coordinates / codes.sum(axis=0)[:, None])
    np.testing.assert_allclose(spread.T @ spread / data.n, np.eye(2), atol=1e-10)


def test_a_soft_label_counts_as_hard_ones_in_its_shares():
    iris = load_sample("iris")
    rng = np.random.default_rng(3)
    shares = rng.multinomial(4, [0.2, 0.3, 0.5], size=iris.n) / 4
    repeated = np.repeat(np.arange(iris.n), 4)
    hard = np.concatenate([np.repeat(np.arange(3), (row * 4).astype(int)) for row in shares])
    loadings, shift, count = discriminant_axes(iris.X, shares)
    expected = LinearDiscriminantAnalysis(n_components=2).fit(iris.X[repeated], hard)
    found, wanted = iris.X @ loadings - shift, expected.transform(iris.X)
    assert count == 2
    np.testing.assert_allclose(correlations(found, wanted), 1.0, atol=1e-9)


def test_two_classes_have_a_second_axis_that_is_uncorrelated_within_them():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(300, 4)) * [1.0, 5.0, 1.0, 0.2]
    codes = np.arange(300) % 2
    X[:, 0] += 3 * codes
    loadings, shift, count = discriminant_axes(X, np.eye(2)[codes])
    assert count == 1
    seen = X @ loadings - shift
    within = seen - np.array([seen[codes == k].mean(axis=0) for k in (0, 1)])[codes]
    np.testing.assert_allclose(within.T @ within / 300, np.eye(2), atol=1e-9)
    assert abs(seen[codes == 0, 1].mean() - seen[codes == 1, 1].mean()) < 1e-9


def test_constant_pixels_do_no_harm_and_labels_that_say_nothing_are_refused():
    pixels = load_digits()
    classes = tuple("0123456789")
    digits = Dataset(pixels.data, tuple(pixels.feature_names), pixels.target, classes)
    labels = MassTable.from_hard(digits.truth, digits.frame)
    assert np.isfinite(lay_out(digits, "lda", labels).plane.coordinates).all()
    with pytest.raises(DataError, match="needs labels"):
        lay_out(digits, "lda")
    with pytest.raises(DataError, match="tell classes apart"):
        lay_out(digits, "lda", MassTable.vacuous(digits.n, digits.frame))


def test_raw_components_are_those_of_the_covariance_matrix():
    wine = load_sample("wine")
    plane = lay_out(wine, "raw-pca").plane
    values = np.linalg.eigvalsh(np.cov(wine.X.T, bias=True))[::-1]
    np.testing.assert_allclose(plane.coordinates.var(axis=0), values[:2], rtol=1e-9)


def test_every_linear_plane_is_drawn_and_mapped_alike():
    iris = load_sample("iris")
    labels = build_labels("nonspecificity", iris, seed=2, ns=0.4)
    for kind in ("raw-pca", "lda"):
        laid = lay_out(iris, kind, labels)
        assert laid is lay_out(iris, kind, labels)
        assert default_axes(laid) == (f"{kind}1", f"{kind}2")
        assert {axis.key for axis in axis_choices(iris)} < {axis.key for axis in axis_choices(laid)}
        view, (points, titles) = (
            find_projection(laid, *default_axes(laid)),
            project(laid, "x1", "x2"),
        )
        assert titles == iris.feature_names[:2]
        points, titles = project(laid, *default_axes(laid))
        np.testing.assert_allclose(laid.X @ view.loadings - view.shift, points, atol=1e-9)
        part = laid.take(np.arange(5, 20))
        np.testing.assert_array_equal(part.plane.coordinates, points[5:20])
    other = build_labels("nonspecificity", iris, seed=3, ns=0.9)
    assert lay_out(iris, "lda", other).plane is not laid.plane


def test_tsne_is_that_of_scikit_learn_found_once_and_the_same_by_its_seed(monkeypatch):
    iris = load_sample("iris")
    data = Dataset(iris.X[::3].copy(), iris.feature_names)
    laid = lay_out(data, "tsne", seed=4)
    given = {"init": "pca", "perplexity": 49 / 3, "random_state": 4, "n_jobs": 1}
    expected = TSNE(**given).fit_transform(data.X)
    np.testing.assert_array_equal(laid.plane.coordinates, expected)
    assert find_projection(laid, *default_axes(laid)) is None
    monkeypatch.setattr(embedding, "_METHODS", {})  # whoever computes again fails
    again = lay_out(Dataset(data.X.copy(), data.feature_names), "tsne", seed=4)
    np.testing.assert_array_equal(again.plane.coordinates, expected)
    with pytest.raises(KeyError):
        lay_out(data, "tsne", seed=5)


def test_rows_beyond_the_limit_have_no_place(monkeypatch):
    monkeypatch.setattr(embedding, "MAX_ROWS", 30)
    asked = []
    monkeypatch.setitem(
        embedding._METHODS, "tsne", lambda X, seed: asked.append(len(X)) or X[:, :2] + seed
    )
    X = np.random.default_rng(11).normal(size=(50, 3))
    plane = lay_out(Dataset(X, ("a", "b", "c")), "tsne", seed=2).plane
    assert asked == [30]
    assert plane.n_left_out == 20
    placed = np.isfinite(plane.coordinates).all(axis=1)
    np.testing.assert_array_equal(plane.coordinates[placed], X[placed, :2] + 2)


def test_planes_are_for_more_than_two_features_of_points():
    assert not offered_planes(load_sample("butterfly"))
    assert "tsne" in offered_planes(load_sample("iris"))
    assert ("umap" in offered_planes(load_sample("iris"))) == PLANES["umap"].available()
    with pytest.raises(DataError, match="no plane 'mds'"):
        lay_out(load_sample("iris"), "mds")


def test_coordinates_that_are_kept_have_a_limit_in_bytes(monkeypatch):
    X = load_sample("iris").X
    monkeypatch.setattr(embedding, "_FOUND", Answers(3 * 150 * 2 * 8))
    monkeypatch.setitem(embedding._METHODS, "tsne", lambda X, seed: X[:, :2] + seed)
    for seed in range(6):
        assert (embedding.embed("tsne", X, seed) == X[:, :2] + seed).all()
    known = [embedding.find_known("tsne", X, seed) is not None for seed in range(6)]
    assert known == [False] * 3 + [True] * 3


@pytest.mark.slow  # its first call compiles for half a minute
def test_umap_is_offered_where_it_is_installed_and_the_same_by_its_seed(monkeypatch):
    pytest.importorskip("umap")
    iris = load_sample("iris")
    data = Dataset(iris.X[::3].copy(), iris.feature_names)
    assert "umap" in offered_planes(data)
    laid = lay_out(data, "umap", seed=4)
    assert laid.plane.titles == ("UMAP 1", "UMAP 2") and not laid.plane.linear
    places = laid.plane.coordinates
    assert places.shape == (50, 2) and np.isfinite(places).all()
    monkeypatch.setattr(embedding, "_FOUND", Answers())
    again = lay_out(Dataset(data.X.copy(), data.feature_names), "umap", seed=4)
    np.testing.assert_array_equal(again.plane.coordinates, places)
    truth = iris.truth[::3]
    far = np.linalg.norm(places[truth == 0].mean(axis=0) - places[truth > 0].mean(axis=0))
    assert far > 2 * places[truth == 0].std()  # setosa lies apart


def test_tsne_that_nobody_waits_for_ends_soon():
    X = np.random.default_rng(0).normal(size=(1_000, 5))
    embedding._place("tsne", X[:60], 0)  # imports
    flag, asked = StopFlag(), []
    timer = threading.Timer(1.0, lambda: (asked.append(time.perf_counter()), flag.set()))
    timer.start()
    with pytest.raises(Stopped), stop_scope(flag):
        embedding._place("tsne", X, 0)
    assert time.perf_counter() - asked[0] < 1.0
