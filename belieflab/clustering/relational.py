"""Evidential c-means where only squared dissimilarities between objects are known.

A prototype is a weighted mean of the objects, v = Σ_i q_i x_i with Σ_i q_i = 1, and then
‖x_i - v‖² = (Δ q)_i - ½ qᵀ Δ q, so that no coordinates are needed (Hathaway and Bezdek 1994).
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from belieflab.belief import Frame, MassTable
from belieflab.belief.masks import membership
from belieflab.clustering.alternation import ROUNDING
from belieflab.clustering.ecm_kernel import share_by_distance
from belieflab.clustering.partition import CredalPartition
from belieflab.clustering.relational_kernel import sum_rows

Floats = NDArray[np.float64]


@dataclass
class RelationalProblem:
    """Squared dissimilarities Δ [shape=(n, n)], focal sets and constants of the criterion."""

    squares: Floats
    frame: Frame
    focal: NDArray[np.int64]
    alpha: float
    beta: float
    delta: float
    shift: float = 0.0

    def __post_init__(self) -> None:
        self.members = membership(self.frame.size, self.focal[self.focal != 0])
        self.sizes = self.members.sum(axis=1)

    def add(self, shift: float) -> None:
        """Add a constant to the squared dissimilarities of different objects."""
        self.squares = self.squares + shift * (1.0 - np.eye(len(self.squares)))
        self.shift += shift

    def distances(self, weights: Floats, squares: Floats | None = None) -> Floats:
        """Squared distances to the prototypes of the nonempty sets [shape=(m, S)]."""
        shares = self.members / self.sizes[:, None]
        # Of sets these are only means, and clusters are far fewer.
        of_clusters = sum_rows(np.ascontiguousarray(weights), self.squares)
        halves = 0.5 * np.einsum("jk,kl,jl->j", shares, of_clusters @ weights.T, shares)
        seen = of_clusters.T if squares is None else squares @ weights.T
        return np.asarray(seen @ shares.T - halves)

    def share(self, distances: Floats) -> tuple[float, Floats, Floats]:
        """Criterion, masses (∅ first, where it is a focal set) and m_ij^β of the nonempty sets."""
        has_empty = self.focal[0] == 0
        mass = np.empty((len(distances), len(self.focal)))
        powers = np.empty(distances.shape)
        criterion = share_by_distance(
            np.maximum(distances, 0.0),
            self.sizes**self.alpha,
            self.delta**2 if has_empty else -1.0,
            1.0 / (self.beta - 1.0),
            mass,
            powers,
        )
        return criterion, mass, powers

    def improve(self, weights: Floats) -> tuple[float, Callable[[], Floats]]:
        """The criterion with the best masses, and a way to the best prototypes for these."""
        criterion, _, powers = self.share(self.distances(weights))
        return criterion, lambda: self.place(weights, powers)

    def place(self, weights: Floats, powers: Floats) -> Floats:
        """H V = B with V = Q X: the weights Q of the objects in each prototype [shape=(c, n)]."""
        counts = powers.sum(axis=0)
        of_sets = self.sizes ** (self.alpha - 2.0) * counts
        system = self.members.T @ (of_sets[:, None] * self.members)
        pull = (self.members * self.sizes[:, None] ** (self.alpha - 1.0)).T @ powers.T
        moves = np.linalg.lstsq(system, pull - system @ weights, rcond=None)[0]
        return np.asarray(weights + moves, dtype=np.float64)

    def goes_downhill(self, start: Floats, tol: float, max_iter: int) -> bool:
        """Whether a run keeps all squared distances nonnegative and never rises."""
        weights, height = start, np.inf
        slack = ROUNDING * float(self.squares.max())
        for _ in range(max_iter + 1):
            distances = self.distances(weights)
            criterion, _, powers = self.share(distances)
            if distances.min() < -slack or criterion > height * (1.0 + ROUNDING):
                return False
            if np.isfinite(height) and height - criterion <= tol * height:
                return True
            height, weights = criterion, self.place(weights, powers)
        return True

    def partition(self, weights: Floats, squares: Floats | None = None) -> CredalPartition:
        """The best masses of the objects, or of new ones with these squared dissimilarities."""
        mass = self.share(self.distances(weights, squares))[1]
        return CredalPartition.of(MassTable._trusted(self.frame, self.focal.copy(), mass))
