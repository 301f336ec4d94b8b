"""EM around a classifier of scikit-learn: rows shared out among classes, fitted, measured."""

from functools import partial
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from sklearn.base import clone
from sklearn.utils import _safe_indexing

from belieflab.errors import DataError
from belieflab.evaluation.estimator_calls import fit_stoppably
from belieflab.evaluation.weighted_rows import repeat_rows, share_classes
from belieflab.evaluation.wrapped_estimators import log_probabilities, penalty
from belieflab.iteration import Ending, Loop, Step, leave_when_stopped

Floats = NDArray[np.float64]
Codes = NDArray[np.int64]


class SoftStep(NamedTuple):
    """What a step of SoftLabelClassifier holds.

    Attributes
    ----------
    estimator : fitted to all labelled rows
    responsibilities : the shares t_ik that it was fitted with [shape=(n, K)]
    """

    estimator: Any
    responsibilities: Floats


class SoftTask(NamedTuple):
    """The labelled rows of a fit, and the estimator to fit to them.

    Attributes
    ----------
    X : points in any form that the estimator takes [n rows]
    plausibilities, pignistic : of the labels [shape=(n, K)]
    weights : of the objects [shape=(n,)], or None
    estimator : not fitted; cloned for every fit
    weight_name : the argument of its fit that takes weights
    likelihood_based : whether its fit maximises a likelihood
    folds : the fold of each object where predictions must be out-of-fold [shape=(n,)]
    """

    X: Any
    plausibilities: Floats
    pignistic: Floats
    weights: Floats | None
    estimator: Any
    weight_name: str
    likelihood_based: bool
    folds: Codes | None


def is_hard(contours: Floats) -> bool:
    """Whether every label allows one class only [shape=(n, K)]."""
    return bool(((contours > 0.0).sum(axis=1) == 1).all())


def run_soft_em(task: SoftTask, tol: float, max_iter: int) -> Loop:
    """Steps of EM from the pignistic probabilities; the criterion never falls.

    A step that would lower it is not taken. Out of folds that is the maximum that was looked for;
    with a likelihood it is the error of an inexact fit, and said so where it exceeds `tol`.
    """
    total = len(task.pignistic) if task.weights is None else float(task.weights.sum())
    shares, criterion = task.pignistic, -np.inf
    for iteration in range(1, max_iter + 1):
        model = _fit(task, shares)
        following, reached = _measure(task, model, shares)
        gain = reached - criterion
        if gain < 0.0:
            inexact = task.folds is None and gain < -tol * total
            return Ending.FELL if inexact else Ending.CONVERGED
        yield Step(iteration, reached, SoftStep(model, shares))
        if gain < tol * total or is_hard(task.plausibilities):
            return Ending.CONVERGED
        shares, criterion = following, reached
    return Ending.MAX_ITER


def _fit(task: SoftTask, shares: Floats, kept: Codes | None = None) -> Any:
    """A new estimator fitted to all rows, or to those kept, shared out among the classes."""
    X, possible, weights = task.X, task.plausibilities, task.weights
    if kept is not None:
        X, shares, possible = _safe_indexing(X, kept), shares[kept], possible[kept]
        weights = None if weights is None else weights[kept]
    repeated = repeat_rows(shares, possible, weights)
    if len(repeated.rows) != len(shares) or (np.diff(repeated.rows) != 1).any():
        X = _safe_indexing(X, repeated.rows)
    model, name = clone(task.estimator), task.weight_name
    if (repeated.classes == repeated.classes[0]).all():
        from sklearn.dummy import DummyClassifier  # rare, and slow to import

        model, name = DummyClassifier(strategy="prior"), "sample_weight"
    plain = weights is None and bool((repeated.weights == 1.0).all())
    given = {} if plain else {name: repeated.weights}
    leave_when_stopped(partial(fit_stoppably, model, X, repeated.classes, **given))
    return model


def _measure(task: SoftTask, model: Any, shares: Floats) -> tuple[Floats, float]:
    """The next shares t and the criterion, from predictions of the model or out of the folds."""
    if task.folds is None:
        n_classes = task.plausibilities.shape[1]
        logs = leave_when_stopped(
            lambda: log_probabilities(model, task.X, n_classes, joint=task.likelihood_based)
        )
        cost = penalty(model) if task.likelihood_based else 0.0
    else:
        logs, cost = _predict_out_of_fold(task, shares, task.folds), 0.0
    if np.isnan(logs).any():
        name = type(task.estimator).__name__
        raise DataError(
            f"The probabilities of {name} are no numbers: a feature hardly varies, or varies too "
            "much."
        )
    following, totals = share_classes(task.plausibilities, logs)
    weighted = totals if task.weights is None else totals * task.weights
    return following, float(weighted.sum()) - cost


def _predict_out_of_fold(task: SoftTask, shares: Floats, folds: Codes) -> Floats:
    """ln p(k | x_i) from an estimator that was not fitted to row i [shape=(n, K)]."""
    logs = np.empty_like(task.plausibilities)
    for fold in range(int(folds.max()) + 1):
        held = folds == fold
        model = _fit(task, shares, np.flatnonzero(~held))
        points = _safe_indexing(task.X, np.flatnonzero(held))
        logs[held] = log_probabilities(model, points, logs.shape[1], joint=False)
    return logs
