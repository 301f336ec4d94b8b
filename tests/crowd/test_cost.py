"""What a crowd costs is known before it is analysed, and large confusions take no more memory."""

import numpy as np
import pytest
from allocation import peak_of

from belieflab import Frame
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
