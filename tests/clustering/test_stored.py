"""Stored models are small, and say what they know."""

import pickle

import numpy as np
import pytest
from scipy.spatial.distance import cdist

from belieflab import DataError
from belieflab.clustering import CECM, ECM, EVCLUS, RECM, EKNNclus, SpatialECM, eknnclus

RNG = np.random.default_rng(0)
X = np.repeat([[0.0, 0.0], [5.0, 0.0], [2.0, 4.0]], 20, axis=0) + RNG.normal(size=(60, 2))
NEW = X[:7] + 0.1
D = (cdist(X, X) + cdist(X, X).T) / 2
IMAGE = X[:, 0].reshape(6, 10)
KEEP_MASSES = {
    "CECM": (CECM(3, random_state=0), X, NEW),
    "RECM": (RECM(3, random_state=0), D, cdist(NEW, X)),
    "EVCLUS": (EVCLUS(3, random_state=0), X, NEW),
    "EVCLUS precomputed": (EVCLUS(3, random_state=0, metric="precomputed"), D, cdist(NEW, X)),
    "EKNNclus": (EKNNclus(8, random_state=0), X, NEW),
    "EKNNclus precomputed": (EKNNclus(8, random_state=0, metric="precomputed"), D, cdist(NEW, X)),
}
KEEP_NONE = {
    "ECM": (ECM(3, random_state=0), X, NEW),
    "Mahalanobis": (ECM(3, metric="mahalanobis", random_state=0), X, NEW),
    "SpatialECM": (SpatialECM(2, random_state=0), IMAGE, IMAGE[:4]),
}


def reload(model):
    return pickle.loads(pickle.dumps(model))


@pytest.mark.parametrize("name", KEEP_MASSES | KEEP_NONE)
def test_a_reloaded_model_predicts_as_before(name):
    model, data, new = (KEEP_MASSES | KEEP_NONE)[name]
    model.fit(data)
    stored = reload(reload(model))
    np.testing.assert_array_equal(stored.labels_, model.labels_)
    np.testing.assert_array_equal(stored.predict_mass(new).mass, model.predict_mass(new).mass)
    np.testing.assert_array_equal(stored.predict(new), model.predict(new))
    for what in ("transform", "predict_proba"):
        if hasattr(model, what):
            np.testing.assert_array_equal(getattr(stored, what)(new), getattr(model, what)(new))
    assert (stored.n_iter_, stored.ending_) == (model.n_iter_, model.ending_)
    assert (stored.criterion_, stored.converged_) == (model.criterion_, model.converged_)
    np.testing.assert_array_equal(stored.history_.criterion, model.history_.criterion)


@pytest.mark.parametrize("name", KEEP_MASSES)
def test_masses_that_nothing_else_can_give_are_stored(name):
    model, data, _ = KEEP_MASSES[name]
    model.fit(data)
    np.testing.assert_array_equal(reload(model).partition_.mass, model.partition_.mass)


@pytest.mark.parametrize("name", KEEP_NONE)
def test_a_reloaded_model_without_points_names_predict_mass(name):
    model, data, _ = KEEP_NONE[name]
    stored = reload(model.fit(data))
    with pytest.raises(DataError, match=r"^partition_ needs the training data.*predict_mass\(X\)"):
        _ = stored.partition_


def test_a_model_stopped_and_stored_has_its_labels():
    model = ECM(3, random_state=0)
    next(iter(model.iterate(X)))
    assert reload(model).labels_.tolist() == model.predict(X).tolist()


def test_an_unfitted_model_can_be_stored():
    assert reload(ECM(3)).get_params() == ECM(3).get_params()
    assert not hasattr(reload(EKNNclus()), "labels_")


def test_a_stored_model_has_a_byte_per_label_and_little_more():
    many = RNG.normal(size=(100_000, 10))
    model = ECM(3, focal="all", max_iter=5, random_state=0, tol=0).fit(many)
    assert len(pickle.dumps(model)) < 100_000 + 20_000
    _ = model.partition_
    assert len(pickle.dumps(model)) < 100_000 + 20_000
    assert "_training" in vars(model)
    assert model._training[0] is many


def test_a_graph_is_not_stored():
    model = EKNNclus(50, random_state=0).fit(RNG.normal(size=(2_000, 2)))
    masses = model.partition_.mass.nbytes
    assert len(pickle.dumps(model)) < masses + 2_000 * (2 + 1) * 8 + 20_000


def test_masses_of_very_many_clusters_are_not_stored(monkeypatch):
    monkeypatch.setattr(eknnclus, "STORED_MASSES", 19_999)
    model = EKNNclus(1, random_state=0).fit(np.arange(200.0)[:, None] // 2 * 10)
    stored = reload(model)
    assert stored.n_clusters_ == 100
    np.testing.assert_array_equal(stored.labels_, model.labels_)
    with pytest.raises(DataError, match="on 100 clusters were too many to be stored"):
        _ = stored.partition_


@pytest.mark.parametrize("name", KEEP_MASSES | KEEP_NONE)
def test_steps_are_kept_on_request_only(name):
    model, data, _ = (KEEP_MASSES | KEEP_NONE)[name]
    model = type(model)(**model.get_params())
    assert model.fit(data).history_.steps == []
    assert len(model.history_.criterion) == model.n_iter_ + 1
    model.set_params(keep_history=True).fit(data)
    assert [step.criterion for step in model.history_.steps] == model.history_.criterion.tolist()


def test_sweeps_that_are_not_kept_raise_a_clear_error():
    model = EKNNclus(8, random_state=0).fit(X)
    with pytest.raises(DataError, match="keep_history=True"):
        _ = model.sweeps_


def test_points_changed_after_the_fit_do_not_change_labels_and_are_noticed():
    points = X.copy()
    model = ECM(3, random_state=0).fit(points)
    labels = model.labels_
    points += RNG.normal(size=points.shape)
    np.testing.assert_array_equal(model.labels_, labels)
    with pytest.raises(DataError, match=r"changed since; call predict_mass\(X\)"):
        _ = model.partition_
