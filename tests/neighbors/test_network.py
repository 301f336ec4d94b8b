"""EvidentialNetwork: its beliefs, its gradient, its training."""

import pickle

import numpy as np
import pytest
from sklearn.datasets import load_iris
from sklearn.model_selection import KFold

from belieflab import DataError, MassTable
from belieflab.belief import combine
from belieflab.iteration import Ending
from belieflab.neighbors import (
    EvidentialNetwork,
    NetworkParameters,
    choose_n_prototypes,
    network_training,
)
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
    network = EvidentialNetwork(4, max_iter=9, random_state=0, keep_history=True)
    masses = [network.predict_mass(X[::40]).mass for _ in network.iterate(X, Y)]
    for step in (network.history_.steps[0], network.history_.steps[4]):
        earlier = network.at_step(step)
        np.testing.assert_array_equal(earlier.predict_mass(X[::40]).mass, masses[step.iteration])
    np.testing.assert_array_equal(network.predict_mass(X[::40]).mass, masses[-1])


def test_an_explanation_adds_the_prototypes_up_to_the_prediction():
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
    assert network.history_.steps == []
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


def test_weights_count_in_the_training_of_every_fold():
    weights = np.where(Y == 1, 0.01, 1.0)
    model = EvidentialNetwork(max_iter=60, random_state=0)
    [error] = choose_n_prototypes(model, X, Y, [3], sample_weight=weights).errors
    seed = int(np.random.default_rng(0).integers(2**31))
    scores = []
    for train, test in KFold(5, shuffle=True, random_state=seed).split(X):
        fold = EvidentialNetwork(3, max_iter=60, random_state=0)
        scores.append(fold.fit(X[train], Y[train], weights[train]).score(X[test], Y[test]))
    assert error == pytest.approx(1.0 - np.mean(scores))
    assert error > choose_n_prototypes(model, X, Y, [3]).errors[0] + 0.1


# -- endings ------------------------------------------------------------------------------------


def test_a_training_that_meets_its_tolerance_has_converged():
    network = EvidentialNetwork(3, random_state=0, tol=1e-2).fit(X, Y)
    assert network.ending_ is Ending.CONVERGED and network.converged_
    assert network.n_iter_ == len(network.history_) - 1 < 500
    exactly = EvidentialNetwork(3, random_state=0, tol=1e-2, max_iter=network.n_iter_).fit(X, Y)
    assert exactly.converged_ and exactly.n_iter_ == network.n_iter_
    short = EvidentialNetwork(3, random_state=0, tol=1e-2, max_iter=network.n_iter_ - 1).fit(X, Y)
    assert short.ending_ is Ending.MAX_ITER and not short.converged_


def test_a_training_stopped_by_its_caller_says_so():
    network = EvidentialNetwork(3, random_state=0).fit(X, Y)
    for step in network.iterate(X, Y):
        if step.iteration == 2:
            break
    assert network.ending_ is Ending.STOPPED and not network.converged_
    assert network.n_iter_ == 2 and len(network.history_) == 3


def test_a_training_without_a_way_down_fell_and_says_so(monkeypatch):
    monkeypatch.setattr(network_training, "BACK", 1.0)  # retreats do not shorten the step
    monkeypatch.setattr(network_training, "FIRST_STEP", 1e4)
    network = EvidentialNetwork(3, random_state=0).fit(X, Y)
    assert network.ending_ is Ending.FELL and not network.converged_
    assert network.notes_ == (EvidentialNetwork.fall_note,)
    assert network.predict(X).shape == (150,)


def test_a_stored_network_is_its_parameters():
    rng = np.random.default_rng(0)
    many = rng.normal(size=(20_000, 4)) + 3 * rng.integers(0, 3, 20_000)[:, None]
    network = EvidentialNetwork(6, max_iter=30, random_state=0).fit(many, many[:, 0] > 3)
    stored = pickle.dumps(network)
    assert len(stored) < 8 * len(many) + 10_000  # rows_ has 8 bytes for each object
    again = pickle.loads(stored)
    np.testing.assert_array_equal(again.predict_mass(X).mass, network.predict_mass(X).mass)


# -- weights ------------------------------------------------------------------------------------


def test_a_weight_counts_as_so_many_objects():
    rng = np.random.default_rng(5)
    weight = rng.integers(0, 4, size=150)
    repeated = np.repeat(np.arange(150), weight)
    init = draw_parameters(rng, r=4)
    init = init._replace(prototypes=X[::38] + 0.1)
    weighted = EvidentialNetwork(init=init, max_iter=40, tol=0).fit(X, Y, sample_weight=weight)
    twin = EvidentialNetwork(init=init, max_iter=40, tol=0).fit(X[repeated], Y[repeated])
    np.testing.assert_allclose(weighted.history_.criterion, twin.history_.criterion, rtol=1e-9)
    for ours, theirs in zip(weighted.parameters_, twin.parameters_, strict=True):
        np.testing.assert_allclose(ours, theirs, rtol=0, atol=1e-9)


def test_weights_place_the_first_prototypes():
    far = (X[:, 2] > 3).astype(float)
    network = EvidentialNetwork(2, max_iter=1, random_state=0).fit(X, Y, sample_weight=far)
    assert (network.prototypes_[:, 2] > 3).all()
    first_unknown = MassTable.from_hard([None, *Y[1:].tolist()])
    with pytest.raises(DataError, match="All labelled objects have the weight 0"):
        EvidentialNetwork(2).fit(X, first_unknown, sample_weight=np.eye(150)[0])
    with pytest.raises(ValueError, match="egative"):
        EvidentialNetwork(2).fit(X, Y, sample_weight=-np.ones(150))


# -- arguments ----------------------------------------------------------------------------------


@pytest.mark.parametrize("factor", [1e-140, 1e140])
def test_tiny_and_huge_units_give_the_same_network(factor):
    plain = EvidentialNetwork(4, random_state=0, max_iter=30).fit(X, Y)
    start = EvidentialNetwork(4, random_state=0, max_iter=1, keep_history=True).fit(X, Y)
    init = start.history_.steps[0].snapshot
    init = init._replace(prototypes=init.prototypes * factor, gamma=init.gamma / factor**2)
    scaled = EvidentialNetwork(4, init=init, max_iter=30).fit(factor * X, Y)
    np.testing.assert_allclose(scaled.prototypes_ / factor, plain.prototypes_, rtol=1e-6)


@pytest.mark.parametrize("factor", [1e-160, 1e160])
def test_units_beyond_numbers_get_a_sentence(factor):
    init = draw_parameters(np.random.default_rng(0), r=4)
    with pytest.raises(DataError, match="multiply the features by a constant"):
        EvidentialNetwork(4, init=init).fit(factor * X, Y)


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ({"n_prototypes": 0}, "n_prototypes must be a whole number at least 1; found 0"),
        ({"n_prototypes": 2.0}, "n_prototypes must be a whole number"),
        ({"n_prototypes": 151}, "n_prototypes is a number from 1 to the 150"),
        ({"regularisation": -1.0}, "regularisation must be a finite number at least 0"),
        ({"regularisation": np.inf}, "regularisation must be a finite number"),
        ({"max_iter": 0}, "max_iter must be a whole number at least 1"),
        ({"max_iter": None}, "max_iter must be a whole number"),
        ({"tol": -1e-3}, "tol must be a finite number at least 0"),
        ({"tol": np.nan}, "tol must be a finite number"),
        ({"random_state": "x"}, "random_state must be None, a whole number"),
        ({"keep_history": 1}, "keep_history must be True or False"),
        ({"init": "best"}, "init must be one of 'k-means', 'classes' or four arrays"),
        ({"init": None}, "init must be one of 'k-means', 'classes' or four arrays"),
        ({"init": (1, 2)}, "four arrays"),
        ({"init": (np.zeros((2, 3)), np.ones((2, 3)) / 3, np.ones(2) / 2, np.ones(2))}, "shapes"),
        ({"init": (np.zeros((2, 4)), np.ones((2, 3)), np.ones(2) / 2, np.ones(2))}, "sum to 1"),
        ({"init": (np.zeros((2, 4)), np.ones((2, 3)) / 3, np.ones(2), np.ones(2))}, "alpha"),
    ],
)  # fmt: skip
def test_impossible_settings_get_a_sentence(settings, sentence):
    with pytest.raises(DataError, match=sentence):
        EvidentialNetwork(**settings).fit(X, Y)
