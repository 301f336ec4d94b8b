"""Many methods on many data sets: every pair compared, with p-values fit for many comparisons."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import ndtr

from belieflab.errors import DataError
from belieflab.evaluation.significance import adjust_holm
from belieflab.experiments.statistics import Tally, binomial_test, tally

MAX_EXHAUSTIVE = 9
"""The partitions of more methods are too many to go through (of 10 there are 115,975)."""


Adjust = Callable[[Sequence[float], Sequence[tuple[int, int]]], NDArray[np.float64]]


class Comparison(NamedTuple):
    """Two methods: how often the first was lower, what the tests say, and the adjusted p-value."""

    first: str
    second: str
    counts: Tally
    alternative: str
    binomial: float
    p_value: float
    adjusted: float


def compare_methods(
    scores: Mapping[str, ArrayLike], adjust: str = "holm", test: str = "wilcoxon"
) -> list[Comparison]:
    """Every pair of methods by wins, the binomial test and a test of ranks, adjusted.

    `scores` holds one value per data set (or cell) for each method, in the same order.

    López-Cruz et al. (2013) test mean ranks over all methods (Friedman) with Bergmann-Hommel's
    correction: `test="mean ranks", adjust="bergmann-hommel"` repeats their tables. Otherwise each
    pair is tested by Wilcoxon's signed ranks and the p-values are adjusted by Holm, because with
    mean ranks the verdict on A and B depends on which other methods are in the pool: A and B can
    be made to differ, or not, by adding methods that have nothing to do with either (Benavoli et
    al. 2016). A test of the pair alone cannot, it also counts by how much A is better, and Holm's
    steps hold for any p-values, while Bergmann-Hommel's exhaustive sets need hypotheses that imply
    one another ("A = B and B = C, so A = C"), which signed ranks do not.
    """
    if adjust not in ADJUSTMENTS:
        raise DataError(f"p-values are adjusted by {', '.join(ADJUSTMENTS)}; not {adjust!r}.")
    if test not in TESTS:
        raise DataError(f"Pairs are tested by {', '.join(TESTS)}; not {test!r}.")
    pairs = list(combinations(scores, 2))
    counts = [tally(scores[a], scores[b]) for a, b in pairs]
    p_values = TESTS[test](np.array([*scores.values()], dtype=np.float64))
    places = list(combinations(range(len(scores)), 2))
    adjusted = ADJUSTMENTS[adjust](p_values, places)
    return [
        Comparison(a, b, count, *binomial_test(count.lower, count.higher), p, fair)
        for (a, b), count, p, fair in zip(pairs, counts, p_values, adjusted, strict=True)
    ]


def wilcoxon_tests(scores: NDArray[np.float64]) -> list[float]:
    """p-values of Wilcoxon's signed ranks for all pairs of methods [shape=(methods, cells)]."""
    from scipy.stats import wilcoxon

    differences = [a - b for a, b in combinations(scores, 2)]
    return [
        float(wilcoxon(each, method="auto").pvalue) if each.any() else 1.0 for each in differences
    ]


def mean_rank_tests(scores: NDArray[np.float64]) -> list[float]:
    """p-values of mean ranks for all pairs of methods [shape=(methods, cells)].

    z = (R_a - R_b) / sqrt(k (k + 1) / 6N), R the mean rank of a method among the k in N cells,
    equal ones sharing theirs (García and Herrera 2008).
    """
    from scipy.stats import rankdata

    return compare_mean_ranks(rankdata(scores, axis=0).mean(axis=1), scores.shape[1])


def compare_mean_ranks(mean_ranks: NDArray[np.float64], n_cells: int) -> list[float]:
    """The same from mean ranks [shape=(methods,)]."""
    k = len(mean_ranks)
    error = np.sqrt(k * (k + 1) / (6.0 * n_cells))
    return [float(2.0 * ndtr(-abs(a - b) / error)) for a, b in combinations(mean_ranks, 2)]


def adjust_bergmann_hommel(
    p_values: Sequence[float], places: Sequence[tuple[int, int]]
) -> NDArray[np.float64]:
    """Bergmann and Hommel's p-values for all pairs of methods.

    For the pair h: max over exhaustive sets I ∋ h of |I| min_{i∈I} p_i. An exhaustive set holds
    the pairs that are equal when the methods fall into groups of equals, one set per partition.
    """
    n_methods = 1 + max(max(pair) for pair in places)
    if n_methods > MAX_EXHAUSTIVE:
        raise DataError(
            f"Bergmann-Hommel goes through all partitions of the methods; {n_methods} methods have "
            f"too many, {MAX_EXHAUSTIVE} are the limit. Adjust by holm."
        )
    number = {pair: place for place, pair in enumerate(places)}
    adjusted = np.zeros(len(p_values))
    for groups in _partitions(n_methods):
        equal = [number[pair] for group in groups for pair in combinations(group, 2)]
        if equal:
            bound = len(equal) * min(p_values[place] for place in equal)
            adjusted[equal] = np.maximum(adjusted[equal], bound)
    return np.minimum(adjusted, 1.0)


def _partitions(n: int) -> Iterator[list[list[int]]]:
    """All ways to put 0..n-1 into groups."""
    if n == 0:
        yield []
        return
    for smaller in _partitions(n - 1):
        for place in range(len(smaller)):
            yield [*smaller[:place], [*smaller[place], n - 1], *smaller[place + 1 :]]
        yield [*smaller, [n - 1]]


ADJUSTMENTS: dict[str, Adjust] = {"holm": adjust_holm, "bergmann-hommel": adjust_bergmann_hommel}

TESTS: dict[str, Callable[[NDArray[np.float64]], list[float]]] = {
    "wilcoxon": wilcoxon_tests,
    "mean ranks": mean_rank_tests,
}
