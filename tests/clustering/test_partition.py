"""What can be read off a credal partition, beside R's evclust and the definitions."""

import json
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from mass_strategies import tables, tables_on

from belieflab import DataError, MassTable
from belieflab.belief import jousselme_by_row
from belieflab.clustering import CredalPartition

GOLDEN = json.loads((Path(__file__).parent / "golden_ecm.json").read_text())


def golden_partition(key):
    run = GOLDEN["ecm"][key]
    mass = np.array(run["mass"])
    return CredalPartition(range(len(run["start"])), run["focal"], mass / mass.sum(1)[:, None])


@pytest.fixture
def butterfly():
    return golden_partition("butterfly_full_d5_eps12")


def as_lists(flags):
    return [(np.flatnonzero(column) + 1).tolist() for column in flags.T]


def test_every_summary_of_the_butterfly_is_rs(butterfly):
    found = GOLDEN["summaries"]
    np.testing.assert_allclose(butterfly.possibilistic(), found["pl"], atol=1e-8)
    np.testing.assert_allclose(butterfly.fuzzy(), found["betp.n"], atol=1e-8)
    np.testing.assert_allclose(butterfly.fuzzy("contour"), found["p"], atol=1e-8)
    np.testing.assert_allclose(butterfly.fuzzy_with_noise()[:, :2], found["betp"], atol=1e-8)
    assert (butterfly.labels() + 1).tolist() == found["y.pl"]
    assert (butterfly.labels_by_belief() + 1).tolist() == found["y.bel"]
    assert (np.flatnonzero(butterfly.outliers()) + 1).tolist() == [found["outlier"]]
    assert as_lists(butterfly.rough()[0]) == found["lower.approx"]
    assert as_lists(butterfly.rough()[1]) == found["upper.approx"]
    assert as_lists(butterfly.rough(outliers=False)[0]) == found["lower.approx.nd"]
    assert as_lists(butterfly.rough(outliers=False)[1]) == found["upper.approx.nd"]
    assert butterfly.mean_nonspecificity() == pytest.approx(found["N"], abs=1e-8)
    assert butterfly.kind() == "credal"


def test_credal_rand_indices_of_two_partitions_are_rs(butterfly):
    other = golden_partition("butterfly_full_d10_eps12")
    found = GOLDEN["comparison"]
    for distance, key in (("conflict", "RI_c"), ("jousselme", "RI_j"), ("belief", "RI_b")):
        assert butterfly.credal_rand(other, distance) == pytest.approx(found[key], abs=1e-8)
    assert butterfly.credal_rand(butterfly) == 1


def relation_by_loops(table, i, j):
    """Masses on {same, different} of one pair, straight from the definition."""
    masses = {0: 0.0, 1: 0.0, 2: 0.0, 3: 0.0}
    for a, mass_a in zip(table.focal.tolist(), table.mass[i], strict=True):
        for b, mass_b in zip(table.focal.tolist(), table.mass[j], strict=True):
            if a == 0 or b == 0:
                answer = 0
            elif a == b and a & (a - 1) == 0:
                answer = 1
            else:
                answer = 2 if a & b == 0 else 3
            masses[answer] += mass_a * mass_b
    return [masses[answer] for answer in range(4)]


@given(tables_on(3, rows=(4, 4)), tables_on(2, rows=(4, 4)))
def test_the_credal_rand_index_is_its_definition(one, two):
    pairs = list(combinations(range(4), 2))
    relations = [
        MassTable(["same", "different"], range(4), [relation_by_loops(t, *pair) for pair in pairs])
        for t in (one, two)
    ]
    expected = 1 - jousselme_by_row(*relations).mean()
    assert CredalPartition.of(one).credal_rand(two) == pytest.approx(expected, abs=1e-7)


@given(tables(rows=(2, 4)))
def test_a_partition_equals_itself(table):
    partition = CredalPartition.of(table)
    assert partition.credal_rand(partition) == 1
    assert partition.credal_rand(partition, "belief") == 1
    assert 0 <= partition.mean_nonspecificity() <= 1 + 1e-12


@given(st.lists(st.integers(0, 2), min_size=1, max_size=6))
def test_masses_on_single_clusters_are_a_hard_partition(classes):
    partition = CredalPartition.of(MassTable.from_hard(classes, "abc"))
    assert partition.kind() == "hard"
    assert partition.labels().tolist() == partition.labels_by_belief().tolist() == classes
    lower, upper = partition.rough()
    assert (lower == upper).all()
    assert (lower == (np.array(classes)[:, None] == np.arange(3))).all()


def test_bayesian_masses_are_a_fuzzy_partition():
    degrees = np.random.default_rng(0).dirichlet(np.ones(3), size=5)
    partition = CredalPartition.of(MassTable.from_probabilities(degrees))
    assert partition.kind() == "fuzzy"
    np.testing.assert_allclose(partition.fuzzy(), degrees)
    np.testing.assert_allclose(partition.fuzzy("contour"), degrees)


def test_singletons_and_the_empty_set_are_a_fuzzy_partition_with_noise():
    degrees = np.random.default_rng(0).dirichlet(np.ones(4), size=5)
    partition = CredalPartition("abc", [1, 2, 4, 0], degrees)
    assert partition.kind() == "fuzzy with noise"
    np.testing.assert_allclose(partition.fuzzy_with_noise(), degrees, atol=1e-15)


def test_consonant_masses_are_a_possibilistic_partition():
    degrees = np.random.default_rng(0).uniform(size=(5, 3))
    partition = CredalPartition.of(MassTable.from_contour(degrees))
    assert partition.kind() == "possibilistic"
    np.testing.assert_allclose(partition.possibilistic(), degrees)
    largest = degrees.max(axis=1, keepdims=True)
    np.testing.assert_allclose(partition.possibilistic(normalised=True), degrees / largest)


def test_logical_masses_are_a_rough_partition():
    partition = CredalPartition.of(MassTable.from_sets([1, 3, 0, 7, 4], "abc"))
    assert partition.kind() == "rough"
    lower, upper = partition.rough()
    assert as_lists(lower) == [[1], [], [5]]
    assert as_lists(upper) == [[1, 2, 4], [2, 4], [4, 5]]
    assert partition.outliers().tolist() == [False, False, True, False, False]


def test_an_object_all_on_the_empty_set_still_has_decisions():
    partition = CredalPartition("ab", [0, 1], [[1.0, 0.0], [0.0, 1.0]])
    assert partition.sets(outliers=False).tolist() == [3, 1]
    np.testing.assert_array_equal(partition.fuzzy("contour"), [[0.5, 0.5], [1.0, 0.0]])
    np.testing.assert_array_equal(partition.fuzzy_with_noise(), [[0, 0, 1], [1, 0, 0]])


def test_rows_of_a_partition_are_a_partition(butterfly):
    assert isinstance(butterfly[3:5], CredalPartition)
    assert len(butterfly[3:5]) == 2


def test_the_adjusted_rand_index_ignores_names():
    partition = CredalPartition.of(MassTable.from_hard([0, 0, 1, 1], "ab"))
    assert partition.adjusted_rand(["y", "y", "x", "x"]) == 1
    with pytest.raises(DataError, match="4 objects"):
        partition.adjusted_rand([0, 1])


def test_unknown_names_raise_a_clear_error(butterfly):
    with pytest.raises(DataError, match="not 'euclid'"):
        butterfly.credal_rand(butterfly, "euclid")
    with pytest.raises(DataError, match="not 'mean'"):
        butterfly.fuzzy("mean")
    with pytest.raises(DataError, match="found 12 and 3"):
        butterfly.credal_rand(butterfly[:3])


@pytest.mark.parametrize(
    "change",
    [
        lambda one: one.normalise(),
        lambda one: one.discount(0.1),
        lambda one: one.discount_contextually([0.1, 0.2]),
        lambda one: one.condition(0b01),
        lambda one: one.compact(),
        lambda one: one.on([3, 2, 1, 0]),
        lambda one: one[2:4],
        lambda one: one[[0, 5]],
        lambda one: MassTable.stack([one, one]),
        lambda one: CredalPartition.from_frame(one.to_frame()),
    ],
)
def test_a_credal_partition_stays_one_under_its_methods(butterfly, change):
    changed = change(butterfly)
    assert type(changed) is CredalPartition
    assert changed.n_clusters == 2
    assert repr(changed).startswith("CredalPartition(")


def test_stacking_a_partition_with_other_tables_gives_a_mass_table(butterfly):
    plain = MassTable(butterfly.frame, butterfly.focal, butterfly.mass)
    assert type(MassTable.stack([butterfly, plain])) is MassTable
    assert type(CredalPartition.stack([plain, plain])) is CredalPartition


def test_a_notebook_says_that_it_is_a_partition(butterfly):
    assert "CredalPartition: " in butterfly._repr_html_()
