"""The evidential network's masses, its loss and the gradient, on plain arrays.

Prototype i at squared distance d² gives class k the mass s u_ik and Ω the mass 1 - s, with
s = α_i exp(-γ_i d²). Its commonality of {k} is 1 - s (1 - u_ik), that of Ω is 1 - s, and products
over the prototypes pool them (Denœux 2000).
"""

import numpy as np
from numpy.typing import NDArray

from belieflab.compiling import kernel
from belieflab.stop_kernel import stop_requested

Floats = NDArray[np.float64]
Flag = NDArray[np.int64]

SMALL = 1e-100


@kernel
def pool_prototypes(
    squares: Floats,
    memberships: Floats,
    alpha: Floats,
    gamma: Floats,
    support: Floats,
    product: Floats,
) -> float:
    """Commonalities of the classes and, last, of Ω at one point [shape=(K + 1,)], up to a factor.

    `squares`: squared distances to the prototypes [shape=(r,)]; `support` receives s. The
    logarithm of the factor is returned.
    """
    n_classes = memberships.shape[1]
    product[:] = 1.0
    log_scale = 0.0
    for i in range(memberships.shape[0]):
        support[i] = alpha[i] * np.exp(-gamma[i] * squares[i])
        largest = 0.0
        for k in range(n_classes):
            product[k] *= 1.0 - support[i] + support[i] * memberships[i, k]
            largest = max(largest, product[k])
        product[n_classes] *= 1.0 - support[i]
        if largest < SMALL:
            product /= largest
            log_scale += np.log(largest)
    return log_scale


@kernel
def predict_masses(
    X: Floats,
    prototypes: Floats,
    memberships: Floats,
    alpha: Floats,
    gamma: Floats,
    mass: Floats,
    agreement: Floats,
    stop: Flag,
) -> None:
    """Masses of the classes and, last, of Ω [shape=(n, K + 1)].

    `agreement` receives ln(1 - κ), κ the conflict of the prototypes [shape=(n,)]. Rows after the
    flag `stop` [shape=(1,)] is set are left as they are.
    """
    n_classes = memberships.shape[1]
    squares, support = np.empty(len(prototypes)), np.empty(len(prototypes))
    product = np.empty(n_classes + 1)
    for n in range(X.shape[0]):
        if stop_requested(stop):
            return
        measure(X[n], prototypes, squares)
        log_scale = pool_prototypes(squares, memberships, alpha, gamma, support, product)
        total = product[n_classes]
        for k in range(n_classes):
            mass[n, k] = max(product[k] - product[n_classes], 0.0)
            total += mass[n, k]
        mass[n, n_classes] = product[n_classes]
        mass[n] /= total
        agreement[n] = np.log(total) + log_scale


@kernel
def measure(x: Floats, prototypes: Floats, squares: Floats) -> None:
    """Squared distances of one point to the prototypes [shape=(r,)]."""
    for i in range(prototypes.shape[0]):
        squares[i] = 0.0
        for f in range(prototypes.shape[1]):
            squares[i] += (x[f] - prototypes[i, f]) ** 2


@kernel
def loss_and_slopes(
    X: Floats,
    target: Floats,
    weight: Floats,
    prototypes: Floats,
    memberships: Floats,
    alpha: Floats,
    gamma: Floats,
    in_prototypes: Floats,
    in_memberships: Floats,
    in_alpha: Floats,
    in_gamma: Floats,
    stop: Flag,
) -> float:
    """Σ_n w_n Σ_k (BetP_n(k) - t_nk)² / (2 Σ_n w_n) and its slopes in every parameter.

    Once the flag `stop` [shape=(1,)] is set the sums are not complete.
    """
    n_points, n_classes = target.shape
    squares, support = np.empty(len(prototypes)), np.empty(len(prototypes))
    product, pull = np.empty(n_classes + 1), np.empty(n_classes + 1)
    in_prototypes[:], in_memberships[:], in_alpha[:], in_gamma[:] = 0.0, 0.0, 0.0, 0.0
    loss = 0.0
    for n in range(n_points):
        if stop_requested(stop):
            break
        measure(X[n], prototypes, squares)
        pool_prototypes(squares, memberships, alpha, gamma, support, product)
        loss += weight[n] * _pull_of(product, target[n], pull)
        pull *= weight[n]
        for i in range(prototypes.shape[0]):
            s = support[i]
            in_support = -pull[n_classes] * product[n_classes] / (1.0 - s)
            for k in range(n_classes):
                term = pull[k] * product[k] / (1.0 - s + s * memberships[i, k])
                in_support += term * (memberships[i, k] - 1.0)
                in_memberships[i, k] += term * s
            in_alpha[i] += in_support * s / alpha[i]
            in_gamma[i] -= in_support * s * squares[i]
            for f in range(prototypes.shape[1]):
                away = X[n, f] - prototypes[i, f]
                in_prototypes[i, f] += in_support * s * gamma[i] * 2.0 * away
    total = weight.sum()
    in_prototypes /= total
    in_memberships /= total
    in_alpha /= total
    in_gamma /= total
    return loss / total


@kernel
def _pull_of(product: Floats, target: Floats, pull: Floats) -> float:
    """Half the squared error of BetP at one point; `pull` receives its slope in the products.

    BetP(k) ∝ Q_k - (1 - 1/K) Q_Ω.
    """
    n_classes = target.shape[0]
    shared = (1.0 - 1.0 / n_classes) * product[n_classes]
    total = 0.0
    for k in range(n_classes):
        total += product[k] - shared
    loss, mean_miss = 0.0, 0.0
    for k in range(n_classes):
        share = (product[k] - shared) / total
        miss = share - target[k]
        loss += 0.5 * miss * miss
        mean_miss += miss * share
    pull[n_classes] = 0.0
    for k in range(n_classes):
        pull[k] = ((product[k] - shared) / total - target[k] - mean_miss) / total
        pull[n_classes] -= (1.0 - 1.0 / n_classes) * pull[k]
    return loss
