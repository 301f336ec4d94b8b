"""Two hundred starts of EM on the same points, beside scikit-learn's GaussianMixture."""

import warnings
from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray
from sklearn.exceptions import ConvergenceWarning
from sklearn.mixture import GaussianMixture
from threadpoolctl import threadpool_limits

from belieflab.mixture import SoftLabelMixture
from belieflab.mixture.gaussian import GaussianParameters
from belieflab.mixture.problem import pose
from belieflab.mixture.restarts import Run
from belieflab.mixture.starts import draw_start
from belieflab.mixture.sweep import load_paper_sample
from benchmarks.measurement import THREADS, Measurement, compare

STARTS, CLASSES, TOLERANCE, SEED = 200, 2, 1e-6, 0


def run() -> Iterator[Measurement]:
    """The one measurement.

    The peer fits one start after the other. Its matrices are too small to share out: with more
    than one BLAS thread it is slower, so it gets one.
    """
    X = load_paper_sample().X
    model = SoftLabelMixture(
        CLASSES,
        init="random",
        n_init=STARTS,
        tol=TOLERANCE,
        random_state=SEED,
        stop="relative",
    )
    runs = model.fit(X).starts_
    starts = draw_starts(X)
    peers = fit_peers(X, starts, runs)
    yield compare(
        "em-restarts",
        lambda: model.fit(X),
        lambda: fit_peers(X, starts, runs),
        peer_name="scikit-learn's GaussianMixture, start by start",
        what=f"{STARTS} starts, {len(X)} × {X.shape[1]} points, {CLASSES} components, vacuous "
        f"labels, relative tolerance {TOLERANCE:g}; {describe_agreement(runs, peers, len(X))}",
        repeats=5,
        peer_repeats=1,
        threads=THREADS,
    )


def draw_starts(X: NDArray[np.float64]) -> list[GaussianParameters]:
    """The starts that SoftLabelMixture draws for this seed."""
    problem, rng = pose(X, None, CLASSES, "full", "gaussian"), np.random.default_rng(SEED)
    return [draw_start(problem, "random", rng) for _ in range(STARTS)]


def fit_peers(
    X: NDArray[np.float64], starts: Sequence[GaussianParameters], runs: Sequence[Run]
) -> list[GaussianMixture]:
    """scikit-learn from the same starts; its tolerance is absolute and per sample."""
    fitted = []
    with threadpool_limits(limits=1), warnings.catch_warnings():
        warnings.simplefilter("error", ConvergenceWarning)
        for start, run in zip(starts, runs, strict=True):
            peer = GaussianMixture(
                CLASSES,
                tol=TOLERANCE * abs(run.criterion) / len(X),
                reg_covar=0.0,
                max_iter=10_000,
                weights_init=start.weights,
                means_init=start.means,
                precisions_init=np.linalg.inv(start.covariances),
            )
            fitted.append(peer.fit(X))
    return fitted


def describe_agreement(runs: Sequence[Run], peers: Sequence[GaussianMixture], n: int) -> str:
    """Iterations of both and the largest difference in the final log-likelihood.

    Both say the log-likelihood of their last E step. Ours stops there; scikit-learn does one more
    M step, so that it counts as many M steps as we count E steps.
    """
    ours = sum(run.iterations + 1 for run in runs)
    theirs = sum(peer.n_iter_ for peer in peers)
    gaps = [
        abs(run.criterion - n * peer.lower_bound_) for run, peer in zip(runs, peers, strict=True)
    ]
    return (
        f"{ours:,} E steps of ours and {theirs:,} of the peer's; the final log-likelihoods differ "
        f"by {max(gaps):.2g} at most"
    )
