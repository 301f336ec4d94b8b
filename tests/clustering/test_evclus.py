"""EVCLUS beside its equations: its stress, its programmes, its constraints."""

import naive_clustering as naive
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import minimize
from scipy.spatial.distance import cdist

from belieflab import DataError
from belieflab.clustering import EVCLUS
from belieflab.clustering.evclus_kernel import minimise_on_simplex
from belieflab.data.samples import load_sample


def distances(X):
    D = cdist(X, X)
    return (D + D.T) / 2


@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 10**6), n_sets=st.integers(2, 6))
def test_a_programme_on_the_simplex_finds_its_least_value(seed, n_sets):
    rng = np.random.default_rng(seed)
    root = rng.normal(size=(n_sets + 2, n_sets))
    square, linear = root.T @ root, rng.normal(size=n_sets)
    mass = rng.dirichlet(np.ones(n_sets))

    def value(m):
        return 0.5 * m @ square @ m + linear @ m

    for _ in range(60):
        before = value(mass)
        minimise_on_simplex(square, linear, mass, np.empty(n_sets))
        assert value(mass) <= before + 1e-12
    best = minimize(
        value, np.full(n_sets, 1 / n_sets), bounds=[(0, 1)] * n_sets, method="SLSQP",
        constraints={"type": "eq", "fun": lambda m: m.sum() - 1}, options={"ftol": 1e-14},
    )  # fmt: skip
    assert value(mass) <= best.fun + 1e-8
    assert mass.min() >= 0
    assert mass.sum() == pytest.approx(1)


@pytest.mark.parametrize("metric", ["euclidean", "precomputed"])
@pytest.mark.parametrize("focal", ["all", "pairs", "simple", [1, 2, 4, 7]])
def test_the_stress_falls_every_sweep_and_is_its_definition(metric, focal):
    X = load_sample("four-class").X[::16]
    D = distances(X)
    model = EVCLUS(3, focal, metric=metric, random_state=0, max_iter=12)
    steps = list(model.iterate(X if metric == "euclidean" else D))
    criteria = model.history_.criterion
    assert (np.diff(criteria) < 0).all()
    assert model.d0_ == pytest.approx(np.quantile(D[np.triu_indices(25, 1)], 0.9))
    for step in steps[::4]:
        expected = naive.stress(D, model.partition_.focal.tolist(), step.snapshot, model.d0_)
        assert step.criterion == pytest.approx(expected, rel=1e-9)
    assert model.stress_ == model.criterion_
    np.testing.assert_allclose(model.partition_.mass.sum(axis=1), 1)
    assert (model.partition_.mass >= 0).all()


def test_few_partners_come_close_to_all_pairs():
    sample = load_sample("four-class")
    few = EVCLUS(4, n_partners=40, random_state=0).fit(sample.X)
    D = distances(sample.X)
    every = EVCLUS(4, metric="precomputed", random_state=0).fit(D)
    assert few.partition_.credal_rand(every.partition_) > 0.95
    assert few.partition_.adjusted_rand(sample.truth) > 0.65
    assert (np.diff(few.history_.criterion) < 0).all()


def test_the_outlier_and_the_bridge_of_the_butterfly():
    model = EVCLUS(2, "all", n_init=3, random_state=0).fit(load_sample("butterfly").X)
    assert model.criterion_ == min(model.starts_)
    assert np.flatnonzero(model.partition_.outliers()).tolist() == [11]
    assert model.partition_.sets()[5] == 3


def test_the_constrained_criterion_is_its_definition_and_never_rises():
    X = load_sample("four-class").X[::16]
    links = {"must_link": [(0, 24), (3, 20)], "cannot_link": [(1, 2), (0, 5)]}
    model = EVCLUS(2, "all", xi=0.3, random_state=0, max_iter=20, tol=1e-9).fit(X, **links)
    focal, mass = model.partition_.focal.tolist(), model.partition_.mass
    stress = naive.stress(distances(X), focal, mass, model.d0_)
    penalty = naive.constraint_penalty(focal, mass, links["must_link"], links["cannot_link"])
    assert model.stress_ == pytest.approx(stress, rel=1e-9)
    assert model.criterion_ == pytest.approx(0.7 * stress + 0.3 * penalty, rel=1e-9)
    assert (np.diff(model.history_.criterion) <= 1e-12).all()


def test_constraints_are_heeded():
    X = np.array([[0.0], [0.1], [0.2], [1.0], [1.1], [1.2], [2.0], [2.1], [2.2]])
    free = EVCLUS(2, "all", random_state=0).fit(X)
    middle = [(3, 6), (4, 7), (5, 8), (3, 8), (5, 6)]
    tied = EVCLUS(2, "all", random_state=0, xi=0.9).fit(
        X, must_link=middle, cannot_link=[(0, 3), (1, 4), (2, 5)]
    )
    assert tied.labels_.tolist() in ([0] * 3 + [1] * 6, [1] * 3 + [0] * 6)
    assert tied.stress_ > free.stress_


def test_old_points_are_predicted_as_they_are():
    sample = load_sample("four-class")
    model = EVCLUS(4, random_state=0).fit(sample.X)
    assert (model.predict(sample.X) == model.labels_).mean() > 0.97
    D = distances(sample.X)
    relational = EVCLUS(4, metric="precomputed", random_state=0).fit(D)
    assert (relational.predict(D[:50]) == relational.labels_[:50]).mean() > 0.9


def test_given_masses_are_the_start():
    X = load_sample("butterfly").X
    end = EVCLUS(2, "all", random_state=0, tol=1e-9).fit(X)
    again = EVCLUS(2, "all", init=end.partition_, max_iter=0).fit(X)
    assert again.criterion_ == pytest.approx(end.criterion_)


def test_degenerate_input_has_sensible_results():
    same = EVCLUS(2, random_state=0).fit(np.ones((4, 2)))
    assert np.isfinite(same.criterion_) and np.isfinite(same.partition_.mass).all()
    assert EVCLUS(1, random_state=0).fit(np.arange(4.0)[:, None]).labels_.tolist() == [0] * 4


@pytest.mark.parametrize(
    "settings, links, sentence",
    [
        ({"n_clusters": 5}, {}, "5 clusters need at least"),
        ({"init": np.full((3, 4), 0.25)}, {}, "masses of 3 objects; 4 are expected"),
        ({}, {"must_link": [(0, 4)]}, "must_link names object 4; .* from 0 to 3"),
        ({}, {"cannot_link": [(1, 1)]}, "pairs object 1 with itself"),
        ({}, {"must_link": [0, 1]}, "a list of pairs"),
    ],
)
def test_bad_settings_raise_a_clear_error(settings, links, sentence):
    with pytest.raises(DataError, match=sentence):
        EVCLUS(**{"n_clusters": 2} | settings).fit(np.arange(8.0).reshape(4, 2), **links)
