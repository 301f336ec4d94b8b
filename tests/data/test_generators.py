import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from belieflab.data import load_sample
from belieflab.data.generators.clusters import APART, spread_centres
from belieflab.data.generators.gaussians import gaussian_centres, proportions
from belieflab.data.generators.lifetimes import weibull_parameters


def distances(centres):
    return np.sqrt(((centres[:, None] - centres) ** 2).sum(axis=2))


@given(classes=st.integers(2, 12), dimension=st.integers(1, 30), distance=st.floats(0.01, 10))
def test_neighbouring_centres_are_exactly_delta_apart(classes, dimension, distance):
    centres = gaussian_centres(classes, dimension, distance)
    apart = distances(centres)
    assert centres.shape == (classes, dimension)
    assert centres.mean(axis=0) == pytest.approx(0, abs=1e-9)
    others = apart[~np.eye(classes, dtype=bool)]
    assert others.min() == pytest.approx(distance)
    if dimension >= classes - 1:
        assert others == pytest.approx(distance)
    else:
        assert np.diag(apart, 1) == pytest.approx(distance)


def test_gaussians_follow_their_law():
    data = load_sample("gaussians", seed=5, size=20_000, dimension=10, distance=2.0)
    first, second = (data.X[data.truth == k] for k in (0, 1))
    gap = np.linalg.norm(first.mean(axis=0) - second.mean(axis=0))
    assert gap == pytest.approx(2.0, abs=4 * np.sqrt(4 / 20_000))
    assert np.cov(first.T) == pytest.approx(np.eye(10), abs=0.06)
    assert np.mean(data.truth == 0) == pytest.approx(0.5, abs=4 * 0.5 / np.sqrt(20_000))


def test_proportions_fall_geometrically():
    shares = proportions(3, 4.0)
    assert shares.sum() == pytest.approx(1)
    assert shares[0] / shares[1] == pytest.approx(2)
    assert shares[1] / shares[2] == pytest.approx(2)
    assert proportions(5, 1.0) == pytest.approx(0.2)
    data = load_sample("gaussians", seed=1, size=20_000, imbalance=3.0)
    assert np.mean(data.truth == 0) == pytest.approx(0.75, abs=4 * np.sqrt(0.75 * 0.25 / 20_000))


@pytest.mark.parametrize("clusters", [2, 20, 35, 50, 60])
def test_cluster_centres_keep_their_distance(clusters):
    for seed in range(5):
        apart = distances(spread_centres(np.random.default_rng(seed), clusters))
        assert apart[~np.eye(clusters, dtype=bool)].min() >= APART


def test_many_clusters_have_equal_sizes_and_the_asked_spread():
    data = load_sample("many-clusters", clusters=35, spread=1.0, seed=2)
    assert data.n == 35 * 150
    assert (np.bincount(data.truth) == 150).all()
    residuals = np.concatenate(
        [data.X[data.truth == k] - data.X[data.truth == k].mean(axis=0) for k in range(35)]
    )
    assert residuals.std() == pytest.approx(1.0, abs=0.03)


def test_rings_without_noise_lie_on_circles():
    data = load_sample("rings", rings=3, noise=0.0, size=301)
    assert np.linalg.norm(data.X, axis=1) == pytest.approx(data.truth + 1)
    assert np.bincount(data.truth).tolist() == [101, 100, 100]


def test_moons_without_noise_lie_on_two_half_circles():
    data = load_sample("moons", noise=0.0, size=200)
    upper, lower = (data.X[data.truth == k] for k in (0, 1))
    assert np.linalg.norm(upper, axis=1) == pytest.approx(1.0)
    assert (upper[:, 1] >= 0).all()
    assert np.linalg.norm(lower - [1.0, 0.5], axis=1) == pytest.approx(1.0)
    assert (lower[:, 1] <= 0.5).all()


def test_lifetimes_are_weibull():
    from scipy.stats import kstest

    data = load_sample("weibull", classes=3, size=3000, seed=4)
    shapes, scales = weibull_parameters(3, 1.5, 4.0, 2.5)
    assert (data.X > 0).all()
    assert shapes.tolist() == [1.5, 2.75, 4.0]
    assert scales.tolist() == [1.0, 2.5, 6.25]
    for k in range(3):
        for column in data.X[data.truth == k].T:
            test = kstest(column, "weibull_min", args=(shapes[k], 0, scales[k]))
            assert test.pvalue > 0.001


def test_lifetimes_with_the_smallest_shape_stay_positive_and_finite():
    data = load_sample("weibull", first_shape=0.3, last_shape=0.3, size=100_000)
    assert (data.X > 0).all()
    assert np.isfinite(data.X).all()
