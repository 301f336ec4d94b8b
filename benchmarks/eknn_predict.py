"""Mass functions from evidential neighbours beside scikit-learn's shares of votes."""

from collections.abc import Iterator

import numpy as np
from sklearn.neighbors import KNeighborsClassifier

from belieflab.data.samples import load_sample
from belieflab.neighbors import EvidentialKNN
from belieflab.neighbors.warmup import warm_up
from benchmarks.measurement import Measurement, compare

TRAIN, TEST, FEATURES, CLASSES, NEIGHBORS = 10_000, 10_000, 10, 3, 10


def run() -> Iterator[Measurement]:
    """Both as they come, on one thread each: they choose their own way to the same neighbours."""
    warm_up()
    sample = load_sample("gaussians", classes=CLASSES, dimension=FEATURES, size=TRAIN + TEST)
    order = np.random.default_rng(0).permutation(TRAIN + TEST)
    X, y = sample.X[order], np.asarray(sample.truth)[order]
    model = EvidentialKNN(NEIGHBORS).fit(X[:TRAIN], y[:TRAIN])
    peer = KNeighborsClassifier(NEIGHBORS).fit(X[:TRAIN], y[:TRAIN])
    queries = X[TRAIN:]
    agreement = float((model.predict(queries) == peer.predict(queries)).mean())
    yield compare(
        "eknn-predict",
        lambda: model.predict_mass(queries),
        lambda: peer.predict_proba(queries),
        peer_name="scikit-learn's KNeighborsClassifier.predict_proba",
        what=f"masses of {TEST:,} points from {TRAIN:,}, {FEATURES} features, {NEIGHBORS} "
        f"neighbours, {CLASSES} classes; {agreement:.1%} of the decisions are the same",
        repeats=5,
    )
