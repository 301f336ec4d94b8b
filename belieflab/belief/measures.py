"""What a mass function says: plausibility, probability for betting, imprecision, conflict.

Functions on plain arrays: `n_classes`, focal masks [shape=(F,)], masses [shape=(n, F)].
Each is one matrix product of the masses with a small table that depends on the focal sets only.
"""

import numpy as np
from numpy.typing import NDArray

from belieflab.belief.masks import Masks, cardinality, membership

Floats = NDArray[np.float64]


MANY_PRODUCTS, FEW = 1e9, 0.02
"""From so many products on it pays to leave zeros out, where no larger share of them is needed."""


def column_sum(mass: Floats, chosen: NDArray[np.bool_]) -> Floats:
    """Sum of the chosen columns of each row [shape=(n,)]."""
    return mass @ chosen.astype(np.float64)


def _product(mass: Floats, weights: Floats) -> Floats:
    """`mass @ weights`; where that is long and most of both is zero, of the rest alone.

    Labels of thousands of classes have one mass a row: for 12,000 of 4,096 it is 10^11 products.
    """
    products = float(mass.size) * weights.shape[1]
    if products > MANY_PRODUCTS:
        needed = np.count_nonzero(mass) * np.count_nonzero(weights) / max(len(weights), 1)
        if needed < FEW * products:
            from scipy.sparse import csr_array  # a second that few tables need

            found: Floats = (csr_array(mass) @ csr_array(weights)).toarray()
            return found
    return mass @ weights


def contour(n_classes: int, focal: Masks, mass: Floats) -> Floats:
    """pl({k}) = Σ_{A ∋ k} m(A) [shape=(n, K)]."""
    return _product(mass, membership(n_classes, focal))


def pignistic(n_classes: int, focal: Masks, mass: Floats) -> Floats:
    """BetP(k) = Σ_{A ∋ k} m(A) / |A| / (1 - m(∅)) [shape=(n, K)]; a row all on ∅ gives 1/K."""
    members = membership(n_classes, focal)
    sizes = np.add.reduce(members, axis=1)
    shares = _product(mass, members / np.maximum(sizes, 1.0)[:, None])
    if (sizes == 0).any():
        # Summing what is not on ∅ keeps every digit where 1 - m(∅) would cancel.
        totals = column_sum(mass, sizes > 0)
        lost = np.flatnonzero(totals == 0)
        totals[lost] = 1.0
        shares /= totals[:, None]
        shares[lost] = 1.0 / n_classes
    return shares


def nonspecificity(n_classes: int, focal: Masks, mass: Floats) -> Floats:
    """Σ_{A ≠ ∅} m(A) ln|A| / ln K [shape=(n,)]; zero on a frame of one class."""
    if n_classes == 1:
        return np.zeros(mass.shape[0])
    shares: Floats = _log_sizes(n_classes, focal) / np.log(n_classes)
    return mass @ shares


def nonspecificity_in_bits(n_classes: int, focal: Masks, mass: Floats) -> Floats:
    """Σ_{A ≠ ∅} m(A) log2|A| [shape=(n,)] (Dubois and Prade 1985)."""
    bits: Floats = _log_sizes(n_classes, focal) / np.log(2.0)
    return mass @ bits


def discord(n_classes: int, focal: Masks, mass: Floats) -> Floats:
    """-Σ_{A ≠ ∅} m(A) log2 BetP(A) [shape=(n,)] (Klir and Ramer 1990)."""
    betting = pignistic(n_classes, focal, mass) @ membership(n_classes, focal).T
    return _mean_surprise(focal, mass, betting)


def strife(n_classes: int, focal: Masks, mass: Floats) -> Floats:
    """-Σ_{A ≠ ∅} m(A) log2 Σ_B m(B) |A ∩ B| / |A| / (1 - m(∅)) (Klir and Parviz 1992)."""
    members = membership(n_classes, focal)
    sizes = np.maximum(np.add.reduce(members, axis=1), 1.0)
    nonempty = np.maximum(column_sum(mass, focal != 0), np.finfo(np.float64).tiny)
    covered = mass @ ((members @ members.T) / sizes)
    return _mean_surprise(focal, mass, covered / nonempty[:, None])


def pignistic_entropy(n_classes: int, focal: Masks, mass: Floats) -> Floats:
    """-Σ_k BetP(k) log2 BetP(k), in bits [shape=(n,)]."""
    betting = pignistic(n_classes, focal, mass)
    logs = np.log2(betting, out=np.zeros_like(betting), where=betting > 0)
    entropy: Floats = np.abs(np.add.reduce(betting * logs, axis=1))
    return entropy


def _log_sizes(n_classes: int, focal: Masks) -> Floats:
    logs: Floats = np.log(np.maximum(cardinality(n_classes, focal), 1.0))
    return logs


def _mean_surprise(focal: Masks, mass: Floats, support: Floats) -> Floats:
    """-Σ_{A ≠ ∅} m(A) log2 support(A); a set without mass adds nothing."""
    counted = (mass > 0) & (focal != 0)
    logs = np.log2(support, out=np.zeros_like(support), where=counted)
    # Supports are at most 1 up to rounding; a surprise is never negative.
    surprise: Floats = -np.add.reduce(np.where(counted, mass, 0.0) * logs, axis=1)
    return np.maximum(surprise, 0.0)
