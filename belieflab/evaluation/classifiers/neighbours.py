"""Neighbour classifiers: evidential ones, votes, and both on a growing set of labels.

The last give the answers of EvidentialKNN and of scikit-learn's distance-weighted votes without the
checks of a whole fit: twenty queries of a hundred repetitions are two thousand fits.
"""

from collections.abc import Iterator
from functools import cached_property

import numpy as np

from belieflab.belief import Frame, MassTable
from belieflab.errors import DataError
from belieflab.evaluation.classifiers.entry import (
    Codes,
    FittedClassifier,
    FittedProbabilities,
    Floats,
    Prediction,
    Rows,
)
from belieflab.evaluation.classifiers.training_set import TrainingSet
from belieflab.mixture.strategies import read_guesses, trust_every_guess
from belieflab.neighbors import EvidentialKNN, tbm_knn
from belieflab.neighbors.gamma_rules import gamma_of, mean_distances_of_similar
from belieflab.neighbors.rules import rule_of
from belieflab.neighbors.search import NeighborSearch
from belieflab.segments import stoppable_segments

CHUNK, COMPARED = 256, 1 << 25
"""scikit-learn's rows at a time, and pairs of points compared between two looks at the flag."""


class FittedEvidential(FittedClassifier):
    """A fitted EvidentialKNN."""

    def __init__(self, model: EvidentialKNN, *, with_conflict: bool = True) -> None:
        self.model, self.with_conflict = model, with_conflict
        self.notes = model.notes_

    def predict_mass(self, X: Floats) -> MassTable:
        """The pooled evidence of the neighbours."""
        return self.model.predict_mass(X)

    def predict_all(self, X: Floats) -> Prediction:
        """The pooled evidence, and the conflict met on the way."""
        if not self.with_conflict:
            return super().predict_all(X)
        masses, conflict = self.model.predict_with_conflict(X)
        return Prediction(masses.pignistic(), masses, conflict)


def fit_evidential(
    X: Floats,
    labels: MassTable,
    *,
    seed: int = 0,
    groups: Codes | None = None,
    neighbors: int = 7,
    gamma: str = "class",
    alpha: float = 0.95,
    beta: float = 2.0,
) -> FittedEvidential:
    """Evidential neighbours with a rule for γ (Denœux 1995; Hoarau et al. 2022)."""
    model = EvidentialKNN(neighbors, alpha=alpha, beta=beta, gamma=gamma)
    fitted = model.fit(X, labels, groups=groups)
    return FittedEvidential(fitted, with_conflict=rule_of(gamma).gives_conflict)


def fit_tbm(
    X: Floats, labels: MassTable, *, seed: int = 0, neighbors: int = 10
) -> FittedEvidential:
    """The k-NN rule of Côme et al. (2009), Table 3, on labels discounted by their doubt."""
    return FittedEvidential(tbm_knn(neighbors).fit(X, labels))


def fit_crisp_tbm(
    X: Floats, labels: MassTable, *, seed: int = 0, neighbors: int = 10
) -> FittedEvidential:
    """The same with every guess taken for the truth."""
    return FittedEvidential(tbm_knn(neighbors).fit(X, trust_every_guess(labels)))


class FittedVotes(FittedProbabilities):
    """scikit-learn's votes of K points for their classes [shape=(n,)], weighted by 1 / distance."""

    def __init__(self, frame: Frame, neighbors: int, points: Floats, classes: Codes) -> None:
        from sklearn.neighbors import KNeighborsClassifier

        super().__init__(frame)
        self.neighbors, self.points, self.classes = neighbors, points, classes
        self.classifier = KNeighborsClassifier(neighbors, weights="distance").fit(points, classes)

    def predict_proba(self, X: Floats) -> Floats:
        """Shares of the votes."""
        found = np.zeros((len(X), len(self.classifier.classes_)))
        for begin, end in self._segments(len(X)):
            found[begin:end] = self.classifier.predict_proba(X[begin:end])
        shares = np.zeros((len(X), self.frame.size))
        shares[:, self.classifier.classes_] = found
        return shares

    def predict(self, X: Floats) -> Codes:
        """The class with most of the votes."""
        found = np.empty(len(X), dtype=np.int64)
        for begin, end in self._segments(len(X)):
            found[begin:end] = self.classifier.predict(X[begin:end])
        return found

    def _segments(self, n: int) -> Iterator[tuple[int, int]]:
        """So many rows at a time that a stop ends the search soon: one call looks at no flag."""
        return stoppable_segments(n, CHUNK * (1 + COMPARED // (CHUNK * len(self.points))))


def fit_votes(X: Floats, labels: MassTable, *, seed: int = 0, neighbors: int = 7) -> FittedVotes:
    """Votes of the nearest for the classes their labels favour, near ones more (Dudani 1976)."""
    guesses, _ = read_guesses(labels)
    known = guesses >= 0
    if known.sum() < neighbors:
        raise DataError(
            f"{neighbors} neighbours need at least as many objects with a guess; "
            f"there are {known.sum()}."
        )
    return FittedVotes(labels.frame, neighbors, X[known], guesses[known])


class GrowingEvidential(FittedClassifier):
    """γ_i-EKNN on some rows of a training set: labels discounted by distance and pooled.

    γ of each object by Jousselme similarity (Hoarau et al. (2022), eq. 11). While there are not
    more than K labels, all but one of them are the neighbours; one alone has γ = 1.
    """

    def __init__(
        self,
        training: TrainingSet,
        rows: Rows,
        *,
        neighbors: int = 7,
        alpha: float = 0.95,
        beta: float = 2.0,
    ) -> None:
        self.training, self.rows = training, rows
        self.neighbors, self.alpha, self.beta = neighbors, alpha, beta
        self.search = NeighborSearch(training.X[rows])
        means = mean_distances_of_similar(self.search, training.similarity(rows))
        self.gamma = gamma_of(means, beta)

    @cached_property
    def model(self) -> EvidentialKNN | None:
        """The estimator of the library on these rows; None for a single one."""
        if len(self.rows) < 2:
            return None
        known = EvidentialKNN(self._k, alpha=self.alpha, beta=self.beta, gamma="jousselme")
        return known.fit(self.training.X[self.rows], self.training.labels[self.rows])

    def predict_mass(self, X: Floats) -> MassTable:
        """The pooled belief."""
        return self._pooled(X)[0]

    def predict_all(self, X: Floats) -> Prediction:
        """The pooled belief about points [shape=(m, p)], Hoarau et al. (2022), eq. 6 to 10."""
        masses, conflict = self._pooled(X)
        return Prediction(masses.pignistic(), masses, conflict)

    def _pooled(self, X: Floats) -> tuple[MassTable, Floats]:
        neighbours = self.search.nearest(X, self._k)
        powers = neighbours.powers(self.beta)
        evidence = self.alpha * np.exp(-self.gamma[neighbours.index] * powers)
        return self.training.pool.masses(self.rows[neighbours.index], evidence)

    @property
    def _k(self) -> int:
        return max(min(self.neighbors, len(self.rows) - 1), 1)


class GrowingVotes(FittedProbabilities):
    """The votes of the K nearest by their pignistic classes, weighted by 1 / distance (Dudani).

    Neighbours at distance 0 alone vote where there are any. With fewer than K labels all vote.
    """

    def __init__(self, training: TrainingSet, rows: Rows, *, neighbors: int = 7) -> None:
        super().__init__(training.frame)
        self.training, self.rows, self.neighbors = training, rows, neighbors
        self.search = NeighborSearch(training.X[rows])

    @cached_property
    def lasting(self) -> FittedVotes:
        """The same votes apart from the training set."""
        k, classes = min(self.neighbors, len(self.rows)), self.training.classes[self.rows]
        return FittedVotes(self.frame, k, self.training.X[self.rows], classes)

    def predict_proba(self, X: Floats) -> Floats:
        """Shares of the votes about points [shape=(m, p)]."""
        neighbours = self.search.nearest(X, min(self.neighbors, len(self.rows)))
        votes = self.training.classes[self.rows[neighbours.index]]
        nearest = neighbours.distance[:, :1]
        # Relative to the nearest: the weights of far points do not vanish all at once.
        with np.errstate(invalid="ignore"):
            weights = np.where(
                nearest > 0, nearest / neighbours.distance, neighbours.distance == 0
            ).astype(np.float64)
        shares = np.zeros((len(X), self.frame.size))
        np.add.at(shares, (np.arange(len(X))[:, None], votes), weights)
        return shares / shares.sum(axis=1, keepdims=True)
