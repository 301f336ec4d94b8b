import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from belieflab import DataError, Frame, MassTable

OMEGA = "Ω"


def labels_of(table):
    """The one set of each row, as text."""
    assert ((table.mass == 0) | (table.mass == 1)).all()
    return [table.frame.format(int(table.focal[j])) for j in table.mass.argmax(axis=1)]


@pytest.mark.parametrize(
    ("y", "names", "expected"),
    [
        (["b", "a", None], "ab", ["{b}", "{a}", OMEGA]),
        (["b", float("nan"), "a"], "ab", ["{b}", OMEGA, "{a}"]),
        ([10, 9, None], ["9", "10"], ["{10}", "{9}", OMEGA]),
        ([-1, 1, 1], ["-1", "1"], ["{-1}", "{1}", "{1}"]),
        ([0, -1, 0], ["-1", "0"], ["{0}", "{-1}", "{0}"]),
        ([2.0, np.nan, 0.0], "02", ["{2}", OMEGA, "{0}"]),
        ([1, None, 2], "12", ["{1}", OMEGA, "{2}"]),
        ([0.5, 1.5], ["0.5", "1.5"], ["{0.5}", "{1.5}"]),
        ([True, False], ["False", "True"], ["{True}", "{False}"]),
        (np.array([3, 1], dtype=np.uint8), "13", ["{3}", "{1}"]),
        (pd.Series(["x", None, "w"]), "wx", ["{x}", OMEGA, "{w}"]),
        (pd.Series([4, None, 2], dtype="Int64"), "24", ["{4}", OMEGA, "{2}"]),
        (pd.Categorical(["b", None, "a"]), "ab", ["{b}", OMEGA, "{a}"]),
        (["a", 1], ["1", "a"], ["{a}", "{1}"]),
    ],
)
def test_hard_labels_of_every_kind(y, names, expected):
    table = MassTable.from_hard(y)
    assert table.frame.names == tuple(names)
    assert labels_of(table) == expected


def test_a_given_frame_keeps_its_order_and_may_hold_more_classes():
    table = MassTable.from_hard(["a", "b"], ["c", "b", "a"])
    assert labels_of(table) == ["{a}", "{b}"]
    assert table.contour().tolist() == [[0, 0, 1], [0, 1, 0]]


def test_integers_that_are_no_names_are_positions_in_the_frame():
    frame = Frame(["setosa", "versicolor", "virginica"])
    labels = MassTable.from_hard([2, 0, -1], frame, unknown=-1)
    assert labels_of(labels) == ["{virginica}", "{setosa}", OMEGA]
    assert labels_of(MassTable.from_hard([2, 1], ["1", "2"])) == ["{2}", "{1}"]


def test_a_million_labels_are_read_in_no_time_worth_a_loop():
    codes = np.random.default_rng(0).integers(0, 5, size=1_000_000)
    table = MassTable.from_hard(np.array(list("abcde"))[codes])
    np.testing.assert_array_equal(table.mass.argmax(axis=1), codes)


def test_sets_come_as_names_or_masks():
    table = MassTable.from_sets([["a", "c"], 0b110, "b", [], ("a", "b", "c")], "abc")
    assert labels_of(table) == ["{a, c}", "{b, c}", "{b}", "∅", OMEGA]


@given(arrays(np.float64, (3, 4), elements=st.floats(0, 1)))
def test_a_contour_comes_back_exactly_from_a_consonant_table(contour):
    table = MassTable.from_contour(contour)
    np.testing.assert_allclose(table.contour(), contour, rtol=0, atol=1e-15)
    np.testing.assert_allclose(table.conflict(), 1 - contour.max(axis=1), atol=1e-15)
    assert table.is_consonant().all()


def test_a_contour_is_spread_over_nested_sets():
    table = MassTable.from_contour([[0.3, 1.0, 0.6]], "abc")
    assert table.focal.tolist() == [0b010, 0b110, 0b111]
    assert table.mass[0] == pytest.approx([0.4, 0.3, 0.3])


def test_probabilities_are_masses_of_classes():
    table = MassTable.from_probabilities([[0.2, 0.8], [1, 0]], ["yes", "no"])
    assert table.is_bayesian().all()
    np.testing.assert_allclose(table.pignistic(), [[0.2, 0.8], [1, 0]])


def test_a_guess_and_its_doubt():
    table = MassTable.from_guess_and_doubt(["a", None, "b"], [0.25, 0.5, 0], "ab")
    np.testing.assert_allclose(table.contour(), [[1, 0.25], [1, 1], [0, 1]])
    same = MassTable.from_guess_and_doubt(["a", "b"], 0.1)
    assert same.mass_of(3).tolist() == [0.1, 0.1]


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (lambda: MassTable.from_hard(["a", "z"], "ab"), "Row 2: Unknown class 'z'"),
        (lambda: MassTable.from_hard([0, 1, 3], "abc"), "Row 1: Unknown class '0'"),
        (lambda: MassTable.from_hard([None, None]), "No label names a class"),
        (lambda: MassTable.from_hard([[1, 2]]), "one column; found shape (1, 2)"),
        (lambda: MassTable.from_hard([1.0, np.inf]), "Row 2: the label is infinite"),
        (lambda: MassTable.from_sets([["a"], ["q"]], "ab"), "Row 2: Unknown class 'q'"),
        (lambda: MassTable.from_sets([9], "ab"), "Row 1: The subset mask 9 does not fit"),
        (
            lambda: MassTable.from_contour([[1, 0.5], [0.5, -0.5]]),
            "Row 2 has the plausibility -0.5 in column 2",
        ),
        (lambda: MassTable.from_contour([[1.2, 0.5]]), "the plausibility 1.2 in column 1"),
        (lambda: MassTable.from_contour([[np.inf, 0.5]]), "the plausibility inf"),
        (lambda: MassTable.from_contour([["high", 1]]), "holds numbers only"),
        (lambda: MassTable.from_contour([[1, 1]], "abc"), "3 classes but the table has 2 columns"),
        (lambda: MassTable.from_probabilities([[0.2, 0.7]]), "row 1 sum to 0.9"),
        (lambda: MassTable.from_probabilities([[np.nan, 1]]), "the probability nan"),
        (lambda: MassTable.from_guess_and_doubt(["a", "b"], [0, 2]), "Row 2 has the doubt 2"),
        (lambda: MassTable.from_guess_and_doubt(["a", "b"], [0, 1, 0]), "Give one doubt, or 2"),
    ],
)
def test_bad_labels_are_refused_in_a_sentence(make, sentence):
    with pytest.raises(DataError) as error:
        make()
    assert sentence in str(error.value)
