"""What the EM loop asks of component densities.

The loop is written once (`em.climb`); Gaussian, Weibull, categorical components and bare
proportions each supply the same few methods. Parameters are immutable values handed back and
forth, so a step of the loop can be kept and drawn.
"""

from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


class Expectation(NamedTuple):
    """The criterion and the responsibilities t_ik [shape=(n, K)] of one E step."""

    criterion: float
    responsibilities: Floats


class Components(Protocol):
    """Component densities on one set of points; `Any` stands for their own parameters and sums."""

    notes: dict[str, str]

    def expect(self, parameters: Any, log_plausibility: Floats, power: float) -> Any:
        """E step (51): something with a `criterion` (50), and whatever `maximise` needs."""

    def responsibilities(self, parameters: Any, log_plausibility: Floats, power: float) -> Floats:
        """t_ik of the points themselves [shape=(n, K)]."""

    def maximise(self, parameters: Any, expectation: Any) -> Any:
        """M step (52): parameters that do not lower Q."""

    def start_from(self, responsibilities: Floats) -> Any:
        """Parameters of one M step from given responsibilities [shape=(n, K)]."""

    def log_joint(self, parameters: Any, X: Floats) -> Floats:
        """ln π_k f_k(x) of any points [shape=(n, K)]."""

    def count_parameters(self, n_components: int) -> int:
        """Number of free parameters, proportions included."""

    def sample(self, parameters: Any, component: int, n: int, rng: np.random.Generator) -> Floats:
        """Draw n points of one component [shape=(n, p)]."""


def share_out(log_joint: Floats, log_plausibility: Floats, power: float) -> Expectation:
    """Criterion and responsibilities from ln π_k f_k [shape=(n, K)] and ln pl [shape=(K, n or 0)].

    t_ik ∝ (pl_ik π_k f_k)^b, criterion (1/b) Σ_i ln Σ_k (pl_ik π_k f_k)^b.
    """
    joint = power * (log_joint + log_plausibility.T if log_plausibility.shape[1] else log_joint)
    top = joint.max(axis=1, keepdims=True)
    shares = np.exp(joint - top)
    totals = shares.sum(axis=1, keepdims=True)
    criterion = float((top + np.log(totals)).sum()) / power
    return Expectation(criterion, shares / totals)
