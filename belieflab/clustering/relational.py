"""Evidential c-means where only squared dissimilarities between objects are known.

A prototype is a weighted mean of the objects, v = Σ_i q_i x_i with Σ_i q_i = 1, and then
‖x_i - v‖² = (Δ q)_i - ½ qᵀ Δ q, so that no coordinates are needed (Hathaway and Bezdek 1994).
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from belieflab.belief import Frame, MassTable
from belieflab.belief.masks import Masks
from belieflab.clustering.alternation import ROUNDING, has_settled
from belieflab.clustering.ecm_kernel import share_by_distance
from belieflab.clustering.partition import CredalPartition
from belieflab.clustering.relational_kernel import sum_rows
from belieflab.clustering.set_members import SetMembers
from belieflab.clustering.solving import solve_system
from belieflab.iteration import check_stop, current_flag
from belieflab.segments import segments_for

Floats = NDArray[np.float64]


class Means(NamedTuple):
    """Prototypes as weighted means of the objects: all that masses need of the dissimilarities.

    weights : Q [shape=(c, n)], rows summing to 1; sums : Q Δ [shape=(c, n)]
    """

    weights: Floats
    sums: Floats


class Assessment(NamedTuple):
    """What the best masses for some prototypes add up to.

    criterion : J; lowest : the least squared distance, negative where Δ is not Euclidean
    counts : Σ_i m_ij^β of the nonempty sets [shape=(S,)]; pull : on the prototypes [shape=(c, n)]
    """

    criterion: float
    lowest: float
    counts: Floats
    pull: Floats


@dataclass(frozen=True)
class RelationalCriterion:
    """Focal sets and constants of the criterion."""

    frame: Frame
    focal: Masks
    alpha: float
    beta: float
    delta: float

    @cached_property
    def members(self) -> SetMembers:
        """The clusters of the nonempty sets."""
        return SetMembers(self.frame, self.focal)

    def assess(self, means: Means) -> Assessment:
        """The criterion with the best masses of the objects, and what the prototypes need of them.

        Masses are held for few objects at a time.
        """
        n = means.sums.shape[1]
        criterion, lowest = 0.0, np.inf
        counts, pull = np.zeros(len(self.members.sizes)), np.empty((self.frame.size, n))
        for rows, distances in self._distances(means):
            lowest = min(lowest, float(distances.min(initial=np.inf)))
            cost, _, powers = self._share(distances)
            criterion += cost
            counts += powers.sum(axis=0)
            pull[:, rows] = self.pull(powers)
        return Assessment(criterion, lowest, counts, pull)

    def pull(self, powers: Floats) -> Floats:
        """Σ_{A_j ∋ k} |A_j|^(α-1) m_ij^β [shape=(c, m)] of m_ij^β, the nonempty sets' (m, S)."""
        weighted = powers.T * self.members.sizes[:, None] ** (self.alpha - 1.0)
        return self.members.totals(weighted)

    def partition(self, means: Means, squares: Floats | None = None) -> CredalPartition:
        """The best masses of the objects, or of new ones with these squared dissimilarities."""
        n = means.sums.shape[1] if squares is None else len(squares)
        mass = np.empty((n, len(self.focal)))
        for rows, distances in self._distances(means, squares):
            mass[rows] = self._share(distances)[1]
        return CredalPartition.of(MassTable._trusted(self.frame, self.focal.copy(), mass))

    def _distances(
        self, means: Means, squares: Floats | None = None
    ) -> Iterator[tuple[slice, Floats]]:
        """Squared distances to the prototypes of the nonempty sets, some rows at a time (m, S).

        Those of the objects, or of others with squared dissimilarities to them [shape=(m, n)].
        """
        # Of sets these are only means, and clusters are far fewer.
        halves = 0.5 * self.members.pair_means(means.sums @ means.weights.T)
        n = means.sums.shape[1] if squares is None else len(squares)
        for begin, end in segments_for(n, len(self.focal)):
            check_stop()
            rows = slice(begin, end)
            seen = means.sums[:, rows] if squares is None else means.weights @ squares[rows].T
            yield rows, self.members.means(seen).T - halves

    def _share(self, distances: Floats) -> tuple[float, Floats, Floats]:
        """Criterion, masses (∅ first, where it is a focal set) and m_ij^β of the nonempty sets."""
        has_empty = self.focal[0] == 0
        mass = np.empty((len(distances), len(self.focal)))
        powers = np.empty(distances.shape)
        criterion = share_by_distance(
            np.ascontiguousarray(np.maximum(distances, 0.0)),
            self.members.sizes**self.alpha,
            self.delta**2 if has_empty else -1.0,
            1.0 / (self.beta - 1.0),
            mass,
            powers,
        )
        return criterion, mass, powers


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
        weights, stop = np.ascontiguousarray(weights), current_flag().array
        sums = sum_rows(weights, self.squares, stop)
        check_stop()
        return Means(weights, sums)

    def on_objects(self, rows: NDArray[np.int64]) -> Means:
        """Prototypes that each lie on an object [shape=(c,)]."""
        weights = np.zeros((len(rows), len(self.squares)))
        weights[np.arange(len(rows)), rows] = 1.0
        return self.mean(weights)

    def improve(self, means: Means) -> tuple[float, Callable[[], Means]]:
        """The criterion with the best masses, and a way to the best prototypes for these."""
        found = self.rule.assess(means)
        return found.criterion, lambda: self.place(means.weights, found.counts, found.pull)

    def place(self, weights: Floats, counts: Floats, pull: Floats) -> Means:
        """H V = B with V = Q X: the weights Q of the objects in each prototype [shape=(c, n)].

        `counts` [shape=(S,)] are Σ_i m_ij^β; `pull` [shape=(c, n)] stands for B.
        """
        members = self.rule.members
        system = members.pair_totals(members.sizes ** (self.rule.alpha - 2.0) * counts)
        return self.mean(weights + solve_system(system, pull - system @ weights))

    def descends(self, start: Means, tol: float, max_iter: int) -> bool:
        """Whether a run keeps all squared distances nonnegative and never rises."""
        means, height = start, np.inf
        slack = ROUNDING * float(self.squares.max())
        for _ in range(max_iter + 1):
            found = self.rule.assess(means)
            if found.lowest < -slack or found.criterion > height * (1.0 + ROUNDING):
                return False
            if has_settled(height, found.criterion, tol):
                return True
            height, means = found.criterion, self.place(means.weights, found.counts, found.pull)
        return True
