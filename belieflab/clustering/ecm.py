"""ECM: evidential c-means, with prototypes for clusters and for their unions."""

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.utils.validation import check_is_fitted, validate_data

from belieflab.clustering.alternation import descend
from belieflab.clustering.clusterer import CredalClusterer, checked_points, checked_positive
from belieflab.clustering.distances import quantile_of_distances
from belieflab.clustering.focal_sets import choose_focal, clusters, pairs_of_neighbours
from belieflab.clustering.partition import CredalPartition
from belieflab.clustering.prototypes import PrototypeProblem, Prototypes
from belieflab.clustering.starts import draw_objects, given_prototypes
from belieflab.errors import DataError
from belieflab.iteration import History, Step

Floats = NDArray[np.float64]

METRICS = ("euclidean", "mahalanobis")


class ECM(CredalClusterer):
    """Evidential c-means (Masson and Denœux 2008; paper 001).

    Minimises J = Σ_i Σ_{A_j ≠ ∅} |A_j|^α m_ij^β d_ij² + δ² Σ_i m_i∅^β over the masses and the
    prototypes in turn; d_ij is the distance to the mean of the prototypes of A_j's clusters.

    Parameters
    ----------
    n_clusters : number of clusters c
    alpha : α, how much large sets are penalised
    beta : β > 1, how soft the partition is
    delta : δ > 0, the distance of every object to ∅: one with |A_j|^(α/2) d_ij > δ for all sets
        is an outlier
    focal : "all", "pairs" (∅, singletons, pairs, Ω), "simple" (∅, singletons, Ω), "neighbours"
        (first "simple", then with the pairs of clusters that are mutual neighbours), or masks
        that together hold every cluster
    init : "kmeans++", "random" (objects), or the prototypes [shape=(c, p)]
    n_init : starts to try; the one that ends lowest is kept (given prototypes are one start)
    tol : relative fall of the criterion at which it stops
    max_iter : largest number of moves of the prototypes, from every start
    random_state : seed of the starts, and of the objects whose distances `delta_quantile` looks at
    metric : "euclidean", or "mahalanobis": one matrix of determinant 1 per cluster, learned
    delta_quantile : where given, δ is this quantile of the distances between objects instead

    Attributes
    ----------
    prototypes_ : of the clusters [shape=(c, p)]; metrics_ [shape=(c, p, p)] or None
    criterion_ : J at these prototypes; n_iter_ moves led there; converged_ : whether `tol`, and
        not `max_iter`, ended it
    partition_ : the CredalPartition; labels_ : its clusters of largest plausibility
    history_ : the steps of the kept start
    starts_ : the criterion at the end of every start, with focal "neighbours" of its first stage;
        empty where only one was needed
    delta_ : the δ that was used
    """

    def __init__(
        self,
        n_clusters: int = 4,
        alpha: float = 1,
        beta: float = 2,
        delta: float = 10,
        focal: Any = "all",
        init: Any = "kmeans++",
        n_init: int = 1,
        tol: float = 1e-6,
        max_iter: int = 1000,
        random_state: Any = None,
        *,
        metric: str = "euclidean",
        delta_quantile: float | None = None,
    ) -> None:
        self.n_clusters = n_clusters
        self.alpha = alpha
        self.beta = beta
        self.delta = delta
        self.focal = focal
        self.init = init
        self.n_init = n_init
        self.tol = tol
        self.max_iter = max_iter
        self.random_state = random_state
        self.metric = metric
        self.delta_quantile = delta_quantile

    def iterate(self, X: Any) -> Iterator[Step]:
        """Move the prototypes step by step; a step's snapshot holds them as `centres`."""
        rng = np.random.default_rng(self.random_state)
        problem = self._pose(X, rng)
        start = self._choose_start(problem, rng)
        self.problem_ = problem
        self.delta_ = problem.delta
        self.history_ = History()
        for step in self._descend(problem, start):
            self.prototypes_ = step.snapshot.centres
            self.metrics_ = step.snapshot.metrics if step.snapshot.metrics.size else None
            yield self._record(step)
        self.converged_ = self.n_iter_ < self.max_iter

    def predict_mass(self, X: Any) -> CredalPartition:
        """The best masses of new points for the prototypes found."""
        check_is_fitted(self)
        X = validate_data(self, X, dtype=np.float64, reset=False)
        fitted = self.problem_
        problem = PrototypeProblem(
            X, fitted.frame, fitted.focal, fitted.alpha, fitted.beta, fitted.delta
        )
        last = self.history_.steps[-1].snapshot
        return problem.partition(Prototypes(last.centres, last.metrics))

    def predict(self, X: Any) -> NDArray[np.int64]:
        """The cluster of largest plausibility of new points [shape=(n,)]."""
        return self.predict_mass(X).labels()

    def set_prototypes(self, prototypes: Floats | None = None) -> Floats:
        """The prototypes of the nonempty focal sets, in their order [shape=(S, p)].

        Those of the present step, or of given prototypes of the clusters.
        """
        check_is_fitted(self)
        centres = self.prototypes_ if prototypes is None else prototypes
        return (self.problem_.members / self.problem_.sizes[:, None]) @ centres

    # -- inside -----------------------------------------------------------------------------------

    def _pose(self, X: Any, rng: np.random.Generator) -> PrototypeProblem:
        frame = clusters(self.n_clusters)
        X = checked_points(self, X, self.n_clusters)
        return self._pose_points(X, frame, rng)

    def _pose_points(
        self, X: Floats, frame: Any, rng: np.random.Generator, spread: Floats | None = None
    ) -> PrototypeProblem:
        if self.metric not in METRICS:
            raise DataError(f"metric is one of {', '.join(METRICS)}; not {self.metric!r}.")
        delta = self.delta
        if self.delta_quantile is not None:
            delta = quantile_of_distances(X, self.delta_quantile, rng)
        return PrototypeProblem(
            X,
            frame,
            choose_focal("simple" if _is(self.focal, "neighbours") else self.focal, frame),
            float(self.alpha),
            checked_positive("beta", self.beta, 1.0),
            checked_positive("delta", delta),
            np.empty(0) if spread is None else spread,
        )

    def _descend(self, problem: PrototypeProblem, start: Prototypes) -> Iterator[Step]:
        def improve(prototypes: Prototypes) -> Any:
            criterion, sums = problem.evaluate(prototypes)
            return criterion, lambda: problem.place(prototypes, sums)

        return descend(improve, start, self.tol, self.max_iter)

    def _choose_start(self, problem: PrototypeProblem, rng: np.random.Generator) -> Prototypes:
        """The start that ends lowest; with focal "neighbours", the end of the first stage."""
        starts = self._starts(problem, rng)
        staged = _is(self.focal, "neighbours")
        self.starts_: list[float] = []
        if len(starts) == 1 and not staged:
            return starts[0]
        ends = []
        for start in starts:
            for step in self._descend(problem, start):
                last = step
            ends.append(last)
        self.starts_ = [end.criterion for end in ends]
        best = int(np.argmin(self.starts_))
        if staged:
            snapshot: Prototypes = ends[best].snapshot
            problem.refocus(pairs_of_neighbours(problem.partition(snapshot)))
            return snapshot
        return starts[best]

    def _starts(self, problem: PrototypeProblem, rng: np.random.Generator) -> list[Prototypes]:
        X = problem.X
        n_clusters, p = problem.frame.size, X.shape[1]
        metrics = np.empty((n_clusters, 0, 0))
        if self.metric == "mahalanobis":
            metrics = np.tile(np.eye(p), (n_clusters, 1, 1))
        if not isinstance(self.init, str):
            return [Prototypes(given_prototypes(self.init, n_clusters, p), metrics)]
        return [
            Prototypes(X[draw_objects(self.init, _distances(X), len(X), n_clusters, rng)], metrics)
            for _ in range(self.n_init)
        ]

    def _partition(self, snapshot: Any) -> CredalPartition:
        return self.problem_.partition(snapshot)


def _is(focal: Any, name: str) -> bool:
    return isinstance(focal, str) and focal == name


def _distances(X: Floats) -> Any:
    return lambda i: np.square(X - X[i]).sum(axis=1)
