"""What a page keeps of its answers is limited in bytes, and the last one stays."""

import numpy as np
import pandas as pd
import plotly.graph_objects as go
import pytest

from belieflab import answers as kept_answers
from belieflab.answers import Answers, array_bytes, shared


def tokens(answers: Answers, kind: str = "fit") -> list[int]:
    return list(answers[kind])


def test_the_oldest_answers_leave_when_their_arrays_are_too_large_together():
    answers = Answers(max_bytes=8_000)
    for token in range(5):
        answers.put("fit", token, {"masses": [np.ones(400)]}, kept=12)
    assert tokens(answers) == [3, 4] and answers.held_bytes == 6_400


def test_the_last_answer_stays_whatever_it_holds():
    answers = Answers(max_bytes=8_000)
    answers.put("small", 0, np.ones(10), kept=12)
    answers.put("fit", 0, np.ones(5_000), kept=12)
    assert tokens(answers) == [0] and not answers["small"]


def test_arrays_that_answers_share_count_once_and_throw_nothing_out():
    answers, points = Answers(max_bytes=8_000), np.ones(900)
    for token in range(5):
        answers.put("fit", token, (points, str(token)), kept=12)
    assert tokens(answers) == [0, 1, 2, 3, 4] and answers.held_bytes == 7_200


def test_of_one_kind_only_so_many_stay():
    answers = Answers()
    for token in range(5):
        answers.put("fit", token, token, kept=2)
    answers.put("drawn", 0, 0, kept=2)
    assert tokens(answers) == [3, 4] and tokens(answers, "drawn") == [0]


def test_an_answer_that_is_put_again_is_the_newest():
    answers = Answers(max_bytes=8_000)
    for token in (0, 1, 0, 2):
        answers.put("fit", token, np.ones(400), kept=12)
    assert tokens(answers) == [0, 2]


def test_what_is_taken_or_cleared_counts_no_more():
    answers = Answers(max_bytes=8_000)
    for token in range(2):
        answers.put("fit", token, np.ones(400), kept=12)
    assert answers.take("fit", 0) is not None and answers.take("fit", 0) is None
    assert answers.held_bytes == 3_200
    answers.clear()
    assert not answers and answers.held_bytes == 0


FIGURE = {"x": np.arange(2_000.0), "y": np.arange(2_000.0), "text": ["t" * 5_000, "u" * 5_000]}
LARGE = {
    "text": (lambda: "a" * 100_000, 100_000),
    "list": (lambda: [1.5] * 20_000, 160_000),
    "view": (lambda: np.ones(20_000)[:10], 160_000),
    "objects": (lambda: np.array(["a", "b"] * 1_000, dtype=object), 128_000),
    "figure": (lambda: go.Figure(go.Scatter(FIGURE)), 42_000),
    "table of texts": (lambda: pd.DataFrame({"name": ["some words"] * 10_000}), 100_000),
}


@pytest.mark.parametrize("what", LARGE)
def test_texts_lists_tables_and_figures_count_too(what):
    make, least = LARGE[what]
    assert least <= array_bytes({"a": [make()]}) < 2 * least


def test_old_texts_leave_as_old_arrays_do():
    answers = Answers(max_bytes=25_000)
    for token in range(4):
        answers.put("levels", token, [str(token) * 10_000], kept=12)
    assert tokens(answers, "levels") == [2, 3]


def test_what_all_sessions_share_is_made_once_and_limited_in_bytes(monkeypatch):
    monkeypatch.setattr(kept_answers, "_FOR_ALL", Answers(max_bytes=8_000))
    made = []

    @shared(kept=4)
    def read(name: str) -> np.ndarray:
        made.append(name)
        return np.ones(400)

    for name in ("a", "a", "b", "c", "c", "a"):
        read(name)
    assert made == ["a", "b", "c", "a"]


def test_what_is_counted_later_leaves_when_it_is_counted():
    answers = Answers(max_bytes=10_000)
    for token in range(3):
        answers.put("kind", token, np.zeros(1000), count_later=True)
    assert list(answers["kind"]) == [0, 1, 2] and not answers.held_bytes
    answers.count()
    assert list(answers["kind"]) == [2] and answers.held_bytes == 8000


def test_not_much_waits_to_be_counted():
    answers = Answers(max_bytes=10_000)
    for token in range(100):
        answers.put("kind", token, np.zeros(1000), count_later=True)
    assert len(answers["kind"]) <= 41
