"""Many small round clusters in the plane, in the manner of the A-sets."""

import numpy as np
from numpy.typing import NDArray

from belieflab.data.dataset import Dataset
from belieflab.data.generators.names import numbered

SPACING = 10.0
"""Each cluster has SPACING × SPACING of the square to itself on average."""

APART = 7.0
"""No two centres are nearer than this."""

MISSES_BEFORE_YIELDING = 2000


def draw_clusters(
    rng: np.random.Generator, *, clusters: int = 20, per_cluster: int = 150, spread: float = 1.4
) -> Dataset:
    """Round Gaussian clusters of equal size around well-spread centres.

    The A-sets (Kärkkäinen and Fränti 2002) have 20, 35 and 50 clusters of 150 points whose
    standard deviation is about 0.14 of the mean spacing of the centres, the default here.
    """
    centres = spread_centres(rng, clusters)
    truth = np.repeat(np.arange(clusters, dtype=np.int64), per_cluster)
    return Dataset(
        X=centres[truth] + spread * rng.standard_normal((len(truth), 2)),
        feature_names=("x1", "x2"),
        truth=truth,
        class_names=numbered("cluster", clusters),
        name="Many clusters",
        source=f"{clusters} generated clusters of {per_cluster} points, akin to the A-sets.",
    )


def spread_centres(rng: np.random.Generator, clusters: int) -> NDArray[np.float64]:
    """Centres drawn in a square, each at least `APART` from those before it [shape=(K, 2)].

    Random draws fill the square to half its capacity only, far from where they get stuck; should
    one still find no place after many misses, the distance asked for yields by a hundredth.
    """
    side = SPACING * np.sqrt(clusters)
    centres = np.empty((clusters, 2))
    apart, misses, placed = APART, 0, 0
    while placed < clusters:
        candidate = side * rng.random(2)
        if ((centres[:placed] - candidate) ** 2).sum(axis=1).min(initial=np.inf) >= apart**2:
            centres[placed] = candidate
            placed, misses = placed + 1, 0
        else:
            misses += 1
            if misses % MISSES_BEFORE_YIELDING == 0:
                apart *= 0.99
    return centres
