"""Regressions of features on their parents, per class, from weighted covariances alone.

López-Cruz et al. (2013), eq. 6: β = Σ_YY⁻¹ Σ_Yj and σ² = Σ_jj - Σ_jY β, by one Cholesky
factorisation of the covariances of the parents with the child as last row.
"""

import numpy as np
from numpy.typing import NDArray

from belieflab.compiling import kernel
from belieflab.mixture.expectation_kernel import LOG_2_PI

Floats = NDArray[np.float64]
Chosen = NDArray[np.bool_]
Places = NDArray[np.int64]

REDUNDANT = 1e-12
"""A parent whose variance given the parents before it is below this share of its own adds nothing.

Its coefficient is then 0: the fitted values are the same.
"""


@kernel
def regress(
    covariance: Floats, child: int, parents: Places, n_parents: int, lower: Floats, slopes: Floats
) -> float:
    """Write β of one class into `slopes` [shape=(p,)], by place of the parent; returns σ².

    `covariance` is [shape=(p, p)], `lower` a buffer of at least (n_parents + 1)².
    """
    for a in range(n_parents + 1):
        feature = parents[a] if a < n_parents else child
        for b in range(a):
            value = covariance[feature, parents[b]]
            for m in range(b):
                value -= lower[a, m] * lower[b, m]
            lower[a, b] = value / lower[b, b] if lower[b, b] > 0.0 else 0.0
        pivot = covariance[feature, feature]
        for m in range(a):
            pivot -= lower[a, m] * lower[a, m]
        if a == n_parents:
            variance = pivot
        elif pivot > REDUNDANT * covariance[feature, feature]:
            lower[a, a] = np.sqrt(pivot)
        else:
            lower[a, a] = 0.0
    for b in range(n_parents - 1, -1, -1):
        value = lower[n_parents, b]
        for a in range(b + 1, n_parents):
            value -= lower[a, b] * slopes[parents[a]]
        slopes[parents[b]] = value / lower[b, b] if lower[b, b] > 0.0 else 0.0
    return float(max(variance, 0.0))


@kernel
def fit_families(
    covariances: Floats,
    parents: Chosen,
    floors: Floats,
    coefficients: Floats,
    variances: Floats,
) -> int:
    """Write β [shape=(K, p, p), row = child] and σ² [shape=(K, p)]; returns how many met the floor.

    The largest likelihood under σ² ≥ floor is at the same β and at max(σ², floor).
    """
    n_classes, p, _ = covariances.shape
    lower, of_child = np.empty((p + 1, p + 1)), np.empty(p, dtype=np.int64)
    floored = 0
    for j in range(p):
        n_parents = 0
        for i in range(p):
            if parents[j, i]:
                of_child[n_parents] = i
                n_parents += 1
        for k in range(n_classes):
            coefficients[k, j] = 0.0
            variance = regress(covariances[k], j, of_child, n_parents, lower, coefficients[k, j])
            if variance < floors[j]:
                floored += 1
                variance = floors[j]
            variances[k, j] = variance
    return floored


@kernel
def family_score(
    counts: Floats,
    covariances: Floats,
    floor: float,
    log_n: float,
    child: int,
    parents: Places,
    n_parents: int,
    lower: Floats,
    slopes: Floats,
) -> float:
    """Expected log-likelihood of one feature given its parents, less its share of the penalty.

    Σ_k -n_k/2 [ln 2πσ² + s²/σ²] - ½ K (2 + parents) ln n, s² the residual variance and
    σ² = max(s², floor).
    """
    n_classes = len(counts)
    score = -0.5 * log_n * n_classes * (2 + n_parents)
    for k in range(n_classes):
        if counts[k] > 0.0:
            found = regress(covariances[k], child, parents, n_parents, lower, slopes)
            variance = max(found, floor)
            score -= 0.5 * counts[k] * (LOG_2_PI + np.log(variance) + found / variance)
    return score


@kernel
def score_changes(
    counts: Floats,
    covariances: Floats,
    floors: Floats,
    log_n: float,
    child: int,
    parents: Chosen,
    gains: Floats,
) -> float:
    """Write what adding or deleting each parent of one child gains [shape=(p,)]; returns its score.

    `parents` is its row of the structure [shape=(p,)]. The gain of a parent that it has is that of
    deleting it, of one that it has not that of adding it; its own place gets 0.
    """
    p = len(parents)
    lower, slopes = np.empty((p + 1, p + 1)), np.empty(p)
    chosen = np.empty(p, dtype=np.int64)
    n_parents = 0
    for i in range(p):
        if parents[i]:
            chosen[n_parents] = i
            n_parents += 1
    now = family_score(
        counts, covariances, floors[child], log_n, child, chosen, n_parents, lower, slopes
    )
    changed = np.empty(p, dtype=np.int64)
    for i in range(p):
        if i == child:
            gains[i] = 0.0
            continue
        n_changed = 0
        for a in range(n_parents):
            if chosen[a] != i:
                changed[n_changed] = chosen[a]
                n_changed += 1
        if not parents[i]:
            changed[n_changed] = i
            n_changed += 1
        gains[i] = (
            family_score(
                counts, covariances, floors[child], log_n, child, changed, n_changed, lower, slopes
            )
            - now
        )
    return now
