"""What answers cost, what no answer costs, and the decisions that are cheapest."""

import re
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from belieflab.belief.decisions import decide_with_rejection, strong_dominance
from belieflab.belief.frame import Frame
from belieflab.belief.masks import Masks
from belieflab.belief.table import MassTable
from belieflab.errors import DataError

Floats = NDArray[np.float64]
Codes = NDArray[np.int64]
Matrix = tuple[tuple[float, ...], ...]

MAX_COST = 1e6


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

    def sets(self, table: MassTable) -> Masks:
        """The classes that none dominates strongly by these costs, as masks [shape=(n,)]."""
        return strong_dominance(table, self.matrix)


def parse_costs(text: str, n_classes: int) -> Matrix | None:
    """The matrix of costs that a text writes row by row; None for an empty text.

    One row per class, one number per answer: "0 1; 5 0". Rows end with ; or a line end, numbers
    with spaces or commas.

    Examples
    --------
    >>> parse_costs("0 1; 5, 0", 2)
    ((0.0, 1.0), (5.0, 0.0))
    """
    rows = [row.replace(",", " ").split() for row in re.split(r"[;\n]", text) if row.strip()]
    if not rows:
        return None
    found = []
    for place, row in enumerate(rows):
        try:
            numbers = tuple(float(word) for word in row)
        except ValueError:
            raise DataError(
                f"Row {place + 1} of the costs holds {' '.join(row)[:40]!r}; write numbers only, "
                "such as 0 1; 5 0."
            ) from None
        if not all(0 <= number <= MAX_COST for number in numbers):
            raise DataError(f"A cost is a number from 0 to {MAX_COST:,.0f}; see row {place + 1}.")
        found.append(numbers)
    if len(found) != n_classes or any(len(row) != n_classes for row in found):
        sizes = " and ".join(dict.fromkeys(str(len(row)) for row in found))
        raise DataError(
            f"The costs have {len(found)} rows of {sizes} numbers; {n_classes} classes need "
            f"{n_classes} rows of {n_classes}."
        )
    return tuple(found)
