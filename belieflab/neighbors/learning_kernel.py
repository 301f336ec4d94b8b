"""The two criteria that γ is learned by, with their gradients; each neighbour's power is d^β.

Once the flag `stop` [shape=(1,)] is set the kernels end, and what they wrote is not complete.
"""

import numpy as np
from numpy.typing import NDArray

from belieflab.compiling import kernel
from belieflab.stop_kernel import stop_requested

Floats = NDArray[np.float64]
Rows = NDArray[np.int64]
Flag = NDArray[np.int64]

SMALL = 1e-100
SAFE_EXPONENT = 600.0


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
    stop: Flag,
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
        if stop_requested(stop):
            break
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
def squared_error_of_simple(
    index: Rows,
    powers: Floats,
    classes: Rows,
    strength: Floats,
    n_classes: int,
    alpha: float,
    gamma: Floats,
    slope: Floats,
    stop: Flag,
) -> float:
    """`squared_error` where every label is one class of mass s and the rest on Ω, in O(k) per row.

    With L_q = -Σ_{j of class q} ln(1 - e_j s_j), BetP(q) ∝ a_q = exp(L_q) - 1 + 1/K (Denœux
    1995), so that a class without a neighbour has a_q = 1/K and needs no look. Row i's own label
    is row i of the labels.
    """
    k = index.shape[1]
    logs, kept = np.zeros(n_classes), np.empty(k)
    slope[:] = 0.0
    error = 0.0
    for i in range(index.shape[0]):
        if stop_requested(stop):
            break
        largest = 0.0
        for j in range(k):
            row = index[i, j]
            kept[j] = alpha * np.exp(-gamma[classes[row]] * powers[i, j]) * strength[row]
            logs[classes[row]] -= np.log1p(-kept[j])
            largest = max(largest, logs[classes[row]])
        shift = largest if largest > SAFE_EXPONENT else 0.0
        nothing = np.exp(-shift)
        rest = nothing / n_classes
        own, elsewhere = classes[i], (1.0 - strength[i]) / n_classes
        # First the sum of a_q, then the error; a class counts at the first of its neighbours.
        total = nothing
        for j in range(k):
            if is_first(index[i], classes, j):
                total += np.exp(logs[classes[index[i, j]]] - shift) - nothing
        miss = rest / total - elsewhere
        errors, mean_miss = n_classes * miss * miss, n_classes * miss * rest / total
        own_share = rest / total
        for j in range(k):
            if is_first(index[i], classes, j):
                q = classes[index[i, j]]
                share = (np.exp(logs[q] - shift) - nothing + rest) / total
                if q == own:
                    own_share = share
                else:
                    away = share - elsewhere
                    errors += away * away - miss * miss
                    mean_miss += away * share - miss * rest / total
        away = own_share - elsewhere - strength[i]
        error += errors + away * away - miss * miss
        mean_miss += away * own_share - miss * rest / total
        for j in range(k):
            row = index[i, j]
            q = classes[row]
            if kept[j] > 0.0:
                scaled = np.exp(logs[q] - shift)
                away = (scaled - nothing + rest) / total - elsewhere
                away -= strength[i] if q == own else 0.0
                in_kept = 2.0 * (away - mean_miss) / total * scaled / (1.0 - kept[j])
                slope[q] -= in_kept * kept[j] * powers[i, j]
                slope[n_classes] += in_kept * kept[j] / alpha
        for j in range(k):
            logs[classes[index[i, j]]] = 0.0
    return error


@kernel
def is_first(row: Rows, classes: Rows, j: int) -> bool:
    """Whether no earlier neighbour has the class of neighbour j."""
    for earlier in range(j):
        if classes[row[earlier]] == classes[row[j]]:
            return False
    return True


@kernel
def negative_log_likelihood(
    index: Rows,
    powers: Floats,
    plausibility: Floats,
    target: Floats,
    alpha: float,
    gamma: Floats,
    slope: Floats,
    stop: Flag,
) -> float:
    """-Σ_i ln Σ_k p_i(k) pl_i(k) and its slope in γ and α [shape=(K + 1,)].

    pl_ij(k) = 1 - b + b pl_j(k), b = α exp(-γ_k d^β), and p_i(k) ∝ Π_j pl_ij(k) (Denœux,
    Kanjanatarakul, Sriboonchitta 2019).
    """
    n_classes = plausibility.shape[1]
    product, log_contour = np.empty(n_classes), np.empty(n_classes)
    in_gamma, in_alpha, share = np.empty(n_classes), np.empty(n_classes), np.empty(n_classes)
    slope[:] = 0.0
    total = 0.0
    for i in range(index.shape[0]):
        if stop_requested(stop):
            break
        product[:], log_contour[:], in_gamma[:], in_alpha[:] = 1.0, 0.0, 0.0, 0.0
        for j in range(index.shape[1]):
            row, power = index[i, j], powers[i, j]
            for q in range(n_classes):
                doubt = plausibility[row, q] - 1.0
                if doubt < 0.0:
                    b = alpha * np.exp(-gamma[q] * power)
                    if b > 0.0:
                        term = 1.0 + b * doubt
                        product[q] *= term
                        step = b * doubt / term
                        in_gamma[q] -= step * power
                        in_alpha[q] += step
            if j % 16 == 15 or j == index.shape[1] - 1:
                # One logarithm for many factors, none of which is below 1 - α.
                for q in range(n_classes):
                    log_contour[q] += np.log(product[q])
                    product[q] = 1.0
        largest = log_contour.max()
        everything, right = 0.0, 0.0
        for q in range(n_classes):
            share[q] = np.exp(log_contour[q] - largest)
            everything += share[q]
            right += share[q] * target[i, q]
        right = max(right, 1e-300)
        total -= np.log(right / everything)
        for q in range(n_classes):
            weight = share[q] / everything - share[q] * target[i, q] / right
            slope[q] += weight * in_gamma[q]
            slope[n_classes] += weight * in_alpha[q] / alpha
    return total


@kernel
def log_contours(
    index: Rows,
    powers: Floats,
    plausibility: Floats,
    alpha: float,
    gamma: Floats,
    out: Floats,
    stop: Flag,
) -> None:
    """ln Π_j (1 - b + b pl_j(k)), b = α exp(-γ_k d^β) [shape=(m, K)]."""
    for i in range(index.shape[0]):
        if stop_requested(stop):
            break
        for q in range(out.shape[1]):
            out[i, q] = 0.0
            for j in range(index.shape[1]):
                b = alpha * np.exp(-gamma[q] * powers[i, j])
                out[i, q] += np.log1p(b * (plausibility[index[i, j], q] - 1.0))
