"""What evidential classifiers share: from beliefs to one class, to probabilities, to a score."""

from abc import abstractmethod
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.base import BaseEstimator, ClassifierMixin

from belieflab.belief import MassTable, as_mass_table
from belieflab.belief.labels import pignistic_of_classes
from belieflab.errors import DataError

Floats = NDArray[np.float64]


class EvidentialClassifier(ClassifierMixin, BaseEstimator):
    """A classifier that predicts mass functions; its other predictions follow from them.

    For decisions with costs, with rejection, or as sets of classes, pass `predict_mass(X)` to the
    functions of `belieflab.belief`.
    """

    classes_: NDArray[Any]
    unknown_: Any

    @abstractmethod
    def predict_mass(self, X: Any) -> MassTable:
        """The belief about the class of each row of X."""

    def predict_proba(self, X: Any) -> Floats:
        """Pignistic probabilities of the classes [shape=(n, K)]."""
        return self.predict_mass(X).pignistic()

    def predict(self, X: Any) -> NDArray[Any]:
        """The class with the largest probability [shape=(n,)]; ties go to the first."""
        decided = self._decide(X)
        return self.classes_[decided]

    def score(self, X: Any, y: Any) -> float:
        """Mean pignistic probability that the labels give to the predicted classes.

        For hard labels this is the accuracy. The value `unknown` means there what it meant at
        fit; a class that was not learned counts as wrong, and labels none of which names a
        learned class raise DataError.
        """
        decided = self._decide(X)
        shares = pignistic_of_classes(y, self.classes_, len(decided), self.unknown_)
        return float(shares[np.arange(len(decided)), decided].mean())

    def _decide(self, X: Any) -> NDArray[np.int64]:
        """The first class whose probability is the largest, up to rounding of the sums."""
        shares = self.predict_proba(X)
        best = shares.max(axis=1, keepdims=True)
        return np.argmax(shares >= best * (1.0 - 1e-12), axis=1)


def read_labels(
    y: Any, n: int, unknown: Any = None
) -> tuple[MassTable, NDArray[Any], NDArray[np.int64]]:
    """The labels that say something, the classes, and the rows those labels belong to.

    `unknown` is a value of hard labels that means unknown. Vacuous labels are left out; a label
    all on ∅ is refused.
    """
    if y is None:
        raise DataError(
            "An evidential classifier requires y to be passed, but the target y is None."
        )
    labels, classes = as_mass_table(y, n, unknown=unknown)
    impossible = np.flatnonzero(~(labels.contour() > 0).any(axis=1))
    if impossible.size:
        raise DataError(
            f"The label of row {impossible[0] + 1} makes every class impossible: "
            "all its mass is on ∅."
        )
    informative_sets = (labels.focal != labels.frame.omega) & (labels.focal != 0)
    informative = np.not_equal(labels.mass[:, informative_sets], 0.0).any(axis=1)
    if labels.frame.size > 1 and not informative.any():
        raise DataError(
            "All labels are vacuous: they say nothing about the classes, so there is nothing to "
            "learn from."
        )
    rows = np.flatnonzero(informative) if labels.frame.size > 1 else np.arange(n)
    return labels[rows].compact(), classes, rows
