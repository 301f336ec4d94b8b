"""What a model says about some objects: probabilities, and where it has them mass functions."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from belieflab.belief import Frame, MassTable

Floats = NDArray[np.float64]
Rows = NDArray[np.int64]

NEARLY_EQUAL = 1e-12
"""Probabilities this close, relatively, are the same number after different sums."""


@dataclass(frozen=True)
class Opinion:
    """The belief about m objects.

    Attributes
    ----------
    probabilities : [shape=(m, K)], pignistic where there are masses
    masses : None for a model that answers with probabilities alone
    conflict : κ met while the evidence was combined [shape=(m,)]; None where nothing is combined
    """

    probabilities: Floats
    masses: MassTable | None = None
    conflict: Floats | None = None

    def __getitem__(self, rows: slice | Rows) -> "Opinion":
        return Opinion(
            self.probabilities[rows],
            None if self.masses is None else self.masses[rows],
            None if self.conflict is None else self.conflict[rows],
        )

    def decide(self) -> Rows:
        """The class with the largest probability, the first of equals [shape=(m,)]."""
        best = self.probabilities.max(axis=1, keepdims=True)
        return np.argmax(self.probabilities >= best * (1.0 - NEARLY_EQUAL), axis=1)


def know_nothing(frame: Frame, m: int, *, with_masses: bool) -> Opinion:
    """The opinion of a model that was told nothing yet: all classes alike, all mass on Ω."""
    even = np.full((m, frame.size), 1.0 / frame.size)
    return Opinion(even, MassTable.vacuous(m, frame), np.zeros(m)) if with_masses else Opinion(even)
