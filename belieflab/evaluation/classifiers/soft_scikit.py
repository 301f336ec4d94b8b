"""scikit-learn's classifiers on soft labels, through SoftLabelClassifier."""

from functools import cache
from typing import Any

import numpy as np
from threadpoolctl import ThreadpoolController

from belieflab.belief import MassTable
from belieflab.evaluation.classifiers.entry import Codes, FittedProbabilities, Floats
from belieflab.evaluation.soft_classifier import SoftLabelClassifier


class FittedSoft(FittedProbabilities):
    """A SoftLabelClassifier after EM."""

    def __init__(
        self,
        X: Floats,
        labels: MassTable,
        model: SoftLabelClassifier,
        weights: Floats | None,
        groups: Codes | None = None,
    ) -> None:
        super().__init__(labels.frame)
        for _ in model.iterate(X, labels, weights, groups=groups):
            pass
        self.model = model
        self.iterations = float(model.n_iter_)
        self.notes = tuple(model.notes_)

    def predict_proba(self, X: Floats) -> Floats:
        """The estimator's probabilities of the classes."""
        return self.model.predict_proba(X)


class FittedSoftForest(FittedSoft):
    """A random forest on soft labels, whose trees are a committee of their own."""

    def votes(self, X: Floats) -> Floats:
        """What each tree says [shape=(trees, m, K)]."""
        forest = self.model.estimator_
        trees = getattr(forest, "estimators_", None)
        if trees is None:
            return self.predict_proba(X)[None]
        votes = np.zeros((len(trees), len(X), self.frame.size))
        for vote, tree in zip(votes, trees, strict=True):
            vote[:, forest.classes_] = tree.predict_proba(X)
        return votes


def fit_soft_logistic(
    X: Floats,
    labels: MassTable,
    *,
    seed: int = 0,
    weights: Floats | None = None,
    penalty: float = 1.0,
    max_iter: int = 100,
) -> FittedSoft:
    """Logistic regression by Newton's method; `penalty` is 1/C."""
    from sklearn.linear_model import LogisticRegression

    estimator = LogisticRegression(C=1.0 / penalty, solver="newton-cg")
    return FittedSoft(X, labels, SoftLabelClassifier(estimator, max_iter=max_iter), weights)


def fit_soft_bayes(
    X: Floats,
    labels: MassTable,
    *,
    seed: int = 0,
    weights: Floats | None = None,
    max_iter: int = 100,
) -> FittedSoft:
    """scikit-learn's Gaussian naive Bayes."""
    from sklearn.naive_bayes import GaussianNB

    return FittedSoft(X, labels, SoftLabelClassifier(GaussianNB(), max_iter=max_iter), weights)


def fit_soft_forest(
    X: Floats,
    labels: MassTable,
    *,
    seed: int = 0,
    groups: Codes | None = None,
    weights: Floats | None = None,
    trees: int = 50,
    max_iter: int = 3,
    n_folds: int = 3,
) -> FittedSoftForest:
    """A random forest, else with scikit-learn's defaults."""
    from sklearn.ensemble import RandomForestClassifier

    model = _out_of_fold(RandomForestClassifier(trees), seed, max_iter, n_folds)
    return FittedSoftForest(X, labels, model, weights, groups)


def fit_soft_boosting(
    X: Floats,
    labels: MassTable,
    *,
    seed: int = 0,
    groups: Codes | None = None,
    weights: Floats | None = None,
    trees: int = 30,
    max_iter: int = 3,
    n_folds: int = 3,
) -> FittedSoft:
    """Histogram gradient boosting in few steps of 0.2, on one core."""
    estimator = _boosting()(max_iter=trees, learning_rate=0.2, early_stopping=False)
    model = _out_of_fold(estimator, seed, max_iter, n_folds)
    return FittedSoft(X, labels, model, weights, groups)


def _out_of_fold(estimator: Any, seed: int, max_iter: int, n_folds: int) -> SoftLabelClassifier:
    return SoftLabelClassifier(estimator, max_iter=max_iter, n_folds=n_folds, random_state=seed)


@cache
def _boosting() -> Any:
    """Boosting that leaves the other cores alone: its threads wait for each other on a busy one."""
    from sklearn.ensemble import HistGradientBoostingClassifier

    class OneCoreBoosting(HistGradientBoostingClassifier):
        def fit(self, X: Any, y: Any, sample_weight: Any = None) -> Any:
            with _libraries().limit(limits=1, user_api="openmp"):
                return super().fit(X, y, sample_weight)

        def predict_proba(self, X: Any) -> Any:
            with _libraries().limit(limits=1, user_api="openmp"):
                return super().predict_proba(X)

    return OneCoreBoosting


@cache
def _libraries() -> ThreadpoolController:
    return ThreadpoolController()
