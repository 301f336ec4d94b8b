"""Agreement with labels that may be soft: an interval, its pignistic value, per class, balanced."""

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from belieflab.evaluation.answer_sets import Answers, Yardstick, measured

if TYPE_CHECKING:
    import pandas as pd

Floats = NDArray[np.float64]

BALANCED = "balanced"
"""The row of `agreement_by_class` that is the mean over the classes."""


class Agreement(NamedTuple):
    """How far answers agree with labels.

    Attributes
    ----------
    lower, upper : mean belief and mean plausibility of the answers
    pignistic : mean pignistic probability of the answers
    left_out : rows whose label has all its mass on ∅
    """

    lower: float
    pignistic: float
    upper: float
    left_out: int = 0


def agreement_interval(y: Any, answers: Any, *, unknown: Any = None) -> tuple[float, float]:
    """Bounds of the share of right answers, as far as soft labels tell.

    Answer A_i, label m_i: the interval is [mean bel_i(A_i), mean pl_i(A_i)]. Labels are
    normalised first; rows with m(∅) = 1 are left out. With hard labels both ends are the
    accuracy. Labels may be wrong: this is agreement with them, not accuracy.

    Parameters
    ----------
    y : labels
        Hard [shape=(n,)], plausibilities [shape=(n, K)] or a MassTable.
    answers : array-like [shape=(n,)], or n collections of classes
        One class per object, or a set of classes per object; also booleans [shape=(n, K)].
    unknown : optional
        A value of hard labels that means unknown.

    Returns
    -------
    lower, upper : float

    Examples
    --------
    >>> from belieflab import MassTable
    >>> labels = MassTable.from_guess_and_doubt(["a", "b", "b"], [0.2, 0.4, 0.0])
    >>> lower, upper = agreement_interval(labels, ["a", "a", "b"])
    >>> round(lower, 3), round(upper, 3)
    (0.6, 0.8)
    """
    found = agreement(y, answers, unknown=unknown)
    return found.lower, found.upper


def agreement(y: Any, answers: Any, *, unknown: Any = None) -> Agreement:
    """The interval of `agreement_interval` with its pignistic value and the rows left out.

    Parameters
    ----------
    y, answers, unknown : as for `agreement_interval`

    Returns
    -------
    Agreement

    Examples
    --------
    >>> from belieflab import MassTable
    >>> labels = MassTable.from_guess_and_doubt(["a", "b", "b"], [0.2, 0.4, 0.0])
    >>> round(agreement(labels, ["a", "a", "b"]).pignistic, 3)
    0.7
    """
    yardstick, found = measured(y, answers, unknown)
    support = yardstick.support(found)
    means = (support.belief, support.pignistic, support.plausibility)
    lower, middle, upper = (float(each.mean()) for each in means)
    return Agreement(lower, middle, upper, yardstick.left_out)


def agreement_by_class(y: Any, answers: Any, *, unknown: Any = None) -> "pd.DataFrame":
    """Agreement for the objects of each class, and the mean over the classes.

    Of class k: R_k / (R_k + W_k), R_k the weight of class k in objects whose answer holds k, W_k
    in the others. The weights of an object are its BetP(k), and lie between bel({k}) and pl({k}):
    the least share is R(bel) / (R(bel) + W(pl)), the largest R(pl) / (R(pl) + W(bel)). With hard
    labels this is the recall, and the last row, "balanced", the balanced accuracy.

    Parameters
    ----------
    y, answers, unknown : as for `agreement_interval`

    Returns
    -------
    DataFrame
        One row per class and one called balanced; columns lower, pignistic, upper, and weight, the
        expected number of objects. A class without weight has no numbers.

    Examples
    --------
    >>> agreement_by_class(["a", "a", "b"], ["a", "b", "b"])["pignistic"].to_dict()
    {'a': 0.5, 'b': 1.0, 'balanced': 0.75}
    """
    import pandas as pd

    yardstick, found = measured(y, answers, unknown)
    shares = recall_bounds(yardstick, found)
    there = ~np.isnan(shares[:, 1])
    rows = np.vstack([shares, [*shares[there, :3].mean(axis=0), shares[:, 3].sum()]])
    names = [*yardstick.frame.names, BALANCED]
    return pd.DataFrame(rows, index=names, columns=["lower", "pignistic", "upper", "weight"])


def recall_bounds(yardstick: Yardstick, answers: Answers) -> Floats:
    """Lower, pignistic and upper share per class, and its weight [shape=(K, 4)]."""
    labels = yardstick.labels
    single = np.column_stack([labels.belief(int(mask)) for mask in labels.frame.singletons])
    weights = (single, labels.pignistic(), labels.contour())
    (right_low, right, right_high), (wrong_low, wrong, wrong_high) = (
        [(each * chosen).sum(axis=0) for each in weights]
        for chosen in (answers.flags, ~answers.flags)
    )
    middle = _share(right, wrong)
    return np.column_stack(
        [
            _share(right_low, wrong_high, middle),
            middle,
            _share(right_high, wrong_low, middle),
            right + wrong,
        ]
    )


def _share(right: Floats, wrong: Floats, without: Floats | None = None) -> Floats:
    """right / (right + wrong); where both are 0, `without`, or no number."""
    total = right + wrong
    found = np.full(len(right), np.nan) if without is None else without.copy()
    np.divide(right, total, out=found, where=total > 0)
    return found
