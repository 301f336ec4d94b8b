"""What a crowd costs is known before it is analysed, and large confusions take no more memory."""

import time

import numpy as np
import pytest
from allocation import peak_of
from threadpoolctl import threadpool_info

from belieflab import Frame
from belieflab.crowd import next_questions
from belieflab.crowd.analysis import CONFUSION, RELIABILITY
from belieflab.crowd.cost import analysis_cost, labels_cost, questions_cost
from belieflab.crowd.learning import analyse
from belieflab.crowd.measures import confused
from belieflab.data.crowd_answers import CrowdAnswers


def crowd(n_objects: int, n_annotators: int, n_classes: int, seed: int = 0) -> CrowdAnswers:
    """Everybody answers about every third object, and is right two times in three."""
    rng = np.random.default_rng(seed)
    rows, who = np.divmod(np.arange(0, n_objects * n_annotators, 3), n_annotators)
    codes = np.where(rng.random(len(rows)) < 0.67, rows % n_classes, rng.integers(n_classes))
    frame = Frame([f"c{k}" for k in range(n_classes)])
    return CrowdAnswers.from_codes(frame, n_objects, rows, who, codes)


@pytest.mark.parametrize(("model", "confusion"), [(RELIABILITY, False), (CONFUSION, True)])
def test_the_memory_of_an_analysis_is_as_expected(model, confusion):
    answers = crowd(300, 100, 30)
    analyse(crowd(9, 3, 2), 3, model)  # kernels are loaded once
    expected = analysis_cost(answers, 100, confusion).bytes
    assert expected / 3 < peak_of(lambda: analyse(answers, 100, model)) < 1.5 * expected


def test_small_crowds_are_quick_and_many_confusions_are_beyond_the_limit():
    small, large = crowd(30, 6, 4), crowd(60, 600, 256)
    for cost in (analysis_cost(small, 6, True), labels_cost(small, 6, True)):
        assert cost.seconds < 0.05
    assert questions_cost(analyse(small, 6)).seconds < 0.05
    confusions, simple = (analysis_cost(large, 10_000, each) for each in (True, False))
    assert confusions.bytes > 30e9 and confusions.seconds > 60 > simple.seconds


def test_answers_meet_the_confusions_of_their_annotators():
    rng = np.random.default_rng(3)
    confusions, who = rng.dirichlet(np.ones(4), (5, 4)), rng.integers(5, size=40)
    said = rng.random((40, 4))
    expected = np.einsum("akl,al->ak", confusions[who], said)
    np.testing.assert_allclose(confused(confusions, who, said), expected, rtol=1e-12)


def test_labels_from_confusions_take_no_matrix_for_each_answer():
    answers = crowd(120, 100, 40)
    found = analyse(answers, 100, CONFUSION)
    matrices = 8 * len(answers) * 40**2
    assert peak_of(lambda: found.labels("posterior")) < matrices / 8


def unsure_crowd(n_annotators: int, n_classes: int, sizes: int = 1) -> CrowdAnswers:
    """Everybody answers about three of 200 objects, mostly at random, with sets of that size."""
    rng = np.random.default_rng(4)
    rows = np.concatenate([rng.choice(200, 3, replace=False) for _ in range(n_annotators)])
    chosen = [rng.choice(n_classes, sizes, replace=False) for _ in rows]
    frame = Frame([f"c{k}" for k in range(n_classes)])
    masks = frame.singletons[[each[0] for each in chosen]]
    for nth in range(1, sizes):
        masks = masks | frame.singletons[[each[nth] for each in chosen]]
    who = np.repeat(np.arange(n_annotators), 3)
    return CrowdAnswers.from_sets(frame, 200, rows, who, masks, 0.1)


@pytest.mark.parametrize("model", [RELIABILITY, CONFUSION])
@pytest.mark.parametrize(("n_classes", "size"), [(60, 1), (100, 1), (24, 2), (24, 3)])
def test_the_time_for_questions_is_as_expected(n_classes, size, model):
    analysis = analyse(unsure_crowd(200, n_classes, size), 200, model)
    taken = []
    for _ in range(4):
        begun = time.thread_time()
        assert next_questions.questions(analysis)
        taken.append(time.thread_time() - begun)
    expected = questions_cost(analysis).seconds
    assert expected / 8 < min(taken) < 5 * expected


def test_questions_leave_a_busy_machine_its_other_cores(monkeypatch):
    threads = []

    def see(*given):
        found = [each for each in threadpool_info() if each["user_api"] == "blas"]
        threads.extend(each["num_threads"] for each in found)
        return real(*given)

    real = next_questions.expected_drop
    monkeypatch.setattr(next_questions, "expected_drop", see)
    assert next_questions.questions(analyse(unsure_crowd(6, 4), 6, CONFUSION))
    assert set(threads) == {1}
