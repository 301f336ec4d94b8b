import numpy as np
import pytest

from belieflab import DataError, MassTable
from belieflab.data.label_summary import (
    best_sets,
    describe,
    doubts,
    guesses,
    summarise,
    wrong_share,
)

NAMES = ["a", "b", "c"]


def test_a_guess_with_doubt_gives_both_back():
    table = MassTable.from_guess_and_doubt(["b", "a"], [0.3, 0.8], NAMES)
    masks, doubt = best_sets(table)
    assert masks.tolist() == [2, 1]
    np.testing.assert_allclose(doubt, [0.3, 0.8])


def test_sets_ties_and_vacuous_labels_make_no_guess():
    table = MassTable.from_sets([0b001, 0b011, 0b111], NAMES)
    assert guesses(table).tolist() == [0, -1, -1]
    even = MassTable.from_probabilities([[0.5, 0.5, 0], [0.4, 0.3, 0.3]], NAMES)
    assert guesses(even).tolist() == [-1, 0]


def test_right_sets_are_never_counted_as_wrong():
    truth = np.array([1, 0, 2])
    summary = summarise(MassTable.from_sets([0b011, 0b011, 0b001], NAMES), truth)
    assert (summary.compared, summary.wrong, summary.wrong_share) == (1, 1, 1.0)


def test_unknown_truth_and_no_truth_are_not_compared():
    table = MassTable.from_hard(["a", "b"], NAMES)
    assert wrong_share(table, np.array([-1, 0])) == 1.0
    assert wrong_share(table, np.array([-1, -1])) is None
    assert wrong_share(table, None) is None
    with pytest.raises(DataError, match="2 labels but 3"):
        summarise(table, np.zeros(3, dtype=np.int64))


def test_vacuous_rows_have_full_doubt_and_a_frame_of_one_has_none():
    assert doubts(MassTable.vacuous(2, NAMES)).tolist() == [1, 1]
    lone = summarise(MassTable.vacuous(2, ["only"]))
    assert (lone.doubt, lone.vacuous, lone.guesses) == (0.0, 0, 2)


def test_the_sentence_counts_in_words():
    table = MassTable.from_guess_and_doubt(["a", "b", None], [0.0, 0.5, 0.0], NAMES)
    sentence = describe(summarise(table, np.array([0, 0, 0])))
    assert sentence == (
        "1 of 2 labels is wrong; 1 says nothing; mean doubt 0.50; mean nonspecificity 0.50."
    )
    assert describe(summarise(table)).startswith("2 of 3 labels favour one class; 1 says nothing")


def test_conflict_is_stated_when_there_is_some():
    table = MassTable(NAMES, [0, 1], [[0.4, 0.6]])
    assert describe(summarise(table)).endswith("mean conflict 0.40.")
