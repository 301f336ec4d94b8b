"""Partners on a lattice: a fair draw of pairs, and the same sweeps as over a list of pairs."""

import naive_clustering as naive
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.spatial.distance import cdist

from belieflab.clustering import EVCLUS
from belieflab.clustering.constraints import pair_tables
from belieflab.clustering.evclus_kernel import squared_errors
from belieflab.clustering.focal_sets import choose_focal, clusters
from belieflab.clustering.lattice import LatticeRun, lay_out, max_partners
from belieflab.clustering.lattice_kernel import BLOCK, pose_block
from belieflab.clustering.partners import Pairs, as_list, draw_pairs
from belieflab.iteration import StopFlag
from belieflab.segments import one_thread


def points(n, seed=0):
    rng = np.random.default_rng(seed)
    centres = np.array([[0.0, 0.0, 0.0], [6.0, 0.0, 0.0], [3.0, 5.0, 0.0]])
    return centres[rng.integers(3, size=n)] + rng.normal(size=(n, 3))


@settings(max_examples=30, deadline=None)
@given(n=st.integers(8, 200), share=st.floats(0, 1), seed=st.integers(0, 10**6))
def test_pairs_are_distinct_and_nearly_all_objects_have_as_many(n, share, seed):
    k = max(1, int(share * max_partners(n)))
    lattice = lay_out(n, k, np.random.default_rng(seed), points(n), 5.0, False)
    pairs, _ = lattice.pairs()
    unordered = {frozenset(pair) for pair in pairs.tolist()}
    assert len(unordered) == len(pairs)
    assert all(len(pair) == 2 for pair in unordered)
    counts = np.bincount(pairs.ravel(), minlength=n)
    assert counts.max() <= 2 * k
    missing = -n % 7  # empty cells
    assert counts.sum() >= 2 * k * (n - missing)


@pytest.mark.parametrize("precomputed", [False, True])
def test_targets_are_the_rescaled_dissimilarities(precomputed):
    X = points(95)
    D = cdist(X, X)
    lattice = lay_out(95, 9, np.random.default_rng(1), D if precomputed else X, 4.0, precomputed)
    pairs, targets = lattice.pairs()
    apart = D[pairs[:, 0], pairs[:, 1]]
    np.testing.assert_allclose(targets, 1 - np.exp(np.log(0.05) * (apart / 4.0) ** 2), atol=1e-12)
    assert lattice.scale == pytest.approx((targets**2).sum())


def test_every_pair_is_equally_likely():
    X, seen = np.zeros((16, 1)), np.zeros((16, 16))
    for seed in range(1_000):
        pairs, _ = lay_out(16, 2, np.random.default_rng(seed), X, 1.0, False).pairs()
        np.add.at(seen, (pairs[:, 0], pairs[:, 1]), 1)
    seen = (seen + seen.T)[np.triu_indices(16, 1)]
    expected = seen.mean()
    assert ((seen - expected) ** 2 / expected).sum() < 180  # χ² with 119 degrees: p < 0.0003


@pytest.mark.parametrize("focal", ["simple", "pairs", "all", [1, 2, 4]])
@pytest.mark.parametrize("n", [98, 300, 1000])
def test_programmes_and_errors_are_those_of_a_list_of_pairs(focal, n):
    X, frame = points(n), clusters(3)
    masks = choose_focal(focal, frame)
    disjoint = pair_tables(frame, masks).disjoint
    lattice = draw_pairs(X, False, 12, 5.0, np.random.default_rng(0))
    mass = np.random.default_rng(1).dirichlet(np.ones(len(masks)), size=n)
    run, listed, against = LatticeRun(lattice, disjoint, mass), as_list(lattice), mass @ disjoint
    np.testing.assert_array_equal(run.mass, mass)
    errors = 0.5 * squared_errors(*listed, mass, against, StopFlag().array)
    assert run.errors() == pytest.approx(errors, rel=1e-10)
    square, linear = np.empty((len(masks), len(masks), BLOCK)), np.empty((len(masks), BLOCK))
    for of_class, places in enumerate(lattice.objects()):
        for begin in range(0, len(places), BLOCK):
            some = places[begin : begin + BLOCK]
            pose_block(lattice.places, lattice.targets, run.against, of_class, begin, len(some),
                       square, linear)  # fmt: skip
            for at, i in enumerate(some[some >= 0]):
                rows = slice(*listed.starts[i : i + 2])
                near = against[listed.partners[rows]]
                np.testing.assert_allclose(
                    np.tril(square[:, :, at]), np.tril(near.T @ near), atol=1e-9
                )
                np.testing.assert_allclose(
                    linear[:, at], -2 * listed.targets[rows] @ near, atol=1e-9
                )


@pytest.mark.parametrize("focal", ["simple", "pairs"])
def test_a_sweep_leaves_no_pair_of_sets_between_which_a_transfer_pays(focal):
    """After many sweeps no object can be improved alone: the slopes of its sets with mass agree."""
    X, frame = points(90), clusters(3)
    masks = choose_focal(focal, frame)
    disjoint = pair_tables(frame, masks).disjoint
    lattice = draw_pairs(X, False, 12, 5.0, np.random.default_rng(0))
    mass = np.random.default_rng(1).dirichlet(np.ones(len(masks)), size=90)
    run, listed = LatticeRun(lattice, disjoint, mass), as_list(lattice)
    heights = []
    for _ in range(2_000):
        heights.append(run.errors())
        run.sweep(np.random.default_rng(0))
    assert (np.diff(heights) <= 1e-12).all()
    mass = run.mass
    np.testing.assert_allclose(mass.sum(axis=1), 1, rtol=1e-12)
    for i in range(90):
        rows = slice(*listed.starts[i : i + 2])
        near = (mass @ disjoint)[listed.partners[rows]]
        slopes = 2 * near.T @ (near @ mass[i] - listed.targets[rows])
        assert slopes[mass[i] > 1e-9].max() - slopes.min() < 1e-3


def test_the_result_does_not_depend_on_the_number_of_threads():
    X = points(40_000)
    model = EVCLUS(3, n_partners=10, random_state=0, max_iter=3)
    threaded = model.fit(X).partition_.mass
    with one_thread():
        alone = model.fit(X).partition_.mass
    np.testing.assert_array_equal(alone, threaded)


@pytest.mark.parametrize("focal", ["simple", "all"])
def test_the_stress_falls_and_is_its_definition_over_the_pairs(focal):
    X = points(120)
    model = EVCLUS(3, focal, n_partners=15, random_state=0, max_iter=15, tol=1e-9).fit(X)
    assert (np.diff(model.history_.criterion) < 0).all()
    every = naive.stress(cdist(X, X), model.focal_.tolist(), model.partition_.mass, model.d0_)
    assert every < 2 * model.stress_


def test_few_partners_are_nearly_as_good_over_all_pairs_as_all():
    X = points(700)
    D = cdist(X, X)
    D = (D + D.T) / 2
    few = EVCLUS(3, random_state=0).fit(X)
    every = EVCLUS(3, metric="precomputed", n_partners=699, random_state=0).fit(D)
    assert isinstance(draw_pairs(D, True, 699, 5.0, np.random.default_rng(0)), Pairs)
    all_pairs = as_list(draw_pairs(D, True, 699, every.d0_, np.random.default_rng(0)))
    disjoint = every._tables.disjoint
    stress = [
        0.5 * squared_errors(
            *all_pairs,
            model.partition_.mass,
            model.partition_.mass @ disjoint,
            StopFlag().array,
        )
        / all_pairs.scale
        for model in (few, every)
    ]  # fmt: skip
    assert stress[1] == pytest.approx(every.stress_, rel=1e-9)
    assert stress[0] < 1.05 * stress[1]


def test_many_sets_and_constraints_take_the_list_of_the_same_pairs():
    X = points(120)
    free = EVCLUS(3, n_partners=10, random_state=0, max_iter=4).fit(X)
    tied = EVCLUS(3, n_partners=10, random_state=0, max_iter=4, xi=0.0)
    tied.fit(X, must_link=[(0, 1)])  # with ξ = 0 the pairs do not matter
    assert tied.history_.criterion[0] == pytest.approx(free.history_.criterion[0], rel=1e-9)
    many = EVCLUS(8, "pairs", n_partners=10, random_state=0, max_iter=2).fit(X)
    assert len(many.focal_) == 38
    assert (np.diff(many.history_.criterion) < 0).all()
