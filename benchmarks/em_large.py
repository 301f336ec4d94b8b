"""One fit of EM to many points, per iteration, and its memory, beside scikit-learn's."""

import warnings
from collections.abc import Iterator
from dataclasses import replace

import numpy as np
from sklearn.exceptions import ConvergenceWarning
from sklearn.mixture import GaussianMixture
from threadpoolctl import threadpool_limits

from belieflab.data.samples import load_sample
from belieflab.mixture import SoftLabelMixture
from belieflab.mixture.warmup import warm_up
from benchmarks.measurement import THREADS, Measurement, compare, peak_bytes, seconds

POINTS, FEATURES, CLASSES, ITERATIONS = 100_000, 10, 5, 10


def run() -> Iterator[Measurement]:
    """Seconds per iteration: both do the same number of E and M steps from the same start.

    Both may use all cores; the peer's BLAS gets one thread where that is quicker. Memory is the
    peak of what was allocated, the points included.
    """
    X = load_sample("gaussians", classes=CLASSES, dimension=FEATURES, size=POINTS).X
    rng = np.random.default_rng(0)
    means = X[rng.choice(POINTS, CLASSES, replace=False)]
    weights = np.full(CLASSES, 1.0 / CLASSES)
    spread = np.tile(np.cov(X.T), (CLASSES, 1, 1))
    model = SoftLabelMixture(CLASSES, init=(weights, means, spread), tol=0.0, max_iter=ITERATIONS)
    peer = GaussianMixture(
        CLASSES,
        tol=0.0,
        reg_covar=0.0,
        max_iter=ITERATIONS,
        weights_init=weights,
        means_init=means,
        precisions_init=np.linalg.inv(spread),
    )

    def fit_peer(blas_threads: int = 1) -> GaussianMixture:
        with threadpool_limits(limits=blas_threads), warnings.catch_warnings():
            warnings.simplefilter("ignore", ConvergenceWarning)  # it is stopped by count
            return peer.fit(X)

    warm_up()  # what compiling takes is not what fitting takes
    ours_peak = 1.0 + peak_bytes(lambda: model.fit(X)) / X.nbytes
    peer_peak = 1.0 + peak_bytes(fit_peer) / X.nbytes
    # scikit-learn reports the criterion of its last E step but one more than it has M steps behind
    gap = abs(model.history_.criterion[ITERATIONS - 1] - POINTS * peer.lower_bound_)
    quicker = min((1, THREADS), key=lambda threads: seconds(lambda: fit_peer(threads)))
    whole = compare(
        "em-large",
        lambda: model.fit(X),
        lambda: fit_peer(quicker),
        peer_name="scikit-learn's GaussianMixture",
        what=f"one iteration, {POINTS:,} × {FEATURES} points, {CLASSES} components, full "
        f"covariances, mean of {ITERATIONS} and of validation and start; peak memory "
        f"{ours_peak:.1f} times the points, the peer's {peer_peak:.1f} times; the log-likelihoods "
        f"after {ITERATIONS - 1} iterations differ by {gap:.2g}",
        repeats=5,
        peer_repeats=3,
        threads=THREADS,
    )
    yield replace(whole, ours_s=whole.ours_s / ITERATIONS, peer_s=whole.peer_s / ITERATIONS)
