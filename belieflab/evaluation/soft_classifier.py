"""SoftLabelClassifier: any classifier of scikit-learn learns from masses."""

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar, Self

import numpy as np
from numpy.typing import NDArray
from sklearn.base import BaseEstimator, ClassifierMixin, MetaEstimatorMixin, clone
from sklearn.utils import _safe_indexing, get_tags
from sklearn.utils.validation import _check_sample_weight, check_is_fitted, validate_data

from belieflab.belief import MassTable, as_mass_table
from belieflab.belief.labels import pignistic_of_classes, warn_of_unfavoured
from belieflab.constraints import (
    NONE,
    SEED,
    YES_OR_NO,
    Constraint,
    OneOf,
    Real,
    Whole,
    check_arguments,
)
from belieflab.data.group_folds import read_groups
from belieflab.errors import DataError
from belieflab.evaluation.estimator_calls import predict_stoppably
from belieflab.evaluation.folds import soft_stratified_folds
from belieflab.evaluation.soft_em import SoftStep, SoftTask, is_hard, run_soft_em
from belieflab.evaluation.wrapped_estimators import (
    is_likelihood_based,
    seed_estimator,
    weight_argument,
)
from belieflab.iteration import Step, StopFlag, run_until_stopped
from belieflab.iterative_estimator import IterativeEstimator
from belieflab.randomness import make_generator

Floats = NDArray[np.float64]
Codes = NDArray[np.int64]


class SoftLabelClassifier(MetaEstimatorMixin, IterativeEstimator, ClassifierMixin, BaseEstimator):
    """A classifier of scikit-learn that learns from masses by EM.

    It maximises Σ_i w_i ln Σ_k pl_ik p(k | x_i), less the estimator's penalty: that of logistic
    regression and the smoothing of naive Bayes with counts are part of the criterion, which knows
    no other penalty. A step shares every object out among the classes, t_ik ∝ pl_ik p(k | x_i), and
    fits the estimator to rows repeated per class with the weights t_ik: Côme et al. (2009), eq. 51,
    with p(k | x) for π_k f_k(x). The first t are the pignistic probabilities of the labels. Vacuous
    labels are left out, shares below 1e-6 are dropped. With hard labels it is the estimator itself,
    fitted once.

    For an estimator whose fit maximises no likelihood, such as a forest, the p in t and in the
    criterion are out-of-fold: predictions of its own training rows would confirm themselves. Each
    step then takes `n_folds` more fits, and the step with the first maximum is kept.

    Parameters
    ----------
    estimator : a classifier with `predict_proba` whose `fit` takes `sample_weight`, or a pipeline
        that ends in one
    likelihood_based : True, False or "auto": True for logistic regression (without class weights,
        not by liblinear) and for naive Bayes, whose criterion is that of points and classes
        together, Σ_i w_i ln Σ_k pl_ik p(k, x_i)
    n_folds : folds for the p that are out-of-fold, balanced by the labels
    tol : increase of the criterion per object below which it has converged
    max_iter : largest number of steps
    random_state : seed of the folds and of every random_state in the estimator that is None
    keep_history : whether `history_` keeps the steps, not only the criterion
    unknown : a value of hard labels that means unknown, such as -1; None: -1 is a class

    Attributes
    ----------
    estimator_ : the fitted estimator; its classes are positions in `classes_`
    classes_ : the classes; one that no label allows has probability 0
    criterion_ : the criterion at the last step; `history_` : at every step
    likelihood_based_ : whether the estimator counted as likelihood-based
    responsibilities_ : t of the rows learned from; `rows_` : those rows
    n_iter_ : number of steps; `ending_` : why they ended; `converged_` : whether by `tol`
    notes_ : difficulties met, as sentences

    Examples
    --------
    >>> from sklearn.linear_model import LogisticRegression
    >>> from belieflab import MassTable
    >>> X = [[0.0], [1.0], [2.0], [3.0], [4.0], [5.0]]
    >>> labels = MassTable.from_sets([["a"], ["a"], ["a", "b"], ["a", "b"], ["b"], ["b"]], "ab")
    >>> model = SoftLabelClassifier(LogisticRegression()).fit(X, labels)
    >>> model.predict([[0.5], [4.5]])
    array(['a', 'b'], dtype='<U1')
    """

    constraints: ClassVar[Mapping[str, Constraint]] = {
        "likelihood_based": YES_OR_NO | OneOf("auto"),
        "n_folds": Whole(2),
        "tol": Real(0),
        "max_iter": Whole(1),
        "random_state": SEED | NONE,
        "keep_history": YES_OR_NO,
    }
    fall_note = (
        "The fit stopped early, because the next step would have lowered the criterion: the "
        "estimator's own fit is not exact enough."
    )

    def __init__(
        self,
        estimator: Any,
        *,
        likelihood_based: Any = "auto",
        n_folds: int = 5,
        tol: float = 1e-5,
        max_iter: int = 100,
        random_state: Any = None,
        keep_history: bool = False,
        unknown: Any = None,
    ) -> None:
        self.estimator = estimator
        self.likelihood_based = likelihood_based
        self.n_folds = n_folds
        self.tol = tol
        self.max_iter = max_iter
        self.random_state = random_state
        self.keep_history = keep_history
        self.unknown = unknown

    def fit(self, X: Any, y: Any = None, sample_weight: Any = None, *, groups: Any = None) -> Self:
        """Run EM to its end; see `iterate` for the arguments."""
        self._exhaust(self.iterate(X, y, sample_weight, groups=groups))
        warn_of_unfavoured(y)
        return self

    def iterate(
        self,
        X: Any,
        y: Any = None,
        sample_weight: Any = None,
        *,
        groups: Any = None,
        stop: StopFlag | None = None,
    ) -> Iterator[Step]:
        """Run EM step by step; the model is usable after every step.

        `y` is one column of hard labels, n × K plausibilities or a MassTable. `sample_weight` is
        the weight of each object [shape=(n,)]. Objects of one of the `groups` [shape=(n,)] are
        out of the folds together. `stop` ends the run when it is set, within a step too; the last
        complete step is kept.
        """
        return run_until_stopped(self, self._iterate(X, y, sample_weight, groups), stop)

    def predict(self, X: Any) -> NDArray[Any]:
        """The class that the estimator predicts [shape=(n,)]."""
        places = self._places(X)
        return self.classes_[places]

    def predict_proba(self, X: Any) -> Floats:
        """The estimator's probabilities of the classes [shape=(n, K)]."""
        X = self._checked(X)
        shares = predict_stoppably(self.estimator_, X)
        if shares.shape[1] == len(self.classes_):
            return shares
        probabilities = np.zeros((len(shares), len(self.classes_)))
        probabilities[:, self.estimator_.classes_] = shares
        return probabilities

    def predict_mass(self, X: Any) -> MassTable:
        """The probabilities as Bayesian mass functions."""
        return MassTable.from_probabilities(self.predict_proba(X), self.classes_)

    def score(self, X: Any, y: Any) -> float:
        """Mean pignistic probability that the labels give to the predicted classes.

        For hard labels this is the accuracy.
        """
        places = self._places(X)
        shares = pignistic_of_classes(y, self.classes_, len(places), self.unknown_)
        return float(shares[np.arange(len(places)), places].mean())

    # -- inside -----------------------------------------------------------------------------------

    def _iterate(self, X: Any, y: Any, sample_weight: Any, groups: Any) -> Iterator[Step]:
        check_arguments(self)
        task = self._prepare(X, y, sample_weight, groups)
        yield from self._follow(run_soft_em(task, self.tol, self.max_iter))

    def _prepare(self, X: Any, y: Any, sample_weight: Any, groups: Any) -> SoftTask:
        name = weight_argument(self.estimator)
        if y is None:
            raise DataError("A classifier requires y to be passed, but the target y is None.")
        X = X if hasattr(X, "iloc") or hasattr(X, "tocsr") else np.asarray(X)
        validate_data(self, X, skip_check_array=True)
        n = X.shape[0]
        labels, self.classes_ = as_mass_table(y, n, unknown=self.unknown)
        self.unknown_ = self.unknown
        contours = labels.contour()
        impossible = np.flatnonzero(~(contours > 0.0).any(axis=1))
        if impossible.size:
            raise DataError(
                f"The label of row {impossible[0] + 1} makes every class impossible: all its mass "
                "is on ∅."
            )
        vacuous = (contours == contours[:, :1]).all(axis=1) & (labels.frame.size > 1)
        self.rows_ = np.flatnonzero(~vacuous)
        if not len(self.rows_):
            raise DataError(
                "All labels are vacuous: they say nothing about the classes, so there is nothing "
                "to learn from."
            )
        weights = None
        if sample_weight is not None:
            weights = _check_sample_weight(sample_weight, X, dtype=np.float64)[self.rows_]
        rng = make_generator(self.random_state)
        pignistic = labels[self.rows_].pignistic()
        own = read_groups(groups, n, self.rows_)
        estimator, folds = self._choose(contours[self.rows_], pignistic, rng, own)
        points = X if len(self.rows_) == n else _safe_indexing(X, self.rows_)
        return SoftTask(
            points,
            contours[self.rows_],
            pignistic,
            weights,
            estimator,
            name,
            self.likelihood_based_,
            folds,
        )

    def _choose(
        self, contours: Floats, pignistic: Floats, rng: np.random.Generator, groups: Codes | None
    ) -> tuple[Any, Codes | None]:
        """The estimator, ready to be cloned, and the folds where it needs them."""
        estimator = clone(self.estimator)
        if self.random_state is not None or not is_hard(contours):
            seed_estimator(estimator, rng)
        based = self.likelihood_based
        self.likelihood_based_ = is_likelihood_based(estimator) if based == "auto" else bool(based)
        if self.likelihood_based_ or is_hard(contours) or len(contours) < 2:
            return estimator, None
        limit = len(contours) if groups is None else len(np.unique(groups))
        if limit < 2:
            raise DataError(
                f"{type(estimator).__name__} needs probabilities from folds that keep groups "
                "together, but all objects with a label are of one group."
            )
        n_folds = min(self.n_folds, limit)
        return estimator, soft_stratified_folds(pignistic, n_folds, rng, groups)

    def _take(self, step: Step) -> None:
        self.estimator_ = step.snapshot.estimator
        self.criterion_ = step.criterion
        self._shares = step.snapshot.responsibilities
        absent = np.delete(self.classes_, self.estimator_.classes_).tolist()
        if absent:
            named = ", ".join(map(str, absent[:10]))
            self.notes_ = (f"No label allows these classes, so they are never predicted: {named}.",)

    def _last_step(self) -> Step:
        return Step(self.n_iter_, self.criterion_, SoftStep(self.estimator_, self._shares))

    @property
    def responsibilities_(self) -> MassTable:
        """The shares t that the estimator was fitted with, as Bayesian masses, by `rows_`."""
        check_is_fitted(self)
        return MassTable.from_probabilities(self._shares, self.classes_)

    def _checked(self, X: Any) -> Any:
        check_is_fitted(self)
        if not hasattr(X, "shape"):
            X = np.asarray(X)
        if X.ndim != 2:
            raise DataError(
                f"Expected 2D array, got {X.ndim}D array instead. Reshape your data to one row for "
                "each object."
            )
        validate_data(self, X, reset=False, skip_check_array=True)
        return X

    def _places(self, X: Any) -> Codes:
        X = self._checked(X)
        return np.asarray(self.estimator_.predict(X), dtype=np.int64)

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        inner = get_tags(self.estimator).input_tags
        tags.input_tags.allow_nan = inner.allow_nan
        tags.input_tags.sparse = inner.sparse
        return tags
