"""Correcting a source whose truthfulness depends on the context: reinforcement and negation."""

from collections.abc import Callable, Sequence

from numpy.typing import ArrayLike

from belieflab.belief.checks import checked_rates
from belieflab.belief.discounting import MAX_SETS, move_share
from belieflab.belief.masks import Masks
from belieflab.belief.regrouping import distinct
from belieflab.belief.table import MassTable
from belieflab.errors import DataError


def reinforce_contextually(
    table: MassTable, rates: ArrayLike, contexts: Sequence[int] | None = None
) -> MassTable:
    """Strengthen a source that may name too much: a share of each mass moves from A to A ∩ θ.

    The dual of contextual discounting: the conjunctive combination with, for each context θ, mass
    r_θ on θ and 1 - r_θ on Ω. With probability r_θ the source lies where it declares a class
    outside θ possible (Mercier et al. 2012; Pichon et al. 2016).

    Parameters
    ----------
    table : MassTable
        What the source says.
    rates : array-like [shape=(L,) or (n, L)]
        r of each context, from 0 to 1, for all rows or for each.
    contexts : sequence of int, optional
        Masks θ. By default the complement of each class, so that r_k is the probability that
        class k was named by mistake, and pl'(k) = (1 - r_k) pl(k).

    Returns
    -------
    MassTable
        The corrected mass functions; what is left with no class is on ∅.

    Examples
    --------
    >>> from belieflab.belief import MassTable, reinforce_contextually
    >>> table = MassTable("ab", [3], [[1.0]])
    >>> reinforce_contextually(table, [0.0, 0.4]).mass
    array([[0.4, 0.6]])
    """
    return _corrected(table, rates, contexts, lambda focal, context: focal & context)


def negate_contextually(
    table: MassTable, rates: ArrayLike, contexts: Sequence[int] | None = None
) -> MassTable:
    """Correct a source that may say the opposite: a share of each mass moves from A to A ≡ θ.

    A ≡ θ = (A ∩ θ) ∪ (complement of A ∩ complement of θ): with probability r_θ the source is
    truthful about the classes in θ and says the contrary of what it knows about all others. This
    is the combination, by the equivalence rule, with mass r_θ on θ and 1 - r_θ on Ω (Pichon
    et al. 2016). The context ∅ alone is plain negation.

    Parameters
    ----------
    table : MassTable
        What the source says.
    rates : array-like [shape=(L,) or (n, L)]
        r of each context, from 0 to 1, for all rows or for each.
    contexts : sequence of int, optional
        Masks θ. By default the complement of each class, so that r_k is the probability that the
        source lies about class k.

    Returns
    -------
    MassTable
        The corrected mass functions.

    Examples
    --------
    >>> from belieflab.belief import MassTable, negate_contextually
    >>> table = MassTable("ab", [1, 3], [[0.7, 0.3]])
    >>> negate_contextually(table, [1.0], contexts=[0]).focal
    array([0, 2])
    """
    omega = table.frame.omega
    return _corrected(table, rates, contexts, lambda focal, context: omega ^ focal ^ context)


def _corrected(
    table: MassTable,
    rates: ArrayLike,
    contexts: Sequence[int] | None,
    target: Callable[[Masks, int], Masks],
) -> MassTable:
    """Move a share of every mass from A to target(A, θ), context by context."""
    frame = table.frame
    masks = list(frame.omega ^ frame.singletons if contexts is None else contexts)
    for mask in masks:
        frame.check_mask(mask)
    spread = checked_rates(rates, (len(table), len(masks)), "rate")
    used = [(j, int(mask)) for j, mask in enumerate(masks) if spread[:, j].any()]
    focal = table.focal
    for _, context in used:
        focal = distinct(focal, target(focal, context))
        if len(focal) > MAX_SETS:
            raise DataError(
                f"This would spread the masses over more than {MAX_SETS} focal sets; use fewer "
                "classes, contexts or focal sets."
            )
    focal, mass = table.focal, table.mass
    for j, context in used:
        focal, mass = move_share(focal, mass, target(focal, context), spread[:, j])
    return table._trusted(frame, focal, mass).compact()
