"""Numbers that are labels: rounded probabilities, counts of votes, and what is in doubt."""

import contextlib
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from belieflab import DataError, Frame
from belieflab.data.crowd_files.tables import find_table_question
from belieflab.data.label_files import detect_layout, read_labels
from belieflab.data.reading import (
    find_questions,
    guess_roles,
    read_label_file,
    to_dataset,
)

EXAMPLE = Path(__file__).parents[2] / "sample_data" / "labels_counts.csv"
THIRDS = pd.DataFrame({"p_a": [0.333333, 0.2, 1.0], "p_b": [0.333333, 0.3, 0.0], "p_c": 0.333333})
THIRDS.loc[1:, "p_c"] = [0.5, 0.0]


def with_feature(labels: pd.DataFrame) -> pd.DataFrame:
    return pd.concat([pd.DataFrame({"x": np.linspace(0.5, 3, len(labels))}), labels], axis=1)


def answers(table: pd.DataFrame) -> list[str]:
    questions = find_questions(table, guess_roles(table))
    return [answer.title for question in questions for answer in question.answers]


def test_probabilities_cut_to_six_digits_are_divided_by_their_sum_and_it_is_said_once():
    table = with_feature(THIRDS)
    loaded = to_dataset(table, guess_roles(table))
    assert guess_roles(table).layout == "probabilities"
    assert loaded.labels.frame.names == ("a", "b", "c")
    np.testing.assert_allclose(loaded.labels.pignistic()[0], 1 / 3, atol=1e-12)
    assert loaded.labels.mass_of(0).max() == 0
    said = [note for note in loaded.notes if "divided by their sum" in note]
    assert len(said) == 1 and "1 of 3" in said[0]


def test_probabilities_far_from_one_are_refused_when_they_are_called_so():
    columns = pd.DataFrame({"p:a": [0.5, 0.5], "p:b": [0.5, 0.4]})
    with pytest.raises(DataError, match=r"row 2 sum to 0\.9"):
        read_labels(columns, "probabilities")


def test_numbers_that_neither_sum_to_one_nor_reach_one_are_asked_about_with_both_readings():
    labels = pd.DataFrame({"a": [0.6, 0.2, 0.7], "b": [0.3, 0.6, 0.2]})
    table = with_feature(labels.assign(truth=["a", "b", "a"]))
    assert answers(table) == [
        "Plausibility of each class: row 1 is m(∅) = 0.4, m({a}) = 0.3, m(Ω) = 0.3",
        "Probabilities, divided by their sum: row 1 is m({a}) = 0.67, m({b}) = 0.33",
    ]


@pytest.mark.parametrize(
    "clear", [{"a": [1.0, 0.2], "b": [0.3, 1.0]}, {"a": [0.4, 1], "b": [0.6, 0]}]
)
def test_what_sums_to_one_or_reaches_one_is_not_asked_about(clear):
    table = with_feature(pd.DataFrame(clear).assign(truth=["a", "b"]))
    assert guess_roles(table).columns("label") == ["a", "b"]
    assert answers(table) == []


def test_votes_become_shares_or_leave_room_for_one_more():
    votes = pd.DataFrame({"votes_cat": [3, 0, 0], "votes_dog": [1, 9, 0]})
    frame = Frame(["cat", "dog"])
    assert detect_layout(votes) == "counts"
    shares = read_labels(votes, "counts")
    assert shares.frame.names == frame.names
    np.testing.assert_allclose(shares.mass_of(1), [0.75, 0, 0])
    np.testing.assert_allclose(shares.mass_of(frame.omega), [0, 0, 1])
    open_ = read_labels(votes, "counts-doubt")
    np.testing.assert_allclose(open_.mass_of(frame.omega), [1 / 5, 1 / 10, 1])
    np.testing.assert_allclose(open_.mass_of(2), [1 / 5, 9 / 10, 0])
    assert [title.partition(":")[0] for title in answers(with_feature(votes))] == [
        "Probabilities, divided by their sum",
        "Votes for each class, and one for any",
    ]


def test_bare_columns_of_whole_numbers_above_one_are_votes():
    assert detect_layout(pd.DataFrame({"a": [3, 0], "b": [1, 9]})) == "counts"
    assert detect_layout(pd.DataFrame({"a": [1, 0], "b": [1, 1]})) == "plausibilities"


PERCENT = pd.DataFrame({"a": [33.3, 50.0, 12.5], "b": [66.7, 50.0, 87.4]})


@pytest.mark.parametrize("heading", ["p:", "p_", "prob_", "count_"])
def test_percentages_with_fractions_are_asked_about_and_divided_by_their_sum(heading):
    labels = PERCENT.add_prefix(heading)
    table = with_feature(labels)
    roles = guess_roles(table)
    assert roles.columns("label") == [*labels.columns] and roles.layout == "counts"
    [question] = find_questions(table, roles)
    assert question.text.startswith("The numbers of a row sum to between 99.9 and 100. They are")
    assert question.answers[0].title == (
        "Probabilities, divided by their sum: row 1 is m({a}) = 0.33, m({b}) = 0.67"
    )
    assert question.answers[-1].roles == dict.fromkeys(labels.columns, "feature")
    loaded = to_dataset(table, roles)
    np.testing.assert_allclose(loaded.labels.pignistic()[2, 0], 12.5 / 99.9)
    content = labels.to_csv(index=False).encode()
    given = read_label_file(content, "percent.csv", Frame(["a", "b"]), 3)
    assert given.question.answers[0].title == question.answers[0].title


def test_a_table_of_percentages_alone_may_be_labels_or_features():
    question = find_table_question(PERCENT.loc[[0, 1, 2] * 2], guess_roles(PERCENT))
    assert question.text == "Every row sums to about 100: labels or features?"
    assert question.answers[0].layout == "counts"


@pytest.mark.parametrize("strange", [1.2, -0.1, 250.0])
def test_numbers_above_one_without_an_even_sum_stay_refused(strange):
    labels = pd.DataFrame({"a": [0.6, 0.2, strange], "b": [0.4, 0.8, 1.0]})
    with pytest.raises(DataError, match="Row 3 has the plausibility"):
        read_labels(labels, detect_layout(labels))


def test_a_count_below_zero_is_refused_with_its_row():
    with pytest.raises(DataError, match="Row 2 has -1 votes for 'b'"):
        read_labels(pd.DataFrame({"count_a": [1, 2], "count_b": [4, -1]}), "counts")


def test_a_text_among_votes_is_refused_and_a_blank_is_no_vote():
    votes = pd.DataFrame({"votes_a": [1.0, np.nan], "votes_b": ["2", None]})
    np.testing.assert_allclose(read_labels(votes, "counts").mass_of(1)[0], 1 / 3)
    with pytest.raises(DataError, match="Row 1 holds 'many' in column 'votes_b'"):
        read_labels(votes.assign(votes_b=["many", None]), "counts")


def test_the_example_of_votes_reads_as_labels_of_the_flowers():
    found = read_label_file(EXAMPLE.read_bytes(), EXAMPLE.name, n=45)
    assert found.layout == "counts"
    assert found.labels.frame.names == ("setosa", "versicolor", "virginica")


@pytest.mark.parametrize(
    "columns",
    [
        {"p_value": [0.1, 0.4], "x": [1.5, 2]},
        {"p_1": [1.5, 2.5], "p_2": [0.5, 0.1]},
        {"count_a": [1.5, 2], "count_b": [1, 2]},
    ],
)
def test_features_that_only_begin_like_labels_stay_features(columns):
    assert guess_roles(pd.DataFrame(columns)).columns("label") == []


@pytest.mark.parametrize(
    "layout", ["masses", "bitmasks", "probabilities", "plausibilities", "counts", "counts-doubt"]
)
@pytest.mark.parametrize("number", [1e308, -1e308])
def test_the_largest_numbers_are_read_or_refused_in_a_sentence(layout, number):
    names = ["∅", "a", "b", "{a,b}"] if layout == "bitmasks" else ["a", "b"]
    rows = [
        [number] * len(names),
        [1.0] + [0.0] * (len(names) - 1),
        [number, -number] * (len(names) // 2),
    ]
    if layout.startswith("counts"):
        rows.pop()  # whose negative number is refused first
    with contextlib.suppress(DataError):
        table = read_labels(pd.DataFrame(rows, columns=names), layout)
        assert table.mass.sum(axis=1) == pytest.approx(1.0)
