"""The two criteria that γ is learned by, with their gradients; each neighbour's power is d^β."""

import numpy as np
from numpy.typing import NDArray

from belieflab.compiling import kernel

Floats = NDArray[np.float64]
Rows = NDArray[np.int64]

SMALL = 1e-100


@kernel
def squared_error(
    index: Rows,
    powers: Floats,
    group: Rows,
    commonality: Floats,
    betting: Floats,
    classes: Rows,
    target: Floats,
    alpha: float,
    gamma: Floats,
    slope: Floats,
) -> float:
    """Σ_i Σ_k (BetP_i(k) - t_ik)² (Zouhal and Denœux 1998), and its slope [shape=(K + 1,)].

    The first K slopes are those in γ, the last is that in α. With e = α exp(-γ d^β), the pooled
    commonality is Π_j (1 - e_j + e_j q_j(A)) and BetP is linear in it up to normalisation.
    """
    n_sets, n_classes = betting.shape
    k = index.shape[1]
    product, pull = np.empty(n_sets), np.empty(n_sets)
    share, evidence = np.empty(n_classes), np.empty(k)
    slope[:] = 0.0
    error = 0.0
    for i in range(index.shape[0]):
        product[:] = 1.0
        for j in range(k):
            row = index[i, j]
            evidence[j] = alpha * np.exp(-gamma[classes[row]] * powers[i, j])
            largest = 0.0
            for a in range(n_sets):
                product[a] *= 1.0 - evidence[j] + evidence[j] * commonality[group[row], a]
                largest = max(largest, product[a])
            if largest < SMALL:
                product /= largest
        share[:] = 0.0
        for a in range(n_sets):
            for q in range(n_classes):
                share[q] += product[a] * betting[a, q]
        total = share.sum()
        mean_miss = 0.0
        for q in range(n_classes):
            share[q] /= total
            miss = share[q] - target[i, q]
            error += miss * miss
            mean_miss += miss * share[q]
        for a in range(n_sets):
            pull[a] = 0.0
            for q in range(n_classes):
                miss = share[q] - target[i, q]
                pull[a] += 2.0 * (miss - mean_miss) / total * betting[a, q]
            pull[a] *= product[a]
        for j in range(k):
            row, e = index[i, j], evidence[j]
            in_evidence = 0.0
            for a in range(n_sets):
                q_j = commonality[group[row], a]
                in_evidence += pull[a] * (q_j - 1.0) / (1.0 - e + e * q_j)
            if e > 0.0:
                slope[classes[row]] -= in_evidence * e * powers[i, j]
                slope[n_classes] += in_evidence * e / alpha
    return error


@kernel
def negative_log_likelihood(
    index: Rows,
    powers: Floats,
    plausibility: Floats,
    target: Floats,
    alpha: float,
    gamma: Floats,
    slope: Floats,
) -> float:
    """-Σ_i ln Σ_k p_i(k) pl_i(k) and its slope in γ and α [shape=(K + 1,)].

    pl_ij(k) = 1 - b + b pl_j(k), b = α exp(-γ_k d^β), and p_i(k) ∝ Π_j pl_ij(k) (Denœux,
    Kanjanatarakul, Sriboonchitta 2019).
    """
    n_classes = plausibility.shape[1]
    log_contour = np.empty(n_classes)
    in_gamma, in_alpha = np.empty(n_classes), np.empty(n_classes)
    slope[:] = 0.0
    total = 0.0
    for i in range(index.shape[0]):
        for q in range(n_classes):
            log_contour[q], in_gamma[q], in_alpha[q] = 0.0, 0.0, 0.0
            for j in range(index.shape[1]):
                doubt = plausibility[index[i, j], q] - 1.0
                b = alpha * np.exp(-gamma[q] * powers[i, j])
                if b > 0.0 and doubt < 0.0:
                    term = 1.0 + b * doubt
                    log_contour[q] += np.log(term)
                    in_gamma[q] -= doubt / term * b * powers[i, j]
                    in_alpha[q] += doubt / term * b / alpha
        largest = log_contour.max()
        everything, right = 0.0, 0.0
        for q in range(n_classes):
            share = np.exp(log_contour[q] - largest)
            everything += share
            right += share * target[i, q]
        right = max(right, 1e-300)
        total -= np.log(right / everything)
        for q in range(n_classes):
            share = np.exp(log_contour[q] - largest)
            weight = share / everything - share * target[i, q] / right
            slope[q] += weight * in_gamma[q]
            slope[n_classes] += weight * in_alpha[q]
    return total


@kernel
def log_contours(
    index: Rows, powers: Floats, plausibility: Floats, alpha: float, gamma: Floats, out: Floats
) -> None:
    """ln Π_j (1 - b + b pl_j(k)), b = α exp(-γ_k d^β) [shape=(m, K)]."""
    for i in range(index.shape[0]):
        for q in range(out.shape[1]):
            out[i, q] = 0.0
            for j in range(index.shape[1]):
                b = alpha * np.exp(-gamma[q] * powers[i, j])
                out[i, q] += np.log1p(b * (plausibility[index[i, j], q] - 1.0))
