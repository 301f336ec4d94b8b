import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from belieflab import DataError
from belieflab.data import Dataset, build_labels, load_sample


def points(truth, names):
    truth = np.asarray(truth, dtype=np.int64)
    return Dataset(np.zeros((len(truth), 1)), ("x",), truth, tuple(names))


def known(labels):
    return labels.mass_of(labels.frame.omega) < 1


def guess(labels):
    return labels.pignistic().argmax(axis=1)


IRIS = load_sample("iris")


def test_hard_labels_are_the_truth():
    labels = build_labels("hard", IRIS)
    assert np.array_equal(labels.contour(), np.eye(3)[IRIS.truth])


@given(share=st.floats(0, 1), seed=st.integers(0, 100))
def test_semi_supervised_keeps_the_rounded_share_and_one_of_each_class(share, seed):
    labels = build_labels("semi-supervised", IRIS, seed=seed, share=share)
    kept = known(labels)
    assert kept.sum() == round(share * 150)
    assert (labels.mass_of(7)[~kept] == 1).all()
    assert np.array_equal(labels.contour()[kept], np.eye(3)[IRIS.truth][kept])
    if kept.sum() >= 3:
        assert set(IRIS.truth[kept]) == {0, 1, 2}


def test_a_larger_share_keeps_the_rows_of_a_smaller_one():
    small, large = (known(build_labels("semi-supervised", IRIS, share=s)) for s in (0.1, 0.3))
    assert (large | ~small).all()


def test_rare_classes_are_kept_first():
    data = points([0] * 998 + [1, 2], "abc")
    labels = build_labels("semi-supervised", data, share=0.003)
    assert sorted(data.truth[known(labels)]) == [0, 1, 2]


def test_sets_by_chance_hold_the_truth_and_others_as_often_as_asked():
    data = load_sample("gaussians", classes=5, size=20_000)
    labels = build_labels("sets", data, chance=0.3)
    contour = labels.contour()
    assert set(np.unique(labels.mass)) == {0.0, 1.0}
    assert (contour[np.arange(data.n), data.truth] == 1).all()
    joined = contour.sum() - data.n
    spread = np.sqrt(4 * data.n * 0.3 * 0.7)
    assert joined == pytest.approx(4 * data.n * 0.3, abs=4 * spread)
    none, everyone = (build_labels("sets", data, chance=c) for c in (0.0, 1.0))
    assert (none.nonspecificity() == 0).all()
    assert everyone.nonspecificity() == pytest.approx(1)


@pytest.mark.parametrize("size", [1, 2, 3])
def test_sets_of_a_given_size(size):
    labels = build_labels("sets", IRIS, how="given size", size=size)
    contour = labels.contour()
    assert (contour.sum(axis=1) == size).all()
    assert (contour[np.arange(150), IRIS.truth] == 1).all()


def test_given_size_picks_every_other_class_equally_often():
    data = points([0] * 9000, "abcd")
    counts = build_labels("sets", data, how="given size", size=2).contour().sum(axis=0)
    assert counts[1:] == pytest.approx(3000, abs=4 * np.sqrt(9000 * 2 / 9))


def test_a_set_larger_than_the_frame_is_refused():
    with pytest.raises(DataError, match="set of 4 classes does not fit a frame of 3"):
        build_labels("sets", IRIS, how="given size", size=4)


def test_probabilities_evenly():
    labels = build_labels("probabilistic", IRIS, confidence=0.7)
    expected = np.where(np.eye(3)[IRIS.truth] == 1, 0.7, 0.15)
    assert np.abs(labels.pignistic() - expected).max() < 1e-12
    assert (labels.nonspecificity() == 0).all()


def test_probabilities_at_random_leave_the_true_class_alone():
    labels = build_labels("probabilistic", IRIS, confidence=0.7, rest="at random")
    values = labels.pignistic()
    assert values[np.arange(150), IRIS.truth] == pytest.approx(0.7)
    others = values[np.eye(3)[IRIS.truth] == 0]
    assert others.std() > 0.05


def test_probabilities_of_a_surely_wrong_label():
    labels = build_labels("probabilistic", IRIS, confidence=0.0)
    assert (labels.contour()[np.arange(150), IRIS.truth] == 0).all()


@given(doubt=st.floats(0, 1), wrong=st.floats(0, 1))
def test_guess_and_doubt(doubt, wrong):
    labels = build_labels("guess-doubt", IRIS, doubt=doubt, wrong=wrong)
    contour = labels.contour()
    missed = contour[np.arange(150), IRIS.truth] < 1
    assert np.abs(labels.mass_of(7) - doubt).max() < 1e-12
    assert np.abs(np.sort(contour, axis=1)[:, :2] - doubt).max() < 1e-12
    if doubt < 1:
        assert missed.sum() == round(wrong * 150)


@given(others=st.floats(0, 1))
def test_plausibility_profile_the_same_for_all(others):
    contour = build_labels("plausibility", IRIS, others=others).contour()
    expected = np.where(np.eye(3)[IRIS.truth] == 1, 1.0, others)
    assert np.abs(contour - expected).max() < 1e-12


@given(others=st.floats(0, 1))
def test_plausibility_profile_falling_with_the_distance(others):
    contour = build_labels(
        "plausibility", IRIS, others=others, profile="falling with distance"
    ).contour()
    distance = np.abs(IRIS.truth[:, None] - np.arange(3))
    assert np.abs(contour - others**distance).max() < 1e-12
