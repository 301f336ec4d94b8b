"""Relational evidential c-means beside R's evclust, and beside ECM on the same objects."""

import json
import warnings
from pathlib import Path

import numpy as np
import pytest
from allocation import peak_of
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.spatial.distance import cdist

from belieflab import DataError
from belieflab.clustering import ECM, RECM
from belieflab.clustering.relational_kernel import sum_rows
from belieflab.data.samples import load_sample
from belieflab.errors import FitWarning
from belieflab.iteration import StopFlag

GOLDEN = json.loads((Path(__file__).parent / "golden_recm.json").read_text())


def distances(X):
    D = cdist(X, X)
    return (D + D.T) / 2


def test_criterion_and_masses_of_the_butterfly_are_rs():
    D = distances(load_sample("butterfly").X)
    model = RECM(2, delta=np.sqrt(50), init=GOLDEN["start"], tol=1e-14, max_iter=5000).fit(D)
    assert model.criterion_ == pytest.approx(GOLDEN["criterion"], abs=1e-8)
    np.testing.assert_allclose(model.partition_.mass, GOLDEN["mass"], atol=1e-5)
    squared = RECM(2, delta=np.sqrt(50), init=model.partition_, squared=True, tol=1e-14).fit(D**2)
    assert squared.criterion_ == pytest.approx(GOLDEN["criterion"], abs=1e-8)


@pytest.mark.parametrize("focal", ["all", "simple", [1, 2, 4, 6]])
@pytest.mark.parametrize("beta", [1.5, 2])
def test_on_euclidean_distances_it_is_ecm(focal, beta):
    X = load_sample("four-class").X[::10]
    points = ECM(3, beta=beta, delta=6, focal=focal, init=X[[0, 15, 30]], tol=0, max_iter=20)
    relations = RECM(3, beta=beta, delta=6, focal=focal, tol=0, max_iter=20, random_state=0)
    relations._starts = lambda problem, rng: [problem.on_objects(np.array([0, 15, 30]))]
    points.fit(X)
    relations.fit(distances(X))
    np.testing.assert_allclose(relations.history_.criterion, points.history_.criterion, rtol=1e-9)
    np.testing.assert_allclose(relations.prototypes_ @ X, points.prototypes_, atol=1e-7)
    np.testing.assert_allclose(relations.partition_.mass, points.partition_.mass, atol=1e-7)
    new = X[:5] + 0.3
    np.testing.assert_allclose(
        relations.predict_mass(cdist(new, X)).mass, points.predict_mass(new).mass, atol=1e-6
    )
    assert relations.predict(cdist(new, X)).tolist() == points.predict(new).tolist()


@settings(max_examples=30, deadline=None)
@given(
    seed=st.integers(0, 10**6), n=st.integers(3, 20), n_clusters=st.integers(1, 3),
    beta=st.floats(1.1, 3),
)  # fmt: skip
def test_the_criterion_never_rises_on_any_dissimilarities(seed, n, n_clusters, beta):
    D = np.round(np.random.default_rng(seed).exponential(size=(n, n)), 1)
    D = np.triu(D, 1) + np.triu(D, 1).T
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", FitWarning)
        model = RECM(n_clusters, beta=beta, random_state=seed, max_iter=60).fit(D)
    criteria = model.history_.criterion
    assert (np.diff(criteria) <= 1e-9 * np.abs(criteria[:-1])).all()
    np.testing.assert_allclose(model.partition_.mass.sum(axis=1), 1)
    np.testing.assert_allclose(model.prototypes_.sum(axis=1), 1)


def test_dissimilarities_that_raise_the_criterion_are_shifted_with_a_warning():
    D = np.array([[0, 1, 9, 1], [1, 0, 1, 9], [9, 1, 0, 1], [1, 9, 1, 0]], dtype=float)
    with pytest.warns(FitWarning, match="was added to every squared dissimilarity"):
        model = RECM(2, delta=3, random_state=0).fit(D)
    assert model.shift_ > 0
    assert np.isfinite(model.criterion_)


def test_of_several_starts_the_lowest_is_kept():
    D = distances(load_sample("four-class").X[::8])
    model = RECM(4, init="random", n_init=4, random_state=0).fit(D)
    assert model.criterion_ == min(model.starts_)
    assert model.delta_ == pytest.approx(np.quantile(D[np.triu_indices(50, 1)], 0.95))


def test_degenerate_matrices_have_sensible_results():
    model = RECM(2, random_state=0).fit(np.zeros((4, 4)))
    assert model.criterion_ == 0
    assert RECM(1, random_state=0).fit(1 - np.eye(3)).labels_.tolist() == [0, 0, 0]
    with pytest.raises(DataError, match="5 clusters need at least as many objects"):
        RECM(5).fit(np.zeros((4, 4)))
    with pytest.raises(DataError, match="without any mass"):
        RECM(2, init=np.tile([0.0, 1.0, 0.0, 0.0], (4, 1))).fit(1 - np.eye(4))
    with pytest.raises(DataError, match="masses of 3 objects"):
        RECM(2, init=np.full((3, 4), 0.25)).fit(1 - np.eye(4))


def test_any_quantile_of_the_dissimilarities_can_be_delta():
    D = distances(load_sample("butterfly").X)
    apart = D[np.triu_indices(len(D), 1)]
    assert RECM(2, random_state=0).fit(D).delta_ == pytest.approx(np.quantile(apart, 0.95))
    model = RECM(2, delta_quantile=0.5, random_state=0).fit(D)
    assert model.delta_ == pytest.approx(np.quantile(apart, 0.5))


def test_sums_of_rows_are_a_matrix_product():
    rng = np.random.default_rng(0)
    weights, matrix = rng.normal(size=(3, 9)), rng.normal(size=(9, 9))
    weights[1, 4:] = 0.0
    sums = sum_rows(weights, matrix, StopFlag().array)
    np.testing.assert_allclose(sums, weights @ matrix, atol=1e-12)


def test_starts_need_no_matrix_beside_the_dissimilarities():
    n = 1_500
    D = distances(np.random.default_rng(0).normal(size=(n, 2)))
    model = RECM(3, n_init=2, random_state=0)
    problem = model._pose(D)
    starts = []
    peak = peak_of(lambda: starts.extend(model._starts(problem, np.random.default_rng(0))))
    assert len(starts) == 2 and peak < n * n  # bytes; an identity matrix has eight times as many
    for start in starts:
        assert (np.sort(start.weights, axis=1)[:, -1] == 1).all()
        np.testing.assert_array_equal(start.weights.sum(axis=1), 1)
        np.testing.assert_array_equal(start.sums, problem.squares[start.weights.argmax(axis=1)])


def test_a_shift_leaves_the_diagonal():
    problem = RECM(2)._pose(1 - np.eye(4))
    problem.add(2.5)
    np.testing.assert_array_equal(problem.squares, 3.5 * (1 - np.eye(4)))
    assert problem.shift == 2.5
