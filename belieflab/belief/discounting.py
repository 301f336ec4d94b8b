"""Weakening what a source says: discounting, contextual discounting, conditioning.

Functions on plain arrays: focal masks [shape=(F,)], masses [shape=(n, F)]; they return both.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from belieflab.belief.masks import Masks
from belieflab.belief.regrouping import distinct, empty_table, merge
from belieflab.errors import DataError

Floats = NDArray[np.float64]

MAX_SETS = 1 << 20
"""A contextual discount that would need more focal sets is refused."""


def discount(omega: int, focal: Masks, mass: Floats, rates: Floats) -> tuple[Masks, Floats]:
    """m'(A) = (1-r) m(A), and Ω gains r (Shafer 1976); `rates`: r of each row [shape=(n,)]."""
    kept = mass * (1.0 - rates)[:, None]
    column = np.flatnonzero(focal == omega)
    if column.size == 0:
        return np.append(focal, omega), np.column_stack([kept, rates])
    kept[:, column[0]] += rates
    return focal.copy(), kept


def discount_contextually(
    focal: Masks, mass: Floats, contexts: Sequence[int], rates: Floats
) -> tuple[Masks, Floats]:
    """Disjunctive combination with, for each context θ, mass r_θ on θ and 1 - r_θ on ∅.

    A source that cannot be trusted when the truth lies in θ may have left θ out, so a share r_θ
    of every mass moves from A to A ∪ θ (Mercier et al. 2008, proposition 2).
    `rates`: r of each row and context [shape=(n, L)].
    """
    used = [(j, context) for j, context in enumerate(contexts) if rates[:, j].any()]
    _refuse_too_many_sets(focal, [context for _, context in used])
    for column, context in used:
        focal, mass = move_share(focal, mass, focal | context, rates[:, column])
    return focal, mass


def reinforce(focal: Masks, mass: Floats, plausibilities: Floats) -> tuple[Masks, Floats]:
    """The dual: a share 1 - p_k of every mass moves from A to A without class k.

    This is the conjunctive combination with, for each class k, mass 1 - p_k on the complement
    of {k} and p_k on Ω. `plausibilities`: p of each row and class [shape=(n, K)].
    """
    removed = 1.0 - plausibilities
    used = [k for k in range(removed.shape[1]) if removed[:, k].any()]
    # Leaving class k out of A is adding it to the complement of A, so the count is the same.
    _refuse_too_many_sets(~focal, [1 << k for k in used])
    for k in used:
        focal, mass = move_share(focal, mass, focal & ~(1 << k), removed[:, k])
    return focal, mass


def condition(focal: Masks, mass: Floats, mask: int) -> tuple[Masks, Floats]:
    """m(A | B) = Σ_{C ∩ B = A} m(C): every mass moves to its set's intersection with B."""
    return merge(focal & mask, mass)


def _refuse_too_many_sets(focal: Masks, contexts: Sequence[int]) -> None:
    """Count the sets first: masses are moved only when they fit."""
    for context in contexts:
        focal = distinct(focal, focal | context)
        if len(focal) > MAX_SETS:
            raise DataError(
                f"This would spread the masses over more than {MAX_SETS} focal sets; use fewer "
                "classes, contexts or focal sets."
            )


def move_share(focal: Masks, mass: Floats, targets: Masks, share: Floats) -> tuple[Masks, Floats]:
    """Move a share of each set's mass to its target; a set that is its own target keeps all."""
    united = distinct(focal, targets)
    moving = targets != focal
    out = empty_table(len(mass), len(united))
    out[:, np.searchsorted(united, focal)] = np.where(moving, mass * (1.0 - share)[:, None], mass)
    if moving.any():
        reached, moved = merge(targets[moving], mass[:, moving] * share[:, None])
        out[:, np.searchsorted(united, reached)] += moved
    return united, out
