"""The benchmark of suspects: its labels are as it says; its peer is not needed."""

import numpy as np
import pytest

from belieflab.belief import max_pignistic
from belieflab.evaluation.suspects import RATIO, known_wrong, weigh
from benchmarks import suspects

TRUTH = np.repeat([0, 1, 2], 100)
MAKERS = {"hard": suspects.hard, "sets": suspects.sets, "doubts": suspects.doubts}


def made(name, seed=0):
    return MAKERS[name](TRUTH, 3, np.random.default_rng(seed))


@pytest.mark.parametrize("name", MAKERS)
def test_the_wrong_labels_are_those_that_favour_a_set_without_the_truth(name):
    case = made(name)
    assert len(case.wrong) == round(suspects.FLIPPED * len(TRUTH))
    assert sorted(case.wrong) == np.flatnonzero(known_wrong(case.labels, TRUTH)).tolist()
    again = made(name)
    np.testing.assert_array_equal(again.wrong, case.wrong)
    np.testing.assert_array_equal(again.labels.mass, case.labels.mass)


def test_half_of_the_labels_are_sets_of_two_or_doubts_whether_wrong_or_not():
    sizes = np.array([int(mask).bit_count() for mask in made("sets").labels.focal])
    of_two = (made("sets").labels.mass @ (sizes == 2)) == 1
    assert 0.4 < of_two.mean() < 0.6 and 0 < of_two[made("sets").wrong].sum() < 15
    labels = made("doubts").labels
    doubt = labels.mass_of(labels.frame.omega)
    assert set(doubt) == {0.0, suspects.DOUBT} and 0.4 < (doubt > 0).mean() < 0.6


def test_honest_doubts_say_how_likely_a_label_is_wrong():
    truth = np.repeat([0, 1, 2], 4000)
    case = suspects.honest_doubts(truth, 3, np.random.default_rng(0))
    doubt = case.labels.mass_of(case.labels.frame.omega)
    wrong = np.isin(np.arange(len(truth)), case.wrong)
    assert wrong.mean() == pytest.approx(0.05, abs=0.01)
    for low, high in ((0.0, 0.05), (0.05, 0.15), (0.15, 0.5)):
        within = (doubt > low) & (doubt <= high)
        assert wrong[within].mean() == pytest.approx(doubt[within].mean(), abs=0.03)
    given = max_pignistic(case.labels)
    np.testing.assert_array_equal(given != truth, wrong)


def test_precision_counts_wrong_labels_among_as_many_first_suspects():
    case = made("hard")
    beliefs = suspects.MassTable.from_guess_and_doubt(TRUTH, 0.3, range(3))
    calls = []

    def score(given, shares, method):
        calls.append(method)
        return (
            shares[np.arange(len(given)), given] if method == "self_confidence" else -shares[:, 0]
        )

    precisions, spent = suspects.compare_on(beliefs, case, score)
    assert precisions[:3] == [1.0, 1.0, 1.0]  # the evidence is the truth
    count = len(case.wrong)
    assert precisions[3] == np.isin(np.arange(count), case.wrong).mean()
    assert set(calls) == set(suspects.METHODS) and min(spent) > 0
    assert set(weigh(beliefs, case.labels, RATIO).rows[:count]) == set(case.wrong)


@pytest.mark.parametrize(
    ("kind", "ahead", "around", "said"),
    [
        ("hard labels", 0.0, 0.01, "at least as good: yes"),
        ("hard labels", -0.001, 0.01, "at least as good: no"),
        ("sets of two", 0.02, 0.01, "better: yes"),
        ("sets of two", 0.01, 0.01, "better: no, equal"),
        ("doubts", -0.01, 0.01, "better: no, equal"),
        ("doubts", -0.02, 0.01, "better: no, worse"),
    ],
)
def test_the_verdict_asks_for_more_where_the_peer_cannot_take_the_labels(kind, ahead, around, said):
    assert suspects.verdict(kind, ahead, around) == said


def test_the_measurement_names_means_errors_and_the_verdict():
    rows = np.array([[0.9, 0.8, 0.7, 0.6, 0.5], [1.0, 0.8, 0.8, 0.6, 0.5]])
    found = suspects.describe(
        "eknn", "sets of two", {"iris": rows, "wine": rows}, np.array([2.0, 4.0])
    )
    assert "ours 0.950 ± 0.050" in found.what and "self_confidence 0.750 ± 0.050" in found.what
    assert "ours less self_confidence +0.200 ± 0.000" in found.what
    assert found.what.endswith("better: yes") and found.ratio == 2.0
