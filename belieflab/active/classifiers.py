"""scikit-learn's classifiers on a growing set of labels; a label counts as its pignistic class."""

from typing import Any

import numpy as np

from belieflab.active.material import Material
from belieflab.active.opinions import Floats, Opinion, Rows, know_nothing

FOREST_SEEDS = 2**31 - 1


class PlainClassifier:
    """A classifier that takes one class per object and answers with probabilities.

    Told labels of one class only, it is sure of that class; told none, it has no preference.
    """

    def __init__(self, material: Material, told: Rows, classifier: Any) -> None:
        self.material = material
        self.told = material.telling(told)
        classes = material.classes[self.told]
        self.known = np.unique(classes)
        self.classifier = classifier
        if len(self.known) > 1:
            self.classifier.fit(material.X[self.told], classes)

    def opine(self, points: Floats) -> Opinion:
        """Probabilities of the classes at points [shape=(m, p)]; an unseen class has none."""
        if not len(self.known):
            return know_nothing(self.material.frame, len(points), with_masses=False)
        return Opinion(self._on_frame(self._shares(self.classifier, points)))

    def _shares(self, classifier: Any, points: Floats) -> Floats:
        if len(self.known) == 1:
            return np.ones((len(points), 1))
        return np.asarray(classifier.predict_proba(points), dtype=np.float64)

    def _on_frame(self, shares: Floats) -> Floats:
        probabilities = np.zeros((len(shares), self.material.frame.size))
        probabilities[:, self.known] = shares
        return probabilities


class Forest(PlainClassifier):
    """A random forest, whose trees are a committee of their own."""

    def vote(self, points: Floats) -> Floats:
        """What each tree says [shape=(trees, m, K)]."""
        if len(self.known) < 2:
            return self.opine(points).probabilities[None]
        trees = self.classifier.estimators_
        return np.stack([self._on_frame(self._shares(tree, points)) for tree in trees])


def learn_logistic(material: Material, told: Rows) -> PlainClassifier:
    """Logistic regression by Newton's method, else with scikit-learn's defaults (paper 004)."""
    from sklearn.linear_model import LogisticRegression

    return PlainClassifier(material, told, LogisticRegression(solver="newton-cg"))


def learn_forest(material: Material, told: Rows, rng: np.random.Generator) -> Forest:
    """A random forest with scikit-learn's defaults (paper 004)."""
    from sklearn.ensemble import RandomForestClassifier

    seed = int(rng.integers(FOREST_SEEDS))
    return Forest(material, told, RandomForestClassifier(random_state=seed))
