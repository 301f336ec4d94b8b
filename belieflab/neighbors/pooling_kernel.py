"""The inner loops of pooling the neighbours' evidence; every row is one object to classify."""

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
def pool_simple(
    index: Rows,
    evidence: Floats,
    classes: Rows,
    strength: Floats,
    mass: Floats,
    agreement: Floats,
    stop: Flag,
) -> None:
    """Dempster's rule in closed form when each label is one class and the rest on Ω.

    With L_q = -Σ_{j of class q} ln(1 - e_j s_j), the masses are m({q}) ∝ exp(L_q) - 1 and
    m(Ω) ∝ 1 (Denœux 1995); `mass` [shape=(m, K + 1)] has Ω last, `agreement` is ln(1 - κ), κ the
    conflict. Nothing is subtracted from anything near 1, and no product can underflow. Rows after
    the flag `stop` [shape=(1,)] is set are left as they are.
    """
    n_classes = mass.shape[1] - 1
    for i in range(index.shape[0]):
        if stop_requested(stop):
            return
        for q in range(n_classes):
            mass[i, q] = 0.0
        everything = 0.0
        for j in range(index.shape[1]):
            row = index[i, j]
            log = -np.log1p(-evidence[i, j] * strength[row])
            mass[i, classes[row]] += log
            everything += log
        largest = 0.0
        for q in range(n_classes):
            largest = max(largest, mass[i, q])
        shift = largest if largest > SAFE_EXPONENT else 0.0
        ignorance = np.exp(-shift)
        total = ignorance
        for q in range(n_classes):
            if shift > 0.0:
                mass[i, q] = np.exp(mass[i, q] - shift) - ignorance
            else:
                mass[i, q] = np.expm1(mass[i, q])
            total += mass[i, q]
        for q in range(n_classes):
            mass[i, q] /= total
        mass[i, n_classes] = ignorance / total
        agreement[i] = np.log(total) + shift - everything


@kernel
def decide_simple(
    index: Rows,
    evidence: Floats,
    classes: Rows,
    strength: Floats,
    n_classes: int,
    decision: Rows,
    stop: Flag,
) -> None:
    """Decisions after each neighbour where labels are one class and Ω [shape=(m, k)].

    BetP rises with L_q = -Σ_{j of class q} ln(1 - e_j s_j), so the largest sum decides; ties go
    to the first class.
    """
    sums = np.empty(n_classes)
    for i in range(index.shape[0]):
        if stop_requested(stop):
            return
        sums[:] = 0.0
        for j in range(index.shape[1]):
            row = index[i, j]
            sums[classes[row]] -= np.log1p(-evidence[i, j] * strength[row])
            best = sums.max()
            for q in range(n_classes - 1, -1, -1):
                if sums[q] >= best - 1e-12:
                    decision[i, j] = q


@kernel
def multiply_contextual(
    index: Rows,
    powers: Floats,
    masses: Floats,
    alpha: float,
    gamma: Floats,
    product: Floats,
    log_scale: Floats,
) -> None:
    """Commonalities of contextually discounted labels, multiplied over the neighbours.

    A label that is trusted b_k = α exp(-γ_k d^β) in the context of class k has the commonality
    q(A) = Σ_F m(F) Π_{k ∈ A - F} (1 - b_k), found class by class in K 2^(K-1) steps without a
    single subtraction. `masses` [shape=(labels, 2^K)]; `product` [shape=(m, 2^K)], up to
    the factor whose logarithm `log_scale` keeps.
    """
    n_sets, n_classes = masses.shape[1], len(gamma)
    common = np.empty(n_sets)
    for i in range(index.shape[0]):
        product[i, :] = 1.0
        log_scale[i] = 0.0
        for j in range(index.shape[1]):
            common[:] = masses[index[i, j]]
            step = 1
            for k in range(n_classes):
                doubt = 1.0 - alpha * np.exp(-gamma[k] * powers[i, j])
                for start in range(0, n_sets, 2 * step):
                    for a in range(start, start + step):
                        without, within = common[a], common[a + step]
                        common[a] = without + within
                        common[a + step] = within + doubt * without
                step *= 2
            largest = 0.0
            for a in range(1, n_sets):
                product[i, a] *= common[a]
                largest = max(largest, product[i, a])
            if largest < SMALL:
                product[i, :] /= largest
                log_scale[i] += np.log(largest)
