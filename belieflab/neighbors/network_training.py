"""Training the evidential network: free parameters, loss with gradient, and the descent."""

from collections.abc import Callable, Generator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from belieflab.iteration import Ending, check_stop, current_flag
from belieflab.neighbors.network_kernel import loss_and_slopes

Floats = NDArray[np.float64]
Objective = Callable[[Floats], tuple[float, Floats]]

LARGEST_ALPHA = 0.99
FASTER, SLOWER, BACK = 1.2, 0.8, 0.5
FIRST_STEP, SMALLEST_STEP, LARGEST_STEP = 0.1, 1e-8, 1e4
MAX_RETREATS = 60
MEMORY = 0.9
"""Share of the past in the running mean of the relative gain that ends the descent."""


class NetworkParameters(NamedTuple):
    """What the network is: r prototypes, their memberships in the classes, and their reach.

    prototypes [shape=(r, p)], memberships u, rows sum to 1 [shape=(r, K)], alpha [shape=(r,)],
    gamma [shape=(r,)].
    """

    prototypes: Floats
    memberships: Floats
    alpha: Floats
    gamma: Floats


def free(parameters: NetworkParameters) -> Floats:
    """The parameters as one vector without bounds [shape=(r (p + K + 2),)].

    u_ik = β_ik² / Σ_k β_ik², α_i = 0.99 / (1 + exp(-ξ_i)), γ_i = η_i² (Denœux 2000).
    """
    share = np.clip(parameters.alpha / LARGEST_ALPHA, 1e-12, 1.0 - 1e-12)
    return np.concatenate([
        parameters.prototypes.ravel(),
        np.sqrt(parameters.memberships).ravel(),
        np.log(share / (1.0 - share)),
        np.sqrt(parameters.gamma),
    ])  # fmt: skip


def bind(vector: Floats, n_features: int, n_classes: int) -> NetworkParameters:
    """The parameters that a free vector stands for."""
    prototypes, roots, logits, scales = _parts(vector, n_features, n_classes)
    squares = roots**2
    return NetworkParameters(
        prototypes.copy(),
        squares / squares.sum(axis=1, keepdims=True),
        LARGEST_ALPHA / (1.0 + np.exp(-np.clip(logits, -500.0, 500.0))),
        scales**2,
    )


def make_objective(
    X: Floats, target: Floats, regularisation: float, weight: Floats | None = None
) -> Objective:
    """Σ_n w_n Σ_k (BetP_n(k) - t_nk)² / (2 Σ_n w_n) + regularisation Σ_i α_i, with its gradient.

    The gradient is that in the free parameters [shape=(r (p + K + 2),)]. Without `weight`
    [shape=(n,)] every object counts once.
    """
    n_features, n_classes = X.shape[1], target.shape[1]
    weight = np.ones(len(X)) if weight is None else weight

    def evaluate(vector: Floats) -> tuple[float, Floats]:
        bound = bind(vector, n_features, n_classes)
        slopes = NetworkParameters(*(np.empty_like(values) for values in bound))
        loss = loss_and_slopes(X, target, weight, *bound, *slopes, current_flag().array)
        check_stop()
        loss += regularisation * float(bound.alpha.sum())
        return loss, _in_free(vector, bound, slopes, regularisation)

    return evaluate


def descend(
    objective: Objective, start: Floats, tol: float, max_iter: int
) -> Generator[tuple[Floats, float], None, Ending]:
    """Gradient descent with a step size of its own for each parameter; the loss never rises.

    A step grows while its slope keeps its sign and shrinks when it turns; a move that raises the
    loss is taken back and tried with half the steps (after Silva and Almeida 1990). Converged when
    the running mean of the relative gain falls below `tol`; "fell" when no step lowers the loss.
    """
    here, (loss, slope) = start, objective(start)
    steps, gain = np.full(len(start), FIRST_STEP), 1.0
    yield here, loss
    for _ in range(max_iter):
        for _ in range(MAX_RETREATS):
            there = here - steps * slope
            new_loss, new_slope = objective(there)
            if new_loss <= loss:
                break
            steps *= BACK
        else:
            return Ending.FELL
        steps *= np.where(slope * new_slope >= 0, FASTER, SLOWER)
        np.clip(steps, SMALLEST_STEP, LARGEST_STEP, out=steps)
        gained = (loss - new_loss) / max(loss, np.finfo(np.float64).tiny)
        gain = MEMORY * gain + (1.0 - MEMORY) * gained
        here, loss, slope = there, new_loss, new_slope
        yield here, loss
        if gain < tol:
            return Ending.CONVERGED
    return Ending.MAX_ITER


def _parts(vector: Floats, n_features: int, n_classes: int) -> tuple[Floats, ...]:
    r = len(vector) // (n_features + n_classes + 2)
    cuts = np.cumsum([r * n_features, r * n_classes, r])
    prototypes, roots, logits, scales = np.split(vector, cuts)
    return prototypes.reshape(r, n_features), roots.reshape(r, n_classes), logits, scales


def _in_free(
    vector: Floats, bound: NetworkParameters, slopes: NetworkParameters, regularisation: float
) -> Floats:
    """The chain rule from u, α, γ to β, ξ, η."""
    _, roots, _, scales = _parts(vector, bound.prototypes.shape[1], bound.memberships.shape[1])
    squares = (roots**2).sum(axis=1, keepdims=True)
    mean_slope = (slopes.memberships * bound.memberships).sum(axis=1, keepdims=True)
    in_roots = 2.0 * roots / squares * (slopes.memberships - mean_slope)
    in_alpha = slopes.alpha + regularisation
    in_logits = in_alpha * bound.alpha * (1.0 - bound.alpha / LARGEST_ALPHA)
    return np.concatenate(
        [slopes.prototypes.ravel(), in_roots.ravel(), in_logits, slopes.gamma * 2.0 * scales]
    )
