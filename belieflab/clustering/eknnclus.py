"""EKNNclus: clusters that the evidential k-nearest-neighbour rule agrees with."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.utils.validation import check_is_fitted, validate_data

from belieflab.belief import MassTable
from belieflab.belief.frame import LARGEST_FRAME
from belieflab.belief.regrouping import refuse_large_table
from belieflab.clustering import neighbour_graph as graphs
from belieflab.clustering.clusterer import CredalClusterer, checked_points, checked_positive
from belieflab.clustering.dissimilarities import checked_dissimilarities
from belieflab.clustering.eknnclus_kernel import same_label_weight, sweep
from belieflab.clustering.eknnclus_labels import renumber, start_labels
from belieflab.clustering.focal_sets import clusters
from belieflab.clustering.partition import CredalPartition
from belieflab.errors import DataError
from belieflab.iteration import History, Step
from belieflab.segments import map_in_order

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]

WEIGHTS = ("symmetric", "rows")
METRICS = ("euclidean", "precomputed")


@dataclass(frozen=True)
class SweepStep(Step):
    """A sweep over all objects; the criterion is the energy, the snapshot the labels.

    `founders` [shape=(n_clusters,)] are the labels of the start that the clusters carry on: by
    them a cluster is known again from sweep to sweep, though its number falls.
    """

    n_clusters: int = 0
    log_plausibility: float = 0.0
    changed: int = 0
    founders: Integers = field(default_factory=lambda: np.empty(0, dtype=np.int64))


class EKNNclus(CredalClusterer):
    """EK-NNclus (Denœux, Kanjanatarakul, Sriboonchitta 2015; paper 001).

    Objects take, in random order, the label most plausible by their K nearest neighbours, until
    none changes; the number of clusters is found, not given. With v_ij = -ln(1 - exp(-γ d_ij^β))
    this lowers the energy E = -½ Σ_ij v_ij [k_i = k_j], which is the negative logarithm of the
    plausibility of the partition up to a constant.

    Parameters
    ----------
    n_neighbors : K; None for 2.5 √n
    q : γ is the inverse of this quantile of d^β over all objects and their neighbours
    beta : β, the power of the distance
    weights : "symmetric": (V + Vᵀ)/2, the label kept on ties, the energy never rises; "rows": the
        slides' rule as R's evclust runs it, ties to the lowest label
    n_start : number of labels at the start, drawn at random; None for one per object; or the labels
    n_init : runs; the most frequent number of clusters is taken (the smaller of equally frequent),
        then the lowest energy, because one cluster alone would have the lowest energy of all
    random_state : seed of the labels and of the orders
    metric : "euclidean", or "precomputed" for dissimilarities [shape=(n, n)]
    max_iter : largest number of sweeps

    Attributes
    ----------
    labels_, n_clusters_, energy_, log_plausibility_ : the partition found
    partition_ : the CredalPartition, each neighbour's label discounted and combined by Dempster's
        rule, with the weights the run used; refused above 63 clusters
    history_ : the sweeps of the kept run; runs_ : (n_clusters, energy) of every run
    gamma_ : γ; graph_ : the neighbours and their weights
    """

    def __init__(
        self,
        n_neighbors: int | None = None,
        q: float = 0.9,
        beta: float = 2,
        weights: str = "symmetric",
        n_start: Any = None,
        n_init: int = 1,
        random_state: Any = None,
        *,
        metric: str = "euclidean",
        max_iter: int = 300,
    ) -> None:
        self.n_neighbors = n_neighbors
        self.q = q
        self.beta = beta
        self.weights = weights
        self.n_start = n_start
        self.n_init = n_init
        self.random_state = random_state
        self.metric = metric
        self.max_iter = max_iter

    def iterate(
        self,
        X: Any,
        orders: Iterable[Any] | None = None,
        graph: graphs.Graph | None = None,
    ) -> Iterator[SweepStep]:
        """Sweep by sweep; the first step is the start.

        `orders` (objects counted from 0, one row per sweep) replays a run instead of drawing
        orders. Of several runs the kept one is shown after all have ended. `graph` is the
        `graph_` of an earlier fit to the same X with the same K, q, β and weights: it saves the
        search for neighbours, where only start and seed differ.
        """
        graph = self._pose(X, graph)
        rng = np.random.default_rng(self.random_state)
        self.graph_, self.gamma_ = graph, graph.gamma
        self.history_ = History()
        runs: list[Iterable[SweepStep]]
        if self.n_init == 1 or orders is not None:
            self.runs_ = []
            runs, kept = [self._run(graph, rng, orders)], 0
        else:
            streams = rng.spawn(self.n_init)
            runs = list(map_in_order(lambda stream: list(self._run(graph, stream)), streams))
            ends = [list(run)[-1] for run in runs]
            self.runs_ = [(end.n_clusters, end.criterion) for end in ends]
            kept = choose_run(self.runs_)
        for step in runs[kept]:
            self.n_clusters_, self.energy_ = step.n_clusters, step.criterion
            self.log_plausibility_ = step.log_plausibility
            self._record(step)
            yield step
        self.converged_ = step.changed == 0 and step.iteration > 0

    @property
    def sweeps_(self) -> list[SweepStep]:
        """The start and the sweeps so far."""
        check_is_fitted(self)
        return [step for step in self.history_.steps if isinstance(step, SweepStep)]

    @property
    def labels_(self) -> Integers:
        """The label of every object at the present sweep [shape=(n,)], 0 … n_clusters_ - 1."""
        check_is_fitted(self)
        labels: Integers = self.history_.steps[-1].snapshot
        return labels

    def predict_mass(self, X: Any) -> CredalPartition:
        """Masses of new points by their K nearest objects and these objects' clusters.

        With metric "precomputed" X holds the dissimilarities to the objects [shape=(m, n)].
        """
        check_is_fitted(self)
        X = validate_data(self, X, dtype=np.float64, reset=False)
        if self.metric == "precomputed":
            found = graphs.nearest_of_matrix(X, self._k, leave_out_own=False)
        else:
            found = graphs.nearest_points(self.points_, X, self._k)
        graph = graphs.build_graph(found, self.gamma_, self.beta, symmetric=False)
        return _combine(graph, self.labels_, self.n_clusters_)

    def predict(self, X: Any) -> Integers:
        """The cluster of largest plausibility of new points [shape=(n,)]."""
        return self.predict_mass(X).labels()

    # -- inside -----------------------------------------------------------------------------------

    def _pose(self, X: Any, known: graphs.Graph | None) -> graphs.Graph:
        for name, choices in (("weights", WEIGHTS), ("metric", METRICS)):
            if getattr(self, name) not in choices:
                found = getattr(self, name)
                raise DataError(f"{name} is one of {', '.join(choices)}; not {found!r}.")
        beta = checked_positive("beta", self.beta)
        if self.metric == "precomputed":
            points = checked_dissimilarities(self, X)
        else:
            points = self.points_ = checked_points(self, X, at_least=2)
        self._k = count_neighbours(self.n_neighbors, len(points))
        if known is not None:
            if known.n != len(points):
                raise DataError(f"The graph is of {known.n} objects; there are {len(points)}.")
            return known
        if self.metric == "precomputed":
            found = graphs.nearest_of_matrix(points, self._k, leave_out_own=True)
        else:
            found = graphs.find_neighbours(points, self._k)
        gamma = graphs.choose_gamma(found.distance, self.q, beta)
        return graphs.build_graph(found, gamma, beta, self.weights == "symmetric")

    def _run(
        self, graph: graphs.Graph, rng: np.random.Generator, orders: Iterable[Any] | None = None
    ) -> Iterator[SweepStep]:
        """Step 2 and 3 of paper 001: label at random, then sweep while a label changes."""
        symmetric = self.weights == "symmetric"
        labels, founders = renumber(start_labels(self.n_start, graph.n, rng))
        graph_parts = (graph.starts, graph.indices, graph.weights)
        settled, counted = np.zeros((2, graph.n), dtype=np.bool_)
        shares = np.zeros(graph.n)
        lowest = graph.lowest_energy
        given = None if orders is None else iter(orders)
        changed, iteration = graph.n, 0
        while True:
            same = same_label_weight(*graph_parts, labels, shares, counted)
            yield SweepStep(
                iteration,
                0.0 - 0.5 * same,  # and never -0
                labels.copy(),
                len(founders),
                lowest + 0.5 * same,
                changed,
                founders,
            )
            order = rng.permutation(graph.n) if given is None else next(given, None)
            if changed == 0 or iteration == self.max_iter or order is None:
                return
            changed = sweep(
                np.asarray(order, dtype=np.int64), *graph_parts, labels, np.zeros(len(founders)),
                settled, counted, symmetric,
            )  # fmt: skip
            if not symmetric:  # who counts an object is not among its neighbours
                counted[:] = False
            labels, kept = renumber(labels)
            founders = founders[kept]
            iteration += 1

    def _partition(self, snapshot: Integers) -> CredalPartition:
        return _combine(self.graph_, snapshot, int(snapshot.max()) + 1)


def choose_run(runs: list[tuple[int, float]]) -> int:
    """Of runs (n_clusters, energy): the most frequent number of clusters, then the lowest energy.

    All weights are nonnegative, so one cluster has the lowest energy of all partitions: energies
    compare only partitions with the same number of clusters.
    """
    counts = Counter(n_clusters for n_clusters, _ in runs)
    frequent = max(counts, key=lambda n_clusters: (counts[n_clusters], -n_clusters))
    return min(
        (at for at, (n_clusters, _) in enumerate(runs) if n_clusters == frequent),
        key=lambda at: runs[at][1],
    )


def _combine(graph: graphs.Graph, labels: Integers, n_clusters: int) -> CredalPartition:
    """m_i({k}) ∝ exp(u_ik) - 1, m_i(Ω) ∝ 1: Dempster's rule over the neighbours (step 4)."""
    if n_clusters > LARGEST_FRAME:
        raise DataError(
            f"There are {n_clusters} clusters; masses are kept for at most {LARGEST_FRAME}. "
            "The labels and the energy are there; more neighbours give fewer clusters."
        )
    refuse_large_table(graph.n, n_clusters + 1)
    frame = clusters(n_clusters)
    if n_clusters == 1:
        return CredalPartition(frame, [1], np.ones((graph.n, 1)))
    support = graph.support(labels, n_clusters)
    top = support.max(axis=1, keepdims=True)
    mass = np.empty((graph.n, n_clusters + 1))
    mass[:, :-1] = -np.expm1(-support) * np.exp(support - top)
    mass[:, -1:] = np.exp(-top)
    mass /= mass.sum(axis=1, keepdims=True)
    focal = np.append(frame.singletons, frame.omega)
    return CredalPartition.of(MassTable._trusted(frame, focal, mass))


def count_neighbours(n_neighbors: Any, n: int) -> int:
    """K as given, checked; 2.5 √n where none is given (paper 001: two to three times √n)."""
    if n_neighbors is None:
        return min(n - 1, int(np.ceil(2.5 * np.sqrt(n))))
    if not isinstance(n_neighbors, (int, np.integer)) or not 1 <= n_neighbors < n:
        raise DataError(
            f"n_neighbors is a whole number from 1 to {n - 1}, one less than the objects; "
            f"found {n_neighbors!r}."
        )
    return int(n_neighbors)
