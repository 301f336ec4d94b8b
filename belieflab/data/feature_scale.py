"""How the features of a data set were brought to one scale, and what they were before."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class FeatureScale:
    """The map x ↦ (x - centre) / spread of each feature, with the values it was applied to.

    Attributes
    ----------
    kind : key of the scaling, as in `scaling.SCALINGS`
    X : the original features [shape=(n, p)]; `names` : what these are called
    centre, spread : [shape=(p,)]
    by_deviation : names of features whose quartiles are equal: their standard deviation divides
    """

    kind: str
    X: Floats
    names: tuple[str, ...]
    centre: Floats
    spread: Floats
    by_deviation: tuple[str, ...] = ()

    def apply(self, X: Floats) -> Floats:
        """Other points [shape=(m, p)] on the same scale."""
        scaled: Floats = (X - self.centre) / self.spread
        return scaled

    def of(self, X: Floats) -> "FeatureScale":
        """The same scale for these objects [shape=(m, p)]."""
        return self._with(X, self.names, self.centre, self.spread)

    def take(self, rows: NDArray[Any]) -> "FeatureScale":
        """The same scale for some of the objects, by a mask or by numbers."""
        return self.of(self.X[rows])

    def beside(self, columns: Floats, names: tuple[str, ...]) -> "FeatureScale":
        """The scale with further features that stay as they are [shape=(n, q)]."""
        centre = np.append(self.centre, np.zeros(len(names)))
        spread = np.append(self.spread, np.ones(len(names)))
        return self._with(np.column_stack([self.X, columns]), (*self.names, *names), centre, spread)

    def _with(
        self, X: Floats, names: tuple[str, ...], centre: Floats, spread: Floats
    ) -> "FeatureScale":
        return FeatureScale(self.kind, X, names, centre, spread, self.by_deviation)
