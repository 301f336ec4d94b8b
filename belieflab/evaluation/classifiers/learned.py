"""A fitted classifier of the registry as a model that predicts other objects."""

from dataclasses import dataclass
from typing import Any

from belieflab.belief import Frame, MassTable
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
    def classes_(self) -> tuple[Any, ...]:
        """The classes to choose between."""
        return self.frame.values

    @property
    def n_features_in_(self) -> int:
        """How many features an object has."""
        return int(self.points_.shape[1])

    def predict_mass(self, X: Floats) -> MassTable:
        """The belief about points [shape=(m, p)]."""
        return self.fitted.predict_mass(X)


def as_model(fitted: FittedClassifier, title: str, frame: Frame, points: Floats) -> Any:
    """The estimator of the library where there is one; others are told what they are.

    `title` is that of the classifier, which learned from these points [shape=(n, p)].
    """
    estimator = getattr(fitted, "model", None)
    return (
        estimator if hasattr(estimator, "predict_mass") else Learned(fitted, title, frame, points)
    )
