"""Whom to ask next: the expected drop is that of the labels, over all answers that may come."""

from dataclasses import replace
from itertools import combinations
from math import comb

import numpy as np
import pytest
from scipy.special import entr

from belieflab import Frame
from belieflab.crowd import CrowdAnalysis, analyse, questions
from belieflab.crowd.analysis import MODELS
from belieflab.crowd.label_rules import posteriors_of
from belieflab.crowd.measures import weigh
from belieflab.crowd.next_questions import expected_drop
from belieflab.data.crowd_answers import CrowdAnswers

FRAME = Frame(["a", "b", "c"])
UNASKED = 60
"""Objects about which 1 and 2 say something; of 0, 3 and 4 one has not answered."""


def last_of(rows: np.ndarray) -> np.ndarray:
    """Who alone can be asked about each of the `UNASKED`."""
    return np.array([0, 3, 4])[rows % 3]


def crowd(frame: Frame, inverted: bool = False) -> CrowdAnswers:
    """Five annotators: 3 names the wrong class if `inverted`, 4 names sets and is half sure."""
    rng = np.random.default_rng(7)
    n, size = 400, frame.size
    truth = rng.integers(0, size, n)
    rows, who = np.divmod(np.arange(5 * n), 5)
    right = rng.random(5 * n) < np.array([0.75, 0.75, 0.7, 0.98, 0.9])[who]
    said = np.where(right ^ (inverted & (who == 3)), truth[rows], (truth[rows] + 1) % size)
    sets = np.where((who == 4) & (size > 2), (1 << said) | (1 << (said + 1) % size), 1 << said)
    few = (rows < UNASKED) & np.isin(who, (0, 3, 4))
    sets = np.where(few, frame.omega, sets)
    kept = ~few | (who != last_of(rows))
    doubts = np.where(who == 4, 0.5, 0.0)[kept]
    return CrowdAnswers.from_sets(frame, n, rows[kept], who[kept], sets[kept], doubts)


def drop_by_answers(analysis: CrowdAnalysis, weights: np.ndarray, row: int, j: int) -> float:
    """The expected drop of the entropy of the label when j answers, answer by answer."""
    frame, size = analysis.said.frame, analysis.said.frame.size
    mine = analysis.said.annotators == j
    set_size = int(np.clip(np.rint(analysis.said.set_sizes[mine].mean()), 1, size - 1))
    doubt = analysis.said.doubts[mine].mean()
    now = analysis.posteriors[row]
    total = expected = 0.0
    for chosen in combinations(range(size), set_size):
        mask = np.array([sum(1 << k for k in chosen)])
        answer = weigh(CrowdAnswers.from_sets(frame, 1, [0], [j], mask, doubt), weights)
        alone = posteriors_of(analysis, answer)[0] / analysis.prior  # likelihoods but for a factor
        said = answer.pignistic()[0] * size
        able = analysis.believed[j]
        chance = 1 - able + able * said[0]
        if analysis.confusions is not None:
            chance = analysis.confusions[j][0] @ said
        likelihood = alone / alone[0] * chance / comb(size, set_size)
        chance_of_answer = (now * likelihood).sum()
        then = now * likelihood / chance_of_answer
        total += chance_of_answer
        expected += chance_of_answer * entr(then).sum()
    np.testing.assert_allclose(total, 1.0)
    return (entr(now).sum() - expected) / np.log(size)


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("names", [["a", "b"], ["a", "b", "c"]])
@pytest.mark.parametrize("weights", [[1, 1, 1, 1, 1], [0.7, 1, 1, 0.3, 0.6]])
def test_the_expected_drop_is_that_of_trying_every_answer(model, names, weights):
    analysis = analyse(crowd(Frame(names), True), model=model, weights=np.array(weights, float))
    found = [each for each in questions(analysis, 200) if each.row < UNASKED]
    heard = {0, 3, 4} if model == "confusion" else {0, 4}  # one coin does not turn answers round
    assert {each.annotator for each in found} >= heard
    for row, who, drop in found:
        assert who == last_of(np.array([row]))[0]
        expected = drop_by_answers(analysis, np.array(weights, float), row, who)
        np.testing.assert_allclose(drop, expected, atol=2e-4)


def test_somebody_who_always_says_the_opposite_is_asked_first_where_that_is_known():
    best = questions(analyse(crowd(Frame(["a", "b"]), True), model="confusion"), 1)[0]
    assert best.annotator == 3 and best.drop > 0.4


@pytest.mark.parametrize("model", MODELS)
def test_somebody_who_hardly_counts_is_not_asked_first(model):
    answers, weights = crowd(FRAME), np.ones(5)
    assert questions(analyse(answers, model=model), 1)[0].annotator == 3
    weights[3] = 0.05
    asked = questions(analyse(answers, model=model, weights=weights), 10)
    assert 3 not in {each.annotator for each in asked}


def test_an_answer_that_is_less_sure_is_expected_to_say_less():
    answers = crowd(FRAME)
    sure = analyse(answers)
    unsure = replace(sure, answers=weigh(answers, np.full(5, 0.5)))
    before, after = (
        {(each.row, each.annotator): each.drop for each in questions(analysis, 200)}
        for analysis in (sure, unsure)
    )
    assert len(after) > 20 and all(after[asked] < 0.6 * before[asked] for asked in after)


def test_an_able_annotator_removes_all_doubt_and_a_guessing_one_none():
    beliefs, able = np.full((1, 3), 1 / 3), np.array([1.0, 0.0])
    minds = np.eye(3)[None]
    single, double = (expected_drop(beliefs, minds, able, size)[0] for size in (1, 2))
    np.testing.assert_allclose(single, [1.0, 0.0], atol=1e-12)
    assert 0.1 < double[0] < 0.9
