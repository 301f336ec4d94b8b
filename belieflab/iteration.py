"""What every iterative method yields, and what is kept of it.

An estimator's `iterate` is a generator of steps and `fit` only exhausts it: one loop, two
consumers. A page draws the steps as they come and may stop at any of them with a usable model.
"""

from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True)
class Step:
    """One iteration: its number, the criterion there, and the parameters it was evaluated at."""

    iteration: int
    criterion: float
    snapshot: Any


@dataclass
class History:
    """The steps of one run, in order."""

    steps: list[Step] = field(default_factory=list)

    @property
    def criterion(self) -> NDArray[np.float64]:
        """The criterion at every step [shape=(steps,)]."""
        return np.array([step.criterion for step in self.steps])
