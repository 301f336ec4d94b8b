"""k-means++: the objects that clusters, components and prototypes start on.

Of our own, and not scikit-learn's `kmeans_plusplus`, because the objects may be known by their
dissimilarities only, and because its draws come from a Generator.
"""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from belieflab.segments import stoppable_segments

Floats = NDArray[np.float64]

NO_WEIGHTS: Floats = np.empty(0)
"""All objects count the same."""


def draw_seeds(
    squared_distances_to: Callable[[int], Floats],
    n: int,
    n_seeds: int,
    rng: np.random.Generator,
    weights: Floats = NO_WEIGHTS,
) -> NDArray[np.int64]:
    """Rows of objects that lie far from each other [shape=(n_seeds,)], all different.

    The first at random; each next one with a chance proportional to its weighted squared distance
    to the nearest so far (Arthur and Vassilvitskii 2007). `squared_distances_to(i)` gives those of
    all n objects to object i [shape=(n,)].

    Examples
    --------
    >>> X = np.array([[0.0], [0.0], [9.0], [9.0]])
    >>> seeds = draw_seeds(squared_distances(X), 4, 2, np.random.default_rng(0))
    >>> sorted(X[seeds, 0].tolist())
    [0.0, 9.0]
    """
    if weights.size:
        chosen = [int(rng.choice(n, p=weights / weights.sum()))]
    else:
        chosen = [int(rng.integers(n))]
    nearest = np.array(squared_distances_to(chosen[0]), dtype=np.float64)
    while len(chosen) < n_seeds:
        chosen.append(_draw_far(nearest, weights, chosen, rng))
        np.minimum(nearest, squared_distances_to(chosen[-1]), out=nearest)
    return np.array(chosen)


def _draw_far(nearest: Floats, weights: Floats, chosen: list[int], rng: np.random.Generator) -> int:
    """One object by its distance, in place and so in little memory; as `rng.choice` draws."""
    chances = np.maximum(nearest, 0.0)
    if weights.size:
        chances *= weights
    total = chances.sum()
    if not total > 0:
        # Every object that counts lies on one already chosen: any other will do, and one of
        # weight 0 where no other counts.
        able = np.flatnonzero(weights) if weights.size else np.arange(len(nearest))
        others = np.setdiff1d(able, chosen)
        return int(rng.choice(others if others.size else np.setdiff1d(range(len(nearest)), chosen)))
    chances /= total
    np.cumsum(chances, out=chances)
    chances /= chances[-1]
    return int(chances.searchsorted(rng.random(), side="right"))


def squared_distances(X: Floats, scale: Floats | float = 1.0) -> Callable[[int], Floats]:
    """A function that gives the squared distances of all points to one of them [shape=(n,)].

    Features are divided by `scale` [shape=(p,)], some rows at a time.
    """
    scaled = np.ndim(scale) > 0

    def to(i: int) -> Floats:
        found, point = np.empty(len(X)), X[i] / scale
        for begin, end in stoppable_segments(len(X)):
            rows = X[begin:end] / scale if scaled else X[begin:end]
            np.square(rows - point).sum(axis=1, out=found[begin:end])
        return found

    return to
