"""Models of annotators against naive twins, known crowds and their own limits."""

from math import comb, log
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from belieflab import DataError, Frame
from belieflab.crowd import ConfusionModel, ReliabilityModel, confusion
from belieflab.crowd.reliability_prior import learn_prior
from belieflab.data.crowd_answers import CrowdAnswers
from belieflab.iteration import StopFlag

FRAME = Frame(["a", "b", "c", "d"])


def simulate(
    seed: int,
    n: int = 400,
    reliabilities: tuple[float, ...] = (0.95, 0.9, 0.7, 0.4, 0.1),
    sizes: tuple[int, ...] = (1, 2, 1, 1, 3),
    share: float = 0.9,
) -> tuple[CrowdAnswers, np.ndarray]:
    """Answers of annotators who always give sets of one size, and the truth."""
    rng = np.random.default_rng(seed)
    truth = rng.choice(4, n, p=[0.4, 0.3, 0.2, 0.1])
    rows, who = np.nonzero(rng.random((n, len(reliabilities))) < share)
    doubts = np.where(rng.random(len(rows)) < 0.2, 0.5, 0.0)
    masks = np.empty(len(rows), dtype=np.int64)
    for a, (row, j) in enumerate(zip(rows, who, strict=True)):
        knows = rng.random() < (1 - doubts[a]) * reliabilities[j]
        rest = [k for k in range(4) if k != truth[row]] if knows else list(range(4))
        held = [truth[row]] if knows else []
        held += list(rng.choice(rest, sizes[j] - len(held), replace=False))
        masks[a] = sum(1 << int(k) for k in held)
    return CrowdAnswers.from_sets(FRAME, n, rows, who, masks, doubts), truth


def naive_likelihood(
    mask: int, confidence: float, ability: float, truth: int, n_classes: int
) -> float:
    """P_j(A | k) of the design, with the confidence in place of part of the ability."""
    size = mask.bit_count()
    knows = (mask >> truth & 1) / comb(n_classes - 1, size - 1)
    return confidence * ability * knows + (1 - confidence * ability) / comb(n_classes, size)


def naive_posteriors(answers: CrowdAnswers, prior: np.ndarray, ability: np.ndarray) -> np.ndarray:
    n_classes = answers.frame.size
    found = np.tile(prior, (answers.n, 1))
    for a, (row, j) in enumerate(zip(answers.rows, answers.annotators, strict=True)):
        mask, confidence = int(answers.focal[2 * a]), float(answers.mass[2 * a])
        for k in range(n_classes):
            found[row, k] *= naive_likelihood(mask, confidence, ability[j], k, n_classes)
    return found / found.sum(axis=1, keepdims=True)


def test_posteriors_are_those_of_the_formula_for_sets_with_confidence() -> None:
    answers, _ = simulate(0, n=60)
    model = ReliabilityModel(max_iter=7).fit(answers)
    expected = naive_posteriors(answers, model.class_prior_, model.reliabilities_)
    np.testing.assert_allclose(model.posteriors_, expected, rtol=1e-9, atol=1e-12)


@pytest.mark.parametrize("beta", [(2.0, 1.0), (3.0, 1.5), None])
def test_a_step_is_the_naive_step_with_the_latent_answer_known(
    beta: tuple[float, float] | None,
) -> None:
    answers, _ = simulate(1, n=50)
    model = ReliabilityModel(reliability_prior=beta, keep_history=True, max_iter=3, tol=0.0)
    model.fit(answers)
    a, b = model.reliability_prior_
    assert beta in {None, (a, b)}
    for now, then in zip(model.history_.steps, model.history_.steps[1:], strict=False):
        prior, ability, _ = now.snapshot
        posterior = naive_posteriors(answers, prior, ability)
        able = np.zeros(len(ability))
        for nth, (row, j) in enumerate(zip(answers.rows, answers.annotators, strict=True)):
            mask, confidence = int(answers.focal[2 * nth]), float(answers.mass[2 * nth])
            for k in range(4):
                whole = naive_likelihood(mask, confidence, ability[j], k, 4)
                sure = naive_likelihood(mask, confidence, 1.0, k, 4)
                able[j] += posterior[row, k] * ability[j] * sure / whole
        expected = (able + a - 1) / (np.bincount(answers.annotators) + a + b - 2)
        np.testing.assert_allclose(then.snapshot[1], expected, rtol=1e-10)
        np.testing.assert_allclose(then.snapshot[0], posterior.mean(axis=0), rtol=1e-10)


@given(st.integers(0, 10_000))
@settings(max_examples=15, deadline=None)
def test_the_criterion_never_falls(seed: int) -> None:
    answers, _ = simulate(seed, n=40, share=0.5)
    for model in (ReliabilityModel(tol=0.0, max_iter=40), ConfusionModel(tol=0.0, max_iter=40)):
        criterion = model.fit(answers).history_.criterion
        assert (np.diff(criterion) >= -1e-9 * abs(criterion[-1])).all()


def test_who_is_wrong_and_who_is_merely_vague_are_distinguished() -> None:
    answers, truth = simulate(2, n=3000)
    model = ReliabilityModel().fit(answers)
    assert model.converged_
    np.testing.assert_allclose(model.reliabilities_, [0.95, 0.9, 0.7, 0.4, 0.1], atol=0.06)
    np.testing.assert_allclose(model.imprecision_, np.array([0, 1, 0, 0, 2]) / 3)
    low, high = model.reliability_intervals_.T
    assert (low <= model.reliabilities_).all() and (model.reliabilities_ <= high).all()
    assert model.error_rates_[1] < model.error_rates_[2]  # vague, but seldom wrong
    sure = answers.doubts == 0  # a doubtful answer is wrong more often than an error rate says
    outside = np.array(
        [
            1 - np.mean([answers.focal[2 * a] >> truth[answers.rows[a]] & 1 for a in said])
            for said in (np.flatnonzero(sure & (answers.annotators == j)) for j in range(5))
        ]
    )
    np.testing.assert_allclose(model.error_rates_, outside, atol=0.05)
    assert (model.posteriors_.argmax(axis=1) == truth).mean() > 0.93


def test_intervals_hold_the_truth_about_as_often_as_they_say() -> None:
    held = []
    for seed in range(40):
        answers, _ = simulate(seed, n=150)
        low, high = ReliabilityModel().fit(answers).reliability_intervals_.T
        true = np.array([0.95, 0.9, 0.7, 0.4, 0.1])
        held.append((low <= true) & (true <= high))
    assert np.mean(held) > 0.88  # 95 % promised; the prior draws the last annotator upwards


def test_without_sets_it_is_the_one_coin_model() -> None:
    rng = np.random.default_rng(3)
    rows, who = np.nonzero(rng.random((80, 5)) < 0.8)
    codes = rng.integers(0, 4, len(rows))
    answers = CrowdAnswers.from_codes(FRAME, 80, rows, who, codes)
    model = ReliabilityModel(max_iter=5).fit(answers)
    right = model.reliabilities_ + (1 - model.reliabilities_) / 4
    found = np.tile(np.log(model.class_prior_), (80, 1))
    for row, j, code in zip(rows, who, codes, strict=True):
        for k in range(4):
            found[row, k] += log(right[j] if k == code else (1 - right[j]) / 3)
    expected = np.exp(found - found.max(axis=1, keepdims=True))
    expected /= expected.sum(axis=1, keepdims=True)
    np.testing.assert_allclose(model.posteriors_, expected, atol=1e-12)


def test_an_annotator_who_is_always_wrong_needs_the_confusions() -> None:
    rng = np.random.default_rng(5)
    truth = rng.integers(0, 2, 500)
    rows, who = np.divmod(np.arange(2000), 4)
    right = rng.random(2000) < np.array([0.9, 0.85, 0.8, 0.05])[who]
    codes = np.where(right, truth[rows], 1 - truth[rows])
    answers = CrowdAnswers.from_codes(Frame(["no", "yes"]), 500, rows, who, codes)
    model = ConfusionModel().fit(answers)
    assert model.confusions_[3, 0, 1] > 0.9 and model.error_rates_[3] > 0.9
    simple = ReliabilityModel().fit(answers)
    accuracy = [(each.posteriors_.argmax(axis=1) == truth).mean() for each in (model, simple)]
    assert accuracy[0] > accuracy[1]


def test_confusions_are_those_of_dawid_and_skene_when_nothing_pulls() -> None:
    answers, _ = simulate(6, n=200, sizes=(1, 1, 1, 1, 1))
    singles = CrowdAnswers.from_codes(FRAME, 200, answers.rows, answers.annotators, answers.codes)
    model = ConfusionModel(shrinkage=1e-9, tol=1e-12, max_iter=2000).fit(singles)
    counts = np.full((5, 4, 4), 0.0)
    for row, j, code in zip(singles.rows, singles.annotators, singles.codes, strict=True):
        counts[j, :, code] += model.posteriors_[row]
    expected = counts / counts.sum(axis=2, keepdims=True)
    np.testing.assert_allclose(model.confusions_, expected, atol=1e-4)


def test_a_step_of_the_confusions_is_the_naive_step_with_the_meant_class_known() -> None:
    answers, _ = simulate(8, n=50)
    model = ConfusionModel(keep_history=True, max_iter=4, tol=0.0, shrinkage=0.5).fit(answers)
    pull = model.history_.steps[0].snapshot[1]  # EM starts where the rows are drawn to
    for now, then in zip(model.history_.steps, model.history_.steps[1:], strict=False):
        prior, confusions, _ = now.snapshot
        said = 4 * answers.pignistic()
        posterior = np.tile(prior, (50, 1))
        for a, (row, j) in enumerate(zip(answers.rows, answers.annotators, strict=True)):
            posterior[row] *= confusions[j] @ said[a]
        posterior /= posterior.sum(axis=1, keepdims=True)
        counts = 0.5 * pull
        for a, (row, j) in enumerate(zip(answers.rows, answers.annotators, strict=True)):
            meant = confusions[j] * said[a]
            counts[j] += posterior[row][:, None] * meant / meant.sum(axis=1, keepdims=True)
        expected = counts / counts.sum(axis=2, keepdims=True)
        np.testing.assert_allclose(now.snapshot[2], posterior, rtol=1e-10)
        np.testing.assert_allclose(then.snapshot[1], expected, rtol=1e-10)
        np.testing.assert_allclose(then.snapshot[0], posterior.mean(axis=0), rtol=1e-10)


@pytest.mark.parametrize("collide", [False, True])
def test_equal_answers_of_one_annotator_form_a_group(
    collide: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    who = np.array([1, 0, 1, 0, 1, 2])
    said = np.array([[2, 0], [2, 0], [2, 0], [1, 1], [0, 2], [1, 1]], dtype=np.float64)
    if collide:  # all rows have the same hash, and may still not be taken for equal
        monkeypatch.setattr(confusion, "hash_rows", lambda who, said: np.zeros(6, np.uint64))
    examples, group = confusion.group_answers(who, said)
    np.testing.assert_array_equal(said[examples][group], said)
    np.testing.assert_array_equal(who[examples][group], who)
    assert len(examples) == (6 if collide else 5)


def test_dont_know_says_nothing_and_thousands_of_answers_do_not_underflow() -> None:
    n_annotators = 3000
    rows = np.zeros(n_annotators, dtype=np.int64)
    who = np.arange(n_annotators)
    masks = np.where(who % 3 == 0, FRAME.omega, 1 << (who % 2))
    model = ReliabilityModel().fit(CrowdAnswers.from_sets(FRAME, 2, rows, who, masks))
    assert np.isfinite(model.posteriors_).all() and np.isfinite(model.objective_)
    np.testing.assert_allclose(model.posteriors_[1], model.class_prior_)
    labels = model.labels()
    assert labels.mass_of(FRAME.omega)[1] == pytest.approx(1.0)
    assert model.imprecision_[0] == 1.0 and model.imprecision_[1] == 0.0


@pytest.mark.parametrize("model", [ReliabilityModel(), ConfusionModel()])
def test_answers_that_stand_alone_teach_nothing_about_who_gave_them(model: Any) -> None:
    """One answer per object, and annotators who were asked about different classes."""
    rng = np.random.default_rng(8)
    who = np.repeat(np.arange(30), 8)
    codes = np.where(rng.random(len(who)) < 0.7, who % 4, rng.integers(0, 4, len(who)))
    answers = CrowdAnswers.from_codes(FRAME, len(who), np.arange(len(who)), who, codes)
    fitted = model.fit(answers)
    np.testing.assert_array_equal(fitted.posteriors_.argmax(axis=1), codes)
    np.testing.assert_allclose(fitted.class_prior_, np.bincount(codes) / len(codes))
    assert np.isnan(fitted.error_rates_).all() and not fitted.n_compared_.any()


def test_nothing_is_known_of_an_annotator_all_of_whose_answers_stand_alone() -> None:
    answers, _ = simulate(4, n=200)
    rows = np.concatenate([answers.rows, [200, 201, 202, 0]])
    who, masks = np.append(answers.annotators, [5] * 4), answers.focal[answers.starts[:-1]]
    masks = np.append(masks, [1, 2, 4, FRAME.omega])  # beside others only "don't know"
    more = CrowdAnswers.from_sets(FRAME, 203, rows, who, masks)
    model = ReliabilityModel().fit(more)
    assert model.n_answers_[5] == 4 and model.n_compared_[5] == 0
    for found in (
        model.reliabilities_,
        model.error_rates_,
        model.reliability_intervals_[:, 0],
        model.error_rate_intervals_[:, 1],
        ConfusionModel().fit(more).error_rates_,
    ):
        assert np.isnan(found).tolist() == [False] * 5 + [True]
    (a, b), assumed = model.reliability_prior_, model.assumed_[5]
    np.testing.assert_allclose(assumed, (a - 1) / (a + b - 2))
    assert 0.4 < assumed < 0.9  # as able as the others, who are so 0.1 to 0.95
    believed = 1 - assumed + assumed * 4 * np.eye(4)[1]
    expected = model.class_prior_ * believed / (model.class_prior_ * believed).sum()
    np.testing.assert_allclose(model.posteriors_[201], expected)


def test_the_prior_is_about_the_crowd_and_gives_better_probabilities() -> None:
    """Where annotators gave few answers, some of whom would else be taken for infallible."""
    gains = []
    for seed in range(12):
        rng = np.random.default_rng(seed)
        truth, rows = rng.integers(0, 4, 150), np.repeat(np.arange(150), 3)
        who = rng.random((150, 40)).argpartition(2, axis=1)[:, :3].ravel()
        knows = rng.random(450) < rng.beta(4, 2, 40)[who]
        codes = np.where(knows, truth[rows], rng.integers(0, 4, 450))
        answers = CrowdAnswers.from_codes(FRAME, 150, rows, who, codes)
        plain, learned = ReliabilityModel(reliability_prior=(2, 1)), ReliabilityModel()
        scores = [
            np.log(np.maximum(each.fit(answers).posteriors_[np.arange(150), truth], 1e-12)).mean()
            for each in (plain, learned)
        ]
        gains.append(scores[1] - scores[0])
        a, b = learned.reliability_prior_
        assert 0.4 < (a - 1) / (a + b - 2) < 0.95 and 1 <= a + b - 2 <= 4 + 1e-9
    assert min(gains) > 0 and np.mean(gains) > 0.2


def test_a_prior_counts_more_where_annotators_differ_less() -> None:
    rng = np.random.default_rng(2)
    alike, apart = (np.clip(rng.normal(0.7, spread, 400), 0, 1) for spread in (0.05, 0.3))
    (a, b), (c, d) = (learn_prior(each, np.full(400, 2500.0)) for each in (alike, apart))
    assert a + b - 2 == pytest.approx(4) and c + d - 2 < 3
    assert (a - 1) / (a + b - 2) == pytest.approx(0.7, abs=0.01)
    s, r = np.sqrt(0.3 * 0.7 / 3.5), np.clip(rng.normal(0.7, 1e-9, 400), 0, 1)
    r += np.where(np.arange(400) % 2, s, -s)  # a variance that belongs to 2.5 answers
    assert sum(learn_prior(r, np.full(400, 1e9))) - 2 == pytest.approx(2.5, rel=0.01)


@pytest.mark.parametrize("model", [ReliabilityModel(), ConfusionModel()])
def test_an_answer_that_stands_alone_counts_as_its_annotator_does(model: Any) -> None:
    """Whoever errs where others answered as well is not believed where he is the only one."""
    rng = np.random.default_rng(9)
    truth = rng.integers(0, 4, 300)
    rows, who = np.divmod(np.arange(1200), 4)
    codes = np.where(who == 3, rng.integers(0, 4, 1200), truth[rows])
    rows, who, codes = np.append(rows, [300, 301]), np.append(who, [0, 3]), np.append(codes, [1, 1])
    posterior = model.fit(CrowdAnswers.from_codes(FRAME, 302, rows, who, codes)).posteriors_
    assert posterior[300, 1] > 0.95 and posterior[301, 1] < 0.5


def test_an_answer_beside_dont_know_stands_alone() -> None:
    alone = CrowdAnswers.from_sets(FRAME, 2, np.array([0, 1]), np.array([0, 1]), np.array([1, 2]))
    beside = CrowdAnswers.from_sets(
        FRAME, 2, np.array([0, 0, 1]), np.array([0, 1, 1]), np.array([1, FRAME.omega, 2])
    )
    found = [ReliabilityModel().fit(each).posteriors_ for each in (alone, beside)]
    np.testing.assert_allclose(*found, atol=1e-5)


def test_stopping_and_bad_input() -> None:
    answers, _ = simulate(7, n=30)
    flag = StopFlag()
    steps = ReliabilityModel(tol=0.0).iterate(answers, stop=flag)
    next(steps)
    flag.set()
    assert list(steps) == []
    none = np.empty(0, dtype=np.int64)
    with pytest.raises(DataError, match="no answers"):
        ReliabilityModel().fit(CrowdAnswers.from_codes(FRAME, 3, none, none, none))
    for prior in ((0.5, 2.0), (1.0, 1.0)):
        with pytest.raises(DataError, match="at least 1"):
            ReliabilityModel(reliability_prior=prior).fit(answers)
    with pytest.raises(DataError, match="above 0"):
        ConfusionModel(shrinkage=0).fit(answers)
