"""Units in which parameters are compared: features less the data's mean, over their deviation."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from belieflab.mixture.gaussian import GaussianParameters

Floats = NDArray[np.float64]


class Units(NamedTuple):
    """x in these units is (x - centre) / scale, feature by feature [shape=(p,) each]."""

    centre: Floats
    scale: Floats

    def points(self, X: Floats) -> Floats:
        """Points in these units [shape=(n, p)]."""
        return (X - self.centre) / self.scale

    def parameters(self, given: GaussianParameters) -> GaussianParameters:
        """Parameters in these units."""
        return GaussianParameters(
            given.weights,
            (given.means - self.centre) / self.scale,
            given.covariances / self.scale[:, None] / self.scale,
        )

    def restored(self, given: GaussianParameters) -> GaussianParameters:
        """Parameters in these units, back in those of the data."""
        return GaussianParameters(
            given.weights,
            self.centre + self.scale * given.means,
            given.covariances * self.scale[:, None] * self.scale,
        )

    def log_volume(self) -> float:
        """ln Π_j scale_j: a density in these units is larger by its exponential."""
        return float(np.log(self.scale).sum())


def standard_units(X: Floats) -> Units:
    """Those in which every feature has mean 0 and standard deviation 1."""
    centre = X.mean(axis=0)
    largest = np.abs(X - centre).max(axis=0)
    return Units(centre, largest * ((X - centre) / largest).std(axis=0))


def one_scale(units: Units) -> Units:
    """The same with one scale for all features, as most covariance families need it."""
    return Units(units.centre, np.full_like(units.scale, np.exp(np.log(units.scale).mean())))
