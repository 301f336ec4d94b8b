"""Every way to pool neighbours is Dempster's rule on discounted labels."""

import numpy as np
import pytest
from allocation import peak_of
from hypothesis import given
from hypothesis import strategies as st
from mass_strategies import tables

from belieflab import MassTable
from belieflab.belief import combine
from belieflab.errors import DataError, FitWarning
from belieflab.iteration import StopFlag
from belieflab.neighbors import pooling, set_blocks, sparse_labels
from belieflab.neighbors.family import SetFamily
from belieflab.neighbors.pooling import Pool
from belieflab.neighbors.row_pooling_kernel import share_rows


def by_the_rule(labels, index, evidence, rule="dempster"):
    sources = [labels[index[:, j]].discount(1 - evidence[:, j]) for j in range(index.shape[1])]
    return combine(sources, rule)


def draw_neighbours(rng, n, m=6, k=4):
    return rng.integers(0, n, size=(m, k)), rng.uniform(0, 0.99, size=(m, k))


def check_pool(pool, index, evidence):
    table, conflict = pool.masses(index, evidence)
    assert table.equals(by_the_rule(pool.labels.table, index, evidence), 1e-12)
    unnormalised = by_the_rule(pool.labels.table, index, evidence, "conjunctive")
    np.testing.assert_allclose(conflict, unnormalised.conflict(), atol=1e-12)
    shares = pool.probabilities(index, evidence)
    np.testing.assert_allclose(shares, table.pignistic(), rtol=0, atol=1e-12)
    along = pool.decisions_along(index, evidence)
    for j in range(index.shape[1]):
        shares = by_the_rule(pool.labels.table, index[:, : j + 1], evidence[:, : j + 1]).pignistic()
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
    labels = MassTable(range(10), np.arange(1, 1024), mass)
    check_pool(Pool(labels), *draw_neighbours(rng, 30, m=5, k=7))
    assert SetFamily.spanned_by(labels).is_powerset


def test_forty_classes_with_few_sets_never_meet_the_powerset():
    rng = np.random.default_rng(1)
    focal = np.array([1, 2, 4, 7, (1 << 39) + 5, (1 << 40) - 1])
    pool = Pool(MassTable(range(40), focal, rng.dirichlet(np.ones(6), size=20)))
    assert len(pool.family.sets) < 12
    check_pool(pool, *draw_neighbours(rng, 20))


@given(tables(classes=(2, 5), rows=(2, 6), normal=True), st.integers(0, 99))
def test_sets_wider_than_one_block_are_the_same_belief(labels, seed):
    """Classes spread over three blocks of 63: only the kernel sees the difference."""
    index, evidence = draw_neighbours(np.random.default_rng(seed), len(labels))
    pool = Pool(labels)
    shares = pool.probabilities(index, evidence)
    n_classes = labels.frame.size
    place = np.array([0, 64, 130, 62, 63])[:n_classes]
    arrays = pool.labels.arrays
    bits = (arrays.blocks >> np.arange(n_classes)) & 1
    blocks = np.zeros((len(bits), 3), dtype=np.int64)
    for k in range(n_classes):
        blocks[:, place[k] // 63] |= bits[:, k] << (place[k] % 63)
    wide = np.empty((len(index), 131))
    sparse_arrays = arrays._replace(blocks=blocks)
    approximated = np.zeros(len(index), dtype=np.bool_)
    share_rows(index, evidence, sparse_arrays, 4096, wide, approximated, StopFlag().array)
    # Ω holds 131 classes there: take its share out of both.
    omega = pool.masses(index, evidence)[0].mass_of(labels.frame.omega)[:, None]
    np.testing.assert_allclose(wide[:, place] - omega / 131, shares - omega / n_classes, atol=1e-12)


def test_masks_and_blocks_stand_for_each_other():
    masks = np.array([1, (1 << 63) + 5, (1 << 129) - 1], dtype=object)
    blocks = set_blocks.blocks_of(masks, 130)
    assert blocks.shape == (3, 3) and blocks.dtype == np.int64
    assert set_blocks.masks_of_blocks(blocks).tolist() == masks.tolist()


# -- rows with too many sets --------------------------------------------------------------------


@given(st.integers(4, 20), st.integers(0, 99))
def test_beyond_the_limit_the_belief_has_the_exact_product_contour(n_classes, seed):
    rng = np.random.default_rng(seed)
    plausibility = rng.uniform(size=(8, n_classes))
    plausibility[np.arange(8), rng.integers(0, n_classes, 8)] = 1.0
    pool = Pool(MassTable.from_contour(plausibility))
    index, evidence = draw_neighbours(rng, 8, k=3)
    contour = (1 - evidence[:, :, None] * (1 - plausibility[index])).prod(axis=1)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pooling, "MAX_SETS", 3)
        with pytest.warns(FitWarning, match="of 6 points would have more than 3 focal sets"):
            table, conflict = pool.masses(index, evidence)
        with pytest.warns(FitWarning):
            shares = pool.probabilities(index, evidence)
        along = pool.decisions_along(index, evidence)
    np.testing.assert_allclose(table.contour(), contour / contour.max(axis=1, keepdims=True))
    assert table.is_consonant().all()
    np.testing.assert_allclose(conflict, 1 - contour.max(axis=1), atol=1e-12)
    exact = by_the_rule(pool.labels.table, index, evidence, "conjunctive").conflict()
    assert (conflict >= exact - 1e-12).all()
    np.testing.assert_allclose(shares, table.pignistic(), atol=1e-12)
    np.testing.assert_array_equal(along[:, -1], shares.argmax(axis=1))


def test_only_the_rows_that_pass_the_limit_are_replaced(monkeypatch):
    rng = np.random.default_rng(5)
    plausibility = np.vstack([np.eye(6)[[0, 1, 2]] * 0.5 + 0.5, rng.uniform(size=(5, 6))])
    pool = Pool(MassTable.from_contour(plausibility))
    index = np.array([[0, 1, 2], [3, 4, 5], [2, 1, 0], [5, 6, 7]])
    evidence = rng.uniform(0.2, 0.9, size=(4, 3))
    whole, _ = pool.masses(index, evidence)
    monkeypatch.setattr(pooling, "MAX_SETS", 8)
    with pytest.warns(FitWarning, match="2 of 4 points"):
        table, _ = pool.masses(index, evidence)
    assert table[[0, 2]].equals(whole[[0, 2]], 1e-12)
    assert table[[1, 3]].is_consonant().all() and not whole[[1, 3]].is_consonant().any()


# -- memory -------------------------------------------------------------------------------------


def test_small_blocks_give_the_same(monkeypatch):
    rng = np.random.default_rng(3)
    pool = Pool(MassTable("abc", np.arange(1, 8), rng.dirichlet(np.ones(7), size=9)))
    index, evidence = draw_neighbours(rng, 9, m=2000)
    whole, _ = pool.masses(index, evidence)
    monkeypatch.setattr(pooling, "BLOCK_BYTES", 1 << 16)
    monkeypatch.setattr(pooling, "MAX_SETS", 8)
    assert pool.masses(index, evidence)[0].equals(whole, 1e-15)


def test_memory_does_not_grow_with_rows_times_sets():
    """Twelve classes, nested labels in random order: the rows use nearly all 4,095 sets."""
    rng = np.random.default_rng(0)
    labels = MassTable.from_contour(rng.uniform(size=(300, 12)) ** 0.5)
    pool = Pool(labels)
    index, evidence = draw_neighbours(rng, 300, m=3000, k=5)
    pool.probabilities(index[:2], evidence[:2])
    tables = []
    peak_of_table = peak_of(lambda: tables.append(pool.masses(index[:200], evidence[:200])[0]))
    assert (
        peak_of(lambda: pool.probabilities(index, evidence)) < 3000 * 12 * 8 + pooling.BLOCK_BYTES
    )
    # The entries of all rows are held beside the table they end in (24 bytes each).
    assert peak_of_table < 5 * tables[0].mass.nbytes + 3 * pooling.BLOCK_BYTES


def test_a_table_that_cannot_fit_raises_a_clear_error(monkeypatch):
    monkeypatch.setattr(sparse_labels, "MAX_NUMBERS", 100)
    rng = np.random.default_rng(3)
    pool = Pool(MassTable("abc", np.arange(1, 8), rng.dirichlet(np.ones(7), size=9)))
    index, evidence = draw_neighbours(rng, 9, m=20)
    with pytest.raises(DataError, match=r"beliefs about 20 points.*predict_proba"):
        pool.masses(index, evidence)
    assert pool.probabilities(index, evidence).shape == (20, 3)


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


def test_a_hundred_classes():
    """Beyond 63 classes masks are Python integers; the pooled beliefs are those of the rule."""
    rng = np.random.default_rng(0)
    sets = [[k, (k + 1) % 100, (k + 40) % 100] for k in range(100)]
    labels = MassTable.from_sets(sets, range(100)).discount(np.full(100, 0.2))
    near = (np.arange(6)[:, None] * 11 + rng.integers(0, 3, size=(6, 4))) % 100
    check_pool(Pool(labels), near, rng.uniform(0, 0.99, size=(6, 4)))
    simple = Pool(MassTable.from_guess_and_doubt(np.arange(100), rng.uniform(0, 1, 100)))
    assert simple.is_simple
    check_pool(simple, near, rng.uniform(0, 0.99, size=(6, 4)))
