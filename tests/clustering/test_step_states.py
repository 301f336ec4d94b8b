"""What a run looked like at each step, and what it would have predicted for new points."""

import numpy as np
import pytest
from scipy.spatial.distance import cdist

from belieflab.clustering import CECM, ECM, EVCLUS, RECM
from belieflab.clustering.step_states import masses_at, set_prototypes, state_at
from belieflab.data.samples import load_sample

X = load_sample("butterfly").X
MODELS = {
    "ECM": lambda: ECM(2, delta=5, random_state=0, keep_history=True).fit(X),
    "Mahalanobis": lambda: ECM(
        2, delta=5, metric="mahalanobis", random_state=0, keep_history=True
    ).fit(X),
    "RECM": lambda: RECM(2, beta=2, delta=5, random_state=0, keep_history=True).fit(cdist(X, X)),
    "CECM": lambda: CECM(2, delta=5, random_state=0, keep_history=True).fit(X),
}


@pytest.mark.parametrize("name", MODELS)
def test_the_last_moment_is_the_fitted_model_and_new_points_get_the_same_masses(name):
    model = MODELS[name]()
    first, last = state_at(model, X, 0), state_at(model, X)
    assert (first.iteration, last.iteration) == (0, model.n_iter_)
    assert last.step.criterion == model.criterion_
    np.testing.assert_array_equal(last.partition.mass, model.partition_.mass)
    np.testing.assert_allclose(masses_at(model, X, X).mass, last.partition.mass, atol=1e-9)
    np.testing.assert_allclose(masses_at(model, X, X, 0).mass, first.partition.mass, atol=1e-9)
    assert last.prototypes.shape == (2, 2)


def test_relational_prototypes_are_those_of_the_points():
    relational = state_at(MODELS["RECM"](), X).prototypes
    direct = ECM(2, delta=5, random_state=0, keep_history=True).fit(X).prototypes_
    order = np.argsort(relational[:, 0])
    np.testing.assert_allclose(relational[order], direct[np.argsort(direct[:, 0])], atol=1e-3)


def test_a_set_has_the_mean_of_its_clusters_prototypes():
    model = MODELS["ECM"]()
    found = set_prototypes(model.partition_.focal, model.prototypes_)
    assert list(found) == [1, 2, 3]
    np.testing.assert_allclose(list(found.values()), model.set_prototypes())
    np.testing.assert_allclose(found[3], model.prototypes_.mean(axis=0))


def test_evclus_has_no_prototypes_but_predicts_new_points():
    model = EVCLUS(2, random_state=0, keep_history=True).fit(X)
    assert state_at(model, X).prototypes is None
    assert (masses_at(model, X, X).labels() == model.labels_).mean() >= 10 / 12


def test_without_kept_steps_there_is_the_last_moment():
    model = ECM(2, delta=5, random_state=0).fit(X)
    assert model.history_.steps == []
    last = state_at(model, X)
    assert (last.iteration, last.step.criterion) == (model.n_iter_, model.criterion_)
    np.testing.assert_array_equal(last.partition.mass, model.partition_.mass)
