import copy
import pickle

import numpy as np
import pytest
from hypothesis import given
from mass_strategies import tables

from belieflab import DataError, Frame, MassTable


@pytest.fixture
def table():
    return MassTable("abc", [0, 1, 6, 7], [[0.1, 0.2, 0.3, 0.4], [0, 0.5, 0.5, 0], [0, 0, 0, 1]])


@pytest.mark.parametrize(
    ("focal", "mass", "sentence"),
    [
        ([], [[1.0]], "at least one focal set"),
        ([1, 8], [[0.5, 0.5]], "mask 8 does not fit a frame of 3 classes"),
        ([1, -1], [[0.5, 0.5]], "mask -1 does not fit"),
        ([1, 1.5], [[0.5, 0.5]], "mask 1.5 does not fit"),
        ([1, 2**70], [[0.5, 0.5]], "does not fit"),
        ([5, 5], [[0.5, 0.5]], "The focal set {a, c} is listed twice"),
        ([1, 2], [0.5, 0.5], "one column per focal set (2); found shape (2,)"),
        ([1, 2], [[1.0]], "found shape (1, 1)"),
        ([1, 2], [["x", "y"]], "holds numbers only"),
        ([1, 2], [[1.0], [0.5, 0.5]], "rows of equal length"),
        ([1, 2], [[1, 0], [1.1, -0.1]], "Row 2 has the mass -0.1 on {b}"),
        ([1, 2], [[1, 0], [np.nan, 1]], "Row 2 has the mass nan on {a}"),
        ([1, 2], [[np.inf, 0]], "Row 1 has the mass inf"),
        ([1, 2], [[1, 0], [0.5, 0.47]], "The masses of row 2 sum to 0.97"),
    ],
)
def test_what_is_no_mass_table_is_refused_in_a_sentence(focal, mass, sentence):
    with pytest.raises(DataError) as error:
        MassTable("abc", focal, mass)
    assert sentence in str(error.value)


def test_a_row_off_by_the_rounding_of_a_text_file_is_scaled_to_one():
    table = MassTable("ab", [1, 2], [[0.3333333, 0.6666666]])
    assert table.mass.sum() == pytest.approx(1.0, abs=1e-15)


def test_a_table_is_a_value_that_nobody_can_change(table):
    with pytest.raises(ValueError, match="read-only"):
        table.mass[0, 0] = 1
    given = np.array([[0.5, 0.5]])
    MassTable("ab", [1, 2], given)
    given[0, 0] = 0.4
    assert table.mass.flags.c_contiguous


@pytest.mark.parametrize(
    "rows",
    [slice(1, 3), slice(None, None, -1), [2, 0], np.array([True, False, True]), np.array([1])],
)
def test_rows_are_cut_like_those_of_an_array(table, rows):
    np.testing.assert_array_equal(table[rows].mass, table.mass[rows])
    np.testing.assert_array_equal(table[rows, ...].mass, table.mass[rows])
    assert table[rows].frame == table.frame


def test_one_row_and_no_row_are_tables_too(table):
    np.testing.assert_array_equal(table[-1].mass, table.mass[[-1]])
    assert len(table[[]]) == 0
    assert [len(row) for row in table] == [1, 1, 1]


def test_columns_are_no_rows(table):
    with pytest.raises(TypeError, match="by rows only"):
        table[:, 0]
    with pytest.raises(IndexError):
        table[3]


def test_it_is_an_array_of_its_masses_to_numpy(table):
    assert np.asarray(table).shape == table.shape == (3, 4)
    assert np.asarray(table, dtype=np.float32).dtype == np.float32
    np.testing.assert_array_equal(np.asarray(table), table.mass)


def test_copies_and_pickles_hold_the_same(table):
    for twin in (copy.deepcopy(table), pickle.loads(pickle.dumps(table))):
        assert twin.equals(table)


def test_the_text_of_a_table_names_its_sets(table):
    assert repr(table) == "MassTable(3 rows on ['a', 'b', 'c']; focal sets ∅, {a}, {b, c}, Ω)"


def test_a_table_on_63_classes_answers_with_its_few_focal_sets():
    frame = Frame(range(63))
    table = MassTable(frame, [1, 2**62, 2**62 | 1, frame.omega], [[0.1, 0.2, 0.3, 0.4]])
    assert table.contour()[0, [0, 1, 62]] == pytest.approx([0.8, 0.4, 0.9])
    assert table.belief(2**62 | 1)[0] == pytest.approx(0.6)
    assert table.plausibility(2**62)[0] == pytest.approx(0.9)
    assert table.commonality(2**62 | 1)[0] == pytest.approx(0.7)
    assert table.pignistic().sum() == pytest.approx(1.0)
    with pytest.raises(DataError, match=r"2\^63 subsets"):
        table.dense()


def test_a_dense_table_that_does_not_fit_in_memory_is_refused():
    with pytest.raises(DataError, match="do not fit in memory"):
        MassTable.vacuous(1000, range(20)).dense()
    assert MassTable.vacuous(1, range(20)).dense().shape == (1, 1 << 20)


@given(tables())
def test_regrouping_keeps_every_mass(table):
    compact = table.compact()
    assert compact.equals(table)
    assert (compact.mass > 0).any(axis=0).all()
    assert (np.diff(compact.focal) > 0).all()
    assert MassTable.from_dense(table.dense(), table.frame).equals(table)
    everything = table.on(table.frame.powerset()[::-1])
    assert everything.equals(table)
    np.testing.assert_array_equal(everything.mass[:, ::-1], table.dense())
    assert MassTable.stack([table, compact]).equals(MassTable.stack([compact, table]))
    assert MassTable.stack([table, compact])[: len(table)].equals(table)


def test_mass_is_never_dropped_in_silence(table):
    with pytest.raises(DataError, match=r"\{b, c\} carries mass"):
        table.on([0, 1, 7])


def test_tables_on_different_frames_are_not_stacked(table):
    with pytest.raises(DataError, match="Table 2 is about the classes x, y"):
        MassTable.stack([table, MassTable.vacuous(1, "xy")])
    with pytest.raises(DataError, match="no table"):
        MassTable.stack([])


def test_equality_minds_frame_rows_and_masses(table):
    assert not table.equals(table[:2])
    assert not table.equals(MassTable("abd", table.focal, table.mass))
    assert not table.equals(table.discount(1e-6))
    assert table.equals(table.discount(1e-6), tolerance=1e-5)


def test_normalising_divides_the_conflict_out_and_names_lost_rows(table):
    assert table.normalise()[0].mass.tolist()[0] == pytest.approx([2 / 9, 3 / 9, 4 / 9])
    lost = MassTable("ab", [0, 1], [[0, 1], [1, 0], [1, 0]])
    with pytest.raises(DataError, match="rows 2 and 3: all the mass is on ∅"):
        lost.normalise()
    with pytest.raises(DataError, match=r"rows 1, 2, 3, 4, 5 and 4 more"):
        MassTable("ab", [0], np.ones((9, 1))).normalise()


def test_consonant_and_bayesian_rows_are_known():
    table = MassTable("abc", [1, 3, 4, 7], [[0.2, 0.3, 0, 0.5], [0.5, 0, 0.5, 0], [0, 0.5, 0.5, 0]])
    assert table.is_consonant().tolist() == [True, False, False]
    assert table.is_bayesian().tolist() == [False, True, False]


def test_no_rows_are_a_table_too():
    none = MassTable("ab", [1, 2], np.zeros((0, 2)))
    assert none.compact().shape == (0, 1)
    assert none.contour().shape == none.pignistic().shape == (0, 2)
    assert none.nonspecificity().shape == (0,)
