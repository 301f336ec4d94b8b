"""Where EM begins."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from belieflab.errors import DataError
from belieflab.mixture.components import Components
from belieflab.mixture.gaussian import GaussianComponents, GaussianParameters
from belieflab.mixture.problem import Problem

Floats = NDArray[np.float64]

STARTS = ("pignistic", "random", "k-means++")


def random_centres(
    components: GaussianComponents, n_components: int, rng: np.random.Generator
) -> GaussianParameters:
    """Footnote 3 of paper 000: centres drawn from the Gaussian of all the data.

    Covariances are those of all the data and proportions are equal.
    """
    spread = components.spread_out(n_components)
    factor = np.linalg.cholesky(spread.covariances[0])
    deviates = rng.standard_normal((n_components, len(factor)))
    return spread._replace(means=components.centre + deviates @ factor.T)


def random_shares(X: Floats, n_components: int, rng: np.random.Generator) -> Floats:
    """Responsibilities drawn from a flat Dirichlet, for densities without centres."""
    return rng.dirichlet(np.ones(n_components), size=len(X))


def nearest_seed(X: Floats, n_components: int, rng: np.random.Generator) -> Floats:
    """Responsibilities 1 for the nearest of K seeds chosen by k-means++ (Arthur, Vassilvitskii)."""
    scaled = X / np.where(X.std(axis=0) > 0, X.std(axis=0), 1.0)
    seeds = [scaled[rng.integers(len(scaled))]]
    distances = np.square(scaled - seeds[0]).sum(axis=1)
    for _ in range(n_components - 1):
        total = distances.sum()
        chances = distances / total if total > 0 else np.full(len(scaled), 1.0 / len(scaled))
        seeds.append(scaled[rng.choice(len(scaled), p=chances)])
        distances = np.minimum(distances, np.square(scaled - seeds[-1]).sum(axis=1))
    gaps = np.stack([np.square(scaled - seed).sum(axis=1) for seed in seeds], axis=1)
    return np.eye(n_components)[gaps.argmin(axis=1)]


def draw_start(problem: Problem, kind: str, rng: np.random.Generator) -> Any:
    """One random start: "k-means++", or "random" for centres (shares where there are none)."""
    components, n_components = problem.components, problem.n_components
    if kind == "k-means++":
        return components.start_from(nearest_seed(problem.X, n_components, rng))
    if isinstance(components, GaussianComponents):
        return random_centres(components, n_components, rng)
    return components.start_from(random_shares(problem.X, n_components, rng))


def given_start(components: Components, init: Any, n_components: int, p: int) -> Any:
    """Parameters handed over as (weights, means, covariances), checked."""
    if not isinstance(components, GaussianComponents):
        return init
    try:
        weights, means, covariances = (np.array(part, dtype=np.float64) for part in init)
    except (TypeError, ValueError):
        raise DataError(
            "init is 'pignistic', 'random', 'k-means++' or the three arrays "
            "(weights, means, covariances)."
        ) from None
    expected = ((n_components,), (n_components, p), (n_components, p, p))
    found = (weights.shape, means.shape, covariances.shape)
    if found != expected:
        raise DataError(f"init has the shapes {found}; {expected} are expected.")
    if not (np.isfinite(weights).all() and np.isfinite(means).all() and (weights >= 0).all()):
        raise DataError("init holds a number that is not finite or a negative proportion.")
    if abs(weights.sum() - 1.0) > 1e-6:
        raise DataError(f"The proportions of init sum to {weights.sum():g}; they must sum to 1.")
    for k, covariance in enumerate(covariances):
        if not np.allclose(covariance, covariance.T) or np.linalg.eigvalsh(covariance)[0] <= 0:
            raise DataError(f"Covariance {k + 1} of init is not symmetric positive definite.")
    return GaussianParameters(weights, means, covariances)
