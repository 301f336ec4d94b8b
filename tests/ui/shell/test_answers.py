"""What a page keeps of its answers is limited in bytes, and the last one stays."""

import numpy as np

from belieflab.ui.shell.answers import Answers


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
