"""EvidentialNetwork: prototypes that give evidence about the class, learned by gradient descent."""

from collections.abc import Iterator
from copy import copy
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.cluster import KMeans
from sklearn.utils.validation import check_is_fitted, validate_data
from threadpoolctl import threadpool_limits

from belieflab.belief import MassTable
from belieflab.errors import DataError
from belieflab.iteration import History, Step
from belieflab.neighbors.classifier import EvidentialClassifier, read_labels
from belieflab.neighbors.explanation import Explanation
from belieflab.neighbors.network_kernel import predict_masses
from belieflab.neighbors.network_training import (
    NetworkParameters,
    bind,
    descend,
    free,
    make_objective,
)
from belieflab.neighbors.pooling import Pool

Floats = NDArray[np.float64]

FIRST_ALPHA = 0.495
SOFTENING = 0.01
"""Share of a first membership spread over all classes: one that is 0 could never grow."""


class EvidentialNetwork(EvidentialClassifier):
    """The evidential neural network (Denœux 2000; paper 001): a few prototypes as neighbours.

    Prototype i at distance d gives class k the mass α_i u_ik exp(-γ_i d²) and Ω the rest, and
    Dempster's rule pools all prototypes. Training minimises Σ_n Σ_k (BetP_n(k) - t_nk)² / (2n) +
    regularisation Σ_i α_i, t the pignistic probabilities of the labels; vacuous labels are left
    out.

    Parameters
    ----------
    n_prototypes : number of prototypes r
    regularisation : weight of Σ α_i in the loss; it switches superfluous prototypes off
    max_iter : largest number of descent steps
    random_state : seed of the k-means that places the first prototypes
    tol : relative gain of the loss, averaged over the last steps, at which training stops
    init : "k-means", or the first parameters (prototypes, memberships, alpha, gamma)
    unknown : a value of hard labels that means unknown, such as -1; None: -1 is a class

    Attributes
    ----------
    prototypes_ [shape=(r, p)], memberships_ [shape=(r, K)], alpha_, gamma_ [shape=(r,)]
    loss_ : the loss there; `n_iter_` : descent steps taken; `history_` : all steps
    classes_ : the classes; `rows_` : rows of X that were learned from
    """

    def __init__(
        self,
        n_prototypes: int = 6,
        regularisation: float = 0.0,
        max_iter: int = 500,
        random_state: Any = None,
        *,
        tol: float = 1e-5,
        init: Any = "k-means",
        unknown: Any = None,
    ) -> None:
        self.n_prototypes = n_prototypes
        self.regularisation = regularisation
        self.max_iter = max_iter
        self.random_state = random_state
        self.tol = tol
        self.init = init
        self.unknown = unknown

    def fit(self, X: Any, y: Any = None) -> "EvidentialNetwork":
        """Train to the end; see `iterate` for what `y` may be."""
        for _ in self.iterate(X, y):
            pass
        return self

    def iterate(self, X: Any, y: Any = None) -> Iterator[Step]:
        """Train step by step; the network is usable after every step.

        `y` is one column of hard labels, n × K plausibilities or a MassTable. The snapshot of a
        step holds the NetworkParameters at which its criterion, the loss, was evaluated.
        """
        X = validate_data(self, X, dtype=np.float64, ensure_min_samples=2)
        labels, self.classes_, self.rows_ = read_labels(y, len(X), self.unknown)
        points, target = np.ascontiguousarray(X[self.rows_]), labels.pignistic()
        self.frame_ = labels.frame
        self._check_settings(len(points))
        start = self._choose_start(points, target)
        self.history_ = History()
        for number, (parameters, loss) in enumerate(self._descend(points, target, start)):
            step = Step(number, loss, parameters)
            self.history_.steps.append(step)
            self._take(step)
            yield step

    def predict_mass(self, X: Any) -> MassTable:
        """The belief about the class of each row of X, on the classes and Ω."""
        return self.predict_with_conflict(X)[0]

    def predict_conflict(self, X: Any) -> Floats:
        """κ, the mass that the prototypes' evidence would put on ∅ [shape=(n,)]."""
        return self.predict_with_conflict(X)[1]

    def predict_with_conflict(self, X: Any) -> tuple[MassTable, Floats]:
        """Beliefs and conflicts of `predict_mass` and `predict_conflict` at once."""
        check_is_fitted(self)
        X = np.ascontiguousarray(validate_data(self, X, dtype=np.float64, reset=False))
        mass, agreement = np.empty((len(X), self.frame_.size + 1)), np.empty(len(X))
        at: NetworkParameters = self.parameters_
        predict_masses(X, at.prototypes, at.memberships, at.alpha, at.gamma, mass, agreement)
        if self.frame_.size == 1:
            return MassTable.vacuous(len(X), self.frame_), np.zeros(len(X))
        table = MassTable._trusted(self.frame_, self._focal(), mass)
        return table, np.maximum(-np.expm1(agreement), 0.0)

    def explain(self, x: Any) -> Explanation:
        """The prototypes as neighbours of one point, nearest first, and how they add up.

        `x` [shape=(p,) or (1, p)]. Of the explanation, `rows` are numbers of prototypes and
        `labels` their memberships.
        """
        check_is_fitted(self)
        row = np.asarray(x)
        row = row[None, :] if row.ndim == 1 else row
        row = validate_data(self, row, dtype=np.float64, reset=False)
        if len(row) != 1:
            raise DataError(f"One point at a time is explained; found shape {row.shape}.")
        at: NetworkParameters = self.parameters_
        distance = np.linalg.norm(at.prototypes - row, axis=1)
        order = np.argsort(distance, kind="stable")
        evidence = at.alpha[order] * np.exp(-at.gamma[order] * distance[order] ** 2)
        labels = MassTable.from_probabilities(at.memberships[order], self.frame_)
        pool = Pool(labels)
        # Row j trusts the first j + 1 prototypes and gives the later ones no weight.
        until = np.tril(np.broadcast_to(evidence, (len(order), len(order))))
        everyone = np.arange(len(order))
        combined, _ = pool.masses(np.tile(everyone, (len(order), 1)), until)
        masses = pool.discounted(everyone, evidence)
        return Explanation(order, distance[order], evidence, labels, masses, combined)

    def at_step(self, step: Step) -> "EvidentialNetwork":
        """A copy of this network that stands where it stood at a step of its training."""
        earlier = copy(self)
        earlier._take(step)
        return earlier

    # -- inside -----------------------------------------------------------------------------------

    def _focal(self) -> NDArray[Any]:
        return np.append(self.frame_.singletons, self.frame_.omega)

    def _check_settings(self, n: int) -> None:
        if not 1 <= self.n_prototypes <= n:
            raise DataError(
                f"n_prototypes is a number from 1 to the {n} objects whose label says something; "
                f"found {self.n_prototypes!r}."
            )
        if not 0 <= self.regularisation < np.inf:
            raise DataError(f"regularisation is a number from 0 up; found {self.regularisation!r}.")
        if self.max_iter < 1:
            raise DataError(f"max_iter is a number from 1 up; found {self.max_iter!r}.")

    def _choose_start(self, X: Floats, target: Floats) -> NetworkParameters:
        if not isinstance(self.init, str):
            return _given_start(self.init, X.shape[1], target.shape[1])
        if self.init != "k-means":
            raise DataError(f"init is 'k-means' or the first parameters; not {self.init!r}.")
        return start_by_clusters(X, target, self.n_prototypes, self.random_state)

    def _descend(
        self, X: Floats, target: Floats, start: NetworkParameters
    ) -> Iterator[tuple[NetworkParameters, float]]:
        """Descend in a unit of length in which the points spread by about 1.

        Steps of one size then fit positions and reaches alike, whatever the features measure.
        """
        centre = X.mean(axis=0)
        unit = float(np.sqrt(np.square(X - centre).mean())) or 1.0
        scaled = NetworkParameters(
            (start.prototypes - centre) / unit, start.memberships, start.alpha,
            start.gamma * unit**2,
        )  # fmt: skip
        objective = make_objective((X - centre) / unit, target, self.regularisation)
        for vector, loss in descend(objective, free(scaled), self.tol, self.max_iter):
            at = bind(vector, X.shape[1], target.shape[1])
            yield (
                NetworkParameters(
                    at.prototypes * unit + centre, at.memberships, at.alpha, at.gamma / unit**2
                ),
                loss,
            )

    def _take(self, step: Step) -> None:
        self.parameters_ = step.snapshot
        for name in step.snapshot._fields:
            setattr(self, f"{name}_", getattr(step.snapshot, name))
        self.loss_ = step.criterion
        self.n_iter_ = max(step.iteration, 1)


def start_by_clusters(
    X: Floats, target: Floats, n_prototypes: int, random_state: Any
) -> NetworkParameters:
    """Prototypes at the centres of k-means, members of the classes that their points are in."""
    seed = int(np.random.default_rng(random_state).integers(2**31))
    with threadpool_limits(limits=1):  # one order of sums, and no waiting for busy cores
        clusters = KMeans(n_prototypes, n_init=5, random_state=seed).fit(X)
    centres = np.asarray(clusters.cluster_centers_, dtype=np.float64)
    belongs = np.equal(clusters.labels_[:, None], np.arange(n_prototypes)).astype(np.float64)
    members = belongs.T @ target
    uniform = np.full(target.shape[1], 1.0 / target.shape[1])
    # Fewer distinct points than prototypes leave clusters empty; these belong to all classes.
    sizes = members.sum(axis=1, keepdims=True)
    memberships = np.where(sizes > 0, members / np.where(sizes > 0, sizes, 1.0), uniform)
    memberships = (1.0 - SOFTENING) * memberships + SOFTENING * uniform
    spread = np.square(X - X.mean(axis=0)).sum(axis=1).mean()
    gamma = 1.0 / spread if spread > 0 else 1.0
    return NetworkParameters(
        centres, memberships, np.full(n_prototypes, FIRST_ALPHA), np.full(n_prototypes, gamma)
    )


def _given_start(init: Any, n_features: int, n_classes: int) -> NetworkParameters:
    try:
        start = NetworkParameters(*(np.array(values, dtype=np.float64) for values in init))
    except (TypeError, ValueError):
        raise DataError("init is four arrays: prototypes, memberships, alpha and gamma.") from None
    r = len(np.atleast_1d(start.prototypes))
    shapes = ((r, n_features), (r, n_classes), (r,), (r,))
    if tuple(values.shape for values in start) != shapes:
        raise DataError(
            f"The shapes of init are {tuple(values.shape for values in start)}; for {n_features} "
            f"features and {n_classes} classes they must be {shapes}."
        )
    if not np.allclose(start.memberships.sum(axis=1), 1.0) or (start.memberships < 0).any():
        raise DataError("The memberships of each prototype of init are shares that sum to 1.")
    if not ((start.alpha > 0) & (start.alpha < 1)).all() or not (start.gamma > 0).all():
        raise DataError("Every alpha of init lies between 0 and 1, and every gamma above 0.")
    return start
