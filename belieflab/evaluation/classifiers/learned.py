"""A fitted classifier of the registry as a model that predicts other objects."""

from dataclasses import dataclass
from typing import Any

from numpy.typing import NDArray

from belieflab.belief import Frame, MassTable
from belieflab.belief.classes import as_class_array
from belieflab.evaluation.classifiers.entry import FittedClassifier, Floats


@dataclass(frozen=True, eq=False)
class Learned:
    """What was learned, for a classifier that is no estimator of its own.

    Attributes
    ----------
    title : of the classifier
    points_ : the objects learned from [shape=(n, p)]
    classes_, n_features_in_ : as estimators have them
    """

    fitted: FittedClassifier
    title: str
    frame: Frame
    points_: Floats

    @property
    def classes_(self) -> NDArray[Any]:
        """The classes to choose between."""
        return as_class_array(self.frame.values)

    @property
    def notes_(self) -> tuple[str, ...]:
        """Difficulties that were met, in words."""
        return self.fitted.notes

    @property
    def n_features_in_(self) -> int:
        """How many features an object has."""
        return int(self.points_.shape[1])

    def predict_mass(self, X: Floats) -> MassTable:
        """The belief about points [shape=(m, p)]."""
        return self.fitted.predict_mass(X)

    def predict_proba(self, X: Floats) -> Floats:
        """The pignistic probabilities of the classes [shape=(m, K)]."""
        return self.predict_mass(X).pignistic()

    def predict(self, X: Floats) -> NDArray[Any]:
        """The class of each point [shape=(m,)]."""
        return self.classes_[self.fitted.predict(X)]


def as_model(fitted: FittedClassifier, title: str, frame: Frame, points: Floats) -> Any:
    """The estimator of the library where there is one; others are wrapped in one.

    `title` is that of the classifier, which learned from these points [shape=(n, p)].
    """
    estimator = getattr(fitted, "model", None)
    if estimator is not None:
        return estimator
    return Learned(getattr(fitted, "lasting", fitted), title, frame, points)
