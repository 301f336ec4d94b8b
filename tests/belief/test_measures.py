from math import log

import naive_beliefs as naive
import numpy as np
import pytest
import scipy.sparse
from hypothesis import given
from mass_strategies import tables

from belieflab import Frame, MassTable
from belieflab.belief import measures


@given(tables())
def test_set_functions_equal_their_definitions(table):
    for i in range(len(table)):
        m = naive.row_of(table, i)
        for mask in range(1 << table.frame.size):
            a = naive.set_of(mask)
            assert table.mass_of(mask)[i] == pytest.approx(m.get(a, 0.0), abs=1e-14)
            assert table.belief(mask)[i] == pytest.approx(naive.bel(m, a), abs=1e-14)
            assert table.plausibility(mask)[i] == pytest.approx(naive.pl(m, a), abs=1e-14)
            assert table.commonality(mask)[i] == pytest.approx(naive.q(m, a), abs=1e-14)


@given(tables(normal=True))
def test_measures_of_a_row_equal_their_definitions(table):
    k_classes = range(table.frame.size)
    for i in range(len(table)):
        m = naive.row_of(table, i)
        assert table.contour()[i] == pytest.approx([naive.pl(m, {k}) for k in k_classes])
        assert table.pignistic()[i] == pytest.approx([naive.betp(m, k) for k in k_classes])
        assert table.discord()[i] == pytest.approx(naive.discord(m), abs=1e-12)
        assert table.strife()[i] == pytest.approx(naive.strife(m), abs=1e-12)
        assert table.conflict()[i] == m.get(frozenset(), 0.0)
        if table.frame.size > 1:
            expected = sum(v * log(len(a)) for a, v in m.items() if a) / log(table.frame.size)
            assert table.nonspecificity()[i] == pytest.approx(expected, abs=1e-14)


@given(tables(normal=True))
def test_belief_is_below_the_pignistic_probability_and_that_below_plausibility(table):
    normal = table.normalise()
    betting = normal.pignistic()
    for mask in range(1 << table.frame.size):
        classes = [k for k in range(table.frame.size) if mask >> k & 1]
        probability = betting[:, classes].sum(axis=1)
        assert (normal.belief(mask) <= probability + 1e-12).all()
        assert (probability <= normal.plausibility(mask) + 1e-12).all()


@given(tables(normal=True))
def test_uncertainties_stay_in_their_ranges(table):
    high = np.log2(max(table.frame.size, 1))
    for value in (table.discord(), table.strife(), table.pignistic_entropy()):
        assert (value >= 0).all()
        assert (value <= high + 1e-12).all()
    assert (table.nonspecificity() >= 0).all()
    assert (table.nonspecificity() <= 1 + 1e-12).all()
    assert (table.total_uncertainty() >= table.discord() - 1e-12).all()


def test_probabilities_have_shannons_entropy_as_their_only_uncertainty():
    table = MassTable.from_probabilities([[0.5, 0.25, 0.25], [1, 0, 0]])
    for entropy in (
        table.discord(),
        table.strife(),
        table.total_uncertainty(),
        table.pignistic_entropy(),
    ):
        assert entropy == pytest.approx([1.5, 0.0])
    assert table.nonspecificity().tolist() == [0.0, 0.0]


def test_ignorance_is_all_nonspecificity():
    table = MassTable.vacuous(2, "abcd")
    assert table.nonspecificity() == pytest.approx([1, 1])
    assert table.discord() == pytest.approx([0, 0])
    assert table.total_uncertainty() == pytest.approx([2, 2])


def test_a_row_all_on_the_empty_set_bets_evenly_and_is_not_uncertain():
    table = MassTable("abcd", [0], [[1.0]])
    assert table.pignistic().tolist() == [[0.25] * 4]
    assert table.conflict().tolist() == [1.0]
    for measure in (table.discord(), table.strife(), table.nonspecificity()):
        assert measure.tolist() == [0.0]


def test_a_nearly_lost_row_still_bets_with_all_digits():
    table = MassTable("abc", [0, 1, 6], [[1 - 3e-13, 1e-13, 2e-13]])
    assert table.pignistic()[0] == pytest.approx([1 / 3, 1 / 3, 1 / 3], rel=1e-3)
    assert table.pignistic().sum() == pytest.approx(1.0, abs=1e-15)


def test_a_frame_of_one_class_knows_everything():
    table = MassTable("a", [1], [[1.0]])
    assert table.nonspecificity().tolist() == table.total_uncertainty().tolist() == [0.0]


def test_the_date_of_a_painting():
    """A painting of the 14th, 15th or 16th century, by hand from the masses."""
    table = MassTable(
        ["XIV", "XV", "XVI"], [1, 2, 4, 3, 6, 5, 7], [[0.16, 0.04, 0.21, 0.34, 0.16, 0.08, 0.01]]
    )
    believed = [table.belief(mask)[0] for mask in (1, 2, 4, 3, 6, 5, 7)]
    possible = [table.plausibility(mask)[0] for mask in (1, 2, 4, 3, 6, 5, 7)]
    assert believed == pytest.approx([0.16, 0.04, 0.21, 0.54, 0.41, 0.45, 1])
    assert possible == pytest.approx([0.59, 0.55, 0.46, 0.79, 0.84, 0.96, 1])


def test_labels_of_thousands_of_classes_are_measured_without_their_zeros(monkeypatch):
    """12,000 labels of 4,096 classes took the page Labels a minute and a half."""
    made, csr_array = [], scipy.sparse.csr_array
    monkeypatch.setattr(scipy.sparse, "csr_array", lambda each: made.append(1) or csr_array(each))
    frame = Frame([f"c{k}" for k in range(1_200)])
    table = MassTable.from_sets([(f"c{k}", f"c{(7 * k) % 1_200}") for k in range(1_200)], frame)
    assert not made
    shares, contour = table.pignistic(), table.contour()
    assert len(made) == 4
    whole = table.mass @ measures.membership(frame.size, table.focal)
    np.testing.assert_array_equal(contour, whole)
    np.testing.assert_allclose(shares, whole / whole.sum(axis=1, keepdims=True), rtol=1e-15)
