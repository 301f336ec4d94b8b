"""More than 63 clusters: sets are Python integers, and every method does what it does with few."""

import naive_clustering as naive
import numpy as np
import pytest
from allocation import peak_of
from numpy.testing import assert_allclose, assert_array_equal
from scipy.spatial.distance import cdist

from belieflab import DataError
from belieflab.belief import masks
from belieflab.clustering import CECM, ECM, EVCLUS, RECM
from belieflab.clustering.ecm_kernel import assign
from belieflab.clustering.ecm_sums_kernel import sum_squared_masses
from belieflab.clustering.focal_sets import choose_focal, clusters
from belieflab.clustering.prototypes import NOT_WANTED, PrototypeProblem, Prototypes
from belieflab.clustering.solving import solve_system
from belieflab.iteration import StopFlag

C = 70


def grid(per_cluster, seed=0):
    """C clusters of points around places on a grid, and their true clusters."""
    rng = np.random.default_rng(seed)
    places = 6.0 * np.array([divmod(k, 10) for k in range(C)], dtype=float)
    truth = np.repeat(np.arange(C), per_cluster)
    return places[truth] + rng.normal(scale=0.3, size=(len(truth), 2)), truth, places


SOME_PAIRS = [0, *(1 << k for k in range(C)), *(3 << k for k in range(0, C - 1, 7)), (1 << C) - 1]


@pytest.mark.parametrize("focal", ["simple", SOME_PAIRS])
@pytest.mark.parametrize("beta", [2.0, 1.5])
def test_an_iteration_of_ecm_is_that_of_the_equations(focal, beta):
    X, _, places = grid(1)
    start = places + 0.1
    model = ECM(C, focal=focal, beta=beta, init=start, max_iter=1, tol=0).fit(X)
    sets = model.partition_.focal
    assert sets.dtype == object
    mass, before = naive.ecm_masses(X, start, sets, 1, beta, 10)
    moved = naive.ecm_prototypes(X, mass, sets, C, 1, beta)
    assert_allclose(model.prototypes_, moved, atol=1e-8)
    expected, after = naive.ecm_masses(X, moved, sets, 1, beta, 10)
    assert_allclose(model.history_.criterion, [before, after], rtol=1e-9)
    assert_allclose(model.partition_.mass, expected, atol=1e-8)


@pytest.mark.parametrize("metric", ["euclidean", "mahalanobis"])
def test_both_kinds_of_masks_give_the_same_run(metric, monkeypatch):
    X = grid(2)[0][:60]
    settings = {"focal": "pairs", "metric": metric, "random_state": 0, "max_iter": 5}
    narrow = ECM(8, **settings).fit(X)
    monkeypatch.setattr(masks, "MAX_BITS", 4)
    wide = ECM(8, **settings).fit(X)
    assert (narrow.partition_.focal.dtype, wide.partition_.focal.dtype) == (np.int64, object)
    assert_array_equal(wide.history_.criterion, narrow.history_.criterion)
    assert_array_equal(wide.partition_.mass, narrow.partition_.mass)


def test_ecm_finds_the_clusters_and_predicts():
    X, truth, places = grid(5)
    model = ECM(C, alpha=2, focal="simple", init=places + 0.5).fit(X)
    assert model.partition_.adjusted_rand(truth) == 1.0
    assert_array_equal(model.predict(X), model.labels_)
    staged = ECM(C, alpha=2, focal="neighbours", init=places + 0.5, max_iter=5).fit(X)
    assert len(staged.partition_.focal) > C + 2
    given = ECM(C, alpha=2, focal=model.partition_.focal.tolist(), init=places + 0.5).fit(X)
    assert_array_equal(given.partition_.mass, model.partition_.mass)


def test_recm_on_distances_is_ecm():
    X, _, places = grid(2)
    start = ECM(C, beta=1.5, alpha=2, focal="pairs", init=places + 0.1, max_iter=0).fit(X)
    settings = {"alpha": 2, "focal": "pairs", "max_iter": 2, "tol": 0.0}
    of_points = ECM(C, beta=1.5, init=places + 0.1, **settings)
    of_points.set_params(max_iter=3).fit(X)
    of_distances = RECM(C, delta=10, init=start.partition_, **settings).fit(cdist(X, X))
    assert of_distances.partition_.focal.dtype == object
    assert_allclose(of_distances.prototypes_ @ X, of_points.prototypes_, atol=1e-6)
    assert_allclose(of_distances.partition_.mass, of_points.partition_.mass, atol=1e-6)
    assert_array_equal(of_distances.predict(cdist(X, X)), of_distances.labels_)


def test_evclus_goes_downhill_and_matches_its_stress():
    X, _, _ = grid(3)
    model = EVCLUS(C, d0=3.0, n_partners=20, random_state=0, max_iter=3).fit(X)
    partition = model.partition_
    assert partition.focal.dtype == object
    assert (np.diff(model.history_.criterion) <= 1e-12).all()
    assert_array_equal(partition.mass.sum(axis=1).round(12), 1.0)
    assert model.predict(X[:5]).shape == (5,)


def test_evclus_gives_the_same_run_with_both_kinds_of_masks(monkeypatch):
    X = grid(2)[0][:60]
    settings = {"focal": "pairs", "random_state": 0, "max_iter": 2}
    narrow = EVCLUS(6, **settings).fit(X)
    monkeypatch.setattr(masks, "MAX_BITS", 4)
    wide = EVCLUS(6, **settings).fit(X)
    assert wide.partition_.focal.dtype == object
    assert_array_equal(wide.partition_.mass, narrow.partition_.mass)


def test_a_partition_of_many_clusters_can_be_asked_everything():
    X, _, places = grid(2)
    partition = ECM(C, alpha=2, focal="pairs", init=places + 0.1, max_iter=2).fit(X).partition_
    sets = partition.sets()
    assert sets.dtype == object
    assert not partition.outliers().any()
    sure, possible = partition.rough()
    assert (sure <= possible).all()
    assert_array_equal(possible.sum(axis=1), [mask.bit_count() for mask in sets])
    assert partition.kind() == "credal"
    assert partition.fuzzy("contour").shape == partition.fuzzy().shape == (len(X), C)
    assert 0 < partition.mean_nonspecificity() < 1
    assert partition.credal_rand(partition) == pytest.approx(1.0)
    assert_array_equal(partition.sets(outliers=False), sets)


def test_what_is_too_much_is_refused():
    with pytest.raises(DataError, match="focal='all' works up to 12 clusters"):
        ECM(64).fit(np.random.default_rng(0).normal(size=(64, 2)))
    with pytest.raises(DataError, match="focal='all' works up to 12 clusters"):
        CECM(64).fit(np.random.default_rng(0).normal(size=(64, 2)))
    with pytest.raises(DataError, match="125,250 pairs"):
        choose_focal("pairs", clusters(501))
    with pytest.raises(DataError, match="at most 4096 classes"):
        clusters(5000)


def test_a_fit_holds_the_masses_of_few_rows_only():
    X = np.random.default_rng(0).normal(size=(12_000, 2))
    model = ECM(C, focal="pairs", random_state=0, max_iter=1)
    whole_table = 8 * len(X) * len(choose_focal("pairs", clusters(C)))
    assert peak_of(lambda: model.fit(X)) < 0.5 * whole_table


# -- the quick sums --------------------------------------------------------------------------------


def posed(n, c, focal, *, weighted=False, spread=False, seed=0):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, 3))
    frame = clusters(c)
    problem = PrototypeProblem(
        X,
        frame,
        choose_focal(focal, frame),
        1.3,
        2.0,
        2.5,
        rng.random(n) if spread else np.empty(0),
        rng.integers(0, 3, size=n).astype(float) if weighted else np.empty(0),
    )
    return problem, Prototypes(rng.normal(size=(c, 3)), np.empty((c, 0, 0)))


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("spread", [False, True])
@pytest.mark.parametrize("focal", ["all", "pairs", [1, 6, 10]])
def test_quick_sums_are_those_of_the_masses(focal, weighted, spread):
    problem, prototypes = posed(300, 4, focal, weighted=weighted, spread=spread)
    criterion, quick = problem.evaluate(prototypes)
    mass = np.empty((300, len(problem.focal)))
    expected, sums = problem.evaluate(prototypes, mass)
    assert criterion == pytest.approx(expected, rel=1e-13)
    assert_allclose(quick.counts, sums.counts, rtol=1e-12)
    assert_allclose(quick.firsts, sums.firsts, rtol=1e-9, atol=1e-12)


@pytest.mark.parametrize("scale", [0.0, 1e-160, 1e155])
def test_rows_beyond_measure_are_left_to_the_careful_sums(scale):
    problem, prototypes = posed(5, 2, "simple")
    points = np.ascontiguousarray((prototypes.centres[[0]] + scale).T)
    sets = problem.of_sets(prototypes)
    counts, firsts = np.empty(len(problem.sizes)), np.empty_like(sets.centres)
    nothing = np.empty(0)
    quick = sum_squared_masses(
        points, nothing, nothing, sets.centres, problem.sizes, 0.0, counts, firsts,
        StopFlag().array,
    )  # fmt: skip
    assert np.isnan(quick)
    if scale == 0.0:
        careful = assign(
            points, nothing, nothing, sets.centres, sets.metrics, problem.sizes, 6.25, 1.0,
            counts, firsts, np.zeros_like(sets.metrics), NOT_WANTED, StopFlag().array,
        )  # fmt: skip
        assert careful == 0.0


# -- the system of the prototypes -----------------------------------------------------------------


@pytest.mark.parametrize("size", [5, 64, 90])
def test_a_system_has_its_solution_or_the_least_one(size):
    rng = np.random.default_rng(size)
    root = rng.normal(size=(size, size))
    system, pull = root @ root.T + np.eye(size), rng.normal(size=(size, 2))
    assert_allclose(system @ solve_system(system, pull), pull, atol=1e-8)
    singular = system.copy()
    singular[2], singular[:, 2] = 0.0, 0.0
    pull[2] = 0.0
    least = solve_system(singular, pull)
    assert_allclose(singular @ least, pull, atol=1e-8)
    assert_allclose(least[2], 0.0, atol=1e-12)
