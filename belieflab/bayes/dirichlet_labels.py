"""Labels that are drawn themselves: that of an object of class k is Dirichlet with parameters a_k.

The pignistic probabilities π_i of a label, moved inward to π' = (1 - ε) π + ε/K, have the density
Dir(π'_i; a_k) in class k. It takes the place of the plausibility in the E step, and a_k is learned
in the M step; a vacuous label says nothing, whatever the class. López-Cruz et al. (2013) name such
a model in their conclusions.
"""

import numpy as np
from numpy.typing import NDArray
from scipy.special import gammaln, polygamma, psi

Floats = NDArray[np.float64]

INWARD = 1e-3
"""ε: the share of every label that is spread evenly, as a probability of 0 has no density."""

LARGEST_SUM = 1e3
"""Σ_j a_kj is kept up to this: on labels that repeat each other the likelihood has no maximum."""

SMALLEST = 1e-6
MAX_STEPS = 200
SETTLED = 1e-10


class DirichletLabels:
    """The labels of n objects about K classes, as Dirichlet draws.

    Parameters
    ----------
    pignistic : probabilities of the classes [shape=(n, K)]
    vacuous : whether a label says nothing [shape=(n,)]
    """

    def __init__(self, pignistic: Floats, vacuous: NDArray[np.bool_]) -> None:
        n_classes = pignistic.shape[1]
        inward = (1.0 - INWARD) * pignistic + INWARD / n_classes
        self.logs = np.ascontiguousarray(np.log(inward).T)
        self.vacuous = vacuous

    def first(self, n_classes: int) -> Floats:
        """a before any is learned: labels that favour their class [shape=(K, K)]."""
        return 1.0 + np.eye(n_classes)

    def log_factors(self, a: Floats) -> Floats:
        """ln Dir(π'_i; a_k) [shape=(K, n)], 0 where the label is vacuous."""
        constants = gammaln(a.sum(axis=1)) - gammaln(a).sum(axis=1)
        logs: Floats = (a - 1.0) @ self.logs + constants[:, None]
        logs[:, self.vacuous] = 0.0
        return logs

    def maximise(self, a: Floats, weighted: Floats) -> Floats:
        """The M step: a_k of the labels weighted by w_i t_ik [shape=(K, n)].

        Row k is replaced only where that raises its expected likelihood.
        """
        known = ~self.vacuous
        shares = weighted[:, known]
        counts = shares.sum(axis=1)
        new = a.copy()
        for k in np.flatnonzero(counts > SMALLEST):
            means = self.logs[:, known] @ shares[k] / counts[k]
            found = fit_dirichlet(a[k], means)
            if _expected(found, means) > _expected(a[k], means):
                new[k] = found
        return new


def fit_dirichlet(a: Floats, mean_logs: Floats) -> Floats:
    """The maximum of the likelihood given the means of ln π', after Minka (2000).

    His fixed point ψ(a_j) = ψ(Σ a) + mean ln π'_j again and again from `a` [shape=(K,)], each time
    followed by his Newton step where that is higher: the fixed point alone takes thousands of
    steps where Σ a is large. Where Σ a would pass its limit it is held there, and the means of the
    Dirichlet alone are learned.

    Examples
    --------
    >>> from scipy.special import psi
    >>> target = np.array([2.0, 5.0])
    >>> fit_dirichlet(np.ones(2), psi(target) - psi(7.0)).round(4)
    array([2., 5.])
    """
    for _ in range(MAX_STEPS):
        new = np.maximum(_inverse_psi(psi(a.sum()) + mean_logs), SMALLEST)
        further = _newton_step(new, mean_logs)
        if (further > 0).all() and _expected(further, mean_logs) > _expected(new, mean_logs):
            new = further
        if new.sum() > LARGEST_SUM:
            return _fit_means(mean_logs)
        settled = bool(np.abs(new - a).max() <= SETTLED * new.max())
        a = new
        if settled:
            break
    return a


def _newton_step(a: Floats, mean_logs: Floats) -> Floats:
    """One step of Newton's method; the Hessian is diagonal but for a matrix of equal numbers."""
    gradient = psi(a.sum()) - psi(a) + mean_logs
    diagonal, common = -polygamma(1, a), polygamma(1, a.sum())
    shift = (gradient / diagonal).sum() / (1.0 / common + (1.0 / diagonal).sum())
    return np.asarray(a - (gradient - shift) / diagonal)


def _fit_means(mean_logs: Floats) -> Floats:
    """The same with Σ a at its limit: ψ(a_j) = mean ln π'_j + c, c such that the sum is right."""
    low, high = psi(SMALLEST), psi(LARGEST_SUM) - mean_logs.min() + 1.0
    for _ in range(100):
        middle = 0.5 * (low + high)
        total = _inverse_psi(np.clip(mean_logs + middle, psi(SMALLEST), None)).sum()
        low, high = (middle, high) if total < LARGEST_SUM else (low, middle)
    return np.maximum(_inverse_psi(np.clip(mean_logs + low, psi(SMALLEST), None)), SMALLEST)


def _inverse_psi(values: Floats) -> Floats:
    """x with ψ(x) = values, by Newton's method from Minka's start."""
    x = np.where(values >= -2.22, np.exp(values) + 0.5, -1.0 / (values - psi(1.0)))
    for _ in range(5):
        x = np.maximum(x - (psi(x) - values) / polygamma(1, x), 1e-300)
    return np.asarray(x)


def _expected(a: Floats, mean_logs: Floats) -> float:
    return float(gammaln(a.sum()) - gammaln(a).sum() + (a - 1.0) @ mean_logs)
