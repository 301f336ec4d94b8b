"""Learning γ, and α if asked, by gradient on a leave-one-out criterion."""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize
from scipy.special import expit

from belieflab.neighbors.gamma_rules import distinct_rows
from belieflab.neighbors.learning_kernel import negative_log_likelihood, squared_error
from belieflab.neighbors.pooling import Pool
from belieflab.neighbors.search import Neighbors
from belieflab.neighbors.sparse_labels import SparseLabels

Floats = NDArray[np.float64]
Criterion = Callable[[float, Floats], tuple[float, Floats]]
"""From α and γ [shape=(K,)] to the criterion and its slope in γ and, last, in α."""

STARTS = (1.0, 0.3, 3.0)
"""Multiples of the square root of the first γ that learning starts from; the best end is kept."""

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
    family, target = pool.family, pool.labels.pignistic()
    table, group = distinct_rows(pool.labels.table)
    commonality = family.commonalities(table)
    classes, powers = pool.labels.classes, neighbors.powers(beta)

    def evaluate(alpha: float, gamma: Floats) -> tuple[float, Floats]:
        slope = np.empty(len(gamma) + 1)
        value = squared_error(
            neighbors.index, powers, group, commonality, family.betting, classes,
            target, alpha, gamma, slope,
        )  # fmt: skip
        return value, slope

    return evaluate


def likelihood_criterion(labels: SparseLabels, neighbors: Neighbors, beta: float) -> Criterion:
    """-Σ_i ln Σ_k p_i(k) pl_i(k) leave-one-out, for contextual discounting."""
    plausibility, powers = labels.contour(), neighbors.powers(beta)

    def evaluate(alpha: float, gamma: Floats) -> tuple[float, Floats]:
        slope = np.empty(len(gamma) + 1)
        value = negative_log_likelihood(
            neighbors.index, powers, plausibility, plausibility, alpha, gamma, slope
        )
        return value, slope

    return evaluate


def learn(criterion: Criterion, alpha: float, gamma: Floats, *, learn_alpha: bool) -> Learned:
    """The least criterion that descents from several multiples of `gamma` find.

    γ_q = γ_q(start) θ_q² keeps it nonnegative and free of the unit of distance; α is 0.999 times
    the logistic function of the last parameter.
    """
    n_classes = len(gamma)
    share = min(alpha / LARGEST_ALPHA, 1.0 - 1e-6)
    logit = float(np.log(share / (1.0 - share)))

    def alpha_at(parameters: Floats) -> float:
        return LARGEST_ALPHA * float(expit(parameters[n_classes])) if learn_alpha else alpha

    def evaluate(parameters: Floats) -> tuple[float, Floats]:
        roots, alpha_here = parameters[:n_classes], alpha_at(parameters)
        value, slope = criterion(alpha_here, gamma * roots**2)
        in_roots = slope[:n_classes] * 2.0 * gamma * roots
        if not learn_alpha:
            return value, in_roots
        in_logit = slope[n_classes] * alpha_here * (1.0 - alpha_here / LARGEST_ALPHA)
        return value, np.append(in_roots, in_logit)

    best, least = np.append(np.ones(n_classes), logit), np.inf
    for multiple in STARTS:
        start = np.append(np.full(n_classes, multiple), logit)
        end = minimize(
            evaluate,
            start if learn_alpha else start[:n_classes],
            jac=True,
            method="BFGS",
            options={"gtol": 1e-7, "maxiter": 300},
        )
        if end.fun < least:
            best, least = end.x, float(end.fun)
    return Learned(alpha_at(best), gamma * best[:n_classes] ** 2, least)
