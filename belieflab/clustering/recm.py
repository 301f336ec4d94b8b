"""RECM: evidential c-means on dissimilarities instead of points."""

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.linalg import eigh
from sklearn.utils.validation import check_is_fitted, validate_data

from belieflab.belief import MassTable
from belieflab.belief.masks import membership
from belieflab.clustering.alternation import ROUNDING, descend
from belieflab.clustering.clusterer import (
    CredalClusterer,
    checked_positive,
    refuse_few_objects,
)
from belieflab.clustering.dissimilarities import checked_dissimilarities
from belieflab.clustering.focal_sets import choose_focal, clusters
from belieflab.clustering.partition import CredalPartition
from belieflab.clustering.relational import RelationalProblem
from belieflab.clustering.starts import draw_objects
from belieflab.errors import DataError
from belieflab.iteration import History, Step

Floats = NDArray[np.float64]

SHIFT_NOTE = (
    "The dissimilarities are no distances between points, and the criterion went uphill; {shift:g} "
    "was added to every squared dissimilarity, the least that makes them such distances."
)


class RECM(CredalClusterer):
    """Relational evidential c-means (Masson and Denœux 2009; paper 001).

    The prototypes are weighted means of objects nobody has coordinates of; with dissimilarities
    that are Euclidean distances the result is that of ECM.

    Parameters
    ----------
    n_clusters, alpha, beta, focal : as in ECM
    delta : δ, the dissimilarity of every object to ∅; None for a quantile of D
    init : None (objects by k-means++), "random" (objects), or masses: a MassTable or an array
        [shape=(n, F)] with columns in the order of the focal sets (increasing masks)
    squared : whether D holds squared dissimilarities already; otherwise they are squared inside
    n_init, tol, max_iter, random_state : as in ECM
    delta_quantile : which quantile of D is δ, where `delta` is None

    Attributes
    ----------
    criterion_, partition_, labels_, history_, n_iter_, starts_, delta_ : as in ECM
    prototypes_ : the weights of the objects in each prototype [shape=(c, n)], rows summing to 1
    shift_ : what was added to the squared dissimilarities; `notes_` says why
    """

    def __init__(
        self,
        n_clusters: int = 4,
        alpha: float = 1,
        beta: float = 1.5,
        delta: float | None = None,
        focal: Any = "all",
        init: Any = None,
        squared: bool = False,
        *,
        n_init: int = 1,
        tol: float = 1e-6,
        max_iter: int = 1000,
        random_state: Any = None,
        delta_quantile: float = 0.95,
    ) -> None:
        self.n_clusters = n_clusters
        self.alpha = alpha
        self.beta = beta
        self.delta = delta
        self.focal = focal
        self.init = init
        self.squared = squared
        self.n_init = n_init
        self.tol = tol
        self.max_iter = max_iter
        self.random_state = random_state
        self.delta_quantile = delta_quantile

    def iterate(self, D: Any) -> Iterator[Step]:
        """Move the prototypes step by step; a step's snapshot holds their weights."""
        self.notes_ = ()
        problem = self._pose(D)
        rng = np.random.default_rng(self.random_state)
        start = self._choose_start(problem, rng)
        self.problem_, self.shift_, self.delta_ = problem, problem.shift, problem.delta
        self.history_ = History()
        for step in self._descend(problem, start):
            self.prototypes_ = step.snapshot
            yield self._record(step)
        self.converged_ = self.n_iter_ < self.max_iter

    def predict_mass(self, D: Any) -> CredalPartition:
        """The best masses of new objects, given their dissimilarities to the old [shape=(m, n)]."""
        check_is_fitted(self)
        D = validate_data(self, D, dtype=np.float64, reset=False)
        squares = D if self.squared else np.square(D)
        return self.problem_.partition(self.prototypes_, squares + self.shift_)

    def predict(self, D: Any) -> NDArray[np.int64]:
        """The cluster of largest plausibility of new objects [shape=(m,)]."""
        return self.predict_mass(D).labels()

    # -- inside -----------------------------------------------------------------------------------

    def _pose(self, D: Any) -> RelationalProblem:
        frame = clusters(self.n_clusters)
        D = checked_dissimilarities(self, D)
        refuse_few_objects(len(D), self.n_clusters)
        squares = D if self.squared else np.square(D)
        delta = self.delta
        if delta is None:
            if not 0 <= self.delta_quantile <= 1:
                raise DataError(
                    f"A quantile is a number from 0 to 1; found {self.delta_quantile!r}."
                )
            apart = np.sqrt(squares[np.triu_indices(len(D), 1)])
            delta = float(np.quantile(apart, self.delta_quantile)) or 1.0
        return RelationalProblem(
            0.5 * (squares + squares.T),
            frame,
            choose_focal(self.focal, frame),
            float(self.alpha),
            checked_positive("beta", self.beta, 1.0),
            checked_positive("delta", delta),
        )

    def _descend(self, problem: RelationalProblem, start: Floats) -> Iterator[Step]:
        return descend(problem.improve, start, self.tol, self.max_iter)

    def _choose_start(self, problem: RelationalProblem, rng: np.random.Generator) -> Floats:
        """The start that ends lowest; where a trial run goes uphill, D is made Euclidean first."""
        starts = self._starts(problem, rng)
        if not all(problem.goes_downhill(start, self.tol, self.max_iter) for start in starts):
            lacking = -least_eigenvalue(problem.squares)
            if lacking > ROUNDING * problem.squares.max():
                problem.add(2.0 * lacking)
                self.notes_ = (SHIFT_NOTE.format(shift=problem.shift),)
        self.starts_: list[float] = []
        if len(starts) == 1:
            return starts[0]
        for start in starts:
            for step in self._descend(problem, start):
                last = step.criterion
            self.starts_.append(last)
        return starts[int(np.argmin(self.starts_))]

    def _starts(self, problem: RelationalProblem, rng: np.random.Generator) -> list[Floats]:
        n, n_clusters = len(problem.squares), problem.frame.size
        if self.init is not None and not isinstance(self.init, str):
            return [problem.place(np.zeros((n_clusters, n)), self._given_masses(problem))]
        kind = "kmeans++" if self.init is None else self.init
        starts = []
        for _ in range(self.n_init):
            rows = draw_objects(kind, problem.squares.__getitem__, n, n_clusters, rng)
            starts.append(np.eye(n)[rows])
        return starts

    def _given_masses(self, problem: RelationalProblem) -> Floats:
        """m_ij^β of the masses handed over [shape=(n, nonempty sets)]."""
        masses = self.init
        if not isinstance(masses, MassTable):
            masses = MassTable(problem.frame, problem.focal, masses)
        if len(masses) != len(problem.squares) or masses.frame.size != problem.frame.size:
            raise DataError(
                f"init has masses of {len(masses)} objects on {masses.frame.size} clusters; "
                f"{len(problem.squares)} on {problem.frame.size} are expected."
            )
        mass = masses.on(problem.focal).mass[:, problem.focal != 0]
        without = membership(problem.frame.size, problem.focal[problem.focal != 0]).T @ mass.sum(0)
        if not (without > 0).all():
            raise DataError("init leaves a cluster without any mass, so it has no place to start.")
        weights: Floats = mass**problem.beta
        return weights

    def _partition(self, snapshot: Floats) -> CredalPartition:
        return self.problem_.partition(snapshot)


def least_eigenvalue(squares: Floats) -> float:
    """Of -½ J Δ J, J the centring matrix: negative when Δ are no squared Euclidean distances."""
    centred = squares - squares.mean(axis=0) - squares.mean(axis=1)[:, None] + squares.mean()
    values = eigh(-0.5 * centred, eigvals_only=True, subset_by_index=[0, 0])
    return float(values[0])
