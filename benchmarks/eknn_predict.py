"""Mass functions from evidential neighbours beside scikit-learn's shares of votes."""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray
from sklearn.neighbors import KNeighborsClassifier
from threadpoolctl import threadpool_limits

from belieflab.data.samples import load_sample
from belieflab.neighbors import EvidentialKNN
from belieflab.neighbors.warmup import warm_up
from benchmarks.measurement import Measurement, compare

TRAIN, TEST, FEATURES, CLASSES, NEIGHBORS = 10_000, 10_000, 10, 3, 10


def run() -> Iterator[Measurement]:
    """Both on one thread; the peer by the tree it chooses, and by brute force."""
    warm_up()
    sample = load_sample("gaussians", classes=CLASSES, dimension=FEATURES, size=TRAIN + TEST)
    order = np.random.default_rng(0).permutation(TRAIN + TEST)
    X, y = sample.X[order], np.asarray(sample.truth)[order]
    with threadpool_limits(limits=1):
        for name, algorithm in (("eknn-predict", "auto"), ("eknn-predict-brute", "brute")):
            yield measure(name, algorithm, X, y)


def measure(name: str, algorithm: str, X: NDArray[np.float64], y: NDArray[np.int64]) -> Measurement:
    """Our masses beside the peer's votes, the peer with that algorithm."""
    model = EvidentialKNN(NEIGHBORS).fit(X[:TRAIN], y[:TRAIN])
    peer = KNeighborsClassifier(NEIGHBORS, algorithm=algorithm).fit(X[:TRAIN], y[:TRAIN])
    queries = X[TRAIN:]
    agreement = float((model.predict(queries) == peer.predict(queries)).mean())
    return compare(
        name,
        lambda: model.predict_mass(queries),
        lambda: peer.predict_proba(queries),
        peer_name=f"scikit-learn's KNeighborsClassifier(algorithm={algorithm!r}).predict_proba",
        what=f"masses of {TEST:,} points from {TRAIN:,}, {FEATURES} features, {NEIGHBORS} "
        f"neighbours, {CLASSES} classes; {agreement:.1%} of the decisions are the same",
        repeats=3,
    )
