from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from belieflab import DataError
from belieflab.data import Dataset, build_labels, load_sample
from belieflab.data.simulators import nested_masses


def points(truth, names):
    truth = np.asarray(truth, dtype=np.int64)
    return Dataset(np.zeros((len(truth), 1)), ("x",), truth, tuple(names))


def many(classes, n=20_000):
    return points(np.arange(n) % classes, [f"c{k}" for k in range(classes)])


def true_cells(data):
    return np.arange(data.n), data.truth


# -- nonspecificity ---------------------------------------------------------------------------


@given(
    ns=st.lists(st.floats(0, 1), min_size=1, max_size=20),
    classes=st.integers(2, 63),
    seed=st.integers(0, 1000),
)
def test_nested_masses_have_exactly_the_asked_nonspecificity(ns, classes, seed):
    ns = np.array(ns)
    mass = nested_masses(np.random.default_rng(seed), ns, classes)
    sizes = np.log(np.arange(1, classes + 1)) / np.log(classes)
    assert (mass >= 0).all()
    assert mass.sum(axis=1) == pytest.approx(1, abs=1e-12)
    assert mass @ sizes == pytest.approx(ns, abs=1e-12)


@settings(deadline=None)
@given(ns=st.floats(0, 1), classes=st.integers(2, 8), seed=st.integers(0, 1000))
def test_labels_stay_near_the_mean_and_are_never_wrong(ns, classes, seed):
    data = many(classes, 200)
    labels = build_labels("nonspecificity", data, seed=seed, ns=ns)
    width = min(0.05, ns, 1 - ns)
    drawn = labels.nonspecificity()
    assert (np.abs(drawn - ns) <= width + 1e-12).all()
    assert labels.contour()[true_cells(data)] == pytest.approx(1)
    assert (labels.mass_of(0) == 0).all()


def test_drawn_nonspecificity_is_uniform():
    from scipy.stats import kstest

    drawn = build_labels("nonspecificity", many(3), ns=0.4).nonspecificity()
    assert kstest(drawn, "uniform", args=(0.35, 0.1)).pvalue > 0.001


def test_two_classes_give_the_label_of_the_paper():
    data = many(2, 500)
    labels = build_labels("nonspecificity", data, ns=0.3)
    ns = labels.nonspecificity()
    contour = labels.contour()
    assert contour[true_cells(data)] == pytest.approx(1)
    assert contour[np.arange(500), 1 - data.truth] == pytest.approx(ns)


def test_the_ends_are_hard_and_vacuous():
    data = many(4, 100)
    assert (build_labels("nonspecificity", data, ns=0.0).contour() == np.eye(4)[data.truth]).all()
    assert build_labels("nonspecificity", data, ns=1.0).mass_of(15) == pytest.approx(1)


def test_the_sets_of_a_row_are_nested():
    labels = build_labels("nonspecificity", many(5, 300), ns=0.5)
    for mass in labels.mass:
        sets = sorted(labels.focal[mass > 0].tolist(), key=int.bit_count)
        assert all(small & large == small for small, large in pairwise(sets))


def test_other_classes_join_in_any_order():
    data = points([0] * 9000, "abcd")
    labels = build_labels("nonspecificity", data, ns=0.5)
    pairs = [labels.mass_of(mask).sum() for mask in (0b0011, 0b0101, 0b1001)]
    assert max(pairs) < 1.1 * min(pairs)


def test_large_frames_share_orders_and_keep_the_nonspecificity_exact():
    data = load_sample("many-clusters", clusters=30)
    labels = build_labels("nonspecificity", data, ns=0.5)
    drawn = labels.nonspecificity()
    assert (np.abs(drawn - 0.5) <= 0.05 + 1e-12).all()
    assert labels.mass.size <= 20_000_000


# -- expert doubt -----------------------------------------------------------------------------


@pytest.mark.parametrize("mean", [0.1, 0.25, 0.4])
def test_expert_is_wrong_as_often_as_he_doubts(mean):
    data = many(4)
    labels = build_labels("expert-doubt", data, mean=mean)
    doubt = labels.mass_of(15)
    wrong = labels.contour()[true_cells(data)] < 1
    assert doubt.mean() == pytest.approx(mean, abs=4 * 0.2 / np.sqrt(data.n))
    assert doubt.std() == pytest.approx(0.2, rel=0.03)
    assert wrong.mean() == pytest.approx(mean, abs=4 * np.sqrt(mean * (1 - mean) / data.n))
    sure = doubt < 0.2
    expected = doubt[sure].mean()
    assert wrong[sure].mean() == pytest.approx(
        expected, abs=4 * np.sqrt(expected * (1 - expected) / sure.sum())
    )


def test_expert_labels_are_discounted_guesses():
    labels = build_labels("expert-doubt", many(3, 200))
    assert set(labels.focal.tolist()) == {1, 2, 4, 7}
    singles = np.column_stack([labels.mass_of(mask) for mask in (1, 2, 4)])
    assert ((singles > 0).sum(axis=1) == 1).all()
    assert singles.sum(axis=1) + labels.mass_of(7) == pytest.approx(1)


def test_expert_errs_towards_every_other_class_alike():
    data = points([1] * 30_000, "abc")
    labels = build_labels("expert-doubt", data, mean=0.4)
    to_first, to_last = ((labels.mass_of(mask) > 0).sum() for mask in (1, 4))
    total = to_first + to_last
    assert to_first == pytest.approx(total / 2, abs=4 * np.sqrt(total / 4))


# -- epsilon noise ----------------------------------------------------------------------------


@given(epsilon=st.floats(0, 1), n=st.integers(1, 60), seed=st.integers(0, 50))
def test_exactly_the_floor_of_epsilon_n_rows_are_spoilt(epsilon, n, seed):
    data = points(np.arange(n) % 3, "abc")
    labels = build_labels("epsilon-noise", data, seed=seed, epsilon=epsilon)
    spoilt = labels.belief(1 << 0) + labels.belief(1 << 1) + labels.belief(1 << 2) < 1
    assert spoilt.sum() == int(np.floor(epsilon * n + 1e-9))
    assert np.array_equal(labels.contour()[~spoilt], np.eye(3)[data.truth[~spoilt]])


@pytest.mark.parametrize(("epsilon", "n", "spoilt"), [(0.29, 100, 29), (0.5, 7, 3), (1.0, 5, 5)])
def test_epsilon_is_not_lost_to_rounding(epsilon, n, spoilt):
    labels = build_labels("epsilon-noise", many(2, n), epsilon=epsilon)
    assert (labels.mass.max(axis=1) < 1).sum() == spoilt


@pytest.mark.parametrize("classes", [2, 3, 5])
def test_epsilon_labels_spread_the_rest_evenly(classes):
    data = many(classes, 2000)
    labels = build_labels("epsilon-noise", data, epsilon=1.0)
    assert sorted(labels.focal.tolist()) == list(range(1, 2**classes))
    single = np.column_stack([labels.mass_of(1 << k) for k in range(classes)])
    omega = labels.mass_of(2**classes - 1)
    u = 1 - omega * (2**classes - 2)
    is_wrong = np.abs(single - u[:, None]) < 1e-9
    is_wrong[true_cells(data)] = False
    assert (is_wrong.sum(axis=1) >= 1).all()
    rest = np.sort(np.abs(labels.mass - omega[:, None]), axis=1)[:, :-1]
    assert rest.max() < 1e-12
    assert u.mean() == pytest.approx(0.5, abs=4 * np.sqrt(1 / 12 / data.n))


def test_a_larger_epsilon_spoils_the_same_rows_and_more():
    data = many(3, 300)
    few, more = (
        build_labels("epsilon-noise", data, epsilon=e).mass.max(axis=1) < 1 for e in (0.2, 0.4)
    )
    assert (more | ~few).all()


def test_too_many_classes_for_epsilon_noise_say_the_limit():
    with pytest.raises(DataError, match=r"3,000 rows there is room for K up to 12, .* 20 classes"):
        build_labels("epsilon-noise", load_sample("many-clusters"))


# -- Bayesian labels --------------------------------------------------------------------------


def test_bayesian_labels_follow_the_paper():
    data = many(4)
    labels = build_labels("bayesian", data, mean=0.3, deviation=0.15)
    values = labels.pignistic()
    error = 1 - values[true_cells(data)]
    others = values[np.eye(4)[data.truth] == 0].reshape(-1, 3)
    assert (labels.nonspecificity() == 0).all()
    assert np.abs(others - error[:, None] / 3).max() < 1e-12
    assert error.mean() == pytest.approx(0.3, abs=4 * 0.15 / np.sqrt(data.n))
    assert error.std() == pytest.approx(0.15, rel=0.03)
