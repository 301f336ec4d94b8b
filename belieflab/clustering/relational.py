"""Evidential c-means where only squared dissimilarities between objects are known.

A prototype is a weighted mean of the objects, v = Σ_i q_i x_i with Σ_i q_i = 1, and then
‖x_i - v‖² = (Δ q)_i - ½ qᵀ Δ q, so that no coordinates are needed (Hathaway and Bezdek 1994).
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from belieflab.belief import Frame, MassTable
from belieflab.belief.masks import membership
from belieflab.clustering.alternation import ROUNDING
from belieflab.clustering.ecm_kernel import share_by_distance
from belieflab.clustering.partition import CredalPartition
from belieflab.clustering.relational_kernel import sum_rows

Floats = NDArray[np.float64]


class Means(NamedTuple):
    """Prototypes as weighted means of the objects: all that masses need of the dissimilarities.

    weights : Q [shape=(c, n)], rows summing to 1; sums : Q Δ [shape=(c, n)]
    """

    weights: Floats
    sums: Floats


@dataclass(frozen=True)
class RelationalCriterion:
    """Focal sets and constants of the criterion."""

    frame: Frame
    focal: NDArray[np.int64]
    alpha: float
    beta: float
    delta: float

    @cached_property
    def members(self) -> Floats:
        """1 where cluster k belongs to the nonempty set j, else 0 [shape=(S, c)]."""
        return membership(self.frame.size, self.focal[self.focal != 0])

    @cached_property
    def sizes(self) -> Floats:
        """|A_j| of the nonempty sets [shape=(S,)]."""
        return self.members.sum(axis=1)

    def distances(self, means: Means, squares: Floats | None = None) -> Floats:
        """Squared distances to the prototypes of the nonempty sets [shape=(m, S)].

        Those of the objects, or of others with squared dissimilarities to them [shape=(m, n)].
        """
        shares = self.members / self.sizes[:, None]
        # Of sets these are only means, and clusters are far fewer.
        halves = 0.5 * np.einsum("jk,kl,jl->j", shares, means.sums @ means.weights.T, shares)
        seen = means.sums.T if squares is None else squares @ means.weights.T
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

    def partition(self, means: Means, squares: Floats | None = None) -> CredalPartition:
        """The best masses of the objects, or of new ones with these squared dissimilarities."""
        mass = self.share(self.distances(means, squares))[1]
        return CredalPartition.of(MassTable._trusted(self.frame, self.focal.copy(), mass))


@dataclass
class RelationalProblem:
    """Squared dissimilarities Δ [shape=(n, n)] and a criterion."""

    squares: Floats
    rule: RelationalCriterion
    shift: float = 0.0

    def add(self, shift: float) -> None:
        """Add a constant to the squared dissimilarities of different objects."""
        own = np.diag(self.squares).copy()
        self.squares = self.squares + shift
        np.fill_diagonal(self.squares, own)
        self.shift += shift

    def mean(self, weights: Floats) -> Means:
        """The prototypes with these weights of the objects [shape=(c, n)]."""
        return Means(weights, sum_rows(np.ascontiguousarray(weights), self.squares))

    def on_objects(self, rows: NDArray[np.int64]) -> Means:
        """Prototypes that each lie on an object [shape=(c,)]."""
        weights = np.zeros((len(rows), len(self.squares)))
        weights[np.arange(len(rows)), rows] = 1.0
        return self.mean(weights)

    def improve(self, means: Means) -> tuple[float, Callable[[], Means]]:
        """The criterion with the best masses, and a way to the best prototypes for these."""
        criterion, _, powers = self.rule.share(self.rule.distances(means))
        return criterion, lambda: self.place(means.weights, powers)

    def place(self, weights: Floats, powers: Floats) -> Means:
        """H V = B with V = Q X: the weights Q of the objects in each prototype [shape=(c, n)]."""
        rule = self.rule
        counts = powers.sum(axis=0)
        of_sets = rule.sizes ** (rule.alpha - 2.0) * counts
        system = rule.members.T @ (of_sets[:, None] * rule.members)
        pull = (rule.members * rule.sizes[:, None] ** (rule.alpha - 1.0)).T @ powers.T
        moves = np.linalg.lstsq(system, pull - system @ weights, rcond=None)[0]
        return self.mean(np.asarray(weights + moves, dtype=np.float64))

    def goes_downhill(self, start: Means, tol: float, max_iter: int) -> bool:
        """Whether a run keeps all squared distances nonnegative and never rises."""
        means, height = start, np.inf
        slack = ROUNDING * float(self.squares.max())
        for _ in range(max_iter + 1):
            distances = self.rule.distances(means)
            criterion, _, powers = self.rule.share(distances)
            if distances.min() < -slack or criterion > height * (1.0 + ROUNDING):
                return False
            if np.isfinite(height) and height - criterion <= tol * height:
                return True
            height, means = criterion, self.place(means.weights, powers)
        return True
