"""Folds that keep groups together: the rows of one patient are never on both sides."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from belieflab.errors import DataError

Codes = NDArray[np.int64]

ONE_GROUP = "All objects are in one group; no other group is left to learn from."


def read_groups(groups: Any, n: int, rows: Codes) -> Codes | None:
    """One value for each of n objects, as codes of these rows; None stays None."""
    if groups is None:
        return None
    values = np.asarray(groups)
    if values.shape != (n,):
        raise DataError(
            f"Groups are one value per object: {n} values; found an array of shape {values.shape}."
        )
    return np.unique(values[rows], return_inverse=True)[1]


def fold_groups(
    groups: Codes,
    n_folds: int,
    rng: np.random.Generator | None = None,
    sizes: NDArray[np.float64] | None = None,
) -> Codes:
    """The fold of each object [shape=(n,)], the same for all objects of a group.

    Groups join, the largest first, the fold that is smallest so far; `sizes` says what each object
    adds to that, by default 1. Groups of one size come in random order when `rng` is given.
    """
    _, codes = np.unique(groups, return_inverse=True)
    n_groups = int(codes.max()) + 1
    if n_groups < 2:
        raise DataError(ONE_GROUP)
    if not 2 <= n_folds <= n_groups:
        raise DataError(
            f"{n_groups} groups can be cut into 2 to {n_groups} folds; {n_folds} were asked for."
        )
    totals = np.bincount(codes, weights=sizes, minlength=n_groups)
    chance = np.arange(n_groups) if rng is None else rng.permutation(n_groups)
    fold_of, sums = np.empty(n_groups, dtype=np.int64), np.zeros(n_folds)
    for group in np.lexsort((chance, -totals)):
        fold_of[group] = sums.argmin()
        sums[fold_of[group]] += totals[group]
    return np.asarray(fold_of[codes])


def hold_out_groups(groups: Codes, share: float, rng: np.random.Generator) -> NDArray[np.bool_]:
    """Whole groups in random order until about that share of the objects is held out; not all."""
    _, codes = np.unique(groups, return_inverse=True)
    counts = np.bincount(codes)
    if len(counts) < 2:
        raise DataError(ONE_GROUP)
    order = rng.permutation(len(counts))
    until = np.cumsum(counts[order])
    chosen = 1 + int(np.searchsorted(until, share * len(codes) - 1e-9))
    return np.isin(codes, order[: min(chosen, len(counts) - 1)])
