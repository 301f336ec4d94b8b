"""The settings that all neighbour classifiers of a run share."""

from dataclasses import dataclass
from typing import Any

from belieflab.errors import DataError
from belieflab.evaluation.classifiers import Classifier


@dataclass(frozen=True)
class Tuning:
    """Of classifiers with neighbours; the defaults are those of Hoarau et al. (2022), §3.2."""

    n_neighbors: int = 7
    alpha: float = 0.8
    beta: float = 2.0

    def __post_init__(self) -> None:
        if self.n_neighbors < 1:
            raise DataError(f"At least one neighbour is asked; found {self.n_neighbors}.")
        if not 0 < self.alpha < 1:
            raise DataError(f"alpha is a number above 0 and below 1; found {self.alpha!r}.")
        if not self.beta > 0:
            raise DataError(f"beta is a number above 0; found {self.beta!r}.")

    def settings_for(self, classifier: Classifier) -> dict[str, Any]:
        """Those of the settings that this classifier has, by its own names."""
        mine = {"neighbors": self.n_neighbors, "alpha": self.alpha, "beta": self.beta}
        return {name: value for name, value in mine.items() if classifier.takes(name)}
