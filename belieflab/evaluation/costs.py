"""What decisions cost on average, as far as labels tell."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from belieflab.belief.decision_costs import DecisionCosts
from belieflab.belief.decisions import REJECTED, expected_costs
from belieflab.errors import DataError
from belieflab.evaluation.answer_sets import read_yardstick

Floats = NDArray[np.float64]

__all__ = ["DecisionCosts", "MeanCost", "mean_cost"]


class MeanCost(NamedTuple):
    """Mean cost of decisions, as far as soft labels tell: bounds and pignistic value."""

    lower: float
    pignistic: float
    upper: float


def mean_cost(
    y: Any,
    decisions: ArrayLike,
    costs: ArrayLike | None = None,
    reject: float | None = None,
    *,
    unknown: Any = None,
) -> MeanCost:
    """Mean cost of decisions against labels that may be soft.

    (1/n) Σ_i Σ_A m_i(A) c(A, a_i), c the mean, the least or the greatest cost over the classes of
    A: pignistic, lower and upper expectation. Labels are normalised first; rows with m(∅) = 1 are
    left out.

    Parameters
    ----------
    y : labels
        Hard [shape=(n,)], plausibilities [shape=(n, K)] or a MassTable.
    decisions : array-like [shape=(n,)]
        Number of the class decided for, in the order of the classes; -1 for no answer.
    costs : array-like [shape=(K, K)], optional
        Row: the class; column: the answer. By default 1 for a wrong class.
    reject : float, optional
        What no answer costs.
    unknown : optional
        A value of hard labels that means unknown.

    Returns
    -------
    MeanCost

    Examples
    --------
    >>> round(mean_cost(["a", "a", "b"], [0, 1, -1], reject=0.3).pignistic, 4)
    0.4333
    """
    chosen = np.asarray(decisions, dtype=np.int64)
    yardstick = read_yardstick(y, len(chosen), unknown)
    n_classes = yardstick.frame.size
    matrix = DecisionCosts(costs).full(n_classes)
    if ((chosen < REJECTED) | (chosen >= n_classes)).any():
        raise DataError(f"A decision is the number of a class below {n_classes}, or -1 for none.")
    if reject is None and (chosen == REJECTED).any():
        raise DataError("Some objects have no answer, but what that costs is not given.")
    price = np.full(n_classes, 0.0 if reject is None else float(reject))
    actions = np.column_stack([matrix, price])
    kept = chosen[yardstick.kept]
    places = np.where(kept == REJECTED, n_classes, kept)

    def mean(criterion: Any) -> float:
        found = expected_costs(yardstick.labels, actions, criterion)
        return float(found[np.arange(len(places)), places].mean())

    return MeanCost(mean("lower"), mean("pignistic"), mean("upper"))
