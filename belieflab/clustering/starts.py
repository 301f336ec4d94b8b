"""Where clustering begins."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from belieflab.errors import DataError

Floats = NDArray[np.float64]

STARTS = ("kmeans++", "random")


def draw_objects(
    kind: str, squared_distances_to: Any, n: int, n_clusters: int, rng: np.random.Generator
) -> NDArray[np.int64]:
    """The objects that prototypes start on [shape=(c,)].

    "random": distinct objects, all alike; "kmeans++": each next one with a chance proportional to
    its squared distance to the nearest so far (Arthur and Vassilvitskii 2007).
    `squared_distances_to(i)` gives those of all objects to object i [shape=(n,)].
    """
    if kind == "random":
        return rng.choice(n, size=n_clusters, replace=False)
    if kind != "kmeans++":
        raise DataError(f"init is one of {', '.join(STARTS)}, or given values; not {kind!r}.")
    chosen = [int(rng.integers(n))]
    nearest = np.array(squared_distances_to(chosen[0]), dtype=np.float64)
    while len(chosen) < n_clusters:
        reach = np.maximum(nearest, 0.0)
        total = reach.sum()
        if total > 0:
            chosen.append(int(rng.choice(n, p=reach / total)))
        else:
            # Every object lies on one already chosen: any other will do.
            others = np.setdiff1d(np.arange(n), chosen)
            chosen.append(int(rng.choice(others)))
        nearest = np.minimum(nearest, squared_distances_to(chosen[-1]))
    return np.array(chosen)


def given_prototypes(init: Any, n_clusters: int, p: int) -> Floats:
    """Prototypes handed over as an array [shape=(c, p)], checked."""
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
