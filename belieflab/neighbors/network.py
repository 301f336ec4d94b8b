"""EvidentialNetwork: prototypes that give evidence about the class, learned by gradient descent."""

from collections.abc import Iterator, Mapping
from copy import copy
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray
from sklearn.utils.validation import _check_sample_weight, check_is_fitted, validate_data

from belieflab.belief import MassTable
from belieflab.belief.labels import warn_of_unfavoured
from belieflab.constraints import (
    SEED,
    YES_OR_NO,
    Constraint,
    OneOf,
    Real,
    Whole,
    arrays,
    check_arguments,
)
from belieflab.errors import DataError
from belieflab.iteration import (
    Ending,
    Loop,
    Step,
    StopFlag,
    check_stop,
    current_flag,
    leave_when_stopped,
    run_until_stopped,
)
from belieflab.iterative_estimator import IterativeEstimator
from belieflab.neighbors.classifier import EvidentialClassifier, read_labels
from belieflab.neighbors.explanation import Explanation, one_point
from belieflab.neighbors.network_kernel import predict_masses
from belieflab.neighbors.network_start import start_as_given, start_by_classes, start_by_clusters
from belieflab.neighbors.network_training import (
    NetworkParameters,
    bind,
    descend,
    free,
    make_objective,
)
from belieflab.neighbors.pooling import Pool
from belieflab.scale import check_scale

Floats = NDArray[np.float64]


class EvidentialNetwork(IterativeEstimator, EvidentialClassifier):
    """The evidential neural network (Denœux 2000): a few prototypes as neighbours.

    Prototype i at distance d gives class k the mass α_i u_ik exp(-γ_i d²) and Ω the rest, and
    Dempster's rule pools all prototypes. Training minimises
    Σ_n w_n Σ_k (BetP_n(k) - t_nk)² / (2 Σ_n w_n) + regularisation Σ_i α_i, t the pignistic
    probabilities of the labels and w the weights of the objects; vacuous labels are left out. A
    fitted network keeps its parameters and no training data.

    Parameters
    ----------
    n_prototypes : number of prototypes r
    regularisation : weight of Σ α_i in the loss; it switches superfluous prototypes off
    max_iter : largest number of descent steps
    random_state : seed of the k-means that places the first prototypes
    tol : relative gain of the loss, averaged over the last steps, at which training stops
    init : "k-means" of all objects; "classes": of each class, which then has two prototypes or more
        (as "k-means" where there are fewer); or the first (prototypes, memberships, alpha, gamma)
    keep_history : whether `history_` keeps the parameters of every step, not the loss alone
    unknown : a value of hard labels that means unknown, such as -1; None: -1 is a class

    Attributes
    ----------
    prototypes_ [shape=(r, p)], memberships_ [shape=(r, K)], alpha_, gamma_ [shape=(r,)]
    loss_ : the loss there; `n_iter_` : descent steps taken; `history_` : the loss at every step
    ending_ : why training ended; `converged_` : whether `tol` was met; `notes_` : difficulties
    classes_ : the classes; `rows_` : rows of X that were learned from
    """

    constraints: ClassVar[Mapping[str, Constraint]] = {
        "n_prototypes": Whole(1),
        "regularisation": Real(0),
        "max_iter": Whole(1),
        "random_state": SEED,
        "tol": Real(0),
        "init": OneOf("k-means", "classes")
        | arrays("four arrays: prototypes, memberships, alpha and gamma"),
        "keep_history": YES_OR_NO,
    }
    fall_note = "Training stopped early, because no step, however small, lowered the loss."

    def __init__(
        self,
        n_prototypes: int = 6,
        regularisation: float = 0.0,
        max_iter: int = 500,
        random_state: Any = None,
        *,
        tol: float = 1e-5,
        init: Any = "k-means",
        keep_history: bool = False,
        unknown: Any = None,
    ) -> None:
        self.n_prototypes = n_prototypes
        self.regularisation = regularisation
        self.max_iter = max_iter
        self.random_state = random_state
        self.tol = tol
        self.init = init
        self.keep_history = keep_history
        self.unknown = unknown

    def fit(self, X: Any, y: Any = None, sample_weight: Any = None) -> "EvidentialNetwork":
        """Train to the end; see `iterate` for what `y` and `sample_weight` may be."""
        for _ in self.iterate(X, y, sample_weight):
            pass
        warn_of_unfavoured(y)
        return self

    def iterate(
        self, X: Any, y: Any = None, sample_weight: Any = None, *, stop: StopFlag | None = None
    ) -> Iterator[Step]:
        """Train step by step; the network is usable after every step.

        `y` is one column of hard labels, n × K plausibilities or a MassTable; `sample_weight`
        [shape=(n,)] counts an object of weight w as w objects. The snapshot of a step holds the
        NetworkParameters at which its criterion, the loss, was evaluated. `stop` ends training
        when it is set, within a step too; the last complete step is kept.
        """
        return run_until_stopped(self, self._iterate(X, y, sample_weight), stop)

    def _iterate(self, X: Any, y: Any, sample_weight: Any) -> Iterator[Step]:
        check_arguments(self)
        X = validate_data(self, X, dtype=np.float64, order="C", ensure_min_samples=2)
        labels, self.classes_, self.rows_ = leave_when_stopped(
            lambda: read_labels(y, len(X), self.unknown)
        )
        self.unknown_ = self.unknown
        self.frame_ = labels.frame
        weight = self._weigh(X, sample_weight)
        points, target = np.ascontiguousarray(X[self.rows_]), labels.pignistic()
        start = self._choose_start(points, target, weight)
        yield from self._follow(self._descend(points, target, weight, start))

    def predict_mass(self, X: Any) -> MassTable:
        """The belief about the class of each row of X, on the classes and Ω."""
        return self.predict_with_conflict(X)[0]

    def predict_conflict(self, X: Any) -> Floats:
        """κ, the mass that the prototypes' evidence would put on ∅ [shape=(n,)]."""
        return self.predict_with_conflict(X)[1]

    def predict_with_conflict(self, X: Any) -> tuple[MassTable, Floats]:
        """Beliefs and conflicts of `predict_mass` and `predict_conflict` at once."""
        check_is_fitted(self)
        X = validate_data(self, X, dtype=np.float64, order="C", reset=False)
        mass, agreement = np.empty((len(X), self.frame_.size + 1)), np.empty(len(X))
        at: NetworkParameters = self.parameters_
        predict_masses(X, *at, mass, agreement, current_flag().array)
        check_stop()
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
        row = validate_data(self, one_point(x), dtype=np.float64, order="C", reset=False)
        at: NetworkParameters = self.parameters_
        distance = np.linalg.norm(at.prototypes - row, axis=1)
        order = np.argsort(distance, kind="stable")
        evidence = at.alpha[order] * np.exp(-at.gamma[order] * distance[order] ** 2)
        labels = MassTable.from_probabilities(at.memberships[order], self.frame_)
        masses, combined = Pool(labels).build_up(np.arange(len(order)), evidence)
        conflict = float(self.predict_conflict(row)[0])
        return Explanation(order, distance[order], evidence, labels, masses, combined, conflict)

    def at_step(self, step: Step) -> "EvidentialNetwork":
        """A copy of this network that stands where it stood at a step of its training."""
        earlier = copy(self)
        earlier.n_iter_ = step.iteration
        earlier._take(step)
        return earlier

    # -- inside -----------------------------------------------------------------------------------

    def _focal(self) -> NDArray[Any]:
        return np.append(self.frame_.singletons, self.frame_.omega)

    def _weigh(self, X: Floats, sample_weight: Any) -> Floats:
        """How much each labelled object counts [shape=(n,)]."""
        if sample_weight is None:
            return np.ones(len(self.rows_))
        weight = _check_sample_weight(sample_weight, X, dtype=np.float64, ensure_non_negative=True)
        kept: Floats = np.asarray(weight, dtype=np.float64)[self.rows_]
        if not kept.any():
            raise DataError("All labelled objects have the weight 0; at least one must count.")
        return kept

    def _choose_start(self, X: Floats, target: Floats, weight: Floats) -> NetworkParameters:
        if not isinstance(self.init, str):
            return start_as_given(self.init, X.shape[1], target.shape[1])
        if self.n_prototypes > len(X):
            raise DataError(
                f"n_prototypes is a number from 1 to the {len(X)} objects whose label says "
                f"something; found {self.n_prototypes!r}."
            )
        check_scale(X)
        place = start_by_classes if self.init == "classes" else start_by_clusters
        return place(X, target, weight, self.n_prototypes, self.random_state)

    def _descend(self, X: Floats, target: Floats, weight: Floats, start: NetworkParameters) -> Loop:
        """Descend in a unit of length in which the points spread by about 1.

        Steps of one size then fit positions and scales, whatever the features measure.
        """
        centre, unit = _find_unit(X, weight)
        scaled = NetworkParameters(
            (start.prototypes - centre) / unit, start.memberships, start.alpha,
            start.gamma * unit**2,
        )  # fmt: skip
        objective = make_objective((X - centre) / unit, target, self.regularisation, weight)
        descent = descend(objective, free(scaled), self.tol, self.max_iter)
        iteration = 0
        while True:
            try:
                vector, loss = next(descent)
            except StopIteration as finished:
                ending: Ending = finished.value
                return ending
            at = bind(vector, X.shape[1], target.shape[1])
            parameters = NetworkParameters(
                at.prototypes * unit + centre, at.memberships, at.alpha, at.gamma / unit**2
            )
            yield Step(iteration, loss, parameters)
            iteration += 1

    def _take(self, step: Step) -> None:
        self.parameters_ = step.snapshot
        for name in step.snapshot._fields:
            setattr(self, f"{name}_", getattr(step.snapshot, name))
        self.loss_ = step.criterion

    def _last_step(self) -> Step:
        return Step(self.n_iter_, self.loss_, self.parameters_)


def _find_unit(X: Floats, weight: Floats) -> tuple[Floats, float]:
    """The weighted mean of the points and the root of their mean square about it."""
    centre = np.average(X, axis=0, weights=weight)
    away = np.abs(X - centre)
    largest = float(away.max())
    if largest == 0.0:
        return centre, 1.0
    squares = np.square(away / largest).mean(axis=1)
    unit = largest * float(np.sqrt(np.average(squares, weights=weight)))
    if not 1e-150 < unit < 1e150:
        raise DataError(
            f"The points spread by {unit:g}, and squares of such distances are no longer numbers; "
            "multiply the features by a constant."
        )
    return centre, unit
