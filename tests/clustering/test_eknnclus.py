"""EKNNclus beside R's evclust, its equations, and what is known of its energy."""

import json
from itertools import pairwise
from pathlib import Path

import naive_clustering as naive
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.spatial.distance import cdist
from sklearn.metrics import adjusted_rand_score

from belieflab import DataError, MassTable
from belieflab.belief import combine
from belieflab.clustering import EKNNclus
from belieflab.clustering.eknnclus_sweeps import choose_run
from belieflab.clustering.graph_kernel import symmetric_part
from belieflab.data.samples import load_sample
from belieflab.iteration import StopFlag

GOLDEN = json.loads((Path(__file__).parent / "golden_eknnclus.json").read_text())


def dense(graph):
    V = np.zeros((graph.n, graph.n))
    np.add.at(V, (np.repeat(np.arange(graph.n), np.diff(graph.starts)), graph.indices),
              graph.weights)  # fmt: skip
    return V


@pytest.fixture(scope="module")
def replayed():
    model = EKNNclus(60, weights="rows")
    return model.fit(load_sample("four-class").X, orders=GOLDEN["orders"])


def test_the_orders_of_a_run_in_r_give_its_labels(replayed):
    assert replayed.labels_.tolist() == GOLDEN["labels"]
    assert replayed.n_clusters_ == GOLDEN["n_clusters"]
    assert replayed.n_iter_ == len(GOLDEN["orders"])
    assert replayed.converged_
    truth = load_sample("four-class").truth
    assert adjusted_rand_score(truth, replayed.labels_) == pytest.approx(GOLDEN["adjusted_rand"])


def test_weights_and_masses_are_rs(replayed):
    # R had the points with more digits than the bundled file; close pairs feel the last one.
    V = dense(replayed.graph_)[::50]
    there = np.array(GOLDEN["neighbours_every_50"])
    np.testing.assert_allclose(
        np.take_along_axis(V, there, axis=1), GOLDEN["weights_every_50"], atol=1e-6
    )
    assert ((V > 0).sum(axis=1) == 60).all()
    np.testing.assert_allclose(replayed.partition_.mass[::20], GOLDEN["mass_every_20"], atol=1e-5)


def test_the_masses_are_dempsters_rule_over_the_neighbours():
    X = np.random.default_rng(0).normal(size=(12, 2))
    model = EKNNclus(4, weights="rows", random_state=0, n_start=3, max_iter=1).fit(X)
    V = dense(model.graph_)
    names = model.partition_.frame
    for i in range(12):
        votes = [
            MassTable.from_guess_and_doubt([int(model.labels_[j])], [np.exp(-V[i, j])], names)
            for j in np.flatnonzero(V[i])
        ]
        assert combine(votes, "dempster").equals(model.partition_[i], 1e-9)


@pytest.mark.parametrize("metric", ["euclidean", "precomputed"])
@pytest.mark.parametrize("weights", ["symmetric", "rows"])
def test_weights_and_energy_are_their_definitions(metric, weights):
    X = np.random.default_rng(1).normal(size=(40, 3))
    D = cdist(X, X)
    D = (D + D.T) / 2
    model = EKNNclus(7, q=0.6, beta=1.5, weights=weights, metric=metric, random_state=0)
    steps = list(model.iterate(X if metric == "euclidean" else D))
    V = naive.neighbour_weights(D, 7, 0.6, 1.5)
    used = (V + V.T) / 2 if weights == "symmetric" else V
    np.testing.assert_allclose(dense(model.graph_), used, atol=1e-10)
    for step in steps:
        assert step.criterion == pytest.approx(naive.energy(V, step.snapshot), abs=1e-9)
        apart = step.snapshot[:, None] != step.snapshot
        assert step.log_plausibility == pytest.approx(-(V * apart).sum() / 2, abs=1e-9)
        assert step.n_clusters == len(set(step.snapshot.tolist()))


@settings(max_examples=30, deadline=None)
@given(
    seed=st.integers(0, 10**6), n=st.integers(2, 60), share=st.floats(0.05, 1),
    n_start=st.sampled_from([None, 1, 3, 10]),
)  # fmt: skip
def test_with_symmetric_weights_the_energy_never_rises_and_it_ends(seed, n, share, n_start):
    X = np.round(np.random.default_rng(seed).normal(size=(n, 2)), 1)  # with copies of points
    n_neighbors = max(1, int(share * (n - 1)))
    model = EKNNclus(n_neighbors, n_start=n_start, random_state=seed).fit(X)
    energy = model.history_.criterion
    assert (np.diff(energy) <= 1e-9 * np.abs(energy[:-1])).all()
    assert model.converged_
    assert sorted(set(model.labels_.tolist())) == list(range(model.n_clusters_))


@pytest.mark.parametrize("weights", ["symmetric", "rows"])
def test_objects_passed_over_would_have_kept_their_labels(weights):
    """Every sweep gives the labels of one that visits all objects, and the same energy."""
    rng = np.random.default_rng(5)
    X = np.round(rng.normal(size=(80, 2)), 1)
    orders = [rng.permutation(80) for _ in range(6)]
    model = EKNNclus(6, weights=weights, max_iter=6)
    V = None
    for step in model.iterate(X, orders):
        if V is None:
            V, labels = dense(model.graph_), step.snapshot
        else:
            labels = naive.sweep_all(V, labels, orders[step.iteration - 1], weights == "symmetric")
        np.testing.assert_array_equal(step.snapshot, labels)
        same = labels[:, None] == labels
        assert step.criterion == pytest.approx(-0.5 * (V * same).sum(), abs=1e-9)
    assert model.n_iter_ > 2


def test_at_the_end_every_object_has_its_most_plausible_label():
    X = load_sample("four-class").X
    for weights in ("symmetric", "rows"):
        model = EKNNclus(40, weights=weights, random_state=1).fit(X)
        assert (model.partition_.labels() == model.labels_).all()


def test_groups_far_apart_are_found_without_their_number():
    rng = np.random.default_rng(0)
    centres = np.array([[0, 0], [20, 0], [0, 20], [20, 20], [40, 0]])
    truth = np.repeat(np.arange(5), 40)
    X = centres[truth] + rng.normal(size=(200, 2))
    model = EKNNclus(39, n_init=5, random_state=0).fit(X)
    assert model.n_clusters_ == 5
    assert model.partition_.adjusted_rand(truth) == 1
    assert model.predict(centres + 0.5).tolist() == model.labels_[::40].tolist()
    assert (model.predict_mass(centres).nonspecificity() < 1e-3).all()


def test_the_seed_decides_whatever_the_number_of_runs_at_a_time():
    X = load_sample("four-class").X
    one, two = (EKNNclus(60, n_init=4, random_state=7).fit(X) for _ in range(2))
    assert one.runs_ == two.runs_
    assert (one.n_clusters_, one.energy_) in one.runs_
    np.testing.assert_array_equal(one.labels_, two.labels_)


def test_the_most_frequent_number_of_clusters_comes_before_the_lowest_energy():
    assert choose_run([(1, -9.0), (4, -5.0), (4, -6.0), (5, -4.0)]) == 2
    assert choose_run([(5, -4.0), (4, -5.0)]) == 1


def test_a_known_graph_saves_the_search_and_changes_nothing():
    X = load_sample("four-class").X
    first = EKNNclus(60, random_state=0).fit(X)
    again = EKNNclus(60, random_state=1).fit(X, graph=first.graph_)
    anew = EKNNclus(60, random_state=1).fit(X)
    assert again.graph_ is first.graph_
    np.testing.assert_array_equal(again.labels_, anew.labels_)
    np.testing.assert_array_equal(again.predict(X[:5]), anew.predict(X[:5]))
    with pytest.raises(DataError, match="of 400 objects; there are 10"):
        EKNNclus(5).fit(X[:10], graph=first.graph_)


def test_clusters_carry_on_labels_of_the_start_and_one_cluster_has_the_lowest_energy():
    X = load_sample("four-class").X
    model = EKNNclus(40, random_state=2)
    steps = list(model.iterate(X))
    assert steps[0].founders.tolist() == list(range(400))
    for before, after in pairwise(steps):
        assert set(after.founders) <= set(before.founders)
        kept = after.founders[after.snapshot] == before.founders[before.snapshot]
        assert (~kept).sum() == after.changed
    graph = model.graph_
    assert graph.energy(model.labels_) == pytest.approx(model.energy_, rel=1e-12)
    assert graph.energy(np.zeros(400, dtype=np.int64)) == pytest.approx(graph.lowest_energy)
    assert graph.lowest_energy <= min(step.criterion for step in steps)


def test_given_labels_are_a_start():
    X = np.arange(6.0)[:, None]
    model = EKNNclus(2, n_start=["b", "b", "b", "a", "a", "a"])
    first = next(iter(model.iterate(X)))
    assert first.snapshot.tolist() == [1, 1, 1, 0, 0, 0]


def test_copies_of_one_point_become_one_cluster():
    model = EKNNclus(3, random_state=0).fit(np.ones((4, 2)))
    assert model.n_clusters_ == 1
    assert np.isfinite(model.energy_)
    assert model.partition_.mass.tolist() == [[1.0]] * 4
    many = EKNNclus(2, random_state=0).fit(np.repeat([[0.0], [9.0]], 20, axis=0))
    assert len(set(many.labels_[:20]) & set(many.labels_[20:])) == 0


def test_more_than_63_clusters_have_masses():
    X = np.arange(200.0)[:, None] // 2 * 10
    model = EKNNclus(1, random_state=0).fit(X)
    assert model.n_clusters_ == 100
    partition = model.partition_
    assert partition.focal.tolist() == [*(1 << k for k in range(100)), (1 << 100) - 1]
    np.testing.assert_allclose(partition.mass.sum(axis=1), 1.0)
    np.testing.assert_array_equal(partition.labels(), model.labels_)
    np.testing.assert_array_equal(model.predict(X), model.labels_)


def test_masses_on_too_many_clusters_are_refused_and_labels_kept():
    X = np.arange(8194.0)[:, None] // 2 * 10
    model = EKNNclus(1, random_state=0).fit(X)
    assert model.n_clusters_ == 4097
    with pytest.raises(DataError, match="4097 clusters; masses are kept for at most 4096"):
        _ = model.partition_


@pytest.mark.parametrize(
    "settings, sentence",
    [
        ({"n_neighbors": 8}, "from 1 to 7"),
        ({"n_start": [0, 1]}, "2 labels for 8 objects"),
    ],
)
def test_bad_settings_raise_a_clear_error(settings, sentence):
    with pytest.raises(DataError, match=sentence):
        EKNNclus(**settings).fit(np.random.default_rng(0).normal(size=(8, 2)))


@pytest.mark.parametrize(
    "matrix, sentence",
    [
        ([[0, 1, 2], [1, 0, 3]], "2 rows and 3 columns"),
        ([[0, -1], [-1, 0]], "row 1, column 2 is negative"),
        ([[0, 1], [2, 0]], "differ by direction"),
        ([[1, 1], [1, 0]], "Object 1 is not at dissimilarity 0"),
    ],
)
def test_bad_dissimilarities_raise_a_clear_error(matrix, sentence):
    with pytest.raises(DataError, match=sentence):
        EKNNclus(1, metric="precomputed").fit(np.array(matrix, dtype=float))


@pytest.mark.parametrize(("n", "k"), [(1, 0), (40, 1), (60, 12)])
def test_the_symmetric_graph_is_half_the_sum_with_its_transpose(n, k):
    rng = np.random.default_rng(3)
    rows = np.array([rng.permutation(n)[:k] for _ in range(n)], dtype=np.int32).reshape(n, k)
    weights = np.maximum(rng.standard_normal(n * k), 0.0)
    starts = np.arange(n + 1, dtype=np.int64) * k
    dense = np.zeros((n, n))
    dense[np.repeat(np.arange(n), k), rows.ravel()] = weights
    starts, indices, values = symmetric_part(starts, rows.ravel(), weights, StopFlag().array)
    found = np.zeros((n, n))
    found[np.repeat(np.arange(n), np.diff(starts)), indices] = values
    np.testing.assert_array_equal(found, 0.5 * dense + 0.5 * dense.T)
    assert (values > 0).all()
    for i in range(n):
        assert (np.diff(indices[starts[i] : starts[i + 1]]) > 0).all()


@pytest.mark.parametrize("times", [1, 4])  # a tree, and all distances
def test_an_object_farther_away_than_any_number_is_unknown(times):
    X = np.tile(load_sample("iris").X, (1, times))
    model = EKNNclus(20, random_state=0).fit(X)
    new = X[:4].copy()
    new[:3, 0] = [1e300, -1e200, 1e140]
    found = model.predict_mass(new)
    np.testing.assert_array_equal(found.mass_of(found.frame.omega)[:3], 1.0)
    np.testing.assert_allclose(found.mass[3], model.predict_mass(X[3:4]).mass[0])
