"""What decisions cost: a matrix of costs, a price for no answer, and their mean."""

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from belieflab.belief import Frame, MassTable
from belieflab.belief.decisions import REJECTED, decide_with_rejection, expected_costs
from belieflab.belief.masks import Masks
from belieflab.errors import DataError
from belieflab.evaluation.answer_sets import read_yardstick

Floats = NDArray[np.float64]
Codes = NDArray[np.int64]

MAX_COST = 1000.0


class MeanCost(NamedTuple):
    """Mean cost of decisions, as far as soft labels tell: bounds and pignistic value."""

    lower: float
    pignistic: float
    upper: float


@dataclass(frozen=True)
class DecisionCosts:
    """What answers cost: by default a wrong class 1 and a right one 0, every object answered.

    Parameters
    ----------
    matrix : costs [shape=(K, K)], optional
        Row: the class; column: the answer.
    reject : float, optional
        What no answer costs; None: every object is answered.

    Examples
    --------
    >>> from belieflab import MassTable
    >>> table = MassTable.from_probabilities([[0.6, 0.4], [0.9, 0.1]], "ab")
    >>> DecisionCosts().decide(table), DecisionCosts(reject=0.3).decide(table)
    (array([0, 0]), array([-1,  0]))
    >>> DecisionCosts(matrix=[[0, 1], [5, 0]]).decide(table)
    array([1, 0])
    """

    matrix: Any = None
    reject: float | None = None

    @property
    def is_plain(self) -> bool:
        """Whether the cheapest answer is the most probable class."""
        return self.reject is None and self.matrix is None

    def full(self, n_classes: int) -> Floats:
        """The matrix, written out [shape=(K, K)]."""
        if self.matrix is None:
            return 1.0 - np.eye(n_classes)
        return np.asarray(self.matrix, dtype=np.float64)

    def decide(self, table: MassTable) -> Codes:
        """The class of least expected cost, -1 for no answer [shape=(n,)]."""
        return decide_with_rejection(table, self.reject, costs=self.matrix)

    def decide_shares(self, shares: ArrayLike, frame: Frame) -> Codes:
        """The same from probabilities [shape=(n, K)]."""
        return self.decide(MassTable.from_probabilities(shares, frame))

    def masks(self, table: MassTable) -> Masks:
        """The decisions as masks, 0 for no answer [shape=(n,)]."""
        chosen = self.decide(table)
        return np.where(chosen < 0, 0, table.frame.singletons[np.maximum(chosen, 0)])

    def mean(self, y: Any, decisions: ArrayLike, *, unknown: Any = None) -> MeanCost:
        """Mean cost of decisions [shape=(n,), class numbers, -1 for no answer] by the labels."""
        return mean_cost(y, decisions, self.matrix, self.reject, unknown=unknown)


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
