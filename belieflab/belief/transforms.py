"""m, bel, pl, q and b are five ways to write one mass function; these functions change the way.

Every array holds one number per subset on its last axis [shape=(..., 2^K)], in the order of the
masks 0 (∅), 1, …, 2^K - 1 (Ω), and masses sum to 1. All sums run as fast Möbius transforms,
K 2^K operations a row (Kennes and Smets 1990), and each function returns a new array.
"""

from collections.abc import Callable

import numpy as np
from numpy.typing import ArrayLike, NDArray

from belieflab.belief.frame import LARGEST_POWERSET
from belieflab.belief.transform_kernel import add_subsets, add_supersets
from belieflab.errors import DataError

Floats = NDArray[np.float64]


def to_commonality(mass: ArrayLike) -> Floats:
    """q(A) = Σ_{B ⊇ A} m(B)."""
    return _transformed(mass, add_supersets, 1.0)


def from_commonality(commonality: ArrayLike) -> Floats:
    """m(A) = Σ_{B ⊇ A} (-1)^(|B| - |A|) q(B)."""
    return _transformed(commonality, add_supersets, -1.0)


def to_implicability(mass: ArrayLike) -> Floats:
    """b(A) = Σ_{B ⊆ A} m(B), the mass of ∅ included."""
    return _transformed(mass, add_subsets, 1.0)


def from_implicability(implicability: ArrayLike) -> Floats:
    """m(A) = Σ_{B ⊆ A} (-1)^(|A| - |B|) b(B)."""
    return _transformed(implicability, add_subsets, -1.0)


def to_belief(mass: ArrayLike) -> Floats:
    """bel(A) = Σ_{∅ ≠ B ⊆ A} m(B) = b(A) - m(∅)."""
    table = _per_subset(mass)
    table[..., 0] = 0.0
    return _transformed(table, add_subsets, 1.0)


def from_belief(belief: ArrayLike) -> Floats:
    """m(A) by Möbius inversion of bel for A ≠ ∅, and m(∅) = 1 - bel(Ω)."""
    table = _per_subset(belief)
    conflict = 1.0 - table[..., -1]
    masses = _transformed(table, add_subsets, -1.0)
    masses[..., 0] = conflict
    return masses


def to_plausibility(mass: ArrayLike) -> Floats:
    """pl(A) = Σ_{B ∩ A ≠ ∅} m(B) = 1 - b(complement of A)."""
    return _complementary(to_implicability(mass))


def from_plausibility(plausibility: ArrayLike) -> Floats:
    """m by Möbius inversion of b(A) = 1 - pl(complement of A)."""
    return from_implicability(_complementary(_per_subset(plausibility)))


def to_weights(mass: ArrayLike) -> Floats:
    """Weights of the canonical conjunctive decomposition, one per proper subset; w(Ω) is set to 1.

    ln w(A) = -Σ_{B ⊇ A} (-1)^(|B| - |A|) ln q(B) for A ≠ Ω (Denœux 2008, eq. 9), so that the
    generalised simple mass functions A^w(A) combine conjunctively into m. Needs m(Ω) > 0.
    """
    return np.exp(to_log_weights(mass))


def from_weights(weights: ArrayLike) -> Floats:
    """The conjunctive combination of the generalised simple mass functions A^w(A), A ≠ Ω.

    A^w puts 1 - w on A and w on Ω, so q(B) = Π_{A ⊉ B} w(A); w(Ω) is not used.
    """
    return from_log_weights(np.log(_per_subset(weights)))


def to_log_weights(mass: ArrayLike) -> Floats:
    """ln w(A), which stays finite where w(A) itself would overflow; see `to_weights`."""
    commonality = to_commonality(mass)
    if (commonality[..., -1] <= 0).any():
        raise DataError("Only a mass function with some mass on Ω has conjunctive weights.")
    logs = -_transformed(np.log(commonality), add_supersets, -1.0)
    logs[..., -1] = 0.0
    return logs


def from_log_weights(log_weights: ArrayLike) -> Floats:
    """The mass functions with these ln w(A); see `from_weights`."""
    logs = _per_subset(log_weights)
    logs[..., -1] = 0.0
    total: Floats = np.add.reduce(logs, axis=-1, keepdims=True)
    return from_commonality(np.exp(total - _transformed(logs, add_supersets, 1.0)))


def _complementary(implicability: Floats) -> Floats:
    """1 - f(complement of A); the complement of mask A is 2^K - 1 - A, so the order turns round."""
    flipped: Floats = 1.0 - implicability[..., ::-1]
    return flipped


def _transformed(values: ArrayLike, kernel: Callable[[Floats, float], None], sign: float) -> Floats:
    table = _per_subset(values)
    kernel(table.reshape(-1, table.shape[-1]), sign)
    return table


def _per_subset(values: ArrayLike) -> Floats:
    """A fresh C-ordered copy, refused unless its last axis holds 2^K numbers, K up to 20."""
    table = np.array(values, dtype=np.float64, order="C")
    size = table.shape[-1] if table.ndim else 0
    if size < 2 or size & (size - 1) or size > 1 << LARGEST_POWERSET:
        raise DataError(
            f"A transform needs one number per subset of the frame, 2^K of them for K from 1 to "
            f"{LARGEST_POWERSET}; found {size}."
        )
    return table
