"""Finding γ, and α if asked, by whatever rule an estimator names."""

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from belieflab.neighbors.gamma_rules import gamma_for_all, gamma_per_class, gamma_per_object
from belieflab.neighbors.learning import learn, likelihood_criterion, squared_error_criterion
from belieflab.neighbors.pooling import Pool
from belieflab.neighbors.search import NeighborSearch, Rows
from belieflab.neighbors.settings import GAMMA_RULES

Floats = NDArray[np.float64]


class FoundGamma(NamedTuple):
    """α, γ, what learning reached (None without) and notes as sentences."""

    alpha: float
    gamma: Floats
    criterion: float | None
    notes: tuple[str, ...]


@dataclass(frozen=True)
class GammaTask:
    """The labelled objects, their labels and rows, and the settings that γ belongs to."""

    search: NeighborSearch
    pool: Pool
    rows: Rows
    alpha: float
    beta: float

    def find(self, rule: str, given: Any, n_neighbors: int, *, learn_alpha: bool) -> FoundGamma:
        """γ by a rule of `GAMMA_RULES`; by "given" it is the number or numbers given."""
        labels = self.pool.labels
        if rule == "given":
            return FoundGamma(self.alpha, np.asarray(given), None, ())
        if rule == "single":
            gamma, notes = gamma_for_all(self.search, self.beta)
        elif rule == "jousselme":
            gamma, notes = gamma_per_object(self.search, labels.table, self.beta, self.rows)
        else:
            gamma, notes = gamma_per_class(self.search, labels.frame, labels.classes, self.beta)
        if not GAMMA_RULES[rule].learned:
            return FoundGamma(self.alpha, gamma, None, notes)
        neighbors = self.search.nearest_of_training(n_neighbors)
        criterion = (
            squared_error_criterion(self.pool, neighbors, self.beta)
            if rule == "learned"
            else likelihood_criterion(labels, neighbors, self.beta)
        )
        learned = learn(criterion, self.alpha, gamma, learn_alpha=learn_alpha)
        return FoundGamma(*learned, notes)
