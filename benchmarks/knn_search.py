"""Searching neighbours in many dimensions beside scikit-learn's brute force."""

from collections.abc import Iterator

import numpy as np
from sklearn.neighbors import NearestNeighbors
from threadpoolctl import threadpool_limits

from belieflab.neighbors.search import NeighborSearch
from belieflab.neighbors.warmup import warm_up
from benchmarks.measurement import THREADS, Measurement, compare

FEATURES, NEIGHBORS, QUERIES = 50, 7, 2_000
SIZES = (10_000, 100_000)


def run() -> Iterator[Measurement]:
    """The same neighbours by both, on one thread and on all."""
    warm_up()
    rng = np.random.default_rng(0)
    queries = rng.normal(size=(QUERIES, FEATURES))
    for n in SIZES:
        points = rng.normal(size=(n, FEATURES))
        ours, peer = NeighborSearch(points), NearestNeighbors(n_neighbors=NEIGHBORS).fit(points)
        same = (ours.nearest(queries, NEIGHBORS).index == peer.kneighbors(queries)[1]).mean()
        for threads in sorted({1, THREADS}):
            with threadpool_limits(limits=threads):
                yield compare(
                    f"knn-search-{n // 1000}k",
                    lambda ours=ours: ours.nearest(queries, NEIGHBORS),
                    lambda peer=peer: peer.kneighbors(queries),
                    peer_name="scikit-learn's NearestNeighbors",
                    what=f"{NEIGHBORS} neighbours of {QUERIES:,} points among {n:,}, {FEATURES} "
                    f"features; {same:.2%} of the neighbours are the same",
                    repeats=7,
                    threads=threads,
                )
