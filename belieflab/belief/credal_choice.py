"""Answers that some probability allows: maximality and E-admissibility of mass functions."""

import numpy as np
from numpy.typing import ArrayLike, NDArray

from belieflab.belief.decisions import PAIRS_AT_A_TIME, checked_costs, expectation
from belieflab.belief.masks import Masks, masks_of, member_flags
from belieflab.belief.table import MassTable
from belieflab.belief.transforms import to_belief
from belieflab.errors import DataError

Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]

MAX_CLASSES = 10
"""E-admissibility looks at all 2^K subsets; more classes are refused."""

ROUNDING = 1e-12


def maximality(table: MassTable, costs: ArrayLike | None = None) -> Masks:
    """The answers that no other is sure to beat in expectation, as masks [shape=(n,)].

    b is preferred to a when Σ_A m(A) min_{k∈A} [cost(k, a) - cost(k, b)] > 0: every probability
    that the beliefs allow finds b better (Walley 1991; Troffaes 2007). Masses are divided by
    1 - m(∅). Without costs the answers are the classes, a wrong one costs 1.

    Parameters
    ----------
    table : MassTable
        Beliefs about n objects.
    costs : array-like [shape=(K, actions)], optional
        What action a costs when the class is k; bit a of the masks stands for action a.

    Returns
    -------
    ndarray [shape=(n,)]

    Examples
    --------
    >>> from belieflab.belief import MassTable, maximality
    >>> maximality(MassTable("abc", [1, 3, 7], [[0.4, 0.4, 0.2], [0.9, 0.0, 0.1]])).tolist()
    [3, 1]
    """
    matrix = _cost_matrix(table, costs)
    n_actions = matrix.shape[1]
    inside = member_flags(table.frame.size, table.focal)
    inside[table.focal == 0] = True
    kept = np.ones((len(table), n_actions), dtype=np.bool_)
    step = max(1, PAIRS_AT_A_TIME // n_actions)
    for better in range(n_actions):
        gain = matrix - matrix[:, [better]]
        least = np.stack([np.where(inside, each, np.inf).min(axis=1) for each in gain.T], axis=1)
        for begin in range(0, len(table), step):
            rows = slice(begin, begin + step)
            kept[rows] &= ~(expectation(table[rows], least) > ROUNDING)
    return masks_of(kept)


def e_admissibility(table: MassTable, costs: ArrayLike | None = None) -> Masks:
    """The answers that are best for some probability the beliefs allow, as masks [shape=(n,)].

    Without costs the answers are the classes, a wrong one costs 1. Class a is best for some
    probability between bel and pl just when pl({a}) ≥ bel(B) / |B| for every set B without a: all
    that may be a's is given to a, and what remains on B is shared as evenly as it can be (Levi
    1980). With costs [shape=(K, actions)] a linear programme is solved for every row and action.

    Parameters
    ----------
    table : MassTable
        Beliefs about n objects, on at most 10 classes.
    costs : array-like [shape=(K, actions)], optional
        What action a costs when the class is k; bit a of the masks stands for action a.

    Returns
    -------
    ndarray [shape=(n,)]

    Examples
    --------
    >>> from belieflab.belief import MassTable, e_admissibility
    >>> e_admissibility(MassTable("abc", [1, 6], [[0.45, 0.55], [0.25, 0.75]])).tolist()
    [7, 6]
    """
    n_classes = table.frame.size
    if n_classes > MAX_CLASSES:
        raise DataError(
            f"E-admissibility looks at every set of classes and takes at most {MAX_CLASSES} "
            f"classes; there are {n_classes}. Maximality has no such limit."
        )
    if costs is not None:
        return _by_programmes(table, _cost_matrix(table, costs))
    normal = without_conflict(table)
    beliefs = to_belief(normal.dense())
    subsets = np.arange(1 << n_classes, dtype=np.int64)
    flags = member_flags(n_classes, subsets)
    shares = beliefs[:, 1:] / flags[1:].sum(axis=1)
    possible = normal.contour()
    kept = np.empty((len(table), n_classes), dtype=np.bool_)
    for k in range(n_classes):
        without = ~flags[1:, k]
        rival = shares[:, without].max(axis=1, initial=0.0)
        kept[:, k] = possible[:, k] >= rival - ROUNDING
    return masks_of(kept)


def _cost_matrix(table: MassTable, costs: ArrayLike | None) -> Floats:
    given = 1.0 - np.eye(table.frame.size) if costs is None else costs
    return checked_costs(table, given)


def without_conflict(table: MassTable) -> MassTable:
    """Normalised; a row all on ∅ counts as vacuous."""
    lost = table.conflict() >= 1.0
    if not lost.any():
        return table.normalise()
    vacuous = MassTable.vacuous(len(table), table.frame)
    focal = np.unique(np.append(table.focal, table.frame.omega))
    mass = table.on(focal).mass.copy()
    mass[lost] = vacuous.on(focal).mass[lost]
    return MassTable(table.frame, focal, mass).normalise()


def _by_programmes(table: MassTable, costs: Floats) -> Masks:
    """For every row and action, whether an allocation of the masses makes it best.

    Unknowns are the shares x_Ak ≥ 0, k ∈ A, with Σ_k x_Ak = m(A); action a is best when
    Σ_Ak x_Ak [cost(k, a) - cost(k, b)] ≤ 0 for every b.
    """
    from scipy.optimize import linprog

    normal = without_conflict(table).compact()
    flags = member_flags(table.frame.size, normal.focal)
    sets, classes = np.nonzero(flags)
    equal = (sets[None, :] == np.arange(len(flags))[:, None]).astype(np.float64)
    kept = np.empty((len(table), costs.shape[1]), dtype=np.bool_)
    for action in range(costs.shape[1]):
        worse = (costs[:, [action]] - costs).T[:, classes]
        for row, mass in enumerate(normal.mass):
            found = linprog(
                np.zeros(len(sets)),
                A_ub=worse,
                b_ub=np.full(len(worse), ROUNDING),
                A_eq=equal,
                b_eq=mass,
                method="highs",
            )
            kept[row, action] = found.status == 0
    return masks_of(kept)
