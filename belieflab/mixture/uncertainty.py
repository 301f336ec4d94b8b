"""How sure the parameters are: standard errors by the observed information or by bootstrap."""

from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.base import clone

from belieflab.belief import MassTable
from belieflab.errors import DataError
from belieflab.iteration import StopFlag, stop_scope
from belieflab.mixture.estimator import SoftLabelMixture
from belieflab.mixture.gaussian import GaussianComponents, GaussianParameters
from belieflab.mixture.inverse_diagonal import inverse_diagonal
from belieflab.mixture.problem import Problem
from belieflab.randomness import make_generator

Floats = NDArray[np.float64]

STEP = 1e-5
"""Relative step of the central differences that turn the gradient into the Hessian."""


def standard_errors(
    model: SoftLabelMixture,
    method: str = "information",
    *,
    stop: StopFlag | None = None,
    **settings: Any,
) -> GaussianParameters:
    """Standard errors of the proportions, means and covariances of a fitted Gaussian mixture.

    "information": roots of the diagonal of the inverse observed information, -∂²L/∂ψ², for the
    unrestricted family. "bootstrap": spread over refits to resampled rows, for every family;
    needs X, y, and takes sample_weight, n_resamples (100) and random_state. `Stopped` is raised
    once `stop` is set.
    """
    with stop_scope(stop):
        if method == "information":
            return _by_information(model)
        if method == "bootstrap":
            return _by_bootstrap(model, **settings)
    raise DataError(f"method is 'information' or 'bootstrap'; not {method!r}.")


def _by_information(model: SoftLabelMixture) -> GaussianParameters:
    problem = model.problem_
    components = problem.components
    if not isinstance(components, GaussianComponents) or components.family.name != "VVV":
        raise DataError(
            "The observed information is worked out for full covariances; use method='bootstrap'."
        )
    shape = model.means_.shape
    point = pack(model.parameters_)
    steps = STEP * np.maximum(np.abs(point), np.sqrt(np.abs(components.variances).mean()) * 1e-2)
    information = np.empty((len(point), len(point)))
    for index, step in enumerate(steps):
        ahead, behind = point.copy(), point.copy()
        ahead[index] += step
        behind[index] -= step
        with np.errstate(all="ignore"):  # what is no number is refused below
            ends = [gradient(problem, unpack(end, shape)) for end in (ahead, behind)]
            information[index] = -(ends[0] - ends[1]) / (2.0 * step)
    if not np.isfinite(information).all():
        raise DataError(
            "The likelihood has no finite curvature there: a component has collapsed onto too few "
            "objects. Take fewer components or more objects."
        )
    symmetric = 0.5 * (information + information.T)
    n_free = len(model.weights_) - 1
    variances, of_sum = inverse_diagonal(symmetric, n_free)
    errors = np.sqrt(np.maximum(variances, 0.0))
    last = np.sqrt(max(of_sum, 0.0))
    return unpack(errors, shape)._replace(weights=np.append(errors[:n_free], last))


def gradient(problem: Problem, parameters: GaussianParameters) -> Floats:
    """∂L/∂ψ from the sums of one E step, in the order of `pack`.

    ∂L/∂π_k = n_k/π_k - n_K/π_K, ∂L/∂μ_k = Σ_k⁻¹ Σ_i t_ik (x_i - μ_k),
    ∂L/∂Σ_k = ½ (Σ_k⁻¹ S_k Σ_k⁻¹ - n_k Σ_k⁻¹); an entry off the diagonal counts twice.
    """
    moments = problem.components.expect(parameters, problem.log_plausibility, 1.0)
    inverses = np.linalg.inv(parameters.covariances)
    ratios = moments.counts / parameters.weights
    means = np.einsum("kij,kj->ki", inverses, moments.first)
    covariances = 0.5 * (
        inverses @ moments.second @ inverses - moments.counts[:, None, None] * inverses
    )
    rows, columns = np.tril_indices(means.shape[1])
    twice = np.where(rows == columns, 1.0, 2.0)
    return np.concatenate(
        [ratios[:-1] - ratios[-1], means.ravel(), (covariances[:, rows, columns] * twice).ravel()]
    )


def pack(parameters: GaussianParameters) -> Floats:
    """The free parameters in one vector: K - 1 proportions, means, lower covariances."""
    rows, columns = np.tril_indices(parameters.means.shape[1])
    return np.concatenate(
        [
            parameters.weights[:-1],
            parameters.means.ravel(),
            parameters.covariances[:, rows, columns].ravel(),
        ]
    )


def unpack(vector: Floats, shape: tuple[int, int]) -> GaussianParameters:
    """The parameters of such a vector for means of the given shape."""
    n_components, p = shape
    free, means = n_components - 1, n_components * p
    weights = np.append(vector[:free], 1.0 - vector[:free].sum())
    rows, columns = np.tril_indices(p)
    covariances = np.empty((n_components, p, p))
    entries = vector[free + means :].reshape(n_components, -1)
    covariances[:, rows, columns] = entries
    covariances[:, columns, rows] = entries
    return GaussianParameters(weights, vector[free : free + means].reshape(shape), covariances)


def _by_bootstrap(
    model: SoftLabelMixture,
    X: Any,
    y: Any = None,
    sample_weight: Any = None,
    n_resamples: int = 100,
    random_state: Any = None,
) -> GaussianParameters:
    """Refits start from the fitted parameters, so that components keep their places."""
    X = np.asarray(X, dtype=np.float64)
    rng = make_generator(random_state)
    refits = []
    for _ in range(n_resamples):
        rows = rng.integers(len(X), size=len(X))
        again = clone(model).set_params(
            init=tuple(model.parameters_), n_components=len(model.classes_)
        )
        labels = (
            None if y is None else (y[rows] if isinstance(y, MassTable) else np.asarray(y)[rows])
        )
        weights = None if sample_weight is None else np.asarray(sample_weight)[rows]
        for _ in again.iterate(X[rows], labels, weights):
            pass
        refits.append(again.parameters_)
    return GaussianParameters(
        *(
            np.std([getattr(fit, name) for fit in refits], axis=0, ddof=1)
            for name in GaussianParameters._fields
        )
    )
