"""From beliefs to answers: one class, a set of classes, an action of least cost, or no answer."""

from collections.abc import Callable
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from belieflab.belief.masks import Masks, masks_of, member_flags
from belieflab.belief.measures import column_sum
from belieflab.belief.table import MassTable
from belieflab.errors import DataError

Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]
Classes = NDArray[np.int64]
Criterion = Literal["pignistic", "lower", "upper", "hurwicz"]

PAIRS_AT_A_TIME = 1 << 24
"""Pairs of answers compared together, so that memory does not grow with the rows."""

REJECTED = -1
"""The answer for an object about which no class is chosen."""


def max_pignistic(table: MassTable) -> Classes:
    """The class with the largest pignistic probability; ties go to the first [shape=(n,)]."""
    return _first_best(table.pignistic())


def max_plausibility(table: MassTable) -> Classes:
    """The class with the largest plausibility; ties go to the first [shape=(n,)]."""
    return _first_best(table.contour())


def max_belief(table: MassTable) -> Classes:
    """The class with the largest belief, its own mass; ties go to the first [shape=(n,)]."""
    return _first_best(_singleton_belief(table))


def max_hurwicz(
    table: MassTable, pessimism: float = 0.5, utilities: ArrayLike | None = None
) -> Classes:
    """The action of greatest pessimism · lower + (1 - pessimism) · upper expected utility.

    The lower (upper) expected utility of action a is Σ_A m(A) min_{k∈A} (max_{k∈A}) u(k, a), the
    masses divided by 1 - m(∅) (Jaffray 1989; Denœux 2019, the generalised Hurwicz criterion).

    Parameters
    ----------
    table : MassTable
        Beliefs about n objects.
    pessimism : float
        From 0, which looks at the best that may happen, to 1, the worst.
    utilities : array-like [shape=(K, actions)], optional
        What action a is worth when the class is k. By default the actions are the classes, a right
        one worth 1 and a wrong one 0: pessimism 1 chooses the largest belief, 0 the largest
        plausibility.

    Returns
    -------
    ndarray [shape=(n,)]
        The action of each row; ties go to the first.

    Examples
    --------
    >>> from belieflab.belief import MassTable, max_hurwicz
    >>> table = MassTable("abc", [1, 6], [[0.45, 0.55]])
    >>> max_hurwicz(table, pessimism=1.0), max_hurwicz(table, pessimism=0.0)
    (array([0]), array([1]))
    """
    if not 0 <= pessimism <= 1:
        raise DataError(f"The pessimism is a number from 0 to 1; found {pessimism:g}.")
    worth = np.eye(table.frame.size) if utilities is None else np.asarray(utilities, np.float64)
    return decide_by_cost(table, -worth, "hurwicz", optimism=1.0 - pessimism)


def interval_dominance(table: MassTable, costs: ArrayLike | None = None) -> Masks:
    """The answers that no other beats for sure, as masks [shape=(n,)].

    Answer a is left out when another, b, has a worst expectation strictly better than the best of
    a (Troffaes 2007). Without costs the answers are the classes: k is left out when
    bel({j}) > pl({k}) for some j. With costs [shape=(K, actions)] bit a stands for action a.
    """

    def prefers(worst: Floats, best: Floats) -> Flags:
        return np.greater(worst[:, :, None], best[:, None, :])

    return _undominated(prefers, *_utility_bounds(table, costs))


def strong_dominance(table: MassTable, costs: ArrayLike | None = None) -> Masks:
    """The answers that no other beats or equals for sure, as masks [shape=(n,)].

    b is preferred to a when the worst expectation of b is at least the best of a, and not the
    other way round (Denœux 2019, strong dominance). It differs from interval dominance where
    the two bounds touch: bel({j}) = pl({k}) leaves k out here and keeps it there.
    """

    def prefers(worst: Floats, best: Floats) -> Flags:
        preferred = worst[:, :, None] >= best[:, None, :]
        return preferred & ~preferred.transpose(0, 2, 1)

    return _undominated(prefers, *_utility_bounds(table, costs))


def weak_dominance(table: MassTable, costs: ArrayLike | None = None) -> Masks:
    """The answers that no other beats on both bounds, as masks [shape=(n,)].

    b is preferred to a when its worst and its best expectation are both at least those of a, and
    one is greater (Denœux 2019, weak dominance; also called interval bound dominance).
    """

    def prefers(worst: Floats, best: Floats) -> Flags:
        preferred = worst[:, :, None] >= worst[:, None, :]
        preferred &= best[:, :, None] >= best[:, None, :]
        return preferred & ~preferred.transpose(0, 2, 1)

    return _undominated(prefers, *_utility_bounds(table, costs))


def expected_costs(
    table: MassTable,
    costs: ArrayLike,
    criterion: Criterion = "pignistic",
    optimism: float = 0.5,
) -> Floats:
    """The expected cost of each action [shape=(n, actions)].

    `costs` [shape=(K, actions)]: what action a costs when the class is k. Each focal set A counts
    with the mean (`pignistic`), the least (`lower`), the greatest (`upper`) cost over its classes
    or with optimism · least + (1 - optimism) · greatest (`hurwicz`). Masses are divided by
    1 - m(∅); a row all on ∅ counts as vacuous.
    """
    least, mean, greatest = _costs_of_sets(table, checked_costs(table, costs))
    if criterion == "pignistic":
        return expectation(table, mean)
    if criterion == "lower":
        return expectation(table, least)
    if criterion == "upper":
        return expectation(table, greatest)
    if criterion == "hurwicz":
        return expectation(table, optimism * least + (1.0 - optimism) * greatest)
    raise DataError(
        f"There is no criterion called {criterion!r}; there are pignistic, lower, upper, hurwicz."
    )


def decide_by_cost(
    table: MassTable,
    costs: ArrayLike,
    criterion: Criterion = "pignistic",
    optimism: float = 0.5,
) -> Classes:
    """The action of least expected cost; ties go to the first [shape=(n,)]."""
    return _first_best(-expected_costs(table, costs, criterion, optimism))


def decide_with_rejection(
    table: MassTable,
    cost: float | None,
    criterion: Criterion = "pignistic",
    optimism: float = 0.5,
    costs: ArrayLike | None = None,
) -> Classes:
    """The class of least expected cost, or -1 where refusing to answer costs less [shape=(n,)].

    A wrong class costs 1, a right one 0, or what `costs` [shape=(K, K)] says of class k answered
    by class a; no answer costs `cost`, and with None every object is answered. With the pignistic
    criterion and without costs an object is rejected when its largest pignistic probability is
    below 1 - cost (Denœux 1997).
    """
    n_classes = table.frame.size
    matrix = 1.0 - np.eye(n_classes) if costs is None else checked_costs(table, costs)
    if matrix.shape[1] != n_classes:
        raise DataError(
            f"A cost matrix has one row and one column per class ({n_classes}) here; found shape "
            f"{matrix.shape}."
        )
    if cost is None:
        return decide_by_cost(table, matrix, criterion, optimism)
    if not cost >= 0 or (costs is None and cost > 1):
        raise DataError(f"The cost of rejection is a number from 0 to 1; found {cost:g}.")
    actions = np.column_stack([matrix, np.full(n_classes, float(cost))])
    chosen = decide_by_cost(table, actions, criterion, optimism)
    return np.where(chosen == n_classes, REJECTED, chosen)


def _singleton_belief(table: MassTable) -> Floats:
    singletons = np.equal(table.focal[:, None], table.frame.singletons)
    return table.mass @ singletons.astype(np.float64)


def _first_best(scores: Floats) -> Classes:
    """The first column whose score is the row's largest, up to rounding of the sums."""
    best = scores.max(axis=1, keepdims=True)
    chosen: Classes = np.argmax(scores >= best - 1e-12 * np.abs(best), axis=1)
    return chosen


def _utility_bounds(table: MassTable, costs: ArrayLike | None) -> tuple[Floats, Floats]:
    """Worst and best expected utility of every answer, rounded so that equal sums are equal."""
    if costs is None:
        costs = 1.0 - np.eye(table.frame.size)
    least, _, greatest = _costs_of_sets(table, checked_costs(table, costs))
    worst, best = -expectation(table, greatest), -expectation(table, least)
    return np.round(worst, 12), np.round(best, 12)


def _costs_of_sets(table: MassTable, costs: Floats) -> tuple[Floats, Floats, Floats]:
    """Least, mean and greatest cost over the classes of each focal set [shape=(F, actions)]."""
    inside = member_flags(table.frame.size, table.focal)
    # ∅ has no classes; it only counts in a row all on ∅, which is treated as vacuous.
    inside[table.focal == 0] = True
    least, greatest = np.empty((2, len(inside), costs.shape[1]))
    for action, column in enumerate(costs.T):
        least[:, action] = np.where(inside, column, np.inf).min(axis=1)
        greatest[:, action] = np.where(inside, column, -np.inf).max(axis=1)
    mean = (inside @ costs) / np.add.reduce(inside, axis=1)[:, None]
    return least, mean, greatest


def expectation(table: MassTable, costs: Floats) -> Floats:
    """Mean cost under each row without its mass on ∅; a row all on ∅ takes the costs of ∅.

    The costs [shape=(F, actions)] are summed and then divided: no copy of the table is made.
    """
    nonempty = table.focal != 0
    totals = column_sum(table.mass, nonempty)
    lost = np.flatnonzero(totals == 0)
    totals[lost] = 1.0
    expected: Floats = (table.mass @ np.where(nonempty[:, None], costs, 0.0)) / totals[:, None]
    expected[lost] = table.mass[lost] @ costs
    return expected


def checked_costs(table: MassTable, costs: ArrayLike) -> Floats:
    """The costs as an array [shape=(K, actions)]; other shapes are refused."""
    matrix = np.asarray(costs, dtype=np.float64)
    if matrix.ndim != 2 or matrix.shape[0] != table.frame.size or matrix.shape[1] == 0:
        raise DataError(
            f"A cost matrix has one row per class ({table.frame.size}) and one column per action; "
            f"found shape {matrix.shape}."
        )
    if not np.isfinite(matrix).all():
        raise DataError("A cost matrix holds finite numbers only.")
    return matrix


def _undominated(prefers: Callable[[Floats, Floats], Flags], worst: Floats, best: Floats) -> Masks:
    """Masks of the answers a that no b is preferred to [shape=(n,)].

    `prefers` says of the bounds of some rows [shape=(rows, A)] whether b is preferred to a
    [shape=(rows, b, a)].
    """
    n, n_answers = worst.shape
    kept = np.empty((n, n_answers), dtype=np.bool_)
    step = max(1, PAIRS_AT_A_TIME // n_answers**2)
    for begin in range(0, n, step):
        rows = slice(begin, begin + step)
        kept[rows] = ~np.logical_or.reduce(prefers(worst[rows], best[rows]), axis=1)
    return masks_of(kept)
