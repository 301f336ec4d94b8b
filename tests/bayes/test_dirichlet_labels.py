"""The model in which labels are Dirichlet draws."""

import numpy as np
import pytest
from scipy.stats import dirichlet
from sklearn.datasets import load_iris

from belieflab import MassTable
from belieflab.bayes import GaussianNetworkClassifier
from belieflab.bayes.dirichlet_labels import (
    INWARD,
    LARGEST_SUM,
    DirichletLabels,
    fit_dirichlet,
)


def test_log_factors_are_the_dirichlet_density():
    rng = np.random.default_rng(0)
    pignistic, a = rng.dirichlet(np.ones(3), 20), rng.random((3, 3)) * 5 + 0.5
    vacuous = np.arange(20) < 4
    found = DirichletLabels(pignistic, vacuous).log_factors(a)
    inward = (1 - INWARD) * pignistic + INWARD / 3
    for i in range(20):
        expected = [0.0] * 3 if vacuous[i] else [dirichlet.logpdf(inward[i], row) for row in a]
        np.testing.assert_allclose(found[:, i], expected, atol=1e-10)


@pytest.mark.parametrize("a", [[0.3, 0.3], [2.0, 5.0, 9.0], [200.0, 1.0, 4.0]])
def test_the_parameters_of_a_large_sample_come_back(a):
    draws = np.random.default_rng(1).dirichlet(a, 200_000)
    found = fit_dirichlet(np.ones(len(a)), np.log(draws).mean(axis=0))
    np.testing.assert_allclose(found, a, rtol=0.03)


def test_repeated_labels_meet_the_limit():
    logs = np.log([0.7, 0.2, 0.1])
    found = fit_dirichlet(np.ones(3), logs)
    assert found.sum() == pytest.approx(LARGEST_SUM, rel=1e-6)
    np.testing.assert_allclose(found / found.sum(), [0.7, 0.2, 0.1], atol=2e-3)


@pytest.mark.parametrize("structure", ["naive", "full", "tan", "search", "aode"])
def test_the_likelihood_rises_and_classes_keep_their_names(structure):
    X, y = load_iris(return_X_y=True)
    rng = np.random.default_rng(2)
    labels = MassTable.from_probabilities(
        np.stack([rng.dirichlet(1.0 + 4.0 * np.eye(3)[k]) for k in y]), [0, 1, 2]
    )
    model = GaussianNetworkClassifier(structure, label_model="dirichlet", tol=1e-9)
    model.fit(X, labels)
    steps = np.diff(model.history_.criterion)
    assert (steps >= -1e-8).all()
    assert (model.predict(X) == y).mean() > 0.9
    parameters = model.parameters_[0] if structure == "aode" else model.parameters_
    assert (parameters.label_parameters.argmax(axis=1) == [0, 1, 2]).all()


def test_labels_that_point_to_the_wrong_class_are_understood():
    """Every label of class 1 favours class 2: plausibilities follow it, the model does not."""
    rng = np.random.default_rng(3)
    y = np.repeat([0, 1, 2], 100)
    X = rng.normal(size=(300, 2)) + np.array([[0, 0], [6, 0], [0, 6]])[y]
    centres = np.array([[8.0, 1, 1], [1, 3, 4], [1, 1, 9]])
    labels = MassTable.from_probabilities(
        np.stack([rng.dirichlet(centres[k]) for k in y]), [0, 1, 2]
    )
    learned = GaussianNetworkClassifier(label_model="dirichlet").fit(X, labels)
    found = learned.parameters_.label_parameters
    np.testing.assert_allclose(found, centres, rtol=0.35)
    assert (learned.predict(X) == y).mean() > 0.98
    assert learned.n_parameters_ == GaussianNetworkClassifier().fit(X, labels).n_parameters_ + 9
