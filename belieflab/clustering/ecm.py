"""ECM: evidential c-means, with prototypes for clusters and for their unions."""

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray
from sklearn.utils.validation import check_is_fitted

from belieflab.clustering.alternation import descend, last_step
from belieflab.clustering.clusterer import (
    ALPHA,
    BETA,
    COMMON,
    DELTA,
    FOCAL_MASKS,
    QUANTILE,
    checked_points,
    checked_weights,
    refuse_few_objects,
)
from belieflab.clustering.distances import quantile_of_distances
from belieflab.clustering.focal_sets import choose_focal, clusters, pairs_of_neighbours
from belieflab.clustering.prototype_clusterer import PrototypeClusterer
from belieflab.clustering.prototypes import PrototypeProblem, Prototypes
from belieflab.clustering.starts import STARTS, draw_objects, given_prototypes
from belieflab.constraints import NONE, Constraint, OneOf, Real, Whole, arrays, check_arguments
from belieflab.iteration import Loop, Step, StopFlag, run_until_stopped
from belieflab.randomness import make_generator
from belieflab.seeding import squared_distances

Floats = NDArray[np.float64]


class ECM(PrototypeClusterer):
    """Evidential c-means (Masson and Denœux 2008).

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
    tol : relative fall of the criterion at which it stops; below 0 it never does
    max_iter : largest number of moves of the prototypes, from every start
    random_state : seed of the starts, and of the objects whose distances `delta_quantile` looks at
    metric : "euclidean", or "mahalanobis": one matrix of determinant 1 per cluster, learned
    delta_quantile : where given, δ is this quantile of the distances between objects instead
    keep_history : whether `history_` keeps the prototypes of every step, for pictures

    Attributes
    ----------
    prototypes_ : of the clusters [shape=(c, p)]; metrics_ [shape=(c, p, p)] or None
    criterion_ : J at these prototypes; n_iter_ moves led there; converged_, ending_ : whether `tol`
        ended it, or what did
    labels_ : the clusters of largest plausibility, stored with the model
    partition_ : the CredalPartition of the points given to `fit`, of which a reference is kept; a
        stored and reloaded model has none, and `predict_mass` instead
    history_ : the criterion at every step of the kept start
    frame_, focal_ : the clusters, and the masks of the sets that may carry mass
    starts_ : the criterion at the end of every start, with focal "neighbours" of its first stage;
        empty where only one was needed
    delta_ : the δ that was used
    """

    constraints: ClassVar[Mapping[str, Constraint]] = {
        "n_clusters": Whole(1),
        "alpha": ALPHA,
        "beta": BETA,
        "delta": DELTA,
        "focal": OneOf("all", "pairs", "simple", "neighbours") | FOCAL_MASKS,
        "init": OneOf(*STARTS) | arrays("the prototypes"),
        "tol": Real(0),
        "metric": OneOf("euclidean", "mahalanobis"),
        "delta_quantile": NONE | QUANTILE,
        **COMMON,
    }

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
        keep_history: bool = False,
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
        self.keep_history = keep_history

    def fit(self, X: Any, y: Any = None, sample_weight: Any = None) -> Any:
        """Run the method to its end; `y` is not used.

        An object of weight w [shape=(n,)] counts as w copies of it would.
        """
        return self._exhaust(self.iterate(X, sample_weight))

    def iterate(
        self, X: Any, sample_weight: Any = None, *, stop: StopFlag | None = None
    ) -> Iterator[Step]:
        """Move the prototypes step by step; a step's snapshot holds them as `centres`.

        `stop` ends the run when it is set, within a step too; the last complete step is kept.
        """
        return run_until_stopped(self, self._iterate(X, sample_weight), stop)

    def _iterate(self, X: Any, sample_weight: Any) -> Iterator[Step]:
        check_arguments(self)
        rng = make_generator(self.random_state)
        problem = self._pose(X, sample_weight, rng)
        start = self._choose_start(problem, rng)
        self.frame_, self.focal_, self.delta_ = problem.frame, problem.focal, problem.delta
        self._training = X, problem.weights
        yield from self._follow(self._descend(problem, start))

    def set_prototypes(self, prototypes: Floats | None = None) -> Floats:
        """The prototypes of the nonempty focal sets, in their order [shape=(S, p)].

        Those of the current step, or of given prototypes of the clusters.
        """
        check_is_fitted(self)
        centres = self.prototypes_ if prototypes is None else prototypes
        problem = self._problem(np.empty((0, centres.shape[1])))
        return problem.of_sets(Prototypes(centres, np.empty((len(centres), 0, 0)))).centres

    # -- inside -----------------------------------------------------------------------------------

    def _pose(self, X: Any, sample_weight: Any, rng: np.random.Generator) -> PrototypeProblem:
        frame = clusters(self.n_clusters)
        X = checked_points(self, X, self.n_clusters)
        return self._pose_points(X, frame, rng, checked_weights(sample_weight, X))

    def _pose_points(
        self,
        X: Floats,
        frame: Any,
        rng: np.random.Generator,
        weights: Floats,
        spread: Floats | None = None,
    ) -> PrototypeProblem:
        delta = float(self.delta)
        if self.delta_quantile is not None:
            seen = X[weights > 0] if weights.size else X
            delta = quantile_of_distances(seen, self.delta_quantile, rng)
        if weights.size:
            refuse_few_objects(int(np.count_nonzero(weights)), self.n_clusters)
        return PrototypeProblem(
            X,
            frame,
            choose_focal("simple" if _is(self.focal, "neighbours") else self.focal, frame),
            float(self.alpha),
            float(self.beta),
            delta,
            np.empty(0) if spread is None else spread,
            weights,
        )

    def _descend(self, problem: PrototypeProblem, start: Prototypes) -> Loop:
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
            ends.append(last_step(self._descend(problem, start)))
            self.starts_.append(ends[-1].criterion)
        best = int(np.argmin(self.starts_))
        if staged:
            snapshot: Prototypes = ends[best].snapshot
            problem.refocus(pairs_of_neighbours(problem.partition(snapshot)))
            return snapshot
        return starts[best]

    def _starts(self, problem: PrototypeProblem, rng: np.random.Generator) -> list[Prototypes]:
        X, weights = problem.X, problem.weights
        n_clusters, p = problem.frame.size, X.shape[1]
        metrics = np.empty((n_clusters, 0, 0))
        if self.metric == "mahalanobis":
            metrics = np.tile(np.eye(p), (n_clusters, 1, 1))
        if not isinstance(self.init, str):
            return [Prototypes(given_prototypes(self.init, n_clusters, p), metrics)]
        distances = squared_distances(X)
        return [
            Prototypes(X[draw_objects(self.init, distances, len(X), n_clusters, rng, weights)],
                       metrics)
            for _ in range(self.n_init)
        ]  # fmt: skip


def _is(focal: Any, name: str) -> bool:
    return isinstance(focal, str) and focal == name
