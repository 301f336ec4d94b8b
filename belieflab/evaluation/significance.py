"""Whether methods differ on the same folds: corrected paired tests, and many of them at once."""

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import stdtr, stdtrit

from belieflab.errors import DataError

if TYPE_CHECKING:
    import pandas as pd

Floats = NDArray[np.float64]


class CorrectedMean(NamedTuple):
    """A mean over folds with its corrected interval, and the test that it is 0.

    Attributes
    ----------
    mean, error, low, high : the mean, its corrected standard error, the ends of the interval
    statistic, p_value : of the two-sided test that the mean is 0
    """

    mean: float
    error: float
    low: float
    high: float
    statistic: float
    p_value: float


def corrected_mean(
    values: ArrayLike, test_to_train: float, confidence: float = 0.95
) -> CorrectedMean:
    """Mean of scores over folds, with the variance that overlapping training sets call for.

    s² (1/J + n_test/n_train), s² the sample variance of the J scores, Student's t with J - 1
    degrees of freedom (Nadeau and Bengio 2003). Without the second term intervals are too short:
    the training sets of folds share most of their objects.

    Parameters
    ----------
    values : array-like [shape=(J,)]
        One score per fold, over all repeats.
    test_to_train : float
        n_test / n_train of a fold: 1/(k - 1) in k-fold cross-validation.
    confidence : float, default 0.95

    Returns
    -------
    CorrectedMean

    Examples
    --------
    >>> found = corrected_mean([0.1, 0.3, 0.2, 0.2, 0.2], test_to_train=0.25)
    >>> round(found.mean, 3), round(found.error**2, 5)
    (0.2, 0.00225)
    """
    drawn = np.asarray(values, dtype=np.float64)
    if drawn.ndim != 1 or len(drawn) < 2 or not np.isfinite(drawn).all():
        raise DataError("A corrected test needs one list of at least two finite scores.")
    if not test_to_train >= 0:
        raise DataError(f"n_test / n_train is a positive number; found {test_to_train:g}.")
    mean, n = float(drawn.mean()), len(drawn)
    error = float(np.sqrt(drawn.var(ddof=1) * (1.0 / n + test_to_train)))
    if error <= 1e-12 * max(1.0, abs(mean)):  # all scores equal, up to rounding
        if abs(mean) <= 1e-12:
            return CorrectedMean(mean, 0.0, mean, mean, 0.0, 1.0)
        return CorrectedMean(mean, 0.0, mean, mean, float(np.copysign(np.inf, mean)), 0.0)
    reach = float(stdtrit(n - 1, 0.5 + confidence / 2.0)) * error
    statistic = mean / error
    p_value = min(1.0, 2.0 * float(stdtr(n - 1, -abs(statistic))))
    return CorrectedMean(mean, error, mean - reach, mean + reach, statistic, p_value)


def corrected_paired_test(
    first: ArrayLike, second: ArrayLike, test_to_train: float, confidence: float = 0.95
) -> CorrectedMean:
    """Whether two methods differ on the same folds (Nadeau and Bengio 2003).

    `corrected_mean` of the differences first - second, fold by fold.

    Parameters
    ----------
    first, second : array-like [shape=(J,)]
        One score per fold, in the same order.
    test_to_train, confidence : as for `corrected_mean`

    Returns
    -------
    CorrectedMean

    Examples
    --------
    >>> a, b = [0.9, 0.8, 0.9, 1.0, 0.9], [0.8, 0.8, 0.7, 0.8, 0.8]
    >>> round(corrected_paired_test(a, b, test_to_train=0.25).p_value, 3)
    0.099
    """
    left, right = np.asarray(first, dtype=np.float64), np.asarray(second, dtype=np.float64)
    if left.shape != right.shape:
        raise DataError(f"Paired values come in equal numbers; found {left.size} and {right.size}.")
    return corrected_mean(left - right, test_to_train, confidence)


def adjust_holm(p_values: Sequence[float], _places: Any = ()) -> Floats:
    """Holm's step-down: the j-th smallest of m is multiplied by m - j + 1, never falling.

    Rejecting where the adjusted value is below 5 % makes one false claim or more among all with a
    probability of at most 5 % (Holm 1979).

    Examples
    --------
    >>> adjust_holm([0.01, 0.04, 0.03]).round(3)
    array([0.03, 0.06, 0.06])
    """
    p = np.asarray(p_values, dtype=np.float64)
    order = np.argsort(p, kind="stable")
    raised = np.maximum.accumulate(p[order] * np.arange(len(p), 0, -1))
    adjusted = np.empty_like(p)
    adjusted[order] = np.minimum(raised, 1.0)
    return adjusted


def ratio_of_means(test_share: float, n_tests: int = 1) -> float:
    """`test_to_train` for scores that are means over the tests of one replicate.

    Let every test of every replicate give a score of variance σ², any two of them correlated by
    ρ = n_test / (n_test + n_train), as Nadeau and Bengio (2003, §3) assume for one test a
    replicate. A replicate's mean y over k tests has

        Var(y) = σ² (1 + (k - 1) ρ) / k and Cov(y, y') = ρ σ²,

    so the mean of r replicates has Var = ρ σ² + (1 - ρ) σ² / (k r), and the sample variance S² of
    the r means has E[S²] = Var(y) - Cov(y, y') = (1 - ρ) σ² / k. Hence

        Var / E[S²] = 1/r + k ρ / (1 - ρ),

    whose second term is this ratio: k times that of a single test, because averaging over k tests
    shrinks what differs between replicates and leaves what they share. For the k folds of a
    cross-validation, ρ = 1/k and the ratio is k/(k - 1); for one share kept apart n_test/n_train.

    Parameters
    ----------
    test_share : float
        ρ, the share of the objects in one test.
    n_tests : int, default 1
        k, how many tests the score of a replicate is the mean of.

    Examples
    --------
    >>> round(ratio_of_means(0.1, 10), 4), ratio_of_means(0.2)
    (1.1111, 0.25)
    """
    if not 0 < test_share < 1 or n_tests < 1:
        raise DataError(
            "A share of objects lies between 0 and 1, and a replicate has at least 1 test; found "
            f"{test_share:g} and {n_tests}."
        )
    return n_tests * test_share / (1.0 - test_share)


def compare_folds(scores: Mapping[str, ArrayLike], test_to_train: float) -> "pd.DataFrame":
    """Every pair of methods on the same folds: difference, interval, p-value, Holm's p-value.

    Parameters
    ----------
    scores : mapping from methods to scores [each shape=(J,)]
    test_to_train : n_test / n_train of a fold

    Returns
    -------
    DataFrame
        One row per pair: first, second, difference, low, high, p, adjusted.

    Examples
    --------
    >>> scores = {"a": [0.9, 0.8, 0.9], "b": [0.8, 0.8, 0.7], "c": [0.5, 0.5, 0.5]}
    >>> compare_folds(scores, 0.5)[["first", "second", "difference"]].round(2).values.tolist()
    [['a', 'b', 0.1], ['a', 'c', 0.37], ['b', 'c', 0.27]]
    """
    import pandas as pd

    pairs = list(combinations(scores, 2))
    tests = [corrected_paired_test(scores[a], scores[b], test_to_train) for a, b in pairs]
    found = pd.DataFrame(
        [[a, b, t.mean, t.low, t.high, t.p_value] for (a, b), t in zip(pairs, tests, strict=True)],
        columns=["first", "second", "difference", "low", "high", "p"],
    )
    found["adjusted"] = adjust_holm(found["p"].tolist())
    return found
