"""What the parameters of a network imply, against direct computations."""

import numpy as np
import pytest

from belieflab.bayes import GaussianNetworkClassifier
from belieflab.bayes.cost import network_cost
from belieflab.bayes.density import network_log_joint
from belieflab.bayes.implied import arc_gains, implied_gaussians
from belieflab.bayes.training_states import training_states
from belieflab.mixture.gaussian import gaussian_log_joint

ARCS = [(0, 1), (0, 2), (1, 2), (3, 2)]


@pytest.fixture
def fitted():
    rng = np.random.default_rng(1)
    X = rng.normal(size=(300, 4)) @ rng.normal(size=(4, 4))
    y = np.arange(300) % 2
    X[y == 1] += 1.0
    return X, y, GaussianNetworkClassifier(ARCS, floor=1e-9).fit(X, y)


def test_the_gaussians_have_the_densities_of_the_network(fitted):
    X, _, model = fitted
    expected = network_log_joint(model.parameters_, X)
    found = gaussian_log_joint(implied_gaussians(model.parameters_), X)
    np.testing.assert_allclose(found, expected, rtol=1e-9)


@pytest.mark.parametrize("arc", [(0, 1), (3, 2)])
def test_a_gain_is_the_likelihood_per_object_that_is_lost_without_the_arc(fitted, arc):
    X, y, _ = fitted
    # complete but for the one arc, so that the implied moments are those of the data
    arcs = [(0, 1), (0, 3), (1, 3), (0, 2), (1, 2), (3, 2)]
    whole = GaussianNetworkClassifier(arcs, floor=1e-9).fit(X, y)
    less = GaussianNetworkClassifier([each for each in arcs if each != arc], floor=1e-9).fit(X, y)
    lost = (whole.log_likelihood_ - less.log_likelihood_) / len(X)
    parent, child = arc
    assert arc_gains(whole.parameters_)[child, parent] == pytest.approx(lost, rel=1e-6)


def test_the_last_state_predicts_as_the_model(fitted):
    X, y, _ = fitted
    for structure in ("search", "aode"):
        model = GaussianNetworkClassifier(structure, keep_history=True).fit(X, y)
        last = training_states(model, [len(model.kept_steps) - 1])[0]
        np.testing.assert_allclose(last.posterior(X), model.predict_proba(X), rtol=1e-9)


def test_cost_grows_with_everything():
    small = network_cost(1000, 10, 3, "search")
    for more in (network_cost(9000, 10, 3, "search"), network_cost(1000, 40, 3, "search")):
        assert more.seconds > small.seconds and more.bytes > small.bytes
