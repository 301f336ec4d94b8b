import naive_beliefs as naive
import numpy as np
import pytest
from hypothesis import given
from mass_strategies import several_tables, tables

from belieflab import DataError, MassTable
from belieflab.belief import jousselme, jousselme_by_row

SETS_OF_GROWING_SIZE = [
    *(0.7858, 0.6867, 0.5705, 0.4237, 0.1323, 0.3884, 0.5029, 0.5705, 0.6187, 0.6554),
    *(0.6844, 0.7082, 0.7281, 0.7451, 0.7599, 0.7730, 0.7846, 0.7951, 0.8046, 0.8133),
]


def test_jousselmes_example_of_twenty_classes():
    """m1 has .8 on A = {1..j}, m2 is sure of {1..5}: the distance dips at j = 5 (2001, §5)."""
    frame = [str(k) for k in range(1, 21)]
    sure = MassTable(frame, [0b11111], [[1.0]])
    found = []
    for j in range(1, 21):
        masses = {0b1110: 0.05, 1 << 6: 0.05, (1 << 20) - 1: 0.1}
        masses[(1 << j) - 1] = masses.get((1 << j) - 1, 0.0) + 0.8
        table = MassTable(frame, list(masses), [list(masses.values())])
        found.append(jousselme_by_row(table, sure)[0])
    np.testing.assert_allclose(found, SETS_OF_GROWING_SIZE, atol=5e-5)


@given(several_tables(sources=(2, 2)))
def test_distances_equal_their_definition(pair):
    left, right = pair
    matrix = jousselme(left, right)
    for i in range(len(left)):
        for j in range(len(right)):
            expected = naive.jousselme(naive.row_of(left, i), naive.row_of(right, j))
            assert matrix[i, j] == pytest.approx(expected, abs=2e-8)
    np.testing.assert_allclose(jousselme_by_row(left, right), np.diag(matrix), atol=1e-14)
    np.testing.assert_allclose(jousselme(right, left), matrix.T, atol=1e-13)


@given(tables(rows=(3, 3)))
def test_it_is_a_distance(table):
    d = jousselme(table)
    assert (np.diag(d) == 0).all()
    np.testing.assert_array_equal(d, d.T)
    assert (d <= 1 + 1e-12).all()
    assert d[0, 2] <= d[0, 1] + d[1, 2] + 1e-12


def test_certain_and_opposed_rows_are_one_apart():
    table = MassTable.from_hard(["a", "b", None], "ab")
    np.testing.assert_allclose(
        jousselme(table), [[0, 1, 0.5**0.5], [1, 0, 0.5**0.5], [0.5**0.5, 0.5**0.5, 0]]
    )


def test_tiny_differences_are_not_lost_to_cancellation():
    table = MassTable("ab", [1, 2], [[0.5, 0.5], [0.5 + 1e-10, 0.5 - 1e-10]])
    assert jousselme(table)[0, 1] == pytest.approx(1e-10, rel=1e-5)


def test_two_thousand_rows_on_sixty_classes_need_no_power_set():
    rng = np.random.default_rng(0)
    table = MassTable.from_hard(rng.integers(0, 60, size=2000), range(60)).discount(0.2)
    d = jousselme(table)
    same = table.mass.argmax(axis=1)[:, None] == table.mass.argmax(axis=1)
    np.testing.assert_allclose(d[same], 0, atol=1e-15)
    np.testing.assert_allclose(d[~same], 0.8, atol=1e-12)


def test_one_row_is_compared_with_all_and_other_numbers_are_refused():
    table = MassTable.from_hard(["a", "b", "a"], "ab")
    assert jousselme_by_row(table, table[0]) == pytest.approx([0, 1, 0])
    with pytest.raises(DataError, match="found 3 and 2"):
        jousselme_by_row(table, table[:2])
    with pytest.raises(DataError, match="needs one frame; found a, b and x, y"):
        jousselme(table, MassTable.vacuous(1, "xy"))


def test_too_many_focal_sets_are_refused_before_memory_runs_out():
    table = MassTable("abcdefghijklmn", np.arange(1 << 14), np.full((1, 1 << 14), 2.0**-14))
    with pytest.raises(DataError, match="16384 focal sets are too many"):
        jousselme(table)
