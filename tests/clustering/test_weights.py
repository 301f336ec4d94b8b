"""An object of weight w counts as w copies of it would."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from belieflab import DataError
from belieflab.clustering import ECM, SpatialECM

RNG = np.random.default_rng(0)
X = np.repeat([[0.0, 0.0], [5.0, 0.0], [2.0, 4.0]], 20, axis=0) + RNG.normal(size=(60, 2))


@settings(max_examples=25, deadline=None)
@given(
    seed=st.integers(0, 10**6),
    beta=st.sampled_from([1.5, 2.0, 3.0]),
    metric=st.sampled_from(["euclidean", "mahalanobis"]),
    focal=st.sampled_from(["all", "simple", [1, 2, 4]]),
)
def test_weights_are_repetitions(seed, beta, metric, focal):
    weights = np.random.default_rng(seed).integers(0, 4, size=60)
    model = ECM(
        3, beta=beta, delta=4, focal=focal, init=X[[0, 20, 40]], metric=metric, max_iter=15, tol=0
    )
    weighted = model.fit(X, sample_weight=weights).history_.criterion
    prototypes, metrics, masses = model.prototypes_, model.metrics_, model.predict_mass(X).mass
    repeated = model.fit(np.repeat(X, weights, axis=0)).history_.criterion
    np.testing.assert_allclose(weighted, repeated, rtol=1e-10)
    np.testing.assert_allclose(prototypes, model.prototypes_, rtol=0, atol=1e-10)
    if metric == "mahalanobis":
        np.testing.assert_allclose(metrics, model.metrics_, rtol=0, atol=1e-9)
    np.testing.assert_allclose(masses, model.predict_mass(X).mass, rtol=0, atol=1e-10)


def test_equal_weights_change_the_criterion_by_their_factor_only():
    model = ECM(3, init=X[[0, 20, 40]])
    plain = model.fit(X).history_.criterion
    weighted = model.fit(X, sample_weight=np.full(60, 0.25)).history_.criterion
    np.testing.assert_allclose(weighted, plain / 4, rtol=1e-12)


def test_an_object_without_weight_has_masses_but_no_say():
    weights = np.ones(61)
    weights[-1] = 0.0
    points = np.append(X, [[50.0, 50.0]], axis=0)
    model = ECM(3, init=X[[0, 20, 40]]).fit(points, sample_weight=weights)
    alone = ECM(3, init=X[[0, 20, 40]]).fit(X)
    np.testing.assert_allclose(model.prototypes_, alone.prototypes_, atol=1e-9)
    assert len(model.partition_) == len(model.labels_) == 61
    assert model.partition_.outliers()[-1]


@pytest.mark.parametrize("init", ["kmeans++", "random"])
def test_starts_are_drawn_by_weight(init):
    weights = np.zeros(60)
    weights[[3, 25, 50]] = [1.0, 2.0, 3.0]
    for seed in range(5):
        model = ECM(3, init=init, max_iter=0, random_state=seed).fit(X, sample_weight=weights)
        assert sorted(map(tuple, model.prototypes_)) == sorted(map(tuple, X[[3, 25, 50]]))


def test_pixels_of_weight_0_are_masked():
    image = np.zeros((6, 8))
    image[:, 4:] = 2.0
    image[0, 0] = 90.0
    inside = np.ones(image.shape)
    inside[0, 0] = 0.0
    model = SpatialECM(2, delta=5, init=[[0.0], [2.0]], neighbour_weight=0)
    assert abs(model.fit(image, sample_weight=inside).prototypes_.ravel() - [0, 2]).max() < 1e-9


@pytest.mark.parametrize(
    "weights, sentence",
    [
        (np.zeros(60), "at least one non-zero number"),
        (np.append(np.ones(2), np.zeros(58)), "3 clusters need at least as many objects; found 2"),
    ],
)
def test_too_little_weight_raises_a_clear_error(weights, sentence):
    with pytest.raises(DataError, match=sentence):
        ECM(3).fit(X, sample_weight=weights)


@pytest.mark.parametrize("weights", [np.ones(5), -np.ones(60), np.full(60, np.nan)])
def test_bad_weights_are_refused(weights):
    with pytest.raises(DataError, match="weights of the objects cannot be used"):
        ECM(3).fit(X, sample_weight=weights)
