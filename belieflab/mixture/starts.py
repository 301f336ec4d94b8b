"""Where EM begins."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from belieflab.errors import DataError
from belieflab.iteration import check_stop, leave_when_stopped
from belieflab.mixture.components import EVERY_ROW_ONCE, Density, Shares, shares_of
from belieflab.mixture.gaussian import GaussianComponents, GaussianParameters
from belieflab.mixture.problem import Problem
from belieflab.seeding import draw_seeds, squared_distances
from belieflab.segments import stoppable_segments

Floats = NDArray[np.float64]

STARTS = ("pignistic", "random", "k-means++")


def random_centres(
    components: GaussianComponents, n_components: int, rng: np.random.Generator
) -> GaussianParameters:
    """Côme et al. (2009), footnote 3: centres drawn from the Gaussian of all the data.

    Covariances are those of all the data and proportions are equal.
    """
    spread = components.spread_out(n_components)
    factor = np.linalg.cholesky(spread.covariances[0])
    deviates = rng.standard_normal((n_components, len(factor)))
    return spread._replace(means=components.centre + deviates @ factor.T)


def random_shares(X: Floats, n_components: int, rng: np.random.Generator) -> Floats:
    """Responsibilities drawn from a flat Dirichlet, for densities without centres."""
    return rng.dirichlet(np.ones(n_components), size=len(X))


def nearest_seed(
    X: Floats, n_components: int, rng: np.random.Generator, row_weights: Floats = EVERY_ROW_ONCE
) -> Shares:
    """Responsibilities 1 for the nearest of K seeds chosen by k-means++ (Arthur, Vassilvitskii)."""
    deviations = _deviations(X)
    scale = np.where(deviations > 0, deviations, 1.0)
    rows = draw_seeds(squared_distances(X, scale), len(X), n_components, rng, row_weights)
    seeds = X[rows] / scale

    def shares(begin: int, end: int) -> Floats:
        check_stop()
        scaled = X[begin:end] / scale
        gaps = np.stack([np.square(scaled - seed).sum(axis=1) for seed in seeds], axis=1)
        return np.eye(n_components)[gaps.argmin(axis=1)]

    return shares


def _deviations(X: Floats) -> Floats:
    """The standard deviation of each feature, without a centred copy of all rows [shape=(p,)]."""
    centre = X.mean(axis=0)
    squares = sum(
        np.square(X[begin:end] - centre).sum(axis=0) for begin, end in stoppable_segments(len(X))
    )
    return np.sqrt(squares / len(X))


def draw_start(problem: Problem, kind: str, rng: np.random.Generator) -> Any:
    """One random start: "k-means++", or "random" for centres (shares where there are none)."""
    components, n_components = problem.components, problem.n_components
    if kind == "k-means++":
        weights = components.row_weights
        return components.start_from(nearest_seed(problem.X, n_components, rng, weights))
    if isinstance(components, GaussianComponents):
        return random_centres(components, n_components, rng)
    shares = leave_when_stopped(lambda: random_shares(problem.X, n_components, rng))
    return components.start_from(shares_of(shares))


def given_start(density: Density, init: Any, n_components: int) -> Any:
    """Parameters given by the caller as arrays, checked; "(weights, means, covariances)"."""
    names = density.parameters._fields
    expected = density.shapes(n_components)
    try:
        found = tuple(np.array(part, dtype=np.float64) for part in init)
    except (TypeError, ValueError):
        found = ()
    if len(found) != len(expected):
        raise DataError(
            f"init must be 'pignistic', 'random', 'k-means++' or {len(expected)} arrays of "
            f"numbers: {', '.join(names)}."
        )
    shapes = tuple(part.shape for part in found)
    if shapes != expected:
        raise DataError(f"init has the shapes {shapes}; {expected} are expected.")
    if not all(np.isfinite(part).all() for part in found) or (found[0] < 0).any():
        raise DataError("init holds a number that is not finite or a negative proportion.")
    if abs(found[0].sum() - 1.0) > 1e-6:
        raise DataError(f"The proportions of init sum to {found[0].sum():g}; they must sum to 1.")
    parameters = density.parameters(*found)
    if isinstance(parameters, GaussianParameters):
        _check_covariances(parameters)
    return parameters


def _check_covariances(parameters: GaussianParameters) -> None:
    for k, covariance in enumerate(parameters.covariances):
        if not np.allclose(covariance, covariance.T) or np.linalg.eigvalsh(covariance)[0] <= 0:
            raise DataError(f"Covariance {k + 1} of init is not symmetric positive definite.")
