"""A mixture of round Gaussian classes whose overlap is one number."""

import numpy as np
from numpy.typing import NDArray

from belieflab.data.dataset import Dataset
from belieflab.data.generators.names import numbered


def draw_gaussians(
    rng: np.random.Generator,
    *,
    classes: int = 2,
    dimension: int = 2,
    distance: float = 2.0,
    imbalance: float = 1.0,
    size: int = 300,
) -> Dataset:
    """Points from a mixture of Gaussians with identity covariance (Côme et al. 2009, §5.1.2).

    The class of each point is drawn first with the proportions of `proportions`, then the point
    around its centre; `gaussian_centres` says where the centres are.
    """
    centres = gaussian_centres(classes, dimension, distance)
    truth = rng.choice(classes, size=size, p=proportions(classes, imbalance)).astype(np.int64)
    return Dataset(
        X=centres[truth] + rng.standard_normal((size, dimension)),
        feature_names=numbered("x", dimension, ""),
        truth=truth,
        class_names=numbered("class", classes),
        name="Gaussian mixture",
        source=f"{classes} Gaussian classes of identity covariance, centres {distance:g} apart.",
    )


def proportions(classes: int, imbalance: float) -> NDArray[np.float64]:
    """Shares of the classes, falling geometrically; the first is `imbalance` times the last."""
    exponents = np.arange(classes) / max(classes - 1, 1)
    weights: NDArray[np.float64] = float(imbalance) ** -exponents
    weights /= weights.sum()
    return weights


def gaussian_centres(classes: int, dimension: int, distance: float) -> NDArray[np.float64]:
    """Centres whose neighbours are exactly `distance` apart, their mean at 0 [shape=(K, p)].

    With room for it (p ≥ K - 1) a regular simplex: every two centres are neighbours. With less
    room a regular polygon in the first two features, or, for p = 1, equal steps on a line.
    """
    centres = np.zeros((classes, dimension))
    if classes == 1:
        return centres
    if dimension >= classes - 1:
        centres[:, : classes - 1] = distance * _simplex(classes)
    elif dimension == 1:
        centres[:, 0] = distance * (np.arange(classes) - (classes - 1) / 2)
    else:
        angles = 2 * np.pi * np.arange(classes) / classes
        radius = distance / (2 * np.sin(np.pi / classes))
        centres[:, 0], centres[:, 1] = radius * np.cos(angles), radius * np.sin(angles)
    return centres


def _simplex(corners: int) -> NDArray[np.float64]:
    """A regular simplex with edges of length 1, centred at 0 [shape=(K, K - 1)].

    Corner by corner: the new one stands above the middle of those before it, on its own axis.
    """
    simplex = np.zeros((corners, corners - 1))
    for k in range(1, corners):
        middle = simplex[:k].mean(axis=0)
        simplex[k] = middle
        simplex[k, k - 1] = np.sqrt(1.0 - ((simplex[0] - middle) ** 2).sum())
    simplex -= simplex.mean(axis=0)
    return simplex
