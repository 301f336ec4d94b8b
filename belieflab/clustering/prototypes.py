"""Prototypes of clusters and of sets of clusters, and how they are best placed.

The prototype of a set is the mean of those of its clusters. With the metric "mahalanobis" every
cluster has its own matrix S_k with determinant 1, and a set the mean of its clusters' matrices
(Antoine, Quost, Masson, Denœux 2012).
"""

from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from belieflab.belief import Frame, MassTable
from belieflab.belief.masks import Masks
from belieflab.clustering.ecm_kernel import assign
from belieflab.clustering.ecm_sums_kernel import sum_squared_masses
from belieflab.clustering.partition import CredalPartition
from belieflab.clustering.set_members import SetMembers
from belieflab.clustering.solving import solve_system
from belieflab.iteration import check_stop, current_flag
from belieflab.segments import map_in_order, segments_for

Floats = NDArray[np.float64]

FLATTEST = 1e-9
"""A direction in which a cluster is flatter than this, beside its widest, counts as this flat."""

NOT_WANTED = np.empty((0, 0))


class Prototypes(NamedTuple):
    """Prototypes of the clusters [shape=(c, p)]; their metrics [shape=(c, p, p)] or (c, 0, 0)."""

    centres: Floats
    metrics: Floats


class Sums(NamedTuple):
    """Σ_i m_ij^β, Σ_i m_ij^β (x_i - v̄_j) and, where wanted, Σ_i m_ij^β (x_i - v̄_j)(x_i - v̄_j)ᵀ."""

    counts: Floats
    firsts: Floats
    seconds: Floats


@dataclass
class PrototypeProblem:
    """The points, the focal sets and the constants of the criterion.

    J = Σ_i w_i [Σ_{A_j ≠ ∅} |A_j|^α m_ij^β d_ij² + δ² m_i∅^β] (Masson and Denœux 2008), all w_i = 1
    unless `weights` [shape=(n,)] are given.
    `spread` [shape=(n,)] is added to the squared distances of a point, whatever the set.
    """

    X: Floats
    frame: Frame
    focal: Masks
    alpha: float
    beta: float
    delta: float
    spread: Floats = field(default_factory=lambda: np.empty(0))
    weights: Floats = field(default_factory=lambda: np.empty(0))

    @cached_property
    def members(self) -> SetMembers:
        """The clusters of the nonempty sets."""
        return SetMembers(self.frame, self.focal)

    @property
    def sizes(self) -> Floats:
        """|A_j| of the nonempty sets [shape=(S,)]."""
        return self.members.sizes

    @property
    def noise(self) -> float:
        """δ², or -1 where ∅ is no focal set."""
        return self.delta**2 if self.focal[0] == 0 else -1.0

    def of_sets(self, prototypes: Prototypes) -> Prototypes:
        """Prototypes and metrics of the nonempty sets: means over their clusters."""
        return Prototypes(*(self.members.means(values) for values in prototypes))

    def refocus(self, focal: Masks) -> None:
        """Change the sets that may carry mass."""
        self.focal = focal
        self.__dict__.pop("members", None)

    def partition(self, prototypes: Prototypes) -> CredalPartition:
        """The best masses of the points for these prototypes."""
        return self.masses(prototypes)[1]

    def masses(self, prototypes: Prototypes) -> tuple[float, CredalPartition]:
        """The criterion, and the best masses of the points for these prototypes."""
        mass = np.empty((len(self.X), len(self.focal)))
        criterion, _ = self.evaluate(prototypes, mass)
        table = MassTable._trusted(self.frame, self.focal.copy(), mass)
        return criterion, CredalPartition.of(table)

    def rows(self, begin: int, end: int) -> "PrototypeProblem":
        """The same problem for some of the rows."""
        part = replace(
            self,
            X=self.X[begin:end],
            spread=self.spread[begin:end],
            weights=self.weights[begin:end],
        )
        part.__dict__["members"] = self.members
        return part

    def labels(self, prototypes: Prototypes) -> NDArray[np.int64]:
        """The clusters of largest plausibility [shape=(n,)], with the masses of few rows a time."""

        def find(segment: tuple[int, int]) -> NDArray[np.int64]:
            return self.rows(*segment).partition(prototypes).labels()

        segments = self._segments()
        found = np.empty(len(self.X), dtype=np.min_scalar_type(self.frame.size))
        for (begin, end), labels in zip(segments, map_in_order(find, segments), strict=True):
            found[begin:end] = labels
        return found.astype(np.int64)

    def _segments(self) -> list[tuple[int, int]]:
        """Rows to work on at a time, the fewer the more sets there are."""
        return segments_for(len(self.X), len(self.focal))

    def distances(self, prototypes: Prototypes) -> Floats:
        """The distances to the prototypes of the clusters [shape=(n, c)], each by its metric."""
        squares = np.empty((len(self.X), len(prototypes.centres)))
        for k, centre in enumerate(prototypes.centres):
            gaps = self.X - centre
            seen = gaps @ prototypes.metrics[k] if prototypes.metrics.size else gaps
            squares[:, k] = np.einsum("if,if->i", gaps, seen)
        if self.spread.size:
            squares += self.spread[:, None]
        return np.sqrt(np.maximum(squares, 0.0, out=squares), out=squares)

    def evaluate(self, prototypes: Prototypes, mass: Floats = NOT_WANTED) -> tuple[float, Sums]:
        """The criterion at the best masses, and their sums; the masses themselves if wanted.

        The rows are turned over, features first, a segment at a time, so that no second copy of
        the points is made.
        """
        sets = self.of_sets(prototypes)
        factors = sets.metrics
        if factors.size:
            factors = np.asarray(np.linalg.cholesky(factors), dtype=np.float64)
        prices, power = self.sizes**self.alpha, 1.0 / (self.beta - 1.0)
        stop = current_flag().array

        def assign_segment(segment: tuple[int, int]) -> tuple[float, Sums]:
            rows = slice(*segment)
            points = np.ascontiguousarray(self.X[rows].T), self.spread[rows], self.weights[rows]
            sums = Sums(np.empty(len(prices)), np.empty_like(sets.centres), np.zeros_like(factors))
            criterion = np.nan
            if power == 1.0 and not factors.size and not mass.size:
                criterion = sum_squared_masses(
                    *points, sets.centres, prices, self.noise, sums.counts, sums.firsts, stop
                )
            if np.isnan(criterion):
                criterion = assign(
                    *points, sets.centres, factors, prices, self.noise, power, *sums, mass[rows],
                    stop,
                )  # fmt: skip
            return criterion, sums

        parts = list(map_in_order(assign_segment, self._segments()))
        check_stop()
        totals = Sums(*(sum(part) for part in zip(*(sums for _, sums in parts), strict=True)))
        return float(sum(criterion for criterion, _ in parts)), totals

    def place(self, prototypes: Prototypes, sums: Sums) -> Prototypes:
        """The best prototypes, then the best metrics, for masses with these sums."""
        if not prototypes.metrics.size:
            return prototypes._replace(centres=prototypes.centres + self._moves(sums))
        moved = prototypes._replace(centres=prototypes.centres + self._moves_by(prototypes, sums))
        return moved._replace(metrics=self._best_metrics(prototypes, moved, sums))

    def _moves(self, sums: Sums) -> Floats:
        """H ΔV = B - H V: H_lk = Σ_{A_j ⊇ {l,k}} |A_j|^(α-2) Σ_i m_ij^β (Masson, Denœux 2008).

        The least move is taken where H leaves one free: a cluster without mass stays.
        """
        weights = self.sizes ** (self.alpha - 2.0) * sums.counts
        system = self.members.pair_totals(weights)
        pull = self.members.totals(self.sizes[:, None] ** (self.alpha - 1.0) * sums.firsts)
        return solve_system(system, pull)

    def _moves_by(self, prototypes: Prototypes, sums: Sums) -> Floats:
        """The same with a metric for each set: one system for all clusters and features."""
        n_clusters, p = prototypes.centres.shape
        metrics = self.of_sets(prototypes).metrics
        weights = self.sizes ** (self.alpha - 2.0) * sums.counts
        system = self.members.pair_totals(weights[:, None, None] * metrics).transpose(0, 2, 1, 3)
        pulls = np.einsum("jfg,jg->jf", metrics, sums.firsts)
        pull = self.members.totals(self.sizes[:, None] ** (self.alpha - 1.0) * pulls)
        size = n_clusters * p
        return solve_system(system.reshape(size, size), pull.ravel()).reshape(n_clusters, p)

    def _best_metrics(self, before: Prototypes, after: Prototypes, sums: Sums) -> Floats:
        """S_k = |Σ_k|^(1/p) Σ_k⁻¹, Σ_k = Σ_i Σ_{A_j ∋ k} |A_j|^(α-1) m_ij^β d_ij d_ijᵀ."""
        shift = self.of_sets(after).centres - self.of_sets(before).centres
        lower = sums.seconds
        seconds = (
            lower
            + lower.transpose(0, 2, 1)
            - np.einsum("jff->jf", lower)[:, :, None] * np.eye(lower.shape[1])
        )
        crossed = np.einsum("jf,jg->jfg", sums.firsts, shift)
        seconds = seconds - crossed - crossed.transpose(0, 2, 1)
        seconds += np.einsum("j,jf,jg->jfg", sums.counts, shift, shift)
        seconds *= self.sizes[:, None, None] ** (self.alpha - 1.0)
        return np.array([_unit_metric(scatter) for scatter in self.members.totals(seconds)])


def _unit_metric(scatter: Floats) -> Floats:
    """The inverse of a scatter matrix, scaled to determinant 1; the identity for no scatter."""
    values, vectors = np.linalg.eigh(scatter)
    if not values[-1] > 0:
        return np.eye(len(scatter))
    values = np.maximum(values, FLATTEST * values[-1])
    scaled = np.exp(np.log(values).mean()) / values
    return (vectors * scaled) @ vectors.T
