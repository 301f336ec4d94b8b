"""Structures, and the greedy search over them, against slow twins."""

import itertools

import naive_networks
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from belieflab import DataError
from belieflab.bayes.components import NetworkComponents
from belieflab.bayes.density import count_parameters
from belieflab.bayes.points import Points
from belieflab.bayes.search import GreedySearch
from belieflab.bayes.structure import closure, complete, from_arcs, star, without_arcs
from belieflab.mixture.components import shares_of


def draw_problem(seed, n=80, p=4, n_classes=2):
    """Points with some dependence, and responsibilities."""
    rng = np.random.default_rng(seed)
    mixing = np.eye(p) + np.tril(rng.normal(size=(p, p)) * (rng.random((p, p)) < 0.5), -1)
    X = rng.normal(size=(n, p)) @ mixing.T
    t = rng.dirichlet(np.ones(n_classes), n)
    return X, t


def begin(X, t, arcs=(), floor=1e-3, **options):
    points = Points(X, floor=floor)
    moments = points.class_moments(shares_of(t))
    given_ = (points.variances, points.floors, points.total_weight)
    return GreedySearch(moments, from_arcs(arcs, X.shape[1]), *given_, **options)


@pytest.mark.parametrize("arcs", [[], [(0, 1)], [(0, 1), (1, 2), (3, 2), (0, 3)]])
def test_the_expected_score_adds_over_families(arcs):
    X, t = draw_problem(0)
    floors = 1e-3 * X.var(axis=0)
    score = begin(X, t, arcs).score
    assert score == pytest.approx(naive_networks.expected_score(X, t, arcs, floors))


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10_000))
def test_the_search_makes_the_best_move_and_ends_where_none_gains(seed):
    X, t = draw_problem(seed)
    floors, p = 1e-3 * X.var(axis=0), X.shape[1]
    search, score = begin(X, t), naive_networks.expected_score(X, t, [], 1e-3 * X.var(axis=0))
    for move in search.moves():
        found = naive_networks.expected_score(X, t, search.structure.arcs, floors)
        assert found - score == pytest.approx(move.gain, abs=1e-7)
        assert naive_networks.is_acyclic(search.structure.arcs, p)
        score = found
    around = [
        naive_networks.expected_score(X, t, arcs, floors)
        for arcs in naive_networks.neighbours_of(search.structure.arcs, p)
    ]
    assert max(around) <= score + 1e-6
    first = begin(X, t).best_move()
    if first is not None:
        ones = [
            naive_networks.expected_score(X, t, [arc], floors)
            for arc in itertools.permutations(range(p), 2)
        ]
        empty = naive_networks.expected_score(X, t, [], floors)
        assert first.gain == pytest.approx(max(ones) - empty, abs=1e-7)


def test_a_feature_without_the_class_is_erased_and_an_informative_one_restored():
    rng = np.random.default_rng(1)
    y = np.arange(300) % 2
    X = np.column_stack([rng.normal(size=300), rng.normal(size=300) + 4 * y])
    t = np.eye(2)[y]
    search = begin(X, t, select=True)
    assert [(move.kind, move.child) for move in search.moves()] == [("erase", 0)]
    assert search.structure.kept.tolist() == [False, True]
    search.kept[:] = [True, False]
    assert "restore" in [move.kind for move in search.moves()]
    assert search.structure.kept.tolist() == [False, True]


def test_at_least_one_feature_stays():
    rng = np.random.default_rng(2)
    X, t = rng.normal(size=(100, 3)), np.eye(2)[np.arange(100) % 2]
    search = begin(X, t, select=True, dropped=True)
    list(search.moves())
    assert search.structure.kept.sum() >= 1


def test_erasing_a_feature_takes_its_arcs_with_it():
    X, t = draw_problem(3)
    search = begin(X, t, [(0, 1), (1, 2)], select=True)
    before = search.score
    gain = search._erasing()[0, 1]
    search.make(type(search.best_move())("erase", -1, 1, gain))
    assert search.structure.arcs == []
    assert search.score - before == pytest.approx(gain)


def test_structures():
    assert complete(3).arcs == [(0, 1), (0, 2), (1, 2)]
    assert star(3, 1).arcs == [(1, 0), (1, 2)] and star(3, 1).root == 1
    assert without_arcs(3).root == -1 and complete(3).root is None
    assert from_arcs([(2, 1), (1, 0)], 3).order.tolist() == [2, 1, 0]
    assert closure(from_arcs([(2, 1), (1, 0)], 3).parents)[0].tolist() == [False, True, True]
    with pytest.raises(DataError, match="circle"):
        from_arcs([(0, 1), (1, 2), (2, 0)], 3)
    with pytest.raises(DataError, match="circle"):
        from_arcs([(1, 1)], 3)
    with pytest.raises(DataError, match="pair"):
        from_arcs([(0.5, 1)], 3)


def test_numbers_of_parameters():
    assert count_parameters(without_arcs(13), 3) == 80
    assert count_parameters(complete(13), 3) == 2 + 3 * (13 + 91)
    kept = without_arcs(4)._replace(kept=np.array([True, False, True, False]))
    assert count_parameters(kept, 3) == 2 + 12 + 4
    assert count_parameters(kept, 3, dropped=True) == 14


@pytest.mark.parametrize("root", [-1, 0, 2])
@pytest.mark.parametrize("weighted", [False, True])
def test_the_kernel_of_stars_gives_what_that_of_all_networks_gives(root, weighted):
    rng = np.random.default_rng(root + 5)
    X = rng.normal(size=(203, 5)) @ rng.normal(size=(5, 5))
    weights = rng.random(203) + 0.1 if weighted else np.empty(0)
    structure = without_arcs(5) if root < 0 else star(5, root)
    log_plausibility = np.log(rng.random((3, 203)))
    short = NetworkComponents(Points(X, weights, 1e-6), structure)
    full = NetworkComponents(Points(X, weights, 1e-6), structure)
    full.is_star, full.order, full.places = False, structure.order, structure.order
    full.floors = full.points.floors[full.order]
    start = short.fit_moments(short.points.class_moments(shares_of(rng.dirichlet(np.ones(3), 203))))
    one, other = (each.expect(start, log_plausibility) for each in (short, full))
    assert one.criterion == pytest.approx(other.criterion, rel=1e-12)
    for a, b in zip(short.maximise(start, one), full.maximise(start, other), strict=True):
        np.testing.assert_allclose(a, b, rtol=1e-9, atol=1e-12)
    np.testing.assert_allclose(
        short.responsibilities(start, log_plausibility),
        full.responsibilities(start, log_plausibility),
        atol=1e-12,
    )
