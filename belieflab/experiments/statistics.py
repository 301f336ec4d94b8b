"""How sure one may be: intervals of means, and tests of two methods on the same replicates."""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import bdtr, stdtrit

from belieflab.errors import DataError

Floats = NDArray[np.float64]

SIGNIFICANT = 0.05


class Interval(NamedTuple):
    """A mean, its standard error, and the interval that holds the true mean with 95 %."""

    mean: float
    error: float
    low: float
    high: float


class Tally(NamedTuple):
    """How often the first of two was lower, equal and higher."""

    lower: int
    ties: int
    higher: int


def mean_interval(values: ArrayLike, confidence: float = 0.95) -> Interval:
    """Mean with Student's interval; a single value has the error 0 and no width."""
    drawn = _checked(values)
    mean = float(drawn.mean())
    if len(drawn) == 1:
        return Interval(mean, 0.0, mean, mean)
    error = float(drawn.std(ddof=1) / np.sqrt(len(drawn)))
    reach = float(stdtrit(len(drawn) - 1, 0.5 + confidence / 2)) * error
    return Interval(mean, error, mean - reach, mean + reach)


def tally(first: ArrayLike, second: ArrayLike) -> Tally:
    """Compare replicate by replicate."""
    differences = _paired(first, second)
    lower, higher = int((differences < 0).sum()), int((differences > 0).sum())
    return Tally(lower, len(differences) - lower - higher, higher)


def sign_test(first: ArrayLike, second: ArrayLike) -> float:
    """p-value of the paired two-sided sign test that differences have the median 0.

    P(|S - n/2| ≥ |s - n/2|), S ~ Binomial(n, 1/2), over the n replicates that differ
    (Côme et al. 2009, §5.2.2); 1 when none differs.
    """
    lower, _, higher = tally(first, second)
    n = lower + higher
    return min(1.0, 2.0 * float(bdtr(min(lower, higher), n, 0.5))) if n else 1.0


def binomial_test(wins: int, losses: int) -> tuple[str, float]:
    """Whether wins outnumber losses: the alternative ">", "<" or "≠", and its p-value.

    One-sided on the side that leads, ties left out, as in López-Cruz et al. (2013), Tables 2 and 3.
    """
    if wins == losses:
        return "≠", 1.0
    return (">" if wins > losses else "<"), float(bdtr(min(wins, losses), wins + losses, 0.5))


def significantly_best(
    groups: list[Floats],
    lower_is_better: bool = True,
    test: Callable[[Floats, Floats], float] = sign_test,
) -> int | None:
    """Number of the group that beats every other by a paired test at 5 %; None without one.

    With the sign test the rule behind bold numbers in Côme et al. (2009), Tables 1 and 3: the best
    mean is compared with every other method on the same replicates, without correction for several
    pairs.
    """
    if len(groups) < 2:
        return None
    means = [group.mean() for group in groups]
    best = int(np.argmin(means) if lower_is_better else np.argmax(means))
    others = [group for place, group in enumerate(groups) if place != best]
    beaten = all(test(groups[best], other) < SIGNIFICANT for other in others)
    return best if beaten else None


def _paired(first: ArrayLike, second: ArrayLike) -> Floats:
    left, right = _checked(first), _checked(second)
    if left.shape != right.shape:
        raise DataError(f"Paired values come in equal numbers; found {len(left)} and {len(right)}.")
    return left - right


def _checked(values: ArrayLike) -> Floats:
    drawn = np.asarray(values, dtype=np.float64)
    if drawn.ndim != 1 or len(drawn) == 0 or not np.isfinite(drawn).all():
        raise DataError("A mean needs one list of at least one finite number.")
    return drawn
