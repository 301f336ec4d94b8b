"""scikit-learn's classifiers; a label counts as its pignistic class, vacuous ones do not count."""

from typing import Any, Self

import numpy as np

from belieflab.belief import Frame, MassTable, max_pignistic
from belieflab.errors import DataError
from belieflab.evaluation.classifiers.entry import Codes, FittedProbabilities, Floats
from belieflab.evaluation.classifiers.training_set import says_something
from belieflab.evaluation.estimator_calls import fit_stoppably, predict_stoppably


class FittedPlain(FittedProbabilities):
    """A classifier that took one class per object; `known` are those it has met, in order.

    Labels of one class only make it sure of it, without a fit.
    """

    def __init__(self, frame: Frame, known: Codes, classifier: Any) -> None:
        super().__init__(frame)
        self.known, self.classifier = known, classifier

    @classmethod
    def learn(
        cls, X: Floats, labels: MassTable, classifier: Any, weights: Floats | None = None
    ) -> Self:
        """The classifier fitted to the classes that the labels favour."""
        informative = says_something(labels)
        if not informative.any():
            raise DataError("No label says anything about the classes; there is nothing to learn.")
        classes = max_pignistic(labels)[informative]
        known = np.unique(classes)
        if len(known) > 1:
            given = {} if weights is None else {"sample_weight": weights[informative]}
            fit_stoppably(classifier, X[informative], classes, **given)
        return cls(labels.frame, known, classifier)

    def predict_proba(self, X: Floats) -> Floats:
        """Probabilities of the classes; one without a label has none."""
        return self._on_frame(self._shares(self.classifier, X))

    def _shares(self, classifier: Any, X: Floats) -> Floats:
        if len(self.known) == 1:
            return np.ones((len(X), 1))
        return predict_stoppably(classifier, X)

    def _on_frame(self, shares: Floats) -> Floats:
        probabilities = np.zeros((len(shares), self.frame.size))
        probabilities[:, self.known] = shares
        return probabilities


class FittedForest(FittedPlain):
    """A random forest, whose trees are a committee of their own."""

    def votes(self, X: Floats) -> Floats:
        """What each tree says [shape=(trees, m, K)]."""
        if len(self.known) < 2:
            return self.predict_proba(X)[None]
        trees = self.classifier.estimators_
        return np.stack([self._on_frame(self._shares(tree, X)) for tree in trees])


def fit_logistic(
    X: Floats, labels: MassTable, *, seed: int = 0, weights: Floats | None = None
) -> FittedPlain:
    """Logistic regression by Newton's method, else with scikit-learn's defaults."""
    from sklearn.linear_model import LogisticRegression

    return FittedPlain.learn(X, labels, LogisticRegression(solver="newton-cg"), weights)


def fit_forest(
    X: Floats, labels: MassTable, *, seed: int = 0, weights: Floats | None = None
) -> FittedForest:
    """A random forest with scikit-learn's defaults."""
    from sklearn.ensemble import RandomForestClassifier

    forest = RandomForestClassifier(random_state=seed % 2**32)
    return FittedForest.learn(X, labels, forest, weights)
