"""Tests of statistics against numbers worked out elsewhere."""

import numpy as np
import pytest
from scipy.stats import binomtest

from belieflab import DataError
from belieflab.experiments.comparison import (
    adjust_bergmann_hommel,
    adjust_holm,
    compare_methods,
)
from belieflab.experiments.statistics import (
    binomial_test,
    mean_interval,
    sign_test,
    significantly_best,
    tally,
)


def test_interval_is_students():
    interval = mean_interval([1.0, 2.0, 3.0, 4.0])
    assert interval.mean == 2.5
    assert interval.error == pytest.approx(0.6454972)
    assert (interval.low, interval.high) == pytest.approx((0.4457397, 4.5542603))
    assert mean_interval([3.0]) == (3.0, 0.0, 3.0, 3.0)


@pytest.mark.parametrize("values", [[], [np.nan], [[1.0, 2.0]]])
def test_no_mean_of_nothing(values):
    with pytest.raises(DataError, match="finite number"):
        mean_interval(values)


def test_sign_test_is_the_exact_binomial_one():
    rng = np.random.default_rng(0)
    for shift in (0.0, 0.3, 1.0):
        first, second = rng.normal(size=40), shift + rng.normal(size=40)
        first[:5] = second[:5]
        lower = int((first < second).sum())
        assert tally(first, second) == (lower, 5, 35 - lower)
        assert sign_test(first, second) == pytest.approx(binomtest(lower, 35).pvalue)
    assert sign_test([1.0, 2.0], [1.0, 2.0]) == 1.0
    with pytest.raises(DataError, match="3 and 2"):
        sign_test([1, 2, 3], [1, 2])


@pytest.mark.parametrize(
    ("wins", "losses", "alternative", "p_value"),
    [
        (141, 18, ">", 0.0000),
        (80, 80, "≠", 1.0000),
        (32, 123, "<", 0.0000),
        (80, 48, ">", 0.0030),
        (49, 62, "<", 0.1273),
        (57, 64, "<", 0.2928),
    ],
)
def test_binomial_tests_of_paper_002(wins, losses, alternative, p_value):
    found = binomial_test(wins, losses)
    assert found[0] == alternative
    assert found[1] == pytest.approx(p_value, abs=5e-5)


def test_bold_needs_to_beat_everybody():
    rng = np.random.default_rng(0)
    good = rng.normal(size=30)
    poor, near = good + 1.0, good + 0.5 * rng.normal(size=30) + 0.01
    assert significantly_best([poor, good]) == 1
    assert significantly_best([poor, good], lower_is_better=False) == 0
    assert significantly_best([poor, good, near]) is None
    assert significantly_best([good]) is None


def test_holm_and_bergmann_hommel_on_a_worked_example():
    """Garcia and Herrera 2008: for three methods both sets of hypotheses can be listed by hand."""
    places = [(0, 1), (0, 2), (1, 2)]
    p = [0.01, 0.04, 0.03]
    assert adjust_holm(p) == pytest.approx([0.03, 0.06, 0.06])
    # exhaustive sets: {all three}, and each pair alone
    assert adjust_bergmann_hommel(p, places) == pytest.approx([0.03, 0.04, 0.03])


def test_adjusted_values_never_fall_below_the_raw_ones():
    rng = np.random.default_rng(1)
    places = [(i, j) for i in range(5) for j in range(i + 1, 5)]
    for _ in range(20):
        p = rng.random(10) ** 3
        holm, exhaustive = adjust_holm(p), adjust_bergmann_hommel(p, places)
        assert (holm >= p).all() and (exhaustive >= p).all()
        assert (exhaustive <= holm + 1e-12).all()
    with pytest.raises(DataError, match="10 methods have too many"):
        adjust_bergmann_hommel([0.5], [(0, 9)])


def test_a_pair_is_judged_by_itself_unlike_by_mean_ranks():
    """The reason for Wilcoxon: bystanders change mean ranks, not the verdict on a pair."""
    rng = np.random.default_rng(2)
    a = rng.normal(size=30)
    b = a + 0.05 + 0.2 * rng.normal(size=30)
    between = {f"m{place}": (a + b) / 2 + 0.01 * rng.normal(size=30) for place in range(5)}
    [alone] = compare_methods({"a": a, "b": b})
    crowded = compare_methods({"a": a, "b": b, **between})
    pair = next(found for found in crowded if (found.first, found.second) == ("a", "b"))
    assert pair.wilcoxon == alone.wilcoxon
    assert pair.counts == alone.counts
    assert alone.adjusted == alone.wilcoxon < pair.adjusted

    def rank_gap(scores):
        ranks = np.argsort(np.argsort(np.column_stack(list(scores.values())), axis=1), axis=1)
        return ranks[:, 1].mean() - ranks[:, 0].mean()

    error_alone, error_crowded = (np.sqrt(k * (k + 1) / (6 * 30)) for k in (2, 7))
    z_alone = rank_gap({"a": a, "b": b}) / error_alone
    z_crowded = rank_gap({"a": a, "b": b, **between}) / error_crowded
    assert abs(z_crowded - z_alone) > 0.5


def test_equal_methods_do_not_differ():
    [found] = compare_methods({"a": [1.0, 2.0, 3.0], "b": [1.0, 2.0, 3.0]})
    assert (found.counts, found.wilcoxon, found.adjusted) == ((0, 3, 0), 1.0, 1.0)
    with pytest.raises(DataError, match="holm, bergmann-hommel"):
        compare_methods({"a": [1.0], "b": [2.0]}, adjust="bonferroni")
