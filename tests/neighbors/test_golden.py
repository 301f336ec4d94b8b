"""The figures of R's evclass, which squares γ, halves d² in the network and breaks ties at random.

Its neighbours are part of the figures, so that ties cannot blur the comparison.
"""

import json
from pathlib import Path

import numpy as np
import pytest
from scipy.spatial.distance import cdist
from sklearn.datasets import load_iris

from belieflab.neighbors import EvidentialKNN, EvidentialNetwork
from belieflab.neighbors.learning import learn, squared_error_criterion
from belieflab.neighbors.network_training import bind, make_objective
from belieflab.neighbors.search import Neighbors

HERE = Path(__file__).parent
EKNN = json.loads((HERE / "golden_eknn.json").read_text())
NETWORK = json.loads((HERE / "golden_network.json").read_text())
X, Y = load_iris(return_X_y=True)
N = len(X)


def neighbors_of_evclass(k):
    index = np.array(EKNN["neighbors_from_1"])[:, :k] - 1
    distance = np.take_along_axis(cdist(X, X), index, axis=1)
    return Neighbors(np.ascontiguousarray(index), distance)


@pytest.fixture(scope="module")
def fitted():
    return EvidentialKNN(5).fit(X, Y)


@pytest.mark.parametrize("state", ["init", "fit"])
def test_masses_for_given_parameters(state):
    gamma = np.square(EKNN["fits"]["K5"][state]["gamma"])
    expected = np.array(EKNN[f"masses_K5_{state}"])
    model = EvidentialKNN(5, gamma=gamma).fit(X, Y)
    near = neighbors_of_evclass(5)
    table, _ = model._pool.masses(near.index, model._evidence(near))
    np.testing.assert_allclose(table.mass, expected, rtol=0, atol=1e-12)
    # Ties cut at K = 5 are between neighbours of one class: our own order must give the same.
    own = model.leave_one_out_masses().mass
    np.testing.assert_allclose(own, expected, rtol=0, atol=1e-6)


@pytest.mark.parametrize("k", range(5, 11))
def test_criterion_and_gradient_at_the_start(fitted, k):
    figures = EKNN["fits"][f"K{k}"]["init"]
    root = np.array(figures["gamma"])
    value, slope = squared_error_criterion(fitted._pool, neighbors_of_evclass(k), 2)(0.95, root**2)
    assert value / (2 * N) == pytest.approx(figures["cost"], rel=1e-10)
    in_roots = slope[:3] * 2 * root / (2 * N)
    np.testing.assert_allclose(in_roots, figures["grad"], rtol=1e-8, atol=1e-14)


@pytest.mark.parametrize("k", range(5, 11))
def test_learning_ends_at_least_as_low(fitted, k):
    criterion = squared_error_criterion(fitted._pool, neighbors_of_evclass(k), 2)
    learned = learn(criterion, 0.95, fitted.gamma_, learn_alpha=False)
    assert learned.criterion / (2 * N) <= EKNN["fits"][f"K{k}"]["fit"]["cost_at_returned_gamma"]


def start_of_evclass():
    """The free parameters in our order; evclass writes exp(-γ² d²/2), so γ is divided by √2."""
    init = NETWORK["init"]
    prototypes, roots = np.array(init["W"]), np.array(init["beta"])
    gamma = np.array(init["gamma"]) / np.sqrt(2)
    return np.concatenate([prototypes.ravel(), roots.ravel(), init["alpha"], gamma])


def test_cost_and_gradient_of_the_network_at_the_start():
    cost, slope = make_objective(X, np.eye(3)[Y], 0.0)(start_of_evclass())
    assert cost == pytest.approx(NETWORK["cost_init"], rel=1e-12)
    ours = np.split(slope, [24, 42, 48])
    theirs = np.split(np.array(NETWORK["grad_init"]), [24, 30, 48])
    np.testing.assert_allclose(ours[0], theirs[0].reshape(4, 6).T.ravel(), atol=1e-12)
    np.testing.assert_allclose(ours[1], theirs[2].reshape(3, 6).T.ravel(), atol=1e-12)
    np.testing.assert_allclose(ours[3] / np.sqrt(2), theirs[1], atol=1e-12)
    # evclass takes 0.99 α (1 - α) for the slope of α = 0.99 / (1 + exp(-ξ)); it is α (1 - α/0.99).
    right, taken = 0.495 * 0.5, 0.99 * 0.495 * 0.505
    np.testing.assert_allclose(ours[2] * taken / right, theirs[3], atol=1e-12)


def test_the_network_ends_at_least_as_low():
    network = EvidentialNetwork(6, init=bind(start_of_evclass(), 4, 3)).fit(X, Y)
    assert network.loss_ <= NETWORK["cost"]
    assert network.n_iter_ <= 500
