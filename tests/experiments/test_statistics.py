"""Tests of statistics against numbers worked out elsewhere."""

from itertools import combinations

import numpy as np
import pytest
from scipy.stats import binomtest, norm

from belieflab import DataError
from belieflab.experiments.comparison import (
    adjust_bergmann_hommel,
    adjust_holm,
    compare_mean_ranks,
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
def test_binomial_tests_of_lopezcruz2013(wins, losses, alternative, p_value):
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


TABLE_2 = {
    ("GEM", "EM"): (141, 1, 18, 0.0),
    ("GEM", "WL"): (104, 0, 56, 0.0),
    ("GEM", "TL"): (32, 5, 123, 0.0),
    ("EM", "WL"): (80, 0, 80, 0.1530),
    ("EM", "TL"): (20, 0, 140, 0.0),
    ("WL", "TL"): (16, 0, 144, 0.0),
}
TABLE_3 = {
    ("MGC", "NB"): (80, 0, 48, 0.0022),
    ("MGC", "AODE"): (49, 17, 62, 1.0),
    ("MGC", "SEM"): (57, 7, 64, 1.0),
    ("MGC", "FSSSEM"): (108, 1, 19, 0.0),
    ("NB", "AODE"): (41, 0, 87, 0.0003),
    ("NB", "SEM"): (39, 14, 75, 0.0008),
    ("NB", "FSSSEM"): (89, 0, 39, 0.0),
    ("AODE", "SEM"): (59, 5, 64, 1.0),
    ("AODE", "FSSSEM"): (108, 0, 20, 0.0),
    ("SEM", "FSSSEM"): (100, 1, 27, 0.0),
}


@pytest.mark.parametrize(("table", "n_cells"), [(TABLE_2, 160), (TABLE_3, 128)])
def test_printed_counts_give_the_printed_bergmann_hommel_values(table, n_cells):
    """López-Cruz et al. (2013): a method's rank is one more than those that beat it.

    A tie counts half for each. The paper's own rank of EM must have been lower by the one tie
    that EM and GEM share: then EM = WL has 0.1530, else 0.1469.
    """
    methods = list(dict.fromkeys(name for pair in table for name in pair))
    ranks = dict.fromkeys(methods, float(n_cells))
    for (first, second), (wins, ties, losses, _) in table.items():
        ranks[first] += losses + ties / 2
        ranks[second] += wins + ties / 2
    if "EM" in ranks:
        ranks["EM"] -= 0.5
    mean_ranks = np.array([ranks[name] for name in methods]) / n_cells
    places = [(methods.index(a), methods.index(b)) for a, b in table]
    found = adjust_bergmann_hommel(compare_mean_ranks(mean_ranks, n_cells), places)
    assert found == pytest.approx([printed for *_, printed in table.values()], abs=5e-5)


@pytest.mark.parametrize(("n_methods", "n_sets"), [(3, 4), (4, 14), (5, 51)])
def test_exhaustive_sets_are_those_that_equality_closes(n_methods, n_sets):
    """Brute force: of all sets of pairs those to which equality adds none (García, Herrera 2008).

    One of 4 or 5 methods has as many as the paper counts.
    """
    places = list(combinations(range(n_methods), 2))
    closed = []
    for chosen in range(1, 2 ** len(places)):
        group = list(range(n_methods))
        pairs = [pair for bit, pair in enumerate(places) if chosen >> bit & 1]
        for a, b in pairs:
            group = [group[a] if each == group[b] else each for each in group]
        if [pair for pair in places if group[pair[0]] == group[pair[1]]] == pairs:
            closed.append([places.index(pair) for pair in pairs])
    assert len(closed) == n_sets
    p = np.random.default_rng(3).random(len(places)) ** 2
    expected = [
        min(1.0, max(len(each) * p[each].min() for each in closed if place in each))
        for place in range(len(places))
    ]
    assert adjust_bergmann_hommel(p, places) == pytest.approx(expected)


def test_mean_ranks_of_scores():
    rng = np.random.default_rng(4)
    scores = {"a": rng.normal(size=50), "b": rng.normal(0.5, size=50), "c": rng.normal(size=50)}
    found = compare_methods(scores, adjust="bergmann-hommel", test="mean ranks")
    ranks = np.argsort(np.argsort(list(scores.values()), axis=0), axis=0).mean(axis=1)
    z = (ranks[0] - ranks[1]) / np.sqrt(3 * 4 / (6 * 50))
    assert found[0].p_value == pytest.approx(2 * norm.sf(abs(z)))
    with pytest.raises(DataError, match="wilcoxon, mean ranks"):
        compare_methods(scores, test="t")


def test_a_pair_is_judged_by_itself_unlike_by_mean_ranks():
    """The reason for Wilcoxon: bystanders change mean ranks, not the verdict on a pair."""
    rng = np.random.default_rng(2)
    a = rng.normal(size=30)
    b = a + 0.05 + 0.2 * rng.normal(size=30)
    between = {f"m{place}": (a + b) / 2 + 0.01 * rng.normal(size=30) for place in range(5)}
    [alone] = compare_methods({"a": a, "b": b})
    crowded = compare_methods({"a": a, "b": b, **between})
    pair = next(found for found in crowded if (found.first, found.second) == ("a", "b"))
    assert pair.p_value == alone.p_value
    assert pair.counts == alone.counts
    assert alone.adjusted == alone.p_value < pair.adjusted

    def rank_gap(scores):
        ranks = np.argsort(np.argsort(np.column_stack(list(scores.values())), axis=1), axis=1)
        return ranks[:, 1].mean() - ranks[:, 0].mean()

    error_alone, error_crowded = (np.sqrt(k * (k + 1) / (6 * 30)) for k in (2, 7))
    z_alone = rank_gap({"a": a, "b": b}) / error_alone
    z_crowded = rank_gap({"a": a, "b": b, **between}) / error_crowded
    assert abs(z_crowded - z_alone) > 0.5


def test_equal_methods_do_not_differ():
    [found] = compare_methods({"a": [1.0, 2.0, 3.0], "b": [1.0, 2.0, 3.0]})
    assert (found.counts, found.p_value, found.adjusted) == ((0, 3, 0), 1.0, 1.0)
    with pytest.raises(DataError, match="holm, bergmann-hommel"):
        compare_methods({"a": [1.0], "b": [2.0]}, adjust="bonferroni")
