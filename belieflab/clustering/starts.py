"""Where clustering begins."""

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from belieflab.errors import DataError
from belieflab.segments import stoppable_segments

Floats = NDArray[np.float64]

STARTS = ("kmeans++", "random")
ALIKE: Floats = np.empty(0)
"""No weights: all objects count alike."""


def draw_objects(
    kind: str,
    squared_distances_to: Callable[[int], Floats],
    n: int,
    n_clusters: int,
    rng: np.random.Generator,
    weights: Floats = ALIKE,
) -> NDArray[np.int64]:
    """The objects that prototypes start on [shape=(c,)], all different.

    "random": by their weights [shape=(n,)], or all alike; "kmeans++": each next one with a chance
    proportional to its weighted squared distance to the nearest so far (Arthur and Vassilvitskii
    2007). `squared_distances_to(i)` gives those of all objects to object i [shape=(n,)].
    """
    chances = weights / weights.sum() if weights.size else None
    if kind == "random":
        return rng.choice(n, size=n_clusters, replace=False, p=chances)
    first = rng.integers(n) if chances is None else rng.choice(n, p=chances)
    chosen = [int(first)]
    nearest = np.array(squared_distances_to(chosen[0]), dtype=np.float64)
    while len(chosen) < n_clusters:
        chosen.append(_draw_far(nearest, weights, chosen, rng))
        np.minimum(nearest, squared_distances_to(chosen[-1]), out=nearest)
    return np.array(chosen)


def _draw_far(nearest: Floats, weights: Floats, chosen: list[int], rng: np.random.Generator) -> int:
    """One object by its distance, in place and so in little memory; as `rng.choice` draws."""
    reach = np.maximum(nearest, 0.0)
    if weights.size:
        reach *= weights
    total = reach.sum()
    if not total > 0:
        # Every object lies on one already chosen: any other will do.
        able = np.flatnonzero(weights) if weights.size else np.arange(len(nearest))
        others = np.setdiff1d(able, chosen)
        return int(rng.choice(others))
    reach /= total
    np.cumsum(reach, out=reach)
    reach /= reach[-1]
    return int(reach.searchsorted(rng.random(), side="right"))


def squared_distances(X: Floats) -> Callable[[int], Floats]:
    """A function that gives the squared distances of all points to one of them [shape=(n,)]."""

    def to(i: int) -> Floats:
        found = np.empty(len(X))
        for begin, end in stoppable_segments(len(X)):
            np.square(X[begin:end] - X[i]).sum(axis=1, out=found[begin:end])
        return found

    return to


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
