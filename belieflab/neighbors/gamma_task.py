"""What a rule finds γ from, and what it finds."""

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from belieflab.neighbors.pooling import Pool
from belieflab.neighbors.search import NeighborSearch, Rows

Floats = NDArray[np.float64]


class FoundGamma(NamedTuple):
    """α, γ, what learning reached (None without) and notes as sentences."""

    alpha: float
    gamma: Floats
    criterion: float | None
    notes: tuple[str, ...]


@dataclass(frozen=True)
class GammaTask:
    """The labelled objects, their labels and rows, and the settings that γ belongs to.

    `given` is the number or numbers that were given in place of a rule.
    """

    search: NeighborSearch
    pool: Pool
    rows: Rows
    alpha: float
    beta: float
    n_neighbors: int
    learn_alpha: bool = False
    given: Any = None
