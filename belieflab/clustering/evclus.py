"""EVCLUS: masses whose conflicts match the dissimilarities between objects."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray
from sklearn.utils.validation import check_is_fitted, validate_data

from belieflab.belief import MassTable
from belieflab.clustering.alternation import ROUNDING, has_settled, last_step
from belieflab.clustering.anchors import Anchors
from belieflab.clustering.clusterer import (
    COMMON,
    FOCAL_MASKS,
    CredalClusterer,
    checked_points,
    refuse_few_objects,
)
from belieflab.clustering.constraints import checked_constraints, pair_tables
from belieflab.clustering.dissimilarities import apart, checked_dissimilarities
from belieflab.clustering.distances import quantile_of_distances
from belieflab.clustering.evclus_start import given_masses, guess_masses
from belieflab.clustering.focal_sets import choose_focal, clusters
from belieflab.clustering.lattice import Lattice, LatticeRun
from belieflab.clustering.pairwise import TakesDissimilarities
from belieflab.clustering.partition import CredalPartition
from belieflab.clustering.partners import Pairs, PairsRun, as_list, draw_pairs
from belieflab.constraints import NONE, Constraint, OneOf, Real, Whole, arrays, check_arguments
from belieflab.iteration import Ending, Loop, Step, StopFlag, leave_when_stopped, run_until_stopped
from belieflab.randomness import make_generator
from belieflab.seeding import squared_distances

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]

FEW_OBJECTS, FEW_PARTNERS = 500, 100
MAX_SETS_ON_A_LATTICE = 32
"""With more sets the programmes of many objects do not fit into the cache."""


@dataclass(frozen=True)
class EvclusStep(Step):
    """A sweep over all objects; the snapshot holds their masses."""

    stress: float = 0.0


class EVCLUS(TakesDissimilarities, CredalClusterer):
    """EVCLUS (Denœux and Masson 2004) with k partners per object, by quadratic programmes.

    Minimises the stress Σ (κ_ij - δ_ij)² / Σ δ_ij² over pairs of objects: κ_ij = Σ_{A∩B=∅} m_i(A)
    m_j(B) is the conflict of their masses, δ_ij = 1 - exp(-γ d_ij²) with γ = -ln(0.05)/d0². One
    object's masses at a time are the solution of a quadratic programme (Denœux, Sriboonchitta,
    Kanjanatarakul 2016). With constraints (CEVCLUS, Antoine et al. 2014) the criterion is
    (1-ξ) stress + ξ [Σ_ML pl(different) + Σ_CL pl(same)] / (|ML| + |CL|).

    Parameters
    ----------
    n_clusters, focal : as in ECM
    n_partners : k, chosen at random for every object, so that the cost is linear in n; None for all
        pairs of up to 500 objects, 100 partners beyond. All pairs also where there are at most 50
        objects, or k is above 3/7 of them
    d0 : the dissimilarity that counts as 0.95; None for the 0.9-quantile of all (of 1000 objects)
    metric : "euclidean", or "precomputed" for dissimilarities [shape=(n, n)]
    init : None (nearest of c objects chosen as by k-means++), or masses: a MassTable or an array
        [shape=(n, F)] with columns in the order of the focal sets (increasing masks)
    tol : relative fall of the criterion at which it stops; 0 runs `max_iter` iterations
    n_init, max_iter, random_state : as in ECM; a sweep over all objects is one iteration
    xi : ξ, the weight of the constraints, below 1
    keep_history : whether `history_` keeps the masses of every sweep

    Attributes
    ----------
    criterion_, stress_ : their last values; labels_, history_, n_iter_, ending_, converged_,
        starts_ as in ECM; partition_ : the CredalPartition, also of a stored model
    d0_ : the d0 that was used; frame_, focal_ : the clusters and the sets that may carry mass
    """

    quick_masses: ClassVar[bool] = False  # a quadratic programme for every point

    constraints: ClassVar[Mapping[str, Constraint]] = {
        "n_clusters": Whole(1),
        "focal": OneOf("all", "pairs", "simple") | FOCAL_MASKS,
        "n_partners": NONE | Whole(1),
        "d0": NONE | Real(0, open_at="low"),
        "metric": OneOf("euclidean", "precomputed"),
        "init": NONE | arrays("the masses"),
        "tol": Real(0),
        "xi": Real(0, 1, "high"),
        **COMMON,
    }

    def __init__(
        self,
        n_clusters: int = 4,
        focal: Any = "simple",
        n_partners: int | None = None,
        d0: float | None = None,
        metric: str = "euclidean",
        init: Any = None,
        tol: float = 1e-5,
        *,
        n_init: int = 1,
        max_iter: int = 500,
        random_state: Any = None,
        xi: float = 0.5,
        keep_history: bool = False,
    ) -> None:
        self.n_clusters = n_clusters
        self.focal = focal
        self.n_partners = n_partners
        self.d0 = d0
        self.metric = metric
        self.init = init
        self.tol = tol
        self.n_init = n_init
        self.max_iter = max_iter
        self.random_state = random_state
        self.xi = xi
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
        """Sweep by sweep; a step's snapshot holds the masses [shape=(n, F)].

        `stop` ends the run when it is set, within a sweep too; the last complete step is kept.
        """
        return run_until_stopped(self, self._iterate(X, must_link, cannot_link), stop)

    def _iterate(self, X: Any, must_link: Any, cannot_link: Any) -> Iterator[Step]:
        check_arguments(self)
        rng = make_generator(self.random_state)
        frame = clusters(self.n_clusters)
        points = self._points(X)
        refuse_few_objects(len(points), self.n_clusters)
        self.d0_ = self._reach(points, rng)
        self.frame_, self.focal_ = frame, choose_focal(self.focal, frame)
        self._tables = pair_tables(frame, self.focal_)
        self._constraints = checked_constraints(must_link, cannot_link, len(points))
        n_partners, precomputed = self._count_partners(len(points)), self.metric == "precomputed"
        self._anchors = Anchors.choose(points, n_partners, self.d0_, precomputed)
        listed = self._constraints.count > 0 or len(self.focal_) > MAX_SETS_ON_A_LATTICE

        def draw() -> Pairs | Lattice:
            pairs = draw_pairs(points, precomputed, n_partners, self.d0_, rng)
            return as_list(pairs) if listed else pairs

        pairs = leave_when_stopped(draw)
        yield from self._follow(self._choose_run(pairs, self._starts(points, rng), rng))

    def predict_mass(self, X: Any) -> CredalPartition:
        """Masses of new points that best explain their dissimilarities to k old ones.

        With metric "precomputed" X holds the dissimilarities to the old objects [shape=(m, n)].
        """
        check_is_fitted(self)
        X = validate_data(self, X, dtype=np.float64, order="C", reset=False)
        mass = self._anchors.masses(X, self._snapshot, self._tables.disjoint)
        return self._partition(mass)

    def predict(self, X: Any) -> Integers:
        """The cluster of largest plausibility of new points [shape=(n,)]."""
        return self.predict_mass(X).labels()

    @property
    def criterion_name(self) -> str:
        """The stress, with the penalty of the pairs where there are any."""
        constraints = getattr(self, "_constraints", None)
        return "stress and pairs" if constraints is not None and constraints.count else "stress"

    # -- inside -----------------------------------------------------------------------------------

    def _points(self, X: Any) -> Floats:
        if self.metric == "precomputed":
            return checked_dissimilarities(self, X)
        return checked_points(self, X, at_least=2)

    def _reach(self, points: Floats, rng: np.random.Generator) -> float:
        if self.d0 is not None:
            return float(self.d0)
        if self.metric == "euclidean":
            return quantile_of_distances(points, 0.9, rng)
        return float(np.quantile(apart(points), 0.9)) or 1.0

    def _count_partners(self, n: int) -> int:
        if self.n_partners is None:
            return n - 1 if n <= FEW_OBJECTS else FEW_PARTNERS
        return min(int(self.n_partners), n - 1)

    def _starts(self, points: Floats, rng: np.random.Generator) -> list[Floats]:
        if self.init is not None:
            return [given_masses(self.init, self.frame_, self.focal_, len(points))]
        squares = squared_distances(points)
        if self.metric == "precomputed":
            squares = partial(_squared_row, points)
        return [
            guess_masses(squares, len(points), self.frame_, self.focal_, rng)
            for _ in range(self.n_init)
        ]

    def _choose_run(
        self, pairs: Pairs | Lattice, starts: list[Floats], rng: np.random.Generator
    ) -> Loop:
        """The run from the start that ends lowest: it is gone through again."""
        self.starts_: list[float] = []
        if len(starts) == 1:
            return self._run(pairs, starts[0], rng)
        states = []
        for start in starts:
            states.append(rng.bit_generator.state)
            self.starts_.append(last_step(self._run(pairs, start, rng)).criterion)
        best = int(np.argmin(self.starts_))
        rng.bit_generator.state = states[best]
        return self._run(pairs, starts[best], rng)

    def _run(self, pairs: Pairs | Lattice, start: Floats, rng: np.random.Generator) -> Loop:
        scale, height = pairs.scale, np.inf
        run = leave_when_stopped(lambda: self._begin(pairs, scale, start))
        for iteration in range(self.max_iter + 1):
            stress, mass = run.errors() / scale, run.mass
            criterion = self._criterion(stress, mass)
            if criterion > height * (1.0 + ROUNDING):
                return Ending.FELL
            yield EvclusStep(iteration, criterion, mass, stress)
            if has_settled(height, criterion, self.tol):
                return Ending.CONVERGED
            height = criterion
            if iteration < self.max_iter:
                run.sweep(rng)
        return Ending.MAX_ITER

    def _begin(self, pairs: Pairs | Lattice, scale: float, start: Floats) -> LatticeRun | PairsRun:
        if isinstance(pairs, Lattice):
            return LatticeRun(pairs, self._tables.disjoint, start)
        price = 0.0
        if self._constraints.count:
            price = self.xi / (1.0 - self.xi) * scale / self._constraints.count
        return PairsRun(pairs, self._constraints, price, self._tables, start.copy())

    def _criterion(self, stress: float, mass: Floats) -> float:
        if self._constraints.count == 0:
            return stress
        penalty = self._constraints.penalty(mass, self._tables)
        return (1.0 - self.xi) * stress + self.xi * penalty

    def _take(self, step: Step) -> None:
        super()._take(step)
        assert isinstance(step, EvclusStep)  # noqa: S101  (all steps of this method are sweeps)
        self.stress_ = step.stress

    def _partition(self, snapshot: Floats) -> CredalPartition:
        mass = snapshot / snapshot.sum(axis=1, keepdims=True)
        table = MassTable._trusted(self.frame_, self.focal_.copy(), mass)
        return CredalPartition.of(table)


def _squared_row(D: Floats, i: int) -> Floats:
    return np.square(D[i])
