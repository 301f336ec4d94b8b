"""EKNNclus: clusters that the evidential k-nearest-neighbour rule agrees with."""

from collections.abc import Iterable, Iterator, Mapping
from copy import deepcopy
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray
from sklearn.utils.validation import check_is_fitted, validate_data

from belieflab.clustering import neighbour_graph
from belieflab.clustering.alternation import last_step
from belieflab.clustering.clusterer import COMMON, CredalClusterer, checked_points
from belieflab.clustering.dissimilarities import checked_dissimilarities
from belieflab.clustering.eknnclus_labels import start_labels
from belieflab.clustering.eknnclus_masses import combine_votes
from belieflab.clustering.eknnclus_sweeps import SweepStep, choose_run, draw_orders, settle
from belieflab.clustering.pairwise import TakesDissimilarities
from belieflab.clustering.partition import CredalPartition
from belieflab.constraints import NONE, Constraint, OneOf, Real, Whole, arrays, check_arguments
from belieflab.errors import DataError
from belieflab.iteration import Loop, Step, StopFlag, leave_when_stopped, run_until_stopped
from belieflab.randomness import make_generator, spawn
from belieflab.segments import map_in_order

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]

STORED_MASSES = 10_000_000
"""Objects times clusters up to which the masses are stored with a model."""


class EKNNclus(TakesDissimilarities, CredalClusterer):
    """EK-NNclus (Denœux, Kanjanatarakul, Sriboonchitta 2015).

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
    keep_history : whether `history_` keeps the labels of every sweep, and `sweeps_` can be read

    Attributes
    ----------
    labels_, n_clusters_, energy_, log_plausibility_ : the partition found
    partition_ : the CredalPartition, each neighbour's label discounted and combined by Dempster's
        rule, with the weights the run used; refused above 4096 clusters
    history_ : the energy after every sweep of the kept run
    runs_ : (n_clusters, energy) of every run, where there were several
    ending_, converged_ : why it ended; converged when no label changed in the last sweep
    gamma_ : γ; graph_ : the neighbours and their weights, which a stored model has no longer; it
        keeps its points, labels and masses
    """

    constraints: ClassVar[Mapping[str, Constraint]] = {
        "n_neighbors": NONE | Whole(1),
        "q": Real(0, 1),
        "beta": Real(0, open_at="low"),
        "weights": OneOf("symmetric", "rows"),
        "n_start": NONE | Whole(1) | arrays("the labels"),
        "metric": OneOf("euclidean", "precomputed"),
        **COMMON,
    }

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
        keep_history: bool = False,
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
        self.keep_history = keep_history

    def fit(
        self,
        X: Any,
        y: Any = None,
        orders: Iterable[Any] | None = None,
        graph: neighbour_graph.Graph | None = None,
    ) -> Any:
        """Run the method to its end; `y` is not used, `orders` and `graph` are as in `iterate`."""
        return self._exhaust(self.iterate(X, orders, graph))

    def iterate(
        self,
        X: Any,
        orders: Iterable[Any] | None = None,
        graph: neighbour_graph.Graph | None = None,
        *,
        stop: StopFlag | None = None,
    ) -> Iterator[Step]:
        """Sweep by sweep; the first step is the start.

        `orders` (objects counted from 0, one row per sweep) replays a run instead of drawing
        orders. Of several runs the kept one is shown after all have ended. `graph` is the
        `graph_` of an earlier fit to the same X with the same K, q, β and weights: it saves the
        search for neighbours, where only start and seed differ. `stop` ends the run when it is
        set, within a sweep too; the last complete step is kept.
        """
        return run_until_stopped(self, self._iterate(X, orders, graph), stop)

    def _iterate(
        self, X: Any, orders: Iterable[Any] | None, graph: neighbour_graph.Graph | None
    ) -> Iterator[Step]:
        check_arguments(self)
        graph = self._pose(X, graph)
        self.graph_, self.gamma_ = graph, graph.gamma
        rng = make_generator(self.random_state)
        yield from self._follow(self._choose_run(graph, rng, orders))

    @property
    def sweeps_(self) -> list[SweepStep]:
        """The start and the sweeps so far, with `keep_history=True`."""
        check_is_fitted(self)
        if not self.history_.keep_steps:
            raise DataError("The sweeps are not kept; ask for them by EKNNclus(keep_history=True).")
        return [step for step in self.history_.steps if isinstance(step, SweepStep)]

    @property
    def labels_(self) -> Integers:
        """The label of every object at the current sweep [shape=(n,)], 0 … n_clusters_ - 1."""
        check_is_fitted(self)
        labels: Integers = self._snapshot
        return labels

    def predict_mass(self, X: Any) -> CredalPartition:
        """Masses of new points by their K nearest objects and these objects' clusters.

        With metric "precomputed" X holds the dissimilarities to the objects [shape=(m, n)].
        """
        check_is_fitted(self)
        X = validate_data(self, X, dtype=np.float64, order="C", reset=False)
        if self.metric == "precomputed":
            found = neighbour_graph.nearest_of_matrix(X, self._k, leave_out_own=False)
        else:
            found = neighbour_graph.nearest_points(self.points_, X, self._k)
        graph = neighbour_graph.build_graph(found, self.gamma_, self.beta, symmetric=False)
        return combine_votes(graph, self.labels_, self.n_clusters_)

    def predict(self, X: Any) -> Integers:
        """The cluster of largest plausibility of new points [shape=(n,)]."""
        return self.predict_mass(X).labels()

    # -- inside -----------------------------------------------------------------------------------

    def _pose(self, X: Any, known: neighbour_graph.Graph | None) -> neighbour_graph.Graph:
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
            found = neighbour_graph.nearest_of_matrix(points, self._k, leave_out_own=True)
        else:
            found = neighbour_graph.find_neighbours(points, self._k)
        return leave_when_stopped(lambda: self._weigh(found))

    def _weigh(self, found: neighbour_graph.Neighbours) -> neighbour_graph.Graph:
        gamma = neighbour_graph.choose_gamma(found.distance, self.q, self.beta)
        return neighbour_graph.build_graph(found, gamma, self.beta, self.weights == "symmetric")

    def _choose_run(
        self, graph: neighbour_graph.Graph, rng: np.random.Generator, orders: Iterable[Any] | None
    ) -> Loop:
        """The only run, or the chosen one of several, which is gone through again."""
        self.runs_: list[tuple[int, float]] = []
        if self.n_init == 1 or orders is not None:
            return self._run(graph, rng, orders)
        streams = spawn(rng, self.n_init)

        def end(stream: np.random.Generator) -> tuple[int, float]:
            step: Any = last_step(self._run(graph, deepcopy(stream)))
            return step.n_clusters, step.criterion

        self.runs_ = list(map_in_order(end, streams))
        return self._run(graph, streams[choose_run(self.runs_)])

    def _take(self, step: Step) -> None:
        super()._take(step)
        assert isinstance(step, SweepStep)  # noqa: S101  (all steps of this method are sweeps)
        self.n_clusters_, self.energy_ = step.n_clusters, step.criterion
        self.log_plausibility_ = step.log_plausibility

    def _run(
        self,
        graph: neighbour_graph.Graph,
        rng: np.random.Generator,
        orders: Iterable[Any] | None = None,
    ) -> Loop:
        start = start_labels(self.n_start, graph.n, rng)
        symmetric = self.weights == "symmetric"
        return settle(graph, start, symmetric, self.max_iter, draw_orders(graph.n, rng, orders))

    def _partition(self, snapshot: Integers) -> CredalPartition:
        if not hasattr(self, "graph_"):
            raise DataError(
                f"The masses on {self.n_clusters_} clusters were too many to be stored with the "
                "model; fit it again, or call predict_mass(X)."
            )
        return combine_votes(self.graph_, snapshot, int(snapshot.max()) + 1)

    def __getstate__(self) -> dict[str, Any]:
        """What is stored: the masses, of few enough clusters, in place of the graph."""
        masses = None
        if hasattr(self, "_snapshot") and len(self.labels_) * self.n_clusters_ <= STORED_MASSES:
            masses = self.partition_
        stored = super().__getstate__()
        stored.pop("graph_", None)
        return stored if masses is None else stored | {"_known": masses}


def count_neighbours(n_neighbors: Any, n: int) -> int:
    """K as given, checked; 2.5 √n where none is given (Denœux 2015: two to three times √n)."""
    if n_neighbors is None:
        return min(n - 1, int(np.ceil(2.5 * np.sqrt(n))))
    if not 1 <= n_neighbors < n:
        raise DataError(
            f"n_neighbors is a whole number from 1 to {n - 1}, one less than the objects; "
            f"found {n_neighbors!r}."
        )
    return int(n_neighbors)
