"""What the EM loop asks of component densities.

The loop is written once (`em.run_em`); Gaussian, Weibull, categorical components and bare
proportions each supply the same few methods. Parameters are immutable values passed back and
forth, so a step of the loop can be kept and drawn.
"""

from collections.abc import Callable
from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


class Expectation(NamedTuple):
    """The criterion and the responsibilities t_ik [shape=(n, K)] of one E step."""

    criterion: float
    responsibilities: Floats


Shares = Callable[[int, int], Floats]
"""Responsibilities of the rows from begin to end [shape=(rows, K)], so that no table of all rows
is needed."""

EVERY_ROW_ONCE: Floats = np.empty(0)
"""Row weights when there are none."""


class Rows:
    """The rows that densities are fitted to: what each counts, and difficulties met with them.

    Parameters
    ----------
    n : number of rows
    row_weights : weights above 0 [shape=(n,)], or nothing when every row counts once [shape=(0,)]

    Attributes
    ----------
    total_weight : Σ_i w_i, the number of rows when they have no weights
    notes : difficulties as sentences, each under its own key
    """

    def __init__(self, n: int, row_weights: Floats) -> None:
        self.n = n
        self.row_weights = row_weights
        self.total_weight = float(row_weights.sum()) if row_weights.size else float(n)
        self.notes: dict[str, str] = {}

    def weigh(self, responsibilities: Floats) -> Floats:
        """w_i t_ik [shape=(n, K)]."""
        if not self.row_weights.size:
            return responsibilities
        return self.row_weights[:, None] * responsibilities


class Density(Protocol):
    """Densities without data: what is needed to predict, and what a stored model keeps."""

    parameters: type[Any]
    """The named tuple of their parameters; its first field is `weights`."""

    def shapes(self, n_components: int) -> tuple[tuple[int, ...], ...]:
        """The shape of each of the parameters."""

    def log_joint(self, parameters: Any, X: Floats) -> Floats:
        """ln π_k f_k(x) of any points [shape=(n, K)]."""

    def count_parameters(self, n_components: int) -> int:
        """Number of free parameters, proportions included."""

    def sample(self, parameters: Any, component: int, n: int, rng: np.random.Generator) -> Floats:
        """Draw n points of one component [shape=(n, p)]."""


class StepMaker(Protocol):
    """What the loop of EM asks of densities on one set of points.

    `Any` stands for their own parameters and sums. Responsibilities are always those of the row
    itself, t_ik; the row weights are applied inside.
    """

    notes: dict[str, str]
    total_weight: float

    def expect(self, parameters: Any, log_plausibility: Floats, power: float) -> Any:
        """E step, eq. 51: something with a `criterion`, eq. 50, and whatever `maximise` needs."""

    def responsibilities(self, parameters: Any, log_plausibility: Floats, power: float) -> Floats:
        """t_ik of the points themselves [shape=(n, K)]."""

    def maximise(self, parameters: Any, expectation: Any) -> Any:
        """M step, eq. 52: parameters that do not lower Q."""


class Components(StepMaker, Protocol):
    """Component densities on one set of points, with all that a mixture asks of them."""

    row_weights: Floats

    @property
    def density(self) -> Density:
        """The densities themselves."""

    def start_from(self, shares: Shares) -> Any:
        """Parameters of one M step from given responsibilities."""


def shares_of(responsibilities: Floats) -> Shares:
    """The rows of a table of responsibilities [shape=(n, K)]."""
    return lambda begin, end: responsibilities[begin:end]


def share_out(
    log_joint: Floats,
    log_plausibility: Floats,
    power: float,
    row_weights: Floats = EVERY_ROW_ONCE,
) -> Expectation:
    """Criterion and responsibilities from ln π_k f_k [shape=(n, K)] and ln pl [shape=(K, n or 0)].

    t_ik ∝ (pl_ik π_k f_k)^b, criterion (1/b) Σ_i w_i ln Σ_k (pl_ik π_k f_k)^b.
    """
    joint = power * (log_joint + log_plausibility.T if log_plausibility.shape[1] else log_joint)
    top = joint.max(axis=1, keepdims=True)
    with np.errstate(divide="ignore", invalid="ignore"):  # NaN for a row that is impossible
        shares = np.exp(joint - top)
        totals = shares.sum(axis=1, keepdims=True)
        logs = (top + np.log(totals))[:, 0]
        responsibilities = shares / totals
    criterion = float(row_weights @ logs if row_weights.size else logs.sum()) / power
    return Expectation(criterion, responsibilities)
