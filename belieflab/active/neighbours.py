"""Neighbour models on a growing set of labels.

They give the answers of EvidentialKNN and of scikit-learn's distance-weighted votes, without the
checks of a whole fit at every query: twenty queries of a hundred repetitions are two thousand fits.
"""

from dataclasses import dataclass

import numpy as np

from belieflab.active.material import Material
from belieflab.active.opinions import Floats, Opinion, Rows, know_nothing
from belieflab.errors import DataError
from belieflab.neighbors.gamma_rules import gamma_of, mean_distances_of_similar
from belieflab.neighbors.search import NeighborSearch


@dataclass(frozen=True)
class Tuning:
    """The neighbour models' settings; the usual values are those of paper 004, §3.2 and §4.2."""

    n_neighbors: int = 7
    alpha: float = 0.8
    beta: float = 2.0

    def __post_init__(self) -> None:
        if self.n_neighbors < 1:
            raise DataError(f"At least one neighbour is asked; found {self.n_neighbors}.")
        if not 0 < self.alpha < 1:
            raise DataError(f"alpha is a number above 0 and below 1; found {self.alpha!r}.")
        if not self.beta > 0:
            raise DataError(f"beta is a number above 0; found {self.beta!r}.")


class EvidentialNeighbours:
    """γ_i-EKNN: the neighbours' labels, discounted by distance and pooled by Dempster's rule.

    γ of each object by Jousselme similarity, (11) of paper 004. While there are not more than K
    labels that say something, all but one of them are the neighbours; one alone has γ = 1.
    """

    def __init__(self, material: Material, tuning: Tuning, told: Rows) -> None:
        self.material, self.tuning = material, tuning
        self.told = material.telling(told)
        if len(self.told):
            self.search = NeighborSearch(material.X[self.told])
            means = mean_distances_of_similar(self.search, material.similarity(self.told))
            self.gamma = gamma_of(means, tuning.beta)

    def opine(self, points: Floats) -> Opinion:
        """The pooled belief about points [shape=(m, p)], (6) to (10) of paper 004."""
        if not len(self.told):
            return know_nothing(self.material.frame, len(points), with_masses=True)
        k = max(min(self.tuning.n_neighbors, len(self.told) - 1), 1)
        neighbours = self.search.nearest(points, k)
        powers = neighbours.powers(self.tuning.beta)
        evidence = self.tuning.alpha * np.exp(-self.gamma[neighbours.index] * powers)
        masses, conflict = self.material.pool.masses(self.told[neighbours.index], evidence)
        return Opinion(masses.pignistic(), masses, conflict)


class WeightedNeighbours:
    """The votes of the K nearest by their pignistic classes, weighted by 1 / distance (Dudani).

    Neighbours at distance 0 alone vote where there are any. With fewer than K labels all vote.
    """

    def __init__(self, material: Material, tuning: Tuning, told: Rows) -> None:
        self.material, self.tuning = material, tuning
        self.told = material.telling(told)
        if len(self.told):
            self.search = NeighborSearch(material.X[self.told])

    def opine(self, points: Floats) -> Opinion:
        """Shares of the votes about points [shape=(m, p)]."""
        frame = self.material.frame
        if not len(self.told):
            return know_nothing(frame, len(points), with_masses=False)
        k = min(self.tuning.n_neighbors, len(self.told))
        neighbours = self.search.nearest(points, k)
        votes = self.material.classes[self.told[neighbours.index]]
        nearest = neighbours.distance[:, :1]
        # Relative to the nearest: the weights of far points do not vanish all at once.
        with np.errstate(invalid="ignore"):
            weights = np.where(
                nearest > 0, nearest / neighbours.distance, neighbours.distance == 0
            ).astype(np.float64)
        shares = np.zeros((len(points), frame.size))
        np.add.at(shares, (np.arange(len(points))[:, None], votes), weights)
        return Opinion(shares / shares.sum(axis=1, keepdims=True))
