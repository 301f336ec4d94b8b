"""Theorems about evidential c-means, and the numbers R's evclust finds."""

import json
import warnings
from pathlib import Path

import naive_clustering as naive
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.base import clone

from belieflab import DataError
from belieflab.clustering import ECM, CredalPartition, pairs_of_neighbours
from belieflab.clustering.prototypes import PrototypeProblem, Prototypes
from belieflab.data.samples import load_sample
from belieflab.errors import FitWarning
from belieflab.segments import SEGMENT_ROWS

GOLDEN = json.loads((Path(__file__).parent / "golden_ecm.json").read_text())
NAMES = {"full": "all", "pairs": "pairs", "simple": "simple"}


def golden_model(key, **settings):
    run = GOLDEN["ecm"][key]
    X = load_sample("butterfly" if key.startswith("butterfly") else "four-class").X
    model = ECM(
        len(run["start"]), delta=run["delta"], focal=NAMES[run["sets"]], init=run["start"],
        **{"tol": 1e-15} | settings,
    )  # fmt: skip
    return run, model.fit(X)


def blobs(seed, n, p, n_clusters=3):
    rng = np.random.default_rng(seed)
    centres = rng.normal(scale=4, size=(n_clusters, p))
    return centres[rng.integers(n_clusters, size=n)] + rng.normal(size=(n, p))


def never_rises(criteria):
    return (np.diff(criteria) <= 1e-9 * np.abs(criteria[:-1])).all()


@pytest.mark.parametrize("key", GOLDEN["ecm"])
def test_criterion_prototypes_and_masses_are_rs(key):
    run, model = golden_model(key)
    assert model.criterion_ == pytest.approx(run["criterion"], abs=1e-9)
    np.testing.assert_allclose(model.history_.criterion[:5], run["first_criteria"], rtol=1e-12)
    np.testing.assert_allclose(model.prototypes_, run["prototypes"], atol=1e-6)
    partition = model.partition_.on(run["focal"])
    np.testing.assert_allclose(partition.mass[:: run["every"]], run["mass"], atol=1e-6)
    np.testing.assert_allclose(partition.mass.mean(axis=0), run["mean_mass"], atol=1e-7)
    assert model.partition_.mean_nonspecificity() == pytest.approx(run["N"], abs=1e-7)


def test_masses_of_new_points_are_rs():
    _, model = golden_model("butterfly_full_d5_eps12")
    found = GOLDEN["comparison"]
    partition = model.predict_mass(found["newdata"])
    assert isinstance(partition, CredalPartition)
    np.testing.assert_allclose(partition.mass, found["pred_mass"], atol=1e-6)
    assert model.predict(found["newdata"]).tolist() == [0, 0, 1]


@pytest.mark.parametrize("beta", [1.1, 1.7, 2, 3])
@pytest.mark.parametrize("alpha", [0, 1, 2.5])
@pytest.mark.parametrize("focal", ["all", "simple", [1, 2, 4], [0, 1, 3, 4, 6]])
def test_one_step_is_the_equations(alpha, beta, focal):
    X = blobs(0, 150, 3)
    model = ECM(3, alpha, beta, 4, focal, init=X[:3] + 0.1, tol=0, max_iter=1, keep_history=True)
    first, second = model.fit(X).history_.steps
    masks = model.focal_
    mass, criterion = naive.ecm_masses(X, first.snapshot.centres, masks, alpha, beta, 4)
    assert first.criterion == pytest.approx(criterion, rel=1e-10)
    moved = naive.ecm_prototypes(X, mass, masks, 3, alpha, beta)
    np.testing.assert_allclose(second.snapshot.centres, moved, rtol=1e-8, atol=1e-8)
    mass, _ = naive.ecm_masses(X, moved, masks, alpha, beta, 4)
    np.testing.assert_allclose(model.partition_.mass, mass, atol=1e-9)


@settings(max_examples=30, deadline=None)
@given(
    seed=st.integers(0, 10**6),
    n=st.integers(4, 40),
    p=st.integers(1, 4),
    n_clusters=st.integers(1, 4),
    alpha=st.floats(0, 3),
    beta=st.floats(1.05, 4),
    delta=st.floats(0.1, 100),
    focal=st.sampled_from(["all", "pairs", "simple"]),
    metric=st.sampled_from(["euclidean", "mahalanobis"]),
)
def test_the_criterion_never_rises(seed, n, p, n_clusters, alpha, beta, delta, focal, metric):
    X = np.round(blobs(seed, n, p))  # duplicates and points on prototypes are likely
    model = ECM(
        n_clusters, alpha, beta, delta, focal, tol=1e-12, max_iter=60, random_state=seed,
        metric=metric,
    )  # fmt: skip
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", FitWarning)  # flat clusters can raise the criterion
        model.fit(X)
    assert never_rises(model.history_.criterion)
    assert np.isfinite(model.prototypes_).all()
    np.testing.assert_allclose(model.partition_.mass.sum(axis=1), 1)
    assert (model.partition_.mass >= 0).all()


@pytest.mark.parametrize("focal, delta", [([1, 2, 4], 10), ([0, 1, 2, 4], 1e9)])
@pytest.mark.parametrize("beta", [1.5, 2])
def test_singletons_only_and_an_infinite_delta_are_fuzzy_c_means(focal, delta, beta):
    X = blobs(1, 60, 2)
    model = ECM(3, beta=beta, delta=delta, focal=focal, init=X[:3] + 0.01, tol=0, max_iter=25)
    model.fit(X)
    centres, _ = naive.fuzzy_c_means(X, X[:3] + 0.01, beta, 25)
    np.testing.assert_allclose(model.prototypes_, centres, atol=1e-8)
    degrees = naive.fuzzy_c_means(X, centres, beta, 1)[1]
    np.testing.assert_allclose(model.partition_.fuzzy(), degrees, atol=1e-8)


def test_a_point_on_a_prototype_takes_the_limit():
    X = np.array([[0.0, 0.0], [4.0, 0.0], [1.0, 0.0]])
    on = ECM(2, init=X[:2], max_iter=0).fit(X).partition_.mass[:2]
    near = ECM(2, init=X[:2] + 1e-7, max_iter=0).fit(X).partition_.mass[:2]
    np.testing.assert_allclose(on, [[0, 1, 0, 0], [0, 0, 1, 0]], atol=0)
    np.testing.assert_allclose(on, near, atol=1e-10)


def test_prototypes_on_one_spot_share_by_the_size_of_their_sets():
    X = np.array([[0.0], [5.0]])
    model = ECM(2, init=[[0.0], [0.0]], max_iter=0, focal=[0, 1, 2, 3]).fit(X)
    np.testing.assert_allclose(model.partition_.mass[0], [0, 0.4, 0.4, 0.2])


def test_segments_of_rows_give_the_sums_of_all_rows():
    X = blobs(3, SEGMENT_ROWS + 300, 2)
    fitted = ECM(3, init=X[:3], max_iter=0).fit(X)
    whole = PrototypeProblem(X, fitted.frame_, fitted.focal_, 1.0, 2.0, 10.0)
    criterion, sums = whole.evaluate(Prototypes(X[:3], np.empty((3, 0, 0))))
    halves = []
    for rows in (slice(None, 5000), slice(5000, None)):
        part = PrototypeProblem(X[rows], whole.frame, whole.focal, 1.0, 2.0, 10.0)
        halves.append(part.evaluate(Prototypes(X[:3], np.empty((3, 0, 0)))))
    assert criterion == pytest.approx(halves[0][0] + halves[1][0])
    np.testing.assert_allclose(sums.counts, halves[0][1].counts + halves[1][1].counts)
    np.testing.assert_allclose(
        sums.firsts, halves[0][1].firsts + halves[1][1].firsts, rtol=1e-9, atol=1e-7
    )


def test_a_run_may_be_stopped_at_any_step():
    X = load_sample("four-class").X
    model = ECM(4, random_state=0)
    for step in model.iterate(X):
        assert step.criterion == model.criterion_
        assert len(model.partition_) == len(model.labels_) == 400
        if step.iteration == 3:
            break
    _, criterion = naive.ecm_masses(X, model.prototypes_, model.focal_, 1, 2, 10)
    assert model.criterion_ == pytest.approx(criterion)


def test_of_several_starts_the_lowest_is_kept():
    X = load_sample("four-class").X
    model = ECM(4, focal="simple", init="random", n_init=6, random_state=3).fit(X)
    assert len(model.starts_) == 6
    assert model.criterion_ == min(model.starts_)
    again = clone(model).fit(X)
    assert again.criterion_ == model.criterion_
    np.testing.assert_array_equal(again.labels_, model.labels_)


def test_only_neighbouring_clusters_get_a_pair():
    centres = np.array([[0.0, 0.0], [6.0, 0.0], [40.0, 0.0], [46.0, 0.0]])
    X = np.repeat(centres, 30, axis=0) + np.random.default_rng(0).normal(size=(120, 2))
    model = ECM(4, delta=20, focal="neighbours", init=centres).fit(X)
    assert model.partition_.focal.tolist() == [0, 1, 2, 3, 4, 8, 12, 15]
    assert pairs_of_neighbours(model.partition_, 3).tolist() == [
        0, 1, 2, 3, 4, 5, 6, 8, 9, 10, 12, 15,
    ]  # fmt: skip


def test_a_metric_of_its_own_follows_long_clusters():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(200, 2)) * [8, 0.4] + np.repeat([[0, 0], [0, 4]], 100, axis=0)
    truth = np.repeat([0, 1], 100)
    centres = [[0.0, 0.5], [0.0, 3.5]]
    own = ECM(2, delta=20, metric="mahalanobis", init=centres).fit(X)
    same = ECM(2, delta=20, init=centres).fit(X)
    assert own.partition_.adjusted_rand(truth) > 0.9 > same.partition_.adjusted_rand(truth)
    np.testing.assert_allclose(np.linalg.det(own.metrics_), 1, rtol=1e-9)


def test_delta_may_be_a_quantile_of_the_distances():
    X = load_sample("butterfly").X
    gaps = [np.linalg.norm(X[i] - X[j]) for i in range(12) for j in range(i)]
    model = ECM(2, delta_quantile=0.9, random_state=0).fit(X)
    assert model.delta_ == pytest.approx(np.quantile(gaps, 0.9))
    assert ECM(1, delta_quantile=0.9).fit(np.ones((3, 2))).delta_ == 1


def test_one_cluster_has_its_mean_and_outliers():
    X = np.append(np.zeros((9, 1)), [[100.0]], axis=0) + np.arange(10)[:, None] % 2
    model = ECM(1, delta=5, random_state=0).fit(X)
    assert model.partition_.focal.tolist() == [0, 1]
    assert model.partition_.outliers().tolist() == [False] * 9 + [True]
    assert model.labels_.tolist() == [0] * 10


def test_as_many_clusters_as_objects_put_each_on_its_own():
    X = blobs(0, 4, 2)
    model = ECM(4, init=X).fit(X)
    assert model.criterion_ == 0
    assert model.labels_.tolist() == [0, 1, 2, 3]


def test_constant_columns_and_copies_of_one_point_are_no_trouble():
    X = np.column_stack([np.arange(6.0), np.full(6, 3.0)])
    for metric in ("euclidean", "mahalanobis"):
        model = ECM(2, random_state=0, metric=metric).fit(X)
        assert len(set(model.labels_[:3])) == len(set(model.labels_[3:])) == 1
    model = ECM(3, random_state=0).fit(np.ones((5, 2)))
    assert model.criterion_ == 0
    np.testing.assert_array_equal(model.prototypes_, np.ones((3, 2)))


@pytest.mark.parametrize(
    "settings, sentence",
    [
        ({"n_clusters": 9}, "9 clusters need at least as many objects; found 8"),
        ({"focal": [0, 1, 2]}, "No focal set holds the cluster ω3, ω4"),
        ({"init": [[0, 0]]}, "4 prototypes with 2 features"),
        ({"init": np.full((4, 2), np.nan)}, "not finite"),
    ],
)
def test_bad_settings_raise_a_clear_error(settings, sentence):
    with pytest.raises(DataError, match=sentence):
        ECM(**settings).fit(blobs(0, 8, 2))


def test_many_clusters_need_fewer_sets():
    X = blobs(0, 40, 2)
    with pytest.raises(DataError, match="Choose 'pairs' or 'simple'"):
        ECM(13).fit(X)
    assert len(ECM(13, focal="pairs", max_iter=2).fit(X).partition_.focal) == 1 + 13 + 78 + 1


def test_prototypes_at_one_place_are_found():
    X = np.concatenate([np.random.default_rng(0).normal(size=(30, 2)), [[9.0, 9.0]] * 30])
    start = np.array([[9.0, 9.0], [9.0, 9.0], [0.0, 0.0]])
    model = ECM(3, init=start).fit(X)
    assert model.coinciding(X) == [(0, 1)]
    assert ECM(2, random_state=0).fit(X).coinciding(X) == []
