import numpy as np
import pytest
from sklearn.exceptions import DataConversionWarning

from belieflab import DataError, MassTable
from belieflab.belief import as_mass_table
from belieflab.belief.labels import pignistic_of_classes


@pytest.mark.parametrize(
    ("y", "classes", "contour"),
    [
        ([2, 0, 2], [0, 2], [[0, 1], [1, 0], [0, 1]]),
        ([1, None, 0], [0, 1], [[0, 1], [1, 1], [1, 0]]),
        ([-1, 1, -1], [-1, 1], [[1, 0], [0, 1], [1, 0]]),
        ([0.0, np.nan, 1.0], [0, 1], [[1, 0], [1, 1], [0, 1]]),
        (["b", None, "a"], ["a", "b"], [[0, 1], [1, 1], [1, 0]]),
        (np.array(["b", np.nan, "a"], dtype=object), ["a", "b"], [[0, 1], [1, 1], [1, 0]]),
    ],
)
def test_hard_labels_have_their_sorted_known_values_as_classes(y, classes, contour):
    table, found = as_mass_table(y, 3)
    assert found.tolist() == classes
    np.testing.assert_array_equal(table.contour(), contour)


def test_classes_keep_the_type_of_the_labels():
    assert as_mass_table(np.array([2, 1], dtype=np.int32), 2)[1].dtype == np.int32
    assert as_mass_table(np.array([2.0, 1.0]), 2)[1].dtype == np.int64
    assert as_mass_table(np.array([True, False]), 2)[1].dtype == np.bool_
    assert as_mass_table(["x", "yy"], 2)[1].dtype == object
    assert as_mass_table(np.array(["x", "yy"]), 2)[1].dtype.kind == "U"


def test_columns_of_numbers_are_plausibilities():
    given = [[1, 0.5, 0], [0.2, 0.9, 1]]
    table, classes = as_mass_table(given, 2)
    np.testing.assert_allclose(table.contour(), given)
    assert classes.tolist() == [0, 1, 2]


def test_numbers_that_look_like_probabilities_are_warned_about():
    with pytest.warns(UserWarning, match=r"look like probabilities.*from_probabilities"):
        table, _ = as_mass_table([[0.3, 0.7], [1, 0]], 2)
    np.testing.assert_allclose(table.contour(), [[0.3, 0.7], [1, 0]])


@pytest.mark.parametrize("y", [[[1, 0], [0, 1]], [[0.3, 0.7], [1, 1]], [[0.4, 0.5], [1, 0]]])
def test_certainties_and_true_plausibilities_are_not_warned_about(y):
    as_mass_table(y, 2)


def test_a_single_column_is_hard_labels_with_scikit_learns_warning():
    with pytest.warns(DataConversionWarning, match="A column-vector y was passed"):
        table, classes = as_mass_table(np.array([[3], [4]]), 2)
    assert classes.tolist() == [3, 4]
    assert table.is_bayesian().all()


def test_a_mass_table_is_taken_as_it_is():
    given = MassTable("ba", [1, 3], [[0.5, 0.5]])
    table, classes = as_mass_table(given, 1)
    assert table is given
    assert classes.tolist() == ["b", "a"]


def test_without_labels_nothing_is_known():
    table, classes = as_mass_table(None, 3, n_classes=2)
    assert classes.tolist() == [0, 1]
    assert table.mass_of(3).tolist() == [1, 1, 1]


@pytest.mark.parametrize(
    ("y", "n", "sentence"),
    [
        (None, 2, "the number of classes must be given"),
        ([0, 1], 3, "There are 3 objects but 2 labels"),
        ([[1, 0.5]], 3, "There are 3 objects but 1 labels"),
        (MassTable.vacuous(1, "ab"), 3, "There are 3 objects but 1 labels"),
        ([0.5, 1.5], 2, "Unknown label type: continuous"),
        ([np.nan, np.nan], 2, "No label names a class"),
        ([np.inf, 1.0], 2, "infinite"),
        ([[1.5, 0.2]], 1, "Row 1 has the plausibility 1.5"),
        (np.zeros((1, 2, 2)), 1, "found an array of shape (1, 2, 2)"),
        (1.0, 1, "found an array of shape ()"),
    ],
)
def test_bad_labels_are_refused_in_a_sentence(y, n, sentence):
    with pytest.raises(DataError) as error:
        as_mass_table(y, n)
    assert sentence in str(error.value)


def test_pignistic_probabilities_stand_under_the_given_classes():
    classes = np.array(["c", "a", "unheard of"])
    found = pignistic_of_classes(["a", None, "c", "b"], classes, 4)
    third = 1.0 / 3.0
    np.testing.assert_allclose(found, [[0, 1, 0], [third, third, third], [1, 0, 0], [0, 0, 0]])


@pytest.mark.parametrize("y", [["x", "y"], MassTable.from_hard(["x", "y"]), [[1.0, 0.2], [0, 1]]])
def test_labels_none_of_which_was_learned_are_refused_and_both_sides_named(y):
    with pytest.raises(DataError, match=r"None of the labels.*('x'|0), ('y'|1).*'c', 'a'"):
        pignistic_of_classes(y, np.array(["c", "a"]), 2)


def test_labels_all_unknown_cannot_be_scored():
    with pytest.raises(DataError, match="No label names a class"):
        pignistic_of_classes([None, np.nan], np.array([0, 1]), 2)
