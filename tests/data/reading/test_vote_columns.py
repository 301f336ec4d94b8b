"""Counts with even sums beside features: asked about, as a table of nothing else is."""

import numpy as np
import pandas as pd
import pytest

from belieflab.data.reading import find_questions, guess_roles, to_dataset
from belieflab.data.reading.questions import VOTES
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
