"""Distances between objects, and constants taken from them."""

import numpy as np
from numpy.typing import NDArray
from scipy.spatial.distance import pdist

Floats = NDArray[np.float64]

MAX_OBJECTS = 1000
"""Quantiles of distances are taken from at most so many objects, drawn at random."""


def quantile_of_distances(X: Floats, quantile: float, rng: np.random.Generator) -> float:
    """The quantile of the Euclidean distances between the objects; 1 where all are zero."""
    if len(X) > MAX_OBJECTS:
        X = X[rng.choice(len(X), MAX_OBJECTS, replace=False)]
    gaps = pdist(X)
    found = float(np.quantile(gaps, quantile)) if gaps.size else 0.0
    return found if found > 0 else 1.0
