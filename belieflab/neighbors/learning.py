"""Learning γ, and α if asked, by gradient on a leave-one-out criterion."""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize
from scipy.special import expit

from belieflab.iteration import check_stop, current_flag
from belieflab.neighbors.gamma_rules import distinct_rows
from belieflab.neighbors.learning_kernel import (
    negative_log_likelihood,
    squared_error,
    squared_error_of_simple,
)
from belieflab.neighbors.pooling import Pool
from belieflab.neighbors.search import Neighbors, Rows
from belieflab.neighbors.sparse_labels import SparseLabels

Floats = NDArray[np.float64]
Criterion = Callable[[float, Floats], tuple[float, Floats]]
"""From α and γ [shape=(K,)] to the criterion and its slope in γ and, last, in α."""

STARTS = (1.0, 0.3, 3.0)
"""Multiples of the square root of the first γ that learning starts from."""

TRIAL, MAX_STEPS = 15, 300

LARGEST_ALPHA = 0.999
"""At 1 a neighbour at distance 0 would leave no doubt at all."""


class Learned(NamedTuple):
    """The learned parameters and the criterion there."""

    alpha: float
    gamma: Floats
    criterion: float


def squared_error_criterion(pool: Pool, neighbors: Neighbors, beta: float) -> Criterion:
    """Σ_i Σ_k (BetP_i(k) - t_ik)² leave-one-out, t the pignistic probabilities of the labels.

    γ_q belongs to the neighbours whose label has its largest pignistic probability on class q.
    """
    if pool.labels.simple is not None:
        return _simple_criterion(pool, pool.labels.simple, neighbors, beta)
    family, target = pool.family, pool.labels.pignistic()
    table, group = distinct_rows(pool.labels.table)
    commonality = family.commonalities(table)
    classes, powers = pool.labels.classes, neighbors.powers(beta)

    def evaluate(alpha: float, gamma: Floats) -> tuple[float, Floats]:
        slope = np.empty(len(gamma) + 1)
        value = squared_error(
            neighbors.index, powers, group, commonality, family.betting, classes,
            target, alpha, gamma, slope, current_flag().array,
        )  # fmt: skip
        check_stop()
        return value, slope

    return evaluate


def _simple_criterion(
    pool: Pool, simple: tuple[Rows, Floats], neighbors: Neighbors, beta: float
) -> Criterion:
    powers, n_classes = neighbors.powers(beta), pool.frame.size

    def evaluate(alpha: float, gamma: Floats) -> tuple[float, Floats]:
        slope = np.empty(n_classes + 1)
        value = squared_error_of_simple(
            neighbors.index, powers, *simple, n_classes, alpha, gamma, slope, current_flag().array
        )
        check_stop()
        return value, slope

    return evaluate


def likelihood_criterion(labels: SparseLabels, neighbors: Neighbors, beta: float) -> Criterion:
    """-Σ_i ln Σ_k p_i(k) pl_i(k) leave-one-out, for contextual discounting."""
    plausibility, powers = labels.contour(), neighbors.powers(beta)

    def evaluate(alpha: float, gamma: Floats) -> tuple[float, Floats]:
        slope = np.empty(len(gamma) + 1)
        value = negative_log_likelihood(
            neighbors.index, powers, plausibility, plausibility, alpha, gamma, slope,
            current_flag().array,
        )  # fmt: skip
        check_stop()
        return value, slope

    return evaluate


def learn(criterion: Criterion, alpha: float, gamma: Floats, *, learn_alpha: bool) -> Learned:
    """The least criterion that descents from several multiples of `gamma` find.

    γ_q = γ_q(start) θ_q² keeps it nonnegative, lets it reach 0 and is free of the unit of
    distance; α is 0.999 times the logistic function of the last parameter. Every start goes
    `TRIAL` steps, and the one that has come lowest goes on to the end.
    """
    n_classes = len(gamma)
    share = min(alpha / LARGEST_ALPHA, 1.0 - 1e-6)
    logit = [float(np.log(share / (1.0 - share)))] if learn_alpha else []
    scale = 1.0 / max(criterion(alpha, gamma)[0], np.finfo(np.float64).tiny)

    def alpha_at(parameters: Floats) -> float:
        return LARGEST_ALPHA * float(expit(parameters[n_classes])) if learn_alpha else alpha

    def evaluate(parameters: Floats) -> tuple[float, Floats]:
        roots, alpha_here = parameters[:n_classes], alpha_at(parameters)
        value, slope = criterion(alpha_here, gamma * roots**2)
        in_parameters = slope[:n_classes] * 2.0 * gamma * roots
        if learn_alpha:
            in_logit = slope[n_classes] * alpha_here * (1.0 - alpha_here / LARGEST_ALPHA)
            in_parameters = np.append(in_parameters, in_logit)
        return scale * value, scale * in_parameters

    def descend(start: Floats, steps: int) -> Any:
        return minimize(
            evaluate,
            start,
            jac=True,
            method="L-BFGS-B",
            options={"maxiter": steps, "maxcor": 30, "ftol": 1e-13, "gtol": 1e-9},
        )

    starts = [np.append(np.full(n_classes, multiple), logit) for multiple in STARTS]
    best = min((descend(start, TRIAL) for start in starts), key=lambda end: float(end.fun))
    end = descend(best.x, MAX_STEPS)
    found = end if end.fun < best.fun else best
    return Learned(alpha_at(found.x), gamma * found.x[:n_classes] ** 2, float(found.fun) / scale)
