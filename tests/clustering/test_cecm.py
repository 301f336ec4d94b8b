"""Constrained evidential c-means beside its equations and beside ECM."""

import warnings

import naive_clustering as naive
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import minimize
from scipy.spatial.distance import pdist

from belieflab import DataError
from belieflab.clustering import CECM, ECM
from belieflab.clustering.cecm_kernel import share_out
from belieflab.data.samples import load_sample
from belieflab.errors import FitWarning


@given(seed=st.integers(0, 10**6), n_sets=st.integers(1, 6))
@settings(max_examples=25, deadline=None)
def test_one_objects_programme_is_solved(seed, n_sets):
    rng = np.random.default_rng(seed)
    curves, slopes = rng.exponential(size=n_sets) + 1e-3, rng.normal(size=n_sets)
    mass = np.empty(n_sets)
    share_out(curves, slopes, mass)

    def value(m):
        return curves @ m**2 + slopes @ m

    best = minimize(
        value, np.full(n_sets, 1 / n_sets), bounds=[(0, 1)] * n_sets, method="SLSQP",
        constraints={"type": "eq", "fun": lambda m: m.sum() - 1}, options={"ftol": 1e-14},
    )  # fmt: skip
    assert value(mass) <= best.fun + 1e-9
    assert mass.sum() == pytest.approx(1)


def links(rng, n, count):
    pairs = [rng.choice(n, size=2, replace=False) for _ in range(count)]
    return {"must_link": pairs[::2], "cannot_link": pairs[1::2]}


@settings(max_examples=25, deadline=None)
@given(
    seed=st.integers(0, 10**6), n=st.integers(5, 30), n_clusters=st.integers(1, 3),
    xi=st.floats(0, 1), count=st.integers(0, 12),
    metric=st.sampled_from(["euclidean", "mahalanobis"]),
)  # fmt: skip
def test_the_criterion_never_rises(seed, n, n_clusters, xi, count, metric):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, 2)) * 3
    model = CECM(n_clusters, xi=xi, metric=metric, random_state=seed, max_iter=40, tol=1e-12)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", FitWarning)  # flat clusters can raise the criterion
        model.fit(X, **links(rng, n, count))
    criteria = model.history_.criterion
    assert (np.diff(criteria) <= 1e-9 * np.abs(criteria[:-1]) + 1e-15).all()
    mass = model.partition_.mass
    np.testing.assert_allclose(mass.sum(axis=1), 1)
    assert mass.min() >= 0


def test_the_criterion_is_its_definition():
    X = load_sample("butterfly").X
    pairs = {"must_link": [(0, 11), (2, 4)], "cannot_link": [(5, 6), (1, 3)]}
    model = CECM(2, xi=0.3, random_state=0).fit(X, **pairs)
    mass, focal = model.partition_.mass, model.partition_.focal.tolist()
    cost = 0.0
    for i, x in enumerate(X):
        for j, mask in enumerate(focal):
            inside = naive.members(mask)
            square = ((x - model.prototypes_[inside].mean(axis=0)) ** 2).sum() if mask else 100
            cost += max(len(inside), 1) * mass[i, j] ** 2 * square
    penalty = naive.constraint_penalty(focal, mass, pairs["must_link"], pairs["cannot_link"])
    assert model.violation_ == pytest.approx(penalty)
    assert model.criterion_ == pytest.approx(0.7 * cost / (4 * 12) + 0.3 * penalty)


@pytest.mark.parametrize("metric", ["euclidean", "mahalanobis"])
def test_without_constraints_it_is_ecm(metric):
    X = load_sample("four-class").X
    start = X[[0, 130, 250, 399]]
    free = ECM(4, init=start, metric=metric, tol=1e-10).fit(X)
    model = CECM(4, init=start, metric=metric, tol=1e-10).fit(X)
    np.testing.assert_allclose(
        model.history_.criterion * 16 * 400, free.history_.criterion, rtol=1e-8
    )
    np.testing.assert_allclose(model.prototypes_, free.prototypes_, atol=1e-6)
    np.testing.assert_allclose(model.partition_.mass, free.partition_.mass, atol=1e-6)


def test_constraints_turn_the_border_between_two_clusters():
    rng = np.random.default_rng(0)
    corners = np.array([[0, 0], [0, 6], [7, 0], [7, 6]])
    X = np.repeat(corners, 15, axis=0) + rng.normal(size=(60, 2)) * 0.5
    group = np.repeat(np.arange(4), 15)
    free = CECM(2, random_state=0, n_init=5).fit(X)
    assert free.partition_.adjusted_rand(group >= 2) == 1
    wanted = group % 2
    must = [(i, i + 30) for i in range(0, 30, 2)]
    cannot = [(i, i + 15) for i in list(range(0, 15, 2)) + list(range(30, 45, 2))]
    tied = CECM(2, xi=0.9, random_state=0, n_init=5).fit(X, must_link=must, cannot_link=cannot)
    assert tied.partition_.adjusted_rand(wanted) > 0.8
    assert tied.violation_ < 0.2


def test_a_point_on_a_prototype_is_no_trouble():
    X = np.array([[0.0, 0], [4, 0], [1, 0], [4, 0]])
    model = CECM(2, init=X[:2]).fit(X, must_link=[(0, 2)], cannot_link=[(1, 2)])
    assert np.isfinite(model.criterion_)
    assert model.predict(X[:2]).tolist() == [0, 1]


def test_bad_settings_raise_a_clear_error():
    X = np.arange(8.0).reshape(4, 2)
    with pytest.raises(DataError, match="must_link names object 9"):
        CECM(2).fit(X, must_link=[(0, 9)])


def test_delta_by_quantile_is_that_of_ecm():
    X = load_sample("butterfly").X
    ours = CECM(2, delta_quantile=0.7, random_state=0).fit(X)
    assert ours.delta_ == ECM(2, delta_quantile=0.7, random_state=0).fit(X).delta_
    np.testing.assert_allclose(ours.delta_, np.quantile(pdist(X), 0.7))
