"""Where clustering begins."""

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from belieflab.errors import DataError
from belieflab.seeding import NO_WEIGHTS, draw_seeds

Floats = NDArray[np.float64]

STARTS = ("kmeans++", "random")


def draw_objects(
    kind: str,
    squared_distances_to: Callable[[int], Floats],
    n: int,
    n_clusters: int,
    rng: np.random.Generator,
    weights: Floats = NO_WEIGHTS,
) -> NDArray[np.int64]:
    """The objects that prototypes start on [shape=(c,)], all different.

    "random": by their weights [shape=(n,)], or all the same; "kmeans++": as in `draw_seeds`, which
    says what `squared_distances_to` is.
    """
    if kind == "random":
        chances = weights / weights.sum() if weights.size else None
        return rng.choice(n, size=n_clusters, replace=False, p=chances)
    return draw_seeds(squared_distances_to, n, n_clusters, rng, weights)


def given_prototypes(init: Any, n_clusters: int, p: int) -> Floats:
    """Prototypes given as an array [shape=(c, p)], checked."""
    try:
        centres = np.array(init, dtype=np.float64)
    except (TypeError, ValueError):
        raise DataError("init is 'kmeans++', 'random' or a table of prototypes.") from None
    if centres.shape != (n_clusters, p):
        raise DataError(
            f"init has the shape {centres.shape}; {n_clusters} prototypes with {p} features each "
            f"are expected."
        )
    if not np.isfinite(centres).all():
        raise DataError("init holds a number that is not finite.")
    return centres
