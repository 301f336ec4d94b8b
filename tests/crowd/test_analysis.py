"""What is found about a crowd: errors, vagueness, labels, contributions, the next question."""

import numpy as np
import pytest

from belieflab import Frame
from belieflab.crowd import analyse, brier_scores, calibrate, questions
from belieflab.crowd.analysis import MODELS
from belieflab.crowd.label_rules import LABEL_RULES
from belieflab.crowd.measures import agreement_with_others, compare, mean_contours, take, weigh
from belieflab.crowd.tables import DIVIDED, describe_annotator
from belieflab.data.crowd import agreement
from belieflab.data.crowd_answers import CrowdAnswers
from belieflab.errors import DataError

FRAME = Frame(["a", "b", "c"])


def crowd(n: int = 200, seed: int = 0) -> tuple[CrowdAnswers, np.ndarray]:
    """Annotators 0 to 2 are good, 3 is good but vague, 4 guesses; sets hold the truth or not."""
    rng = np.random.default_rng(seed)
    truth = rng.integers(0, 3, n)
    rows, who = np.divmod(np.arange(5 * n), 5)
    knows = rng.random(5 * n) < np.array([0.9, 0.9, 0.9, 0.9, 0.1])[who]
    first = np.where(knows, truth[rows], rng.integers(0, 3, 5 * n))
    other = (first + rng.integers(1, 3, 5 * n)) % 3
    masks = (1 << first) | np.where(who == 3, 1 << other, 0)
    return CrowdAnswers.from_sets(FRAME, n, rows, who, masks), truth


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("rule", LABEL_RULES)
def test_every_model_and_rule_finds_most_classes(model, rule):
    answers, truth = crowd()
    labels = analyse(answers, model=model).labels(rule)
    assert (labels.pignistic().argmax(axis=1) == truth).mean() > 0.9


@pytest.mark.parametrize("model", MODELS)
def test_wrong_and_vague_are_distinguished(model):
    answers, truth = crowd()
    found = analyse(answers, model=model)
    assert found.errors.argmax() == 4 and found.imprecision.argmax() == 3
    assert (found.intervals[:, 0] <= found.errors + 1e-9).all()
    assert (found.errors <= found.intervals[:, 1] + 1e-9).all()
    assert found.errors[3] < 0.15
    np.testing.assert_allclose(found.true_errors(truth)[4], 0.6, atol=0.12)


def test_the_posterior_rule_gives_the_posterior_of_the_model():
    answers, _ = crowd(60)
    for model in ("reliability", "confusion"):
        found = analyse(answers, model=model)
        np.testing.assert_allclose(
            found.labels("posterior").pignistic(), found.posteriors, atol=1e-6
        )


def test_agreement_is_that_of_single_answers_where_all_are_single():
    rng = np.random.default_rng(3)
    codes = rng.integers(0, 3, (40, 6))
    rows, who = np.divmod(np.arange(240), 6)
    answers = CrowdAnswers.from_codes(FRAME, 40, rows, who, codes.ravel())
    expected = agreement(codes, FRAME)
    np.testing.assert_allclose(agreement_with_others(answers, 6), expected)


def test_a_muted_annotator_is_left_out_and_a_weight_discounts():
    answers, _ = crowd(20)
    weights = np.array([1.0, 0.5, 1.0, 1.0, 0.0])
    used = weigh(answers, weights)
    assert len(used) == 80 and 4 not in used.annotators
    table = used.masses(np.flatnonzero(used.annotators == 1))
    np.testing.assert_allclose(table.mass_of(0b111), 0.5)
    found = analyse(answers, weights=weights)
    assert found.counts[4] == 20 and np.isfinite(found.errors[4])
    with pytest.raises(DataError, match="muted"):
        analyse(answers, weights=np.zeros(5))


def test_vague_answers_that_fit_together_are_no_dispute():
    masks = np.array([0b011, 0b001, 0b001, 0b010])
    answers = CrowdAnswers.from_sets(FRAME, 3, [0, 0, 1, 1], [0, 1, 0, 1], masks)
    np.testing.assert_allclose(1 - mean_contours(answers).max(axis=1), [0, 0.5, 0])


def test_an_answer_adds_what_the_label_loses_without_it():
    answers, _ = crowd(30)
    found = analyse(answers)
    chosen, pulls = found.contributions(7)
    whole = found.labels()[[7]].pignistic()[0]
    best = whole.argmax()
    for answer, pull in zip(chosen, pulls, strict=True):
        rest = take(answers, np.setdiff1d(np.arange(len(answers)), [answer]))
        without = np.log(found.prior)
        for each in np.flatnonzero(rest.rows == 7):
            able = found.reliabilities[rest.annotators[each]]
            said = take(rest, np.array([each])).pignistic()[0]
            without = without + np.log(1 - able + able * 3 * said)
        without = np.exp(without) / np.exp(without).sum()
        np.testing.assert_allclose(pull, whole[best] - without[best], atol=1e-9)


def test_nobody_is_asked_again_and_the_best_question_is_about_a_doubtful_object():
    answers, _ = crowd(40)
    kept = take(answers, np.flatnonzero((answers.rows > 1) | (answers.annotators > 2)))
    asked = questions(analyse(kept), 10)
    assert asked and asked[0].row in {0, 1} and asked[0].annotator in {0, 1, 2}
    given = set(zip(kept.rows.tolist(), kept.annotators.tolist(), strict=True))
    assert all((each.row, each.annotator) not in given for each in asked)
    assert [each.drop for each in asked] == sorted((each.drop for each in asked), reverse=True)


def test_doubt_that_is_honest_has_the_smallest_brier_score():
    rng = np.random.default_rng(5)
    n = 4000
    right = rng.random(n) < 0.7
    codes = np.where(right, 0, 1)
    rows = np.arange(n)
    frame = Frame(["a", "b"])
    scores = [
        brier_scores(
            CrowdAnswers.from_codes(frame, n, rows, 0 * rows, codes, doubt), np.zeros(n, int)
        )[0]
        for doubt in (0.0, 0.6, 1.0)  # 0.6: the favoured class has BetP 0.7
    ]
    assert scores[1] == min(scores)


def test_a_calibrated_crowd_lies_on_the_diagonal():
    rng = np.random.default_rng(6)
    n = 6000
    doubts = rng.choice([0.0, 0.4, 0.8], n)
    right = rng.random(n) < 1 - doubts / 2
    answers = CrowdAnswers.from_codes(
        Frame(["a", "b"]), n, np.arange(n), np.zeros(n, int), np.where(right, 0, 1), doubts
    )
    curve = calibrate(answers, np.zeros(n, int))
    assert curve.counts.sum() == n
    np.testing.assert_allclose(curve.confidence, curve.right, atol=0.04)
    nothing = calibrate(answers, np.full(n, -1))
    assert len(nothing.counts) == 0 and np.isnan(brier_scores(answers, np.full(n, -1))).all()


def test_annotators_err_as_often_when_their_answers_count_less():
    rng = np.random.default_rng(4)
    truth, who = np.repeat(rng.integers(0, 3, 200), 4), np.tile(np.arange(4), 200)
    right = rng.random(800) < np.array([0.95, 0.9, 0.8, 0.6])[who]
    codes = np.where(right, truth, (truth + rng.integers(1, 3, 800)) % 3)
    answers = CrowdAnswers.from_codes(FRAME, 200, np.arange(800) // 4, who, codes)
    even = analyse(answers)
    weighted = analyse(answers, weights=even.reliabilities)
    wrong = np.bincount(who, ~right) / 200
    assert np.abs(weighted.errors - wrong).max() < 0.05
    assert np.abs(even.errors - wrong).max() < 0.05
    assert ((weighted.intervals[:, 0] <= wrong) & (wrong <= weighted.intervals[:, 1])).all()


def mixed() -> CrowdAnswers:
    """Annotators 0 to 4 as in `crowd`; 5 has answers of their own objects, 6 nothing but those."""
    answers, _ = crowd(40)
    sets = np.append(answers.focal[answers.starts[:-1]], [1, 2, 4, 1, 7, 2, 4])
    rows = np.append(answers.rows, [0, 40, 41, 42, 43, 44, 45])
    who = np.append(answers.annotators, [5, 5, 5, 5, 5, 6, 6])
    return CrowdAnswers.from_sets(FRAME, 46, rows, who, sets)


@pytest.mark.parametrize("model", MODELS)
def test_what_is_known_of_annotators_comes_from_answers_that_can_be_compared(model):
    found = analyse(mixed(), model=model)
    assert found.counts.tolist() == [40] * 5 + [5, 2]
    assert found.compared.tolist() == [40] * 5 + [1, 0] and found.alone == 5
    for values in (found.errors, found.reliabilities, *found.intervals.T):
        assert np.isnan(values).tolist() == [False] * 6 + [True]
    wide = np.diff(found.intervals[:6], axis=1)[:, 0]
    assert wide[5] > 0.4 and wide[5] > 1.5 * wide[:3].max()  # one of the five answers counts
    assert np.isfinite(found.believed).all() and found.believed[6] > 0.3
    table = found.table([f"a{j}" for j in range(7)])
    assert table["error"].isna().tolist() == [False] * 6 + [True]
    for rule in LABEL_RULES:
        labels = found.labels(rule)
        assert labels.pignistic()[44:46].argmax(axis=1).tolist() == [1, 2]
    assert questions(found)


def test_a_majority_is_that_of_the_others():
    codes = np.array([0, 1, 0, 0, 1, 1, 2])
    answers = CrowdAnswers.from_codes(FRAME, 3, [0, 0, 1, 1, 1, 2, 2], [0, 1, 0, 1, 2, 0, 1], codes)
    found = analyse(answers, model="majority")
    # Annotator 0 is contradicted on objects 0 and 2; on 1 the others favour both classes alike.
    np.testing.assert_allclose(found.errors, [2.5 / 3, 2.5 / 3, 1.0])
    muted = analyse(answers, model="majority", weights=np.array([1.0, 1.0, 0.0]))
    np.testing.assert_allclose(muted.errors, [2 / 3, 2 / 3, 1.0])
    weighed = analyse(answers, model="majority", weights=np.array([1.0, 0.5, 0.25]))
    np.testing.assert_allclose(weighed.errors, [2 / 3, 2 / 3, 1.0])  # 0 counts more than 2


def test_who_is_compared_with_whom():
    sets = np.array([1, 7, 1, 2, 1, 2])
    answers = CrowdAnswers.from_sets(FRAME, 3, [0, 0, 1, 1, 2, 2], [0, 1, 0, 1, 0, 2], sets)
    which, alone = compare(answers, np.array([True, True, False]))
    assert which.tolist() == [False, False, True, True, False, True] and alone == 2


@pytest.mark.parametrize("model", MODELS)
def test_objects_kept_apart_teach_nothing_and_are_classed_all_the_same(model):
    answers, truth = crowd()
    training = np.arange(200) < 150
    found = analyse(answers, model=model, training=training)
    others = take(answers, np.flatnonzero(answers.rows < 150))
    alone = analyse(others, model=model)
    assert found.apart == 50 and alone.apart == 0
    for name in ("errors", "intervals", "believed", "prior", "compared"):
        np.testing.assert_allclose(getattr(found, name), getattr(alone, name), err_msg=name)
    np.testing.assert_allclose(found.posteriors[:150], alone.posteriors[:150], atol=1e-9)
    right = found.posteriors[150:].argmax(axis=1) == truth[150:]
    assert right.mean() > 0.85
    # Somebody who answers about objects kept apart alone is believed as the others are.
    more = np.append(answers.annotators, [5, 5])
    sets = np.append(answers.focal[answers.starts[:-1]], [1, 1])
    last = CrowdAnswers.from_sets(FRAME, 200, np.append(answers.rows, [160, 161]), more, sets)
    found = analyse(last, model=model, training=training)
    assert np.isnan(found.errors[5]) and 0.3 < found.believed[5] < 1
    assert np.isfinite(found.posteriors).all()
    if model != "majority":
        with pytest.raises(DataError, match="kept apart"):
            analyse(answers, model=model, training=np.zeros(200, dtype=bool))


def test_who_divides_answers_among_classes_is_told_apart_from_who_is_precise():
    frame = Frame(["cat", "dog", "elk"])
    masses = [{"cat": 0.6, "dog": 0.4}, {"dog": 0.7, "elk": 0.2, None: 0.1}, {"elk": 1.0}]
    sure = [{"cat": 0.6, None: 0.4}, {("dog", "elk"): 1.0}, {"elk": 1.0}]
    rows, who = [0, 1, 2, 0, 1, 2], [0, 0, 0, 1, 1, 1]
    answers = CrowdAnswers.from_masses(frame, 3, rows, who, [*masses, *sure])
    analysis = analyse(answers, 3)
    assert describe_annotator(analysis, 0).endswith(DIVIDED)
    assert DIVIDED not in describe_annotator(analysis, 1)
    assert DIVIDED not in describe_annotator(analysis, 2)  # who said nothing
