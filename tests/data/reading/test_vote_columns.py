"""Counts with even sums beside features: asked about, as a table of nothing else is."""

import time

import numpy as np
import pandas as pd
import pytest

from belieflab.data.reading import describe_table, find_questions, guess_roles, to_dataset
from belieflab.data.reading.questions import VOTES
from belieflab.data.reading.share_columns import find_shares
from belieflab.data.reading.vote_columns import find_votes

RNG = np.random.default_rng(4)
CLASSES = ["plane", "car", "bird", "cat", "deer"]
N = 40


def pictures(votes: np.ndarray, names: list[str], **more: object) -> pd.DataFrame:
    table = pd.DataFrame({"id": [f"p{k}" for k in range(N)], "f1": RNG.normal(size=N)})
    return table.assign(f2=RNG.normal(size=N), **dict(zip(names, votes.T, strict=True)), **more)


def votes_of(n_votes: int, shares: list[float]) -> np.ndarray:
    return RNG.multinomial(n_votes, shares, N).astype(float)


TABLE = pictures(votes_of(10, [0.5, 0.2, 0.1, 0.1, 0.1]), CLASSES)


def test_votes_beside_features_are_asked_about():
    roles = guess_roles(TABLE)
    [question] = find_questions(TABLE, roles)
    assert question.key == VOTES
    assert question.text == (
        "plane, car, bird, cat, …: whole numbers, 10 in every row. Votes or features?"
    )
    votes, doubt, features = question.answers
    loaded = to_dataset(TABLE, votes.applied_to(roles))
    assert loaded.dataset.feature_names == ("f1", "f2")
    np.testing.assert_allclose(loaded.labels.pignistic(), TABLE[CLASSES] / 10.0)
    assert doubt.layout == "counts-doubt"
    assert to_dataset(TABLE, features.applied_to(roles)).dataset.p == 7


def test_three_columns_of_votes_are_no_true_classes():
    table = pictures(votes_of(3, [0.6, 0.3, 0.1]), CLASSES[:3])
    assert [each.key for each in find_questions(table, guess_roles(table))] == [VOTES]


def test_a_class_that_nobody_voted_for_belongs_to_them():
    votes = np.insert(votes_of(10, [0.5, 0.3, 0.2]), [0, 2, 3], 0.0, axis=1)
    table = pictures(votes, ["a", "b", "c", "d", "e", "f"], size=RNG.normal(size=N))
    assert find_votes(table, [*table.columns]) == ["a", "b", "c", "d", "e", "f"]


@pytest.mark.parametrize(
    "columns",
    [
        votes_of(1, [0.4, 0.3, 0.3]),
        np.column_stack([votes_of(1, [0.4, 0.3, 0.3]) for _ in range(4)]),
        votes_of(300, [0.4, 0.3, 0.3]),
        votes_of(10, [0.4, 0.3, 0.3]) + np.eye(N, 3),
        votes_of(10, [0.4, 0.3, 0.3]) / 4.0,
        votes_of(10, [0.4, 0.6]),
        np.full((N, 4), 5.0),
        RNG.integers(0, 17, (N, 64)).astype(float),
    ],
    ids=["0 and 1", "four categories", "large", "uneven", "fractions", "two", "constant", "pixels"],
)
def test_other_numbers_are_not(columns):
    names = [f"v{k}" for k in range(columns.shape[1])]
    assert find_votes(pictures(columns, names), ["f1", "f2", *names]) == []


def test_what_has_other_roles_parts_them():
    assert find_votes(TABLE, ["f1", "f2", "plane", "car", "cat", "deer"]) == []
    named = TABLE.rename(columns={"plane": "count_plane", "car": "count_car"})
    assert VOTES not in {each.key for each in find_questions(named, guess_roles(named))}


SHARES = RNG.dirichlet([1.0, 1.0, 1.0], N)


@pytest.mark.parametrize(("total", "digits"), [(1.0, 4), (1.0, 3), (100.0, 1)])
def test_shares_beside_features_are_asked_about(total, digits):
    table = pictures((SHARES * total).round(digits), ["elm", "fir", "oak"], height=RNG.random(N))
    roles = guess_roles(table)
    [question] = find_questions(table, roles)
    assert question.key == VOTES and question.text == (
        f"elm, fir, oak: every row sums to {total:g}. Probabilities of classes or features?"
    )
    shares, features = question.answers
    loaded = to_dataset(table, shares.applied_to(roles))
    assert loaded.dataset.feature_names == ("f1", "f2", "height")
    np.testing.assert_allclose(loaded.labels.pignistic(), SHARES, atol=0.002)
    assert to_dataset(table, features.applied_to(roles)).dataset.p == 6


def test_shares_of_two_classes_and_one_that_is_never_meant():
    shares = np.column_stack([np.zeros(N), SHARES[:, 0].round(3), 1 - SHARES[:, 0].round(3)])
    table = pictures(np.column_stack([shares, np.zeros(N)]), ["a", "b", "c", "d"])
    assert find_shares(table, [*table]) == ["a", "b", "c", "d"]


@pytest.mark.parametrize(
    "columns",
    [
        {"a": RNG.random(N), "b": RNG.random(N)},
        {"a": np.arange(N) % 2 * 1.0, "b": 1 - np.arange(N) % 2 * 1.0},
        {"a": SHARES[:, 0], "gap": RNG.normal(size=N), "b": 1 - SHARES[:, 0]},
        {"a": SHARES[:, 0], "b": [*(1 - SHARES[:-1, 0]), 0.0]},
    ],
    ids=["any numbers", "categories", "apart", "but one row"],
)
def test_other_columns_are_no_shares(columns):
    table = pd.DataFrame(columns)
    assert find_shares(table, [*table]) == []


def test_shares_among_many_columns_are_found_at_once():
    wide = pd.DataFrame(np.abs(np.sin(np.arange(2_000 * 3_000))).reshape(2_000, 3_000))
    wide.columns = [f"x{k}" for k in range(3_000)]
    wide = wide.assign(a=wide["x0"] / 2, b=1 - wide["x0"] / 2)
    begun = time.thread_time()
    assert find_shares(wide, [*wide]) == ["a", "b"]
    assert time.thread_time() - begun < 10


def test_probabilities_that_were_divided_are_not_called_votes():
    table = pictures((SHARES * 100).round(1), ["p_elm", "p_fir", "p_oak"])
    roles = guess_roles(table)
    assert "labels: probabilities, divided by their sum in p_elm, " in describe_table(table, roles)
    assert "Labels: probabilities, divided by their sum." in to_dataset(table, roles).notes


def test_what_headings_say_of_doubtful_numbers_comes_first():
    for sign, first in (("p_", "Probabilities, divided"), ("pl_x", "Plausibility")):
        names = [f"{sign.replace('x', '')}{name}" for name in "abc"]
        table = pictures((SHARES * 0.9).round(3), names)
        found = find_questions(table, guess_roles(table))
        assert [each.answers[0].title.startswith(first) for each in found] == [True] * len(found)
        assert bool(found) == (sign == "p_"), "plausibilities may sum to anything"
