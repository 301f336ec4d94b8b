"""RECM: evidential c-means on dissimilarities instead of points."""

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray
from scipy.spatial.distance import cdist
from sklearn.utils.validation import check_is_fitted, validate_data

from belieflab.belief import MassTable
from belieflab.clustering.alternation import ROUNDING, descend, last_step
from belieflab.clustering.clusterer import (
    ALPHA,
    BETA,
    COMMON,
    DELTA,
    FOCAL_MASKS,
    QUANTILE,
    CredalClusterer,
    checked_points,
    refuse_few_objects,
)
from belieflab.clustering.dissimilarities import apart, checked_dissimilarities
from belieflab.clustering.focal_sets import choose_focal, clusters
from belieflab.clustering.pairwise import PRECOMPUTED, TakesDissimilarities
from belieflab.clustering.partition import CredalPartition
from belieflab.clustering.prototypes import PrototypeProblem, Prototypes
from belieflab.clustering.relational import Means, RelationalCriterion, RelationalProblem
from belieflab.clustering.starts import STARTS, draw_objects
from belieflab.constraints import (
    NONE,
    YES_OR_NO,
    Constraint,
    OneOf,
    Real,
    Whole,
    arrays,
    check_arguments,
)
from belieflab.errors import DataError
from belieflab.iteration import Loop, Step, StopFlag, leave_when_stopped, run_until_stopped
from belieflab.randomness import make_generator

Floats = NDArray[np.float64]

SHIFT_NOTE = (
    "The dissimilarities are no distances between points, and the criterion increased; {shift:g} "
    "was added to every squared dissimilarity, the least that makes them such distances."
)


class RECM(TakesDissimilarities, CredalClusterer):
    """Relational evidential c-means (Masson and Denœux 2009).

    The prototypes are weighted means of objects without coordinates; with dissimilarities
    that are Euclidean distances the result is that of ECM.

    Parameters
    ----------
    n_clusters, alpha, beta, focal : as in ECM
    delta : δ, the dissimilarity of every object to ∅; None for a quantile of D
    init : None (objects by k-means++), "random" (objects), or masses: a MassTable or an array
        [shape=(n, F)] with columns in the order of the focal sets (increasing masks)
    squared : whether D holds squared dissimilarities already; otherwise they are squared inside
    metric : "precomputed": D holds dissimilarities [shape=(n, n)]; "euclidean": D holds points
        [shape=(n, p)], whose distances are taken
    n_init, tol, max_iter, random_state : as in ECM
    delta_quantile : which quantile of D is δ, where `delta` is None
    keep_history : whether `history_` keeps the prototypes of every step

    Attributes
    ----------
    criterion_, labels_, history_, n_iter_, ending_, converged_, starts_, delta_ : as in ECM
    partition_ : the CredalPartition, also of a stored model
    prototypes_ : the weights of the objects in each prototype [shape=(c, n)], rows summing to 1
    shift_ : what was added to the squared dissimilarities; `notes_` says why
    """

    constraints: ClassVar[Mapping[str, Constraint]] = {
        "n_clusters": Whole(1),
        "alpha": ALPHA,
        "beta": BETA,
        "delta": NONE | DELTA,
        "focal": OneOf("all", "pairs", "simple") | FOCAL_MASKS,
        "init": NONE | OneOf(*STARTS) | arrays("the masses"),
        "squared": YES_OR_NO,
        "metric": OneOf(PRECOMPUTED, "euclidean"),
        "tol": Real(0),
        "delta_quantile": QUANTILE,
        **COMMON,
    }

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
        metric: str = PRECOMPUTED,
        n_init: int = 1,
        tol: float = 1e-6,
        max_iter: int = 1000,
        random_state: Any = None,
        delta_quantile: float = 0.95,
        keep_history: bool = False,
    ) -> None:
        self.n_clusters = n_clusters
        self.alpha = alpha
        self.beta = beta
        self.delta = delta
        self.focal = focal
        self.init = init
        self.squared = squared
        self.metric = metric
        self.n_init = n_init
        self.tol = tol
        self.max_iter = max_iter
        self.random_state = random_state
        self.delta_quantile = delta_quantile
        self.keep_history = keep_history

    def iterate(self, D: Any, *, stop: StopFlag | None = None) -> Iterator[Step]:
        """Move the prototypes step by step; a step's snapshot holds their `weights`.

        `stop` ends the run when it is set, within a step too; the last complete step is kept.
        """
        return run_until_stopped(self, self._iterate(D), stop)

    def _iterate(self, D: Any) -> Iterator[Step]:
        check_arguments(self)
        if self.metric == PRECOMPUTED:
            D = checked_dissimilarities(self, D)
        else:
            self.points_ = checked_points(self, D, self.n_clusters, at_least=2)
            D = cdist(self.points_, self.points_)
        problem = leave_when_stopped(lambda: self._pose(D))
        start, notes = self._choose_start(problem, make_generator(self.random_state))
        self.rule_, self.shift_, self.delta_ = problem.rule, problem.shift, problem.rule.delta
        yield from self._follow(self._noted(notes, self._descend(problem, start)))

    def predict_mass(self, D: Any) -> CredalPartition:
        """The best masses of new objects, given their dissimilarities to the old [shape=(m, n)].

        With metric "euclidean" D holds points [shape=(m, p)].
        """
        check_is_fitted(self)
        D = validate_data(self, D, dtype=np.float64, order="C", reset=False)
        if self.metric != PRECOMPUTED:
            D = cdist(D, self.points_)
        squares = self._squares(D)
        return self.rule_.partition(self._snapshot, squares + self.shift_)

    def predict(self, D: Any) -> NDArray[np.int64]:
        """The cluster of largest plausibility of new objects [shape=(m,)]."""
        return self.predict_mass(D).labels()

    def prototypes_at(self, step: Step, X: Floats) -> Floats | None:
        """The prototypes among the points, if D holds the distances between them [shape=(c, p)]."""
        return np.asarray(step.snapshot.weights @ X)

    def masses_at(self, step: Step, X: Floats, places: Floats) -> CredalPartition:
        """The masses of new points at a step, if D holds the distances between the points `X`."""
        rule, centres = self.rule_, np.asarray(step.snapshot.weights @ X)
        problem = PrototypeProblem(
            np.ascontiguousarray(places), rule.frame, rule.focal, rule.alpha, rule.beta, rule.delta
        )
        return problem.partition(Prototypes(centres, np.empty((len(centres), 0, 0))))

    # -- inside -----------------------------------------------------------------------------------

    def _squares(self, D: Floats) -> Floats:
        given = self.squared and self.metric == PRECOMPUTED
        return D if given else np.square(D)

    def _pose(self, D: Floats) -> RelationalProblem:
        frame = clusters(self.n_clusters)
        refuse_few_objects(len(D), self.n_clusters)
        squares = self._squares(D)
        delta = self.delta
        if delta is None:
            delta = float(np.quantile(np.sqrt(apart(squares)), self.delta_quantile)) or 1.0
        focal = choose_focal(self.focal, frame)
        rule = RelationalCriterion(frame, focal, float(self.alpha), float(self.beta), float(delta))
        return RelationalProblem(0.5 * (squares + squares.T), rule)

    def _descend(self, problem: RelationalProblem, start: Means) -> Loop:
        return descend(problem.improve, start, self.tol, self.max_iter)

    def _noted(self, notes: tuple[str, ...], loop: Loop) -> Loop:
        """The loop, with notes from before it among those of the run."""
        self.notes_ = notes
        return (yield from loop)

    def _take(self, step: Step) -> None:
        super()._take(step)
        self.prototypes_ = step.snapshot.weights

    def _choose_start(
        self, problem: RelationalProblem, rng: np.random.Generator
    ) -> tuple[Means, tuple[str, ...]]:
        """The start that ends lowest; where a trial run increases J, D is made Euclidean first."""
        starts = self._starts(problem, rng)
        notes: tuple[str, ...] = ()
        if not all(problem.descends(start, self.tol, self.max_iter) for start in starts):
            lacking = -least_eigenvalue(problem.squares)
            if lacking > ROUNDING * problem.squares.max():
                problem.add(2.0 * lacking)
                starts = [problem.mean(start.weights) for start in starts]
                notes = (SHIFT_NOTE.format(shift=problem.shift),)
        self.starts_: list[float] = []
        if len(starts) == 1:
            return starts[0], notes
        for start in starts:
            self.starts_.append(last_step(self._descend(problem, start)).criterion)
        return starts[int(np.argmin(self.starts_))], notes

    def _starts(self, problem: RelationalProblem, rng: np.random.Generator) -> list[Means]:
        n, n_clusters = len(problem.squares), problem.rule.frame.size
        if self.init is not None and not isinstance(self.init, str):
            powers = self._given_masses(problem)
            pull = problem.rule.pull(powers)
            return [problem.place(np.zeros((n_clusters, n)), powers.sum(axis=0), pull)]
        kind = "kmeans++" if self.init is None else self.init
        return [
            problem.on_objects(draw_objects(kind, problem.squares.__getitem__, n, n_clusters, rng))
            for _ in range(self.n_init)
        ]

    def _given_masses(self, problem: RelationalProblem) -> Floats:
        """m_ij^β of the given masses [shape=(n, nonempty sets)]."""
        rule, n = problem.rule, len(problem.squares)
        masses = self.init
        if not isinstance(masses, MassTable):
            masses = MassTable(rule.frame, rule.focal, masses)
        if len(masses) != n or masses.frame.size != rule.frame.size:
            raise DataError(
                f"init has masses of {len(masses)} objects on {masses.frame.size} clusters; "
                f"{n} on {rule.frame.size} are expected."
            )
        mass = masses.on(rule.focal).mass[:, rule.focal != 0]
        if not (rule.members.totals(mass.sum(axis=0)) > 0).all():
            raise DataError("init leaves a cluster without any mass, so it has no place to start.")
        weights: Floats = mass**rule.beta
        return weights

    def _partition(self, snapshot: Means) -> CredalPartition:
        return self.rule_.partition(snapshot)


def least_eigenvalue(squares: Floats) -> float:
    """Of -½ J Δ J, J the centring matrix: negative when Δ are no squared Euclidean distances."""
    centred = squares - squares.mean(axis=0) - squares.mean(axis=1)[:, None] + squares.mean()
    # NumPy's, as SciPy's holds the interpreter, and with it all sessions, until it ends.
    values = leave_when_stopped(lambda: np.linalg.eigvalsh(-0.5 * centred))
    return float(values[0])
