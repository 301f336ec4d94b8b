"""Network classifiers: EM iterations and search steps, beside plain NumPy and our own mixture."""

import statistics
import time
from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray
from threadpoolctl import threadpool_limits

from belieflab.bayes import GaussianNetworkClassifier
from belieflab.bayes.learning import NetworkStep
from belieflab.bayes.points import ClassMoments, Points
from belieflab.bayes.search import GreedySearch
from belieflab.bayes.structure import without_arcs
from belieflab.bayes.warmup import warm_up
from belieflab.belief import MassTable
from belieflab.mixture import SoftLabelMixture
from belieflab.mixture.components import shares_of
from benchmarks.measurement import THREADS, Measurement, compare, seconds

Floats = NDArray[np.float64]

ROWS, FEATURES, CLASSES, ARCS, DOUBT = 100_000, 30, 3, 40, 0.2
ITERATIONS = 10


def draw_network(
    n: int, p: int = FEATURES, n_classes: int = CLASSES, n_arcs: int = ARCS, seed: int = 0
) -> tuple[Floats, MassTable]:
    """Points of a random conditional linear Gaussian network, and doubtful labels."""
    rng = np.random.default_rng(seed)
    pairs = [(i, j) for j in range(p) for i in range(j)]
    chosen = rng.choice(len(pairs), n_arcs, replace=False)
    slopes = np.zeros((n_classes, p, p))
    for place in chosen:
        parent, child = pairs[place]
        slopes[:, child, parent] = rng.choice([-1.0, 1.0]) * rng.uniform(0.3, 1.0, n_classes)
    means = rng.normal(scale=0.7, size=(n_classes, p))
    y = rng.integers(n_classes, size=n)
    X = rng.standard_normal((n, p))
    for j in range(p):
        X[:, j] += means[y, j] + np.einsum("ij,ij->i", X, slopes[y, j])
    return X, MassTable.from_guess_and_doubt(y, np.full(n, DOUBT))


def run_search() -> Iterator[Measurement]:
    """An EM iteration of the found network, and a search step for few rows and for many."""
    warm_up()
    X, labels = draw_network(ROWS)
    model = GaussianNetworkClassifier("search", floor=1e-6)
    steps: list[NetworkStep] = []
    total = seconds(lambda: steps.extend(model.iterate(X, labels)))  # type: ignore[arg-type]
    moves = sum(step.move is not None for step in steps)
    fixed = GaussianNetworkClassifier(model.arcs_, floor=1e-6, tol=0.0, max_iter=ITERATIONS)
    ours = step_seconds(fixed, X, labels)
    given = (X, labels.contour(), labels.pignistic(), model.arcs_)
    peer = seconds(lambda: run_numpy_em(*given, n_steps=2)) / 2
    yield Measurement(
        "bayes-search",
        ours,
        "the same EM in vectorised NumPy",
        peer,
        peer / ours,
        THREADS,
        f"one EM iteration, {ROWS:,} × {FEATURES}, {CLASSES} classes, doubt {DOUBT}; structural "
        f"EM in all {total:.2f} s: {moves} moves, {len(model.arcs_)} arcs ({ARCS} drawn), "
        f"{model.n_iter_} M steps",
    )
    few, many = (_moments(*draw_network(n)) for n in (10_000, 1_000_000))
    ours, peer = (_search_step_seconds(each) for each in (few, many))
    yield Measurement(
        "bayes-search-step",
        ours,
        "the same with 1,000,000 rows",
        peer,
        peer / ours,
        1,
        f"one step of the greedy search, {FEATURES} features, moments of 10,000 rows",
    )


def run_aode() -> Iterator[Measurement]:
    """All models of AODE, to convergence, beside the same EM in NumPy.

    The peer's BLAS gets one thread where that is quicker, as in the other benchmarks.
    """
    warm_up()
    n, p, n_classes = 7400, 20, 2
    X, labels = draw_network(n, p, n_classes, n_arcs=25)
    model = GaussianNetworkClassifier("aode", floor=1e-6, stop="relative")
    model.fit(X, labels)
    plausibility, start = labels.contour(), labels.pignistic()

    def fit_peer(blas_threads: int) -> list[float]:
        with threadpool_limits(limits=blas_threads):
            return [
                run_numpy_star(X, plausibility, start, root, steps)
                for root, steps in enumerate(model.n_iter_)
            ]

    gap = np.abs(model.log_likelihood_ - np.array(fit_peer(1))).max()
    quicker = min((1, THREADS), key=lambda threads: seconds(lambda: fit_peer(threads)))
    yield compare(
        "bayes-aode",
        lambda: model.fit(X, labels),
        lambda: fit_peer(quicker),
        peer_name="the same EM in vectorised NumPy",
        what=f"{p} models, {n:,} × {p}, {n_classes} classes, doubt {DOUBT}, "
        f"{np.sum(model.n_iter_)} M steps; log-likelihoods differ by at most {gap:.1e}",
        repeats=5,
        peer_repeats=3,
        threads=THREADS,
    )


def run_naive() -> Iterator[Measurement]:
    """An EM iteration of naive Bayes beside that of the mixture with diagonal covariances."""
    warm_up()
    X, labels = draw_network(ROWS)
    naive = GaussianNetworkClassifier(floor=1e-6, tol=0.0, max_iter=ITERATIONS)
    mixture = SoftLabelMixture(covariance="diagonal", tol=0.0, max_iter=ITERATIONS)
    ours, peer = (
        statistics.median(step_seconds(model, X, labels) for _ in range(3))
        for model in (naive, mixture)
    )
    yield Measurement(
        "bayes-naive",
        ours,
        "SoftLabelMixture with diagonal covariances",
        peer,
        peer / ours,
        THREADS,
        f"one EM iteration, {ROWS:,} × {FEATURES}, {CLASSES} classes, doubt {DOUBT}",
    )


def step_seconds(model: Any, X: Floats, labels: MassTable) -> float:
    """The median time from one step of EM to the next."""
    times = []
    for _ in model.iterate(X, labels):
        times.append(time.perf_counter())
    return float(np.median(np.diff(times)))


def run_numpy_em(
    X: Floats, plausibility: Floats, t: Floats, arcs: list[tuple[int, int]], n_steps: int
) -> float:
    """EM of one structure in NumPy, as the equations stand; returns the log-likelihood."""
    n, p = X.shape
    parents = [[a for a, b in arcs if b == j] for j in range(p)]
    for _ in range(n_steps):
        joint = np.tile(np.log(t.mean(axis=0)), (n, 1))
        for k in range(t.shape[1]):
            weights = t[:, k]
            mean = weights @ X / weights.sum()
            deviations = X - mean
            covariance = (deviations * weights[:, None]).T @ deviations / weights.sum()
            for j in range(p):
                shared = covariance[j, parents[j]]
                slopes = np.linalg.solve(covariance[np.ix_(parents[j], parents[j])], shared)
                variance = covariance[j, j] - slopes @ shared
                residual = deviations[:, j] - deviations[:, parents[j]] @ slopes
                joint[:, k] -= 0.5 * (np.log(2 * np.pi * variance) + residual**2 / variance)
        t, criterion = _share_out(joint, plausibility)
    return criterion


def run_numpy_star(X: Floats, plausibility: Floats, t: Floats, root: int, n_steps: int) -> float:
    """EM of one of AODE's models in NumPy, all features at once; returns the log-likelihood."""
    for _ in range(n_steps):
        joint = np.tile(np.log(t.mean(axis=0)), (len(X), 1))
        for k in range(t.shape[1]):
            weights = t[:, k] / t[:, k].sum()
            deviations = X - weights @ X
            along = deviations[:, root]
            weighted = weights[:, None] * deviations
            shared = along @ weighted
            slopes = shared / shared[root]
            slopes[root] = 0.0
            variances = np.einsum("ij,ij->j", weighted, deviations) - slopes * shared
            residuals = deviations - along[:, None] * slopes
            joint[:, k] -= 0.5 * (
                np.log(2 * np.pi * variances).sum() + residuals**2 @ (1.0 / variances)
            )
        t, criterion = _share_out(joint, plausibility)
    return criterion


def _share_out(joint: Floats, plausibility: Floats) -> tuple[Floats, float]:
    top = joint.max(axis=1, keepdims=True)
    weighted = np.exp(joint - top) * plausibility
    totals = weighted.sum(axis=1, keepdims=True)
    return weighted / totals, float((top + np.log(totals)).sum())


def _moments(X: Floats, labels: MassTable) -> tuple[ClassMoments, Points]:
    points = Points(X, floor=1e-6)
    return points.class_moments(shares_of(labels.pignistic())), points


def _search(given: tuple[ClassMoments, Points]) -> GreedySearch:
    moments, points = given
    measures = (points.variances, points.floors, points.total_weight)
    return GreedySearch(moments, without_arcs(points.p), *measures)


def _search_step_seconds(given: tuple[ClassMoments, Points]) -> float:
    """The mean time of a step, the first look at all moves included; median of five searches."""
    searches = []
    for _ in range(5):
        begun = time.perf_counter()
        moves = len(list(_search(given).moves()))
        searches.append((time.perf_counter() - begun) / moves)
    return statistics.median(searches)
