"""EvidentialKNN: the evidential k-nearest-neighbour rule for hard and soft labels."""

from collections.abc import Mapping
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray
from sklearn.utils.validation import check_is_fitted, validate_data

from belieflab.belief import MassTable
from belieflab.belief.labels import warn_of_unfavoured
from belieflab.constraints import Constraint, check_arguments
from belieflab.data.group_folds import read_groups
from belieflab.errors import DataError
from belieflab.iteration import StopFlag, leave_when_stopped, stop_scope, stoppable_fit
from belieflab.neighbors.classifier import EvidentialClassifier
from belieflab.neighbors.contextual import ContextualPool, decide_along_contours, pool_contours
from belieflab.neighbors.explanation import Explanation, explain_neighbors, one_point
from belieflab.neighbors.gamma_task import GammaTask
from belieflab.neighbors.label_reading import read_sparse_labels
from belieflab.neighbors.pooling import APPROXIMATED, Pool
from belieflab.neighbors.rules import GIVEN, OBJECT, GammaRule, rule_of
from belieflab.neighbors.search import PRECOMPUTED, Neighbors, NeighborSearch
from belieflab.neighbors.settings import CONSTRAINTS, checked_gamma, checked_neighbors
from belieflab.neighbors.sparse_labels import SparseLabels
from belieflab.scale import check_scale

Floats = NDArray[np.float64]

POOLS = ("_pool", "_contexts")
"""What is made of the labels, and so not stored."""


class EvidentialKNN(EvidentialClassifier):
    """The K nearest neighbours' labels, discounted by distance and pooled by Dempster's rule.

    A neighbour at distance d keeps the share α exp(-γ d^β) of its label's masses, the rest goes
    to Ω (Denœux 1995; Hoarau et al. 2022, eq. 6). Neighbours come by distance, equal distances by
    row. Vacuous labels are left out.

    Each query is pooled on the focal sets of its own neighbours. A belief that would have more
    than 4,096 focal sets is given as the consonant mass function of the exact product of the
    contours, divided by its largest; a warning says how many.

    What is kept, and stored: 8 p bytes for each labelled object (its point), 8 (its row), 24 and
    12 to 20 for each focal set of its label; the search structure is built again when loaded.

    Parameters
    ----------
    n_neighbors : K, fewer than there are labels that say something
    alpha : how far a neighbour at distance 0 is trusted, above 0 and below 1
    beta : power of the distance
    gamma : "class": 1 / (mean distance within the class)^β; "single": one for all; "jousselme":
        one per training object (Hoarau et al. 2022, eq. 11); "learned": one per class, by least
        squares leave-one-out; "contextual": learned rates of contextual discounting; a number, or
        one per class. A class or object without a mean distance takes 1. A mean distance over
        more than two million pairs is that of a fixed sample of them
    metric : any of scikit-learn's neighbour search, or "precomputed" (X holds distances to the
        training objects)
    metric_params, algorithm, n_jobs : as in scikit-learn's NearestNeighbors; "auto" may also scan
        all points where that is faster
    learn_alpha : whether "learned" and "contextual" also learn α
    unknown : a value of hard labels that means unknown, such as -1; None: -1 is a class

    Attributes
    ----------
    gamma_ : γ per class [shape=(K,)], per kept training object [shape=(n,)] for "jousselme", or
        one number for "single" and a given number
    alpha_ : α, learned or given; `criterion_` : what learning reached, None without
    classes_ : the classes; `labels_` : the labels learned from; `rows_` : their rows in X
    notes_ : remarks on the fit, as sentences
    """

    constraints: ClassVar[Mapping[str, Constraint]] = CONSTRAINTS

    _labels: SparseLabels

    def __init__(
        self,
        n_neighbors: int = 7,
        alpha: float = 0.95,
        beta: float = 2,
        gamma: Any = "class",
        *,
        metric: Any = "euclidean",
        metric_params: dict[str, Any] | None = None,
        algorithm: str = "auto",
        n_jobs: int | None = None,
        learn_alpha: bool = False,
        unknown: Any = None,
    ) -> None:
        self.n_neighbors = n_neighbors
        self.alpha = alpha
        self.beta = beta
        self.gamma = gamma
        self.metric = metric
        self.metric_params = metric_params
        self.algorithm = algorithm
        self.n_jobs = n_jobs
        self.learn_alpha = learn_alpha
        self.unknown = unknown

    def fit(
        self,
        X: Any,
        y: Any = None,
        reliability: Any = None,
        *,
        groups: Any = None,
        stop: StopFlag | None = None,
    ) -> "EvidentialKNN":
        """Keep the labelled points and find γ.

        `y` is one column of hard labels, n × K plausibilities or a MassTable. `reliability`
        [shape=(n,)], from 0 to 1, discounts the label of each object by 1 - its reliability; an
        object of reliability 0 is left out. Objects of one of the `groups` [shape=(n,)] are no
        neighbours of each other while γ is learned and when one is left out. Once `stop` is set
        `Stopped` is raised, here and in other methods, and the estimator is as it was before.
        """
        with stoppable_fit(self, stop):
            self._fit(X, y, reliability, groups)
        warn_of_unfavoured(y)
        return self

    @property
    def labels_(self) -> MassTable:
        """The labels learned from, in the order of `rows_`."""
        check_is_fitted(self)
        return self._labels.table

    def predict_mass(self, X: Any, *, stop: StopFlag | None = None) -> MassTable:
        """The belief about the class of each row of X.

        With gamma="contextual" and more than 10 classes it is the consonant table of the contour
        divided by its largest value, as the full mass functions would have too many focal sets.
        """
        with stop_scope(stop):
            return self._believe(self._neighbors(X))

    def predict_proba(self, X: Any, *, stop: StopFlag | None = None) -> Floats:
        """Pignistic probabilities; with gamma="contextual" the contour divided by its sum."""
        check_is_fitted(self)
        with stop_scope(stop):
            neighbors = self._neighbors(X)
            if not self._rule.contextual:
                return self._pool.probabilities(neighbors.index, self._evidence(neighbors))
            contour = pool_contours(self._labels, neighbors, self.beta, self.alpha_, self.gamma_)
            return contour / contour.sum(axis=1, keepdims=True)

    def predict_conflict(self, X: Any) -> Floats:
        """κ, the mass that the neighbours' evidence would put on ∅ [shape=(n,)]."""
        return self.predict_with_conflict(X)[1]

    def predict_with_conflict(
        self, X: Any, *, stop: StopFlag | None = None
    ) -> tuple[MassTable, Floats]:
        """Beliefs and conflicts of `predict_mass` and `predict_conflict` by one search.

        With gamma="contextual" and more than 10 classes the conflict is not known.
        """
        with stop_scope(stop):
            return self._pooled(self._neighbors(X))

    def explain(self, x: Any) -> Explanation:
        """The neighbours of one point, each one's mass function and how the belief builds up.

        `x` [shape=(p,) or (1, p)]; with precomputed distances those to the training objects.
        """
        return explain_neighbors(self, self._neighbors(one_point(x)))

    def leave_one_out_masses(self, *, stop: StopFlag | None = None) -> MassTable:
        """The belief about each kept training object from the others alone.

        γ is that of the fit. Duplicates of the object stay among its neighbours, itself does not.
        """
        check_is_fitted(self)
        with stop_scope(stop):
            return self._believe(self._search.nearest_of_training(self.n_neighbors))

    def leave_one_out_errors(
        self, max_neighbors: int | None = None, *, stop: StopFlag | None = None
    ) -> Floats:
        """Leave-one-out error for K = 1, 2, … max_neighbors, in one pass [shape=(max_neighbors,)].

        The error is 1 - the mean pignistic probability that the labels give to the decisions; for
        hard labels the share of wrong ones. γ is that of the fit for every K.
        """
        check_is_fitted(self)
        largest = self.n_neighbors if max_neighbors is None else max_neighbors
        largest = checked_neighbors(largest, len(self._labels))
        with stop_scope(stop):
            neighbors = self._search.nearest_of_training(largest)
            decisions = self._decide_along(neighbors)
        shares = self._labels.pignistic()
        right = np.take_along_axis(shares, decisions, axis=1)
        return np.asarray(1.0 - right.mean(axis=0))

    # -- inside -----------------------------------------------------------------------------------

    def _fit(self, X: Any, y: Any, reliability: Any, groups: Any) -> None:
        check_arguments(self)
        X = validate_data(self, X, dtype=np.float64, order="C", ensure_min_samples=2)
        if self._is_precomputed and X.shape[0] != X.shape[1]:
            raise DataError(
                f"Precomputed distances form a square table; found {X.shape[0]} rows and "
                f"{X.shape[1]} columns."
            )
        if isinstance(self.metric, str) and self.metric == "euclidean":
            check_scale(X, largest=1e307, smallest=1e-304)
        self._labels, self.classes_, self.rows_ = leave_when_stopped(
            lambda: read_sparse_labels(y, len(X), self.unknown, reliability)
        )
        self.unknown_ = self.unknown
        checked_neighbors(self.n_neighbors, len(self._labels))
        given = checked_gamma(self.gamma, self._labels.frame.size)
        self.gamma_rule_ = given if isinstance(given, str) else GIVEN
        how = self.metric, self.metric_params, self.algorithm, self.n_jobs
        own = read_groups(groups, len(X), self.rows_)
        self._search = NeighborSearch(self._points_of(X), *how, own)
        self._make_pools()
        self._find_gamma(given)

    @property
    def _is_precomputed(self) -> bool:
        return isinstance(self.metric, str) and self.metric == PRECOMPUTED

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.pairwise = self._is_precomputed
        return tags

    def __getstate__(self) -> dict[str, Any]:
        stored: Any = super().__getstate__()
        return {name: value for name, value in stored.items() if name not in POOLS}

    def __setstate__(self, state: dict[str, Any]) -> None:
        super().__setstate__(state)
        if hasattr(self, "_labels"):
            self._make_pools()

    def _points_of(self, X: Floats) -> Floats:
        """The points, or the distances, of the labelled objects; no copy of all of them."""
        if len(self.rows_) == len(X):
            return np.ascontiguousarray(X)
        return X[np.ix_(self.rows_, self.rows_)] if self._is_precomputed else X[self.rows_]

    @property
    def _rule(self) -> GammaRule:
        return rule_of(self.gamma_rule_)

    def _make_pools(self) -> None:
        self._pool = Pool(self._labels)
        self._contexts = ContextualPool(self._labels) if self._rule.contextual else None

    def _find_gamma(self, given: Any) -> None:
        settings = float(self.alpha), self.beta, self.n_neighbors, self.learn_alpha, given
        task = GammaTask(self._search, self._pool, self.rows_, *settings)
        self.alpha_, self.gamma_, self.criterion_, self.notes_ = self._rule.find(task)
        if self._pool.may_be_approximate(self.n_neighbors):
            self.notes_ = (*self.notes_, APPROXIMATED)

    def _neighbors(self, X: Any) -> Neighbors:
        check_is_fitted(self)
        X = validate_data(self, X, dtype=np.float64, order="C", reset=False)
        if self._is_precomputed:
            X = X[:, self.rows_]
        return self._search.nearest(X, self.n_neighbors)

    def _believe(self, neighbors: Neighbors) -> MassTable:
        if self._contexts is not None:
            return self._contexts.beliefs(neighbors, self.beta, self.alpha_, self.gamma_)
        return self._pool.masses(neighbors.index, self._evidence(neighbors))[0]

    def _evidence(self, neighbors: Neighbors) -> Floats:
        """α exp(-γ d^β) [shape=(m, K)]; γ is that of the neighbour, of its class, or of all."""
        gamma: Any = self.gamma_
        if gamma.ndim == 1:
            by_object = self._rule.per == OBJECT
            gamma = gamma[neighbors.index if by_object else self._labels.classes[neighbors.index]]
        return np.asarray(self.alpha_ * np.exp(-gamma * neighbors.powers(self.beta)))

    def _pooled(self, neighbors: Neighbors) -> tuple[MassTable, Floats]:
        if self._contexts is not None:
            return self._contexts.masses(neighbors, self.beta, self.alpha_, self.gamma_)
        return self._pool.masses(neighbors.index, self._evidence(neighbors))

    def _build_up(self, neighbors: Neighbors) -> tuple[Floats, MassTable, MassTable]:
        """Evidence, discounted labels and the belief after each of one point's neighbours."""
        if self._contexts is not None:
            return self._contexts.build_up(neighbors, self.beta, self.alpha_, self.gamma_)
        evidence = self._evidence(neighbors)[0]
        return evidence, *self._pool.build_up(neighbors.index[0], evidence)

    def _decide_along(self, neighbors: Neighbors) -> NDArray[np.int64]:
        if not self._rule.contextual:
            return self._pool.decisions_along(neighbors.index, self._evidence(neighbors))
        return decide_along_contours(self._labels, neighbors, self.beta, self.alpha_, self.gamma_)
