"""EvidentialNetwork: its beliefs, its gradient, its training."""

import numpy as np
import pytest
from sklearn.datasets import load_iris

from belieflab import DataError, MassTable
from belieflab.belief import combine
from belieflab.neighbors import EvidentialNetwork, NetworkParameters, choose_n_prototypes
from belieflab.neighbors.network_training import bind, free, make_objective

X, Y = load_iris(return_X_y=True)


def draw_parameters(rng, r=5, p=4, n_classes=3):
    return NetworkParameters(
        rng.normal(size=(r, p)),
        rng.dirichlet(np.ones(n_classes), size=r),
        rng.uniform(0.1, 0.98, size=r),
        rng.uniform(0.05, 2, size=r),
    )


def test_beliefs_are_the_prototypes_combined_by_dempsters_rule():
    network = EvidentialNetwork(4, max_iter=5, random_state=0).fit(X, Y)
    at = network.parameters_
    for x in X[::31]:
        support = at.alpha * np.exp(-at.gamma * np.square(at.prototypes - x).sum(axis=1))
        sources = [
            MassTable([0, 1, 2], [1, 2, 4, 7], [[*(s * u), 1 - s]])
            for s, u in zip(support, at.memberships, strict=True)
        ]
        assert network.predict_mass(x[None]).equals(combine(sources, "dempster"), 1e-12)
        conflict = combine(sources, "conjunctive").conflict()
        assert network.predict_conflict(x[None]) == pytest.approx(conflict, abs=1e-12)


def test_an_earlier_step_is_a_network_of_its_own():
    network = EvidentialNetwork(4, max_iter=9, random_state=0)
    masses = [network.predict_mass(X[::40]).mass for _ in network.iterate(X, Y)]
    for step in (network.history_.steps[0], network.history_.steps[4]):
        earlier = network.at_step(step)
        np.testing.assert_array_equal(earlier.predict_mass(X[::40]).mass, masses[step.iteration])
    np.testing.assert_array_equal(network.predict_mass(X[::40]).mass, masses[-1])


def test_an_explanation_adds_the_prototypes_up_to_the_answer():
    network = EvidentialNetwork(5, max_iter=20, random_state=0).fit(X, Y)
    why = network.explain(X[60])
    assert sorted(why.rows.tolist()) == list(range(5))
    assert (np.diff(why.distance) >= 0).all()
    assert why.combined[4].equals(network.predict_mass(X[60:61]), 1e-12)
    first = combine([why.masses[0], why.masses[1]], "dempster")
    assert why.combined[1].equals(first, 1e-12)
    with pytest.raises(DataError, match="One point at a time"):
        network.explain(X[:2])


@pytest.mark.parametrize("regularisation", [0.0, 0.05])
@pytest.mark.parametrize("soft", [False, True])
def test_the_gradient_is_that_of_finite_differences(regularisation, soft):
    rng = np.random.default_rng(1)
    points = rng.normal(size=(30, 4))
    target = rng.dirichlet(np.ones(3), size=30) if soft else np.eye(3)[rng.integers(0, 3, 30)]
    objective = make_objective(points, target, regularisation)
    at = free(draw_parameters(rng))
    by_differences = [
        (objective(at + step)[0] - objective(at - step)[0]) / 2e-6
        for step in 1e-6 * np.eye(len(at))
    ]
    np.testing.assert_allclose(objective(at)[1], by_differences, atol=1e-8)


def test_free_parameters_stand_for_the_bound_ones():
    parameters = draw_parameters(np.random.default_rng(2))
    for ours, theirs in zip(bind(free(parameters), 4, 3), parameters, strict=True):
        np.testing.assert_allclose(ours, theirs, rtol=1e-9)


def test_the_loss_never_rises_and_the_last_step_is_the_network():
    network = EvidentialNetwork(6, random_state=0)
    steps = list(network.iterate(X, Y))
    losses = network.history_.criterion
    assert (np.diff(losses) <= 0).all()
    assert steps[-1].criterion == network.loss_ == losses[-1]
    assert network.n_iter_ == len(steps) - 1 <= 500
    shares = network.predict_proba(X)
    assert network.loss_ == pytest.approx(np.square(shares - np.eye(3)[Y]).sum() / 300, rel=1e-9)
    assert network.score(X, Y) > 0.96
    moved = np.abs(steps[-1].snapshot.prototypes - steps[0].snapshot.prototypes)
    assert moved.max() > 0.05


def test_training_can_be_stopped_at_any_step():
    network = EvidentialNetwork(3, random_state=0)
    for step in network.iterate(X, Y):
        if step.iteration == 4:
            break
    assert network.n_iter_ == 4
    assert network.predict(X).shape == (150,)


def test_one_seed_gives_one_network_whatever_the_unit_of_length():
    one = EvidentialNetwork(5, random_state=3).fit(X, Y)
    again = EvidentialNetwork(5, random_state=3).fit(X, Y)
    np.testing.assert_array_equal(one.prototypes_, again.prototypes_)
    larger = EvidentialNetwork(5, random_state=3).fit(1024.0 * X, Y)
    np.testing.assert_allclose(larger.prototypes_, 1024.0 * one.prototypes_, rtol=1e-6)


def test_regularisation_holds_the_prototypes_back():
    plain = EvidentialNetwork(6, random_state=0).fit(X, Y)
    held = EvidentialNetwork(6, regularisation=0.01, random_state=0).fit(X, Y)
    assert held.alpha_.sum() < plain.alpha_.sum()
    assert held.predict_mass(X).mass_of(7).mean() > plain.predict_mass(X).mass_of(7).mean()


def test_soft_targets_are_learned():
    labels = MassTable.from_guess_and_doubt(Y, np.full(150, 0.3))
    network = EvidentialNetwork(6, random_state=0).fit(X, labels)
    assert network.score(X, Y) > 0.94
    right = network.predict_proba(X)[np.arange(150), Y]
    assert 0.7 < np.median(right) < 0.9  # the labels themselves say 0.8


def test_vacuous_labels_are_left_out():
    known = np.arange(150) % 2 == 0
    some = EvidentialNetwork(4, random_state=0, unknown=-1).fit(X, np.where(known, Y, -1))
    only = EvidentialNetwork(4, random_state=0).fit(X[known], Y[known])
    np.testing.assert_array_equal(some.prototypes_, only.prototypes_)


def test_the_number_of_prototypes_is_chosen_by_cross_validation():
    choice = choose_n_prototypes(EvidentialNetwork(max_iter=60, random_state=0), X, Y, [1, 3, 6])
    assert choice.best in (3, 6)
    assert choice.errors[0] > 0.2 > choice.errors[1]


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ({"n_prototypes": 0}, "n_prototypes is a number from 1 to the 150"),
        ({"n_prototypes": 151}, "n_prototypes is a number from 1 to the 150"),
        ({"regularisation": -1.0}, "regularisation is a number from 0 up"),
        ({"max_iter": 0}, "max_iter is a number from 1 up"),
        ({"init": "best"}, "init is 'k-means' or"),
        ({"init": (1, 2)}, "four arrays"),
        ({"init": (np.zeros((2, 3)), np.ones((2, 3)) / 3, np.ones(2) / 2, np.ones(2))}, "shapes"),
        ({"init": (np.zeros((2, 4)), np.ones((2, 3)), np.ones(2) / 2, np.ones(2))}, "sum to 1"),
        ({"init": (np.zeros((2, 4)), np.ones((2, 3)) / 3, np.ones(2), np.ones(2))}, "alpha"),
    ],
)  # fmt: skip
def test_impossible_settings_get_a_sentence(settings, sentence):
    with pytest.raises(DataError, match=sentence):
        EvidentialNetwork(**settings).fit(X, Y)
