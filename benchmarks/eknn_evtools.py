"""Mass functions from evidential neighbours beside the PyPI package evtools-dst."""

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray
from threadpoolctl import threadpool_limits

from belieflab.data.samples import load_sample
from belieflab.neighbors import EvidentialKNN
from belieflab.neighbors.warmup import warm_up
from benchmarks.measurement import Measurement, compare

TRAIN, TEST, FEATURES, CLASSES, NEIGHBORS = 10_000, 10_000, 10, 3, 10
COMPARED = 50
"""Points whose masses are compared number by number."""


def run() -> Iterator[Measurement]:
    """Both on one thread with the peer's own γ.

    The peer's `predict` finds the masses and takes the largest; asking for the masses themselves
    (`predict_bba`) would also build an object per point, which is not counted against it.
    """
    from evtools.classifiers import EkNN  # only the benchmarks have this package

    warm_up()
    sample = load_sample("gaussians", classes=CLASSES, dimension=FEATURES, size=TRAIN + TEST)
    order = np.random.default_rng(0).permutation(TRAIN + TEST)
    X, y = sample.X[order], np.asarray(sample.truth)[order]
    queries = X[TRAIN:]
    with threadpool_limits(limits=1):
        peer = EkNN(k=NEIGHBORS, optimize=False).fit(X[:TRAIN], y[:TRAIN])
        model = EvidentialKNN(NEIGHBORS, gamma=peer.gamma_**2).fit(X[:TRAIN], y[:TRAIN])
        yield compare(
            "eknn-predict-evtools",
            lambda: model.predict_mass(queries),
            lambda: peer.predict(queries),
            peer_name="evtools-dst's EkNN.predict",
            what=f"masses of {TEST:,} points from {TRAIN:,}, {FEATURES} features, {NEIGHBORS} "
            f"neighbours, {CLASSES} classes; largest difference of a mass "
            f"{difference(model, peer, queries[:COMPARED]):.1e}",
            repeats=3,
            peer_repeats=2,
        )


def difference(model: EvidentialKNN, peer: Any, points: NDArray[np.float64]) -> float:
    """The largest difference between a mass of ours and the peer's."""
    table = model.predict_mass(points)
    found = 0.0
    for row, theirs in enumerate(peer.predict_bba(points)):
        for mask, ours in zip(table.focal.tolist(), table.mass[row].tolist(), strict=True):
            names = frozenset(str(k) for k in range(CLASSES) if mask >> k & 1)
            found = max(found, abs(ours - theirs.sparse.get(names, 0.0)))
    return found
