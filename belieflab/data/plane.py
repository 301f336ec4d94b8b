"""A plane that objects of many features are looked at on, once it has been found."""

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Plane:
    """Where the objects of a data set lie on a plane, and by what map if a linear one leads there.

    Attributes
    ----------
    key : of its entry in `PLANES`; its two axes are called `<key>1` and `<key>2`
    titles : of the two axes
    coordinates : of the objects [shape=(n, 2)]; NaN for those that are left out
    loadings, shift : a point x lies at x loadings - shift [shapes=(p, 2), (2,)]; None where no
        linear map leads there: then nothing but the objects themselves can be drawn
    """

    key: str
    titles: tuple[str, str]
    coordinates: Floats
    loadings: Floats | None = None
    shift: Floats | None = None

    @property
    def axes(self) -> tuple[str, str]:
        """The keys of its axes."""
        return f"{self.key}1", f"{self.key}2"

    @property
    def linear(self) -> bool:
        """Whether places, densities and prototypes have a place on it, too."""
        return self.loadings is not None

    @property
    def n_left_out(self) -> int:
        """How many objects have no place on it."""
        return int(np.isnan(self.coordinates[:, 0]).sum())

    def take(self, rows: NDArray[Any]) -> "Plane":
        """The plane of some of the objects, by a mask or by numbers."""
        return replace(self, coordinates=self.coordinates[rows])

    def beside(self, count: int) -> "Plane":
        """The same plane for points with so many further features, on which it does not depend."""
        if self.loadings is None:
            return self
        return replace(self, loadings=np.pad(self.loadings, ((0, count), (0, 0))))
