"""What a fitted ECM says of points, as other tools of scikit-learn do."""

import numpy as np
import pandas as pd
import pytest
from sklearn.cluster import KMeans
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import make_pipeline

from belieflab.clustering import CECM, ECM, SpatialECM

RNG = np.random.default_rng(0)
X = np.repeat([[0.0, 0.0], [5.0, 0.0], [2.0, 4.0]], 20, axis=0) + RNG.normal(size=(60, 2))
NEW = RNG.normal(size=(9, 2)) * 4


def test_distances_to_the_prototypes_are_those_of_kmeans():
    model = ECM(3, random_state=0).fit(X)
    peer = KMeans(3, init=model.prototypes_, n_init=1, max_iter=1).fit(X)
    peer.cluster_centers_ = model.prototypes_
    np.testing.assert_allclose(model.transform(NEW), peer.transform(NEW), rtol=1e-9)
    np.testing.assert_array_equal(ECM(3, random_state=0).fit_transform(X), model.transform(X))


@pytest.mark.parametrize("method", [ECM, CECM])
def test_distances_are_by_the_learned_metrics(method):
    model = method(3, metric="mahalanobis", random_state=0).fit(X)
    for k, centre in enumerate(model.prototypes_):
        expected = [np.sqrt((x - centre) @ model.metrics_[k] @ (x - centre)) for x in NEW]
        np.testing.assert_allclose(model.transform(NEW)[:, k], expected)


def test_the_least_distance_is_that_of_a_neighbourhood_for_pixels():
    image = RNG.normal(size=(5, 6))
    model = SpatialECM(2, random_state=0, neighbour_weight=0.0).fit(image)
    expected = np.abs(image.reshape(-1, 1) - model.prototypes_.ravel())
    np.testing.assert_allclose(model.transform(image), expected, atol=1e-7)


@pytest.mark.parametrize("method", [ECM, CECM])
def test_probabilities_are_pignistic(method):
    model = method(3, random_state=0).fit(X)
    np.testing.assert_array_equal(model.predict_proba(NEW), model.predict_mass(NEW).pignistic())
    np.testing.assert_allclose(model.predict_proba(NEW).sum(axis=1), 1)


def test_labels_are_those_of_the_partition_and_of_predict():
    model = ECM(3, random_state=0).fit(X)
    np.testing.assert_array_equal(model.labels_, model.partition_.labels())
    np.testing.assert_array_equal(model.labels_, model.predict(X))
    np.testing.assert_array_equal(ECM(3, random_state=0).fit_predict(X), model.labels_)
    assert model.labels_.dtype == np.int64


def test_columns_have_names_and_come_as_a_frame_where_asked():
    table = pd.DataFrame(X, columns=["width", "height"])
    model = ECM(3, random_state=0).set_output(transform="pandas").fit(table)
    assert model.get_feature_names_out().tolist() == ["ecm0", "ecm1", "ecm2"]
    found = model.transform(table)
    assert found.columns.tolist() == ["ecm0", "ecm1", "ecm2"]
    assert len(model.partition_) == 60


def test_it_is_a_step_of_a_pipeline():
    truth = np.repeat([0, 1, 2], 20)
    model = make_pipeline(ECM(3, random_state=0), LogisticRegression()).fit(X, truth)
    assert model.score(X, truth) > 0.8
