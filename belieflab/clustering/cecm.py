"""CECM: evidential c-means with pairs known to be in the same or in different clusters."""

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar, NamedTuple

import numpy as np
from numpy.typing import NDArray

from belieflab.belief import MassTable
from belieflab.clustering.alternation import descend
from belieflab.clustering.cecm_kernel import settle
from belieflab.clustering.constraints import Constraints, checked_constraints, pair_tables
from belieflab.clustering.ecm import ECM
from belieflab.clustering.partition import CredalPartition
from belieflab.clustering.prototypes import PrototypeProblem, Prototypes, Sums
from belieflab.constraints import Constraint, Real
from belieflab.iteration import Loop, Step, StopFlag, check_stop, current_flag

Floats = NDArray[np.float64]

PASSES = 5
"""Times that the objects with constraints are gone through before the prototypes move."""

SMALLEST_COST = 1e-12
"""A point on a prototype counts as this far, as a share of the largest cost."""


class Placed(NamedTuple):
    """Prototypes, their metrics, and the masses of all objects [shape=(n, 2^c)]."""

    centres: Floats
    metrics: Floats
    mass: Floats


class CECM(ECM):
    """Constrained evidential c-means with β = 2 (after Antoine, Quost, Masson, Denœux 2012).

    Minimises (1-ξ) J_ECM / (2^c n) + ξ [Σ_ML pl(different) + Σ_CL pl(same)] / (|ML| + |CL|) over
    the masses, by a quadratic programme for each object, and the prototypes in turn. Without
    constraints it is ECM.

    Parameters
    ----------
    n_clusters, alpha, delta, delta_quantile, init, n_init, tol, max_iter, random_state : as in ECM
    xi : ξ from 0 to 1, the weight of the constraints
    metric : "euclidean", or "mahalanobis": one matrix of determinant 1 per cluster, learned
    keep_history : whether `history_` keeps prototypes and masses of every step

    Attributes
    ----------
    As in ECM; criterion_ includes the constraints, `violation_` is their part without ξ. The
    masses of the objects are stored with the model, for only the pairs explain them.
    """

    constraints: ClassVar[Mapping[str, Constraint]] = {
        "xi": Real(0, 1),
        **{name: rule for name, rule in ECM.constraints.items() if name not in ("beta", "focal")},
    }

    # What ECM lets one choose and this method fixes.
    beta = 2.0
    focal = "all"

    def __init__(
        self,
        n_clusters: int = 4,
        alpha: float = 1,
        delta: float = 10,
        xi: float = 0.5,
        metric: str = "euclidean",
        *,
        init: Any = "kmeans++",
        n_init: int = 1,
        tol: float = 1e-6,
        max_iter: int = 1000,
        random_state: Any = None,
        delta_quantile: float | None = None,
        keep_history: bool = False,
    ) -> None:
        self.n_clusters = n_clusters
        self.alpha = alpha
        self.delta = delta
        self.xi = xi
        self.metric = metric
        self.init = init
        self.n_init = n_init
        self.tol = tol
        self.max_iter = max_iter
        self.random_state = random_state
        self.delta_quantile = delta_quantile
        self.keep_history = keep_history

    def fit(self, X: Any, y: Any = None, must_link: Any = None, cannot_link: Any = None) -> Any:
        """Run the method to its end; `y` is not used. Pairs of objects are counted from 0."""
        return self._exhaust(self.iterate(X, must_link, cannot_link))

    def iterate(
        self,
        X: Any,
        must_link: Any = None,
        cannot_link: Any = None,
        *,
        stop: StopFlag | None = None,
    ) -> Iterator[Step]:
        """Step by step; pairs of objects are counted from 0, a snapshot holds the masses too.

        `stop` is as in ECM.
        """
        self._links = (must_link, cannot_link)
        return super().iterate(X, stop=stop)

    def partition_at(self, step: Step, X: Floats) -> CredalPartition:
        """The masses of the objects at a step, shaped by the pairs."""
        return self._partition(step.snapshot)

    def _pose(self, X: Any, sample_weight: Any, rng: np.random.Generator) -> PrototypeProblem:
        problem = super()._pose(X, sample_weight, rng)
        self._constraints: Constraints = checked_constraints(*self._links, len(problem.X))
        self._tables = pair_tables(problem.frame, problem.focal)
        return problem

    def _take(self, step: Step) -> None:
        super()._take(step)
        self.violation_ = self._constraints.penalty(step.snapshot.mass, self._tables)

    def _descend(self, problem: PrototypeProblem, start: Prototypes) -> Loop:
        rows = self._constraints.rows(len(problem.X))
        tied = np.flatnonzero(np.diff(rows[0]))
        share = (1.0 - self.xi if len(tied) else 1.0) / (2**problem.frame.size * len(problem.X))
        price = self.xi / self._constraints.count if len(tied) else 0.0

        def improve(placed: Placed) -> Any:
            prototypes = Prototypes(placed.centres, placed.metrics)
            costs = costs_of(problem, prototypes)
            floor = SMALLEST_COST * float(costs.max())
            free = problem.partition(prototypes).mass
            untied = np.delete(np.arange(len(free)), tied)
            placed.mass[untied] = free[untied]
            settle(
                tied, *rows, price, self._tables.differs, self._tables.same,
                np.maximum(share * costs, max(share * floor, 1e-300)), placed.mass, PASSES,
                current_flag().array,
            )  # fmt: skip
            check_stop()
            criterion = share * float(np.einsum("ij,ij,ij->", costs, placed.mass, placed.mass))
            penalty = self._constraints.penalty(placed.mass, self._tables)
            powers = np.square(placed.mass[:, problem.focal != 0])

            def better() -> Placed:
                moved = problem.place(prototypes, sums_of(problem, prototypes, powers))
                return Placed(moved.centres, moved.metrics, placed.mass.copy())

            return criterion + (self.xi * penalty if len(tied) else 0.0), better

        begin = Placed(start.centres, start.metrics, problem.partition(start).mass.copy())
        return descend(improve, begin, self.tol, self.max_iter)

    def _partition(self, snapshot: Any) -> CredalPartition:
        # Pairs shape the masses, so those of the old objects are kept with the model.
        table = MassTable._trusted(self.frame_, self.focal_.copy(), snapshot.mass.copy())
        return CredalPartition.of(table)

    def _find_labels(self) -> NDArray[np.int64]:
        return self.partition_.labels()


def costs_of(problem: PrototypeProblem, prototypes: Prototypes) -> Floats:
    """|A_j|^α d_ij², and δ² for ∅, which comes first [shape=(n, 2^c)]."""
    sets = problem.of_sets(prototypes)
    costs = np.empty((len(problem.X), 1 + len(sets.centres)))
    costs[:, 0] = problem.delta**2
    for j, centre in enumerate(sets.centres):
        check_stop()
        gaps = problem.X - centre
        seen = gaps @ sets.metrics[j] if sets.metrics.size else gaps
        costs[:, 1 + j] = problem.sizes[j] ** problem.alpha * np.einsum("if,if->i", gaps, seen)
    return costs


def sums_of(problem: PrototypeProblem, prototypes: Prototypes, powers: Floats) -> Sums:
    """The sums that the prototypes need, for m_ij² of the nonempty sets [shape=(n, S)]."""
    sets = problem.of_sets(prototypes)
    counts = powers.sum(axis=0)
    firsts = np.empty_like(sets.centres)
    seconds = np.zeros_like(sets.metrics)
    for j, centre in enumerate(sets.centres):
        check_stop()
        gaps = problem.X - centre
        weighted = powers[:, j, None] * gaps
        firsts[j] = weighted.sum(axis=0)
        if sets.metrics.size:
            seconds[j] = np.tril(weighted.T @ gaps)
    return Sums(counts, firsts, seconds)
