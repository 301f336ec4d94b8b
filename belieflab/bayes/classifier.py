"""GaussianNetworkClassifier: a conditional linear Gaussian network learned from soft labels."""

from collections.abc import Iterator
from functools import partial
from typing import Any, ClassVar, Self

import numpy as np
from numpy.typing import NDArray
from sklearn.base import BaseEstimator, ClassifierMixin

from belieflab.bayes import dependence
from belieflab.bayes.aode import AveragedStep, learn_averaged
from belieflab.bayes.categories import read_categories
from belieflab.bayes.export import NetworkExport
from belieflab.bayes.label_reading import Labels, make_task, read_labels
from belieflab.bayes.learning import (
    NetworkStep,
    Task,
    learn_by_rule,
    learn_by_search,
    learn_parameters,
    learn_selection,
)
from belieflab.bayes.prediction import NetworkPrediction
from belieflab.bayes.structure import complete, from_arcs, without_arcs
from belieflab.belief.labels import warn_of_unfavoured
from belieflab.constraints import (
    NONE,
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
from belieflab.iteration import Loop, Step, StopFlag, leave_when_stopped, run_until_stopped
from belieflab.iterative_estimator import IterativeEstimator
from belieflab.mixture.em import StopRule
from belieflab.randomness import make_generator

Floats = NDArray[np.float64]

STRUCTURES = (
    "naive",
    "aode",
    "tan",
    "k-dependence",
    "selective",
    "search",
    "search-select",
    "full",
)

WITH_TABLES = ("naive", "tan", "aode")
"""Structures that take categorical features."""


class GaussianNetworkClassifier(
    NetworkPrediction, NetworkExport, IterativeEstimator, ClassifierMixin, BaseEstimator
):
    """A Bayesian network classifier with Gaussian features, fitted by EM to soft labels.

    Feature j of class k is N(β_0 + βᵀ pa_j, σ²), pa_j its parents among the other features
    (López-Cruz et al. 2013, eq. 6); EM maximises L = Σ_i w_i ln Σ_k pl_ik θ_k f_k(x_i), their
    eq. 3 with plausibilities. The labels act in training only.

    Parameters
    ----------
    structure : "naive", "aode" (one model per feature as parent of all others, posteriors
        averaged), "tan" (a tree), "k-dependence" (up to `n_parents` parents each), "selective"
        (naive Bayes on the features that tell most about the class), "search" (structural EM),
        "search-select" (with features left out), "full" (unrestricted covariances), or arcs
        (parent, child) between features numbered from 0
    labels : "soft" (plausibilities in the E step), "start" (they only start EM) or "guess" (the
        class that a label favours counts as the truth)
    n_parents : most parents of a feature in "k-dependence"
    erased : a feature that is left out keeps one Gaussian for all classes ("marginal"), or leaves
        the likelihood ("dropped"), which then does not compare with that of other features
    restart : after a search EM goes on from its responsibilities ("warm") or from the labels
        ("cold")
    label_model : None, or "dirichlet": the label of an object of class k is a Dirichlet draw whose
        parameters are learned
    categorical_features : "from_dtype" (columns of a DataFrame of dtype category, object, string or
        bool), None, a mask, or numbers or names of features. With "naive", "tan" and "aode"; a
        discrete feature has a table P(level | class, parent), smoothed as if every class had one
        object more that is spread evenly over all levels, and no continuous parent; a continuous
        one has a mean for every level of a discrete parent
    floor : smallest variance of a feature given its parents, as a share of its variance
    tol, stop, max_iter : when EM has converged, as in `SoftLabelMixture`
    random_state : seed of the start when no label says anything
    keep_history : whether `history_` keeps the parameters at every step
    unknown : a value of hard labels that means unknown, such as -1; None: -1 is a class

    Attributes
    ----------
    arcs_ : (parent, child) of every arc; `features_` : features that depend on the class
    parameters_ : class prior, means, coefficients and variances, a `NetworkParameters`
    log_likelihood_ : L at these parameters; `n_parameters_` : number of free parameters
    n_iter_ : number of M steps; `ending_` : why they ended; `converged_` : whether by `tol`
    history_ : the criterion at every step: L, L - ½ d ln n while a structure is searched, and with
        tables also ln of their prior
    levels_ : of every feature the levels, None where it is continuous
    classes_ : the classes; `notes_` : difficulties met, as sentences

    With "aode" `arcs_`, `parameters_`, `log_likelihood_` and `n_iter_` hold one value per root, and
    so does `n_parameters_` where features are categorical.

    Examples
    --------
    >>> X = [[0.0, 0.5], [0.5, 0.1], [1.0, 0.9], [4.0, 0.2], [4.5, 0.8], [5.0, 0.4]]
    >>> plausibility = [[1, 0.2], [1, 1], [1, 0.2], [0.2, 1], [1, 1], [0.2, 1]]
    >>> model = GaussianNetworkClassifier("tan").fit(X, plausibility)
    >>> model.predict([[0.2, 0.3], [4.9, 0.1]]), model.arcs_
    (array([0, 1]), [(0, 1)])
    """

    constraints: ClassVar[dict[str, Constraint]] = {
        "structure": OneOf(*STRUCTURES) | arrays("arcs (parent, child)"),
        "labels": OneOf("soft", "start", "guess"),
        "n_parents": Whole(0),
        "erased": OneOf("marginal", "dropped"),
        "restart": OneOf("warm", "cold"),
        "label_model": OneOf("dirichlet") | NONE,
        "categorical_features": OneOf("from_dtype") | NONE | arrays("a mask, numbers or names"),
        "floor": Real(0, open_at="low"),
        "tol": Real(0),
        "stop": OneOf("likelihood", "relative", "posterior"),
        "max_iter": Whole(1),
        "random_state": SEED,
        "keep_history": YES_OR_NO,
    }
    fall_note = (
        "The fit stopped where a class had shrunk so far that the next step would have lowered "
        "the likelihood."
    )

    def __init__(
        self,
        structure: Any = "naive",
        labels: str = "soft",
        n_parents: int = 2,
        erased: str = "marginal",
        restart: str = "warm",
        label_model: str | None = None,
        categorical_features: Any = "from_dtype",
        floor: float = 1e-3,
        tol: float = 1e-6,
        stop: str = "likelihood",
        max_iter: int = 1000,
        random_state: Any = None,
        *,
        keep_history: bool = False,
        unknown: Any = None,
    ) -> None:
        self.structure = structure
        self.labels = labels
        self.n_parents = n_parents
        self.erased = erased
        self.restart = restart
        self.label_model = label_model
        self.categorical_features = categorical_features
        self.floor = floor
        self.tol = tol
        self.stop = stop
        self.max_iter = max_iter
        self.random_state = random_state
        self.keep_history = keep_history
        self.unknown = unknown

    def fit(self, X: Any, y: Any = None, sample_weight: Any = None) -> Self:
        """Learn to the end; see `iterate` for the arguments."""
        self._exhaust(self.iterate(X, y, sample_weight))
        warn_of_unfavoured(y)
        return self

    def iterate(
        self, X: Any, y: Any = None, sample_weight: Any = None, *, stop: StopFlag | None = None
    ) -> Iterator[Step]:
        """Learn step by step; the model is usable after every step.

        `y` is one column of hard labels, n × K plausibilities or a MassTable. A row of
        `sample_weight` w counts as w equal rows [shape=(n,)]. A step is an M step or a move of the
        search. `stop` ends the run when it is set, within a step too; the last complete step is
        kept.
        """
        return run_until_stopped(self, self._iterate(X, y, sample_weight), stop)

    # -- inside -----------------------------------------------------------------------------------

    def _iterate(self, X: Any, y: Any, sample_weight: Any) -> Iterator[Step]:
        check_arguments(self)
        if self.label_model is not None and self.labels != "soft":
            raise DataError("A label model needs labels='soft'; it learns what the labels mean.")
        points = self._read_points(X)
        labels = leave_when_stopped(lambda: read_labels(y, len(points), self.unknown))
        task = self._task(points, labels, sample_weight)
        self.classes_ = labels.classes
        self.unknown_ = self.unknown
        self._total_weight = task.points.total_weight
        self._training = (X, y, sample_weight)
        yield from self._follow(self._learn(task))
        if self.structure == "aode":
            self.n_iter_ = self._last.iterations

    def _task(self, points: Floats, labels: Labels, sample_weight: Any) -> Task:
        return make_task(
            points,
            labels,
            sample_weight,
            use=self.labels,
            stop=StopRule(self.tol, self.max_iter, self.stop),
            floor=self.floor,
            dropped=self.erased == "dropped",
            label_model=self.label_model,
            rng=make_generator(self.random_state),
            levels=self._sizes,
        )

    def _read_points(self, X: Any) -> Floats:
        self._categories = read_categories(X, self.categorical_features)
        points = self._validate(X, reset=True, ensure_min_samples=2)
        self.levels_ = (None,) * points.shape[1]
        if self._categories is not None:
            self.levels_ = self._categories.levels
            if self.structure not in WITH_TABLES:
                raise DataError(
                    "Categorical features need the structure 'naive', 'tan' or 'aode'; leave them "
                    "out for others, or pass categorical_features=None where they are numbers."
                )
        return points

    def _learn(self, task: Task) -> Loop:
        p, floors = task.points.p, task.points.floors
        if not isinstance(self.structure, str):
            return learn_parameters(task, from_arcs(self.structure, p))
        if self.structure == "aode":
            return learn_averaged(task)
        if self.structure == "tan":
            return learn_by_rule(task, dependence.tree)
        if self.structure == "k-dependence":
            rule = partial(dependence.k_dependence, floors=floors, n_parents=self.n_parents)
            return learn_by_rule(task, rule)
        if self.structure == "selective":
            return learn_selection(task, partial(dependence.selection, floors=floors))
        if self.structure in {"search", "search-select"}:
            select, warm = self.structure == "search-select", self.restart == "warm"
            return learn_by_search(task, select=select, warm=warm)
        structure = complete(p) if self.structure == "full" else without_arcs(p)
        return learn_parameters(task, structure, spectral=self.structure == "full")

    def _take(self, step: Step) -> None:
        self._last: Any = step
        self.parameters_ = step.snapshot
        self._entropy = None
        self.notes_ = step.notes  # type: ignore[attr-defined]
        if isinstance(step, AveragedStep):
            self.log_likelihood_: Any = step.log_likelihoods
        elif isinstance(step, NetworkStep):
            self.log_likelihood_ = step.criterion + step.penalty

    def _last_step(self) -> Step:
        step: Step = self._last
        return step
