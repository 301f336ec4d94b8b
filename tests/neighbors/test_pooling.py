"""Every way to pool neighbours is Dempster's rule on discounted labels."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from mass_strategies import tables

from belieflab import MassTable
from belieflab.belief import combine
from belieflab.neighbors import family, pooling
from belieflab.neighbors.pooling import Pool


def by_the_rule(labels, index, evidence, rule="dempster"):
    sources = [labels[index[:, j]].discount(1 - evidence[:, j]) for j in range(index.shape[1])]
    return combine(sources, rule)


def draw_neighbours(rng, n, m=6, k=4):
    return rng.integers(0, n, size=(m, k)), rng.uniform(0, 0.99, size=(m, k))


def check_pool(pool, index, evidence):
    table, conflict = pool.masses(index, evidence)
    assert table.equals(by_the_rule(pool.labels, index, evidence), 1e-12)
    unnormalised = by_the_rule(pool.labels, index, evidence, "conjunctive")
    np.testing.assert_allclose(conflict, unnormalised.conflict(), atol=1e-12)
    along = pool.decisions_along(index, evidence)
    for j in range(index.shape[1]):
        shares = by_the_rule(pool.labels, index[:, : j + 1], evidence[:, : j + 1]).pignistic()
        chosen = shares[np.arange(len(shares)), along[:, j]]
        assert (chosen >= shares.max(axis=1) - 1e-9).all()


@given(tables(classes=(1, 4), rows=(1, 5), normal=True), st.integers(0, 99))
def test_any_labels(labels, seed):
    check_pool(Pool(labels), *draw_neighbours(np.random.default_rng(seed), len(labels)))


@given(st.integers(1, 6), st.integers(0, 99))
def test_labels_of_one_class_and_doubt_have_a_closed_form(n_classes, seed):
    rng = np.random.default_rng(seed)
    guess, doubt = rng.integers(0, n_classes, 12), rng.uniform(0, 1, 12) * rng.integers(0, 2, 12)
    pool = Pool(MassTable.from_guess_and_doubt(guess, doubt, range(n_classes)))
    assert pool.is_simple
    check_pool(pool, *draw_neighbours(rng, 12))


def test_ten_classes_with_rich_labels():
    rng = np.random.default_rng(0)
    mass = rng.dirichlet(np.full(1023, 0.05), size=30)
    pool = Pool(MassTable(range(10), np.arange(1, 1024), mass))
    assert pool.family.is_powerset
    check_pool(pool, *draw_neighbours(rng, 30, m=5, k=7))


def test_forty_classes_with_few_sets_never_meet_the_powerset():
    rng = np.random.default_rng(1)
    focal = np.array([1, 2, 4, 7, (1 << 39) + 5, (1 << 40) - 1])
    pool = Pool(MassTable(range(40), focal, rng.dirichlet(np.ones(6), size=20)))
    assert len(pool.family.sets) < 12
    check_pool(pool, *draw_neighbours(rng, 20))


def test_too_many_sets_meet_one_by_one(monkeypatch):
    monkeypatch.setattr(family, "MOST_SETS", 3)
    rng = np.random.default_rng(2)
    pool = Pool(MassTable("abcd", np.arange(1, 16), rng.dirichlet(np.ones(15), size=9)))
    assert pool.family is None
    check_pool(pool, *draw_neighbours(rng, 9))


def test_small_blocks_give_the_same(monkeypatch):
    rng = np.random.default_rng(3)
    pool = Pool(MassTable("abc", np.arange(1, 8), rng.dirichlet(np.ones(7), size=9)))
    index, evidence = draw_neighbours(rng, 9, m=20)
    whole, _ = pool.masses(index, evidence)
    monkeypatch.setattr(pooling, "BLOCK", 21)
    assert pool.masses(index, evidence)[0].equals(whole, 1e-15)


@pytest.mark.parametrize("doubted", [0.0, 0.01])
def test_a_thousand_neighbours_in_conflict_do_not_underflow(doubted):
    """Half say one class, half the other; only the first neighbour is nearer than the rest.

    With some mass of the labels on ∅ there is no closed form, and commonalities are multiplied.
    """
    y = np.arange(1000) % 2
    mass = np.column_stack([np.full(1000, doubted), (1 - doubted) * np.eye(2)[y]])
    evidence = np.full((1, 1000), 0.95)
    evidence[0, 0] = 0.96
    table, conflict = Pool(MassTable("ab", [0, 1, 2], mass)).masses(np.arange(1000)[None], evidence)
    odds = (1 - 0.95) / (1 - 0.96)
    np.testing.assert_allclose(table.pignistic()[0], [odds / (1 + odds), 1 / (1 + odds)], rtol=1e-3)
    assert conflict[0] == pytest.approx(1.0)
