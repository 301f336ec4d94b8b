"""Choosing the number of neighbours or of prototypes from the data."""

from collections.abc import Sequence
from functools import partial
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from sklearn.base import clone
from sklearn.model_selection import KFold, PredefinedSplit, cross_val_score

from belieflab.data.group_folds import fold_groups
from belieflab.iteration import StopFlag, stop_scope
from belieflab.neighbors.knn import EvidentialKNN
from belieflab.neighbors.network import EvidentialNetwork
from belieflab.randomness import make_generator


class Choice(NamedTuple):
    """The number chosen, the numbers tried and the error of each [both shape=(tried,)]."""

    best: int
    tried: NDArray[np.int64]
    errors: NDArray[np.float64]


def choose_n_neighbors(
    model: EvidentialKNN,
    X: Any,
    y: Any,
    max_neighbors: int | None = None,
    *,
    groups: Any = None,
    stop: StopFlag | None = None,
) -> Choice:
    """The K with the least leave-one-out error, all K at once; ties go to the smallest.

    `max_neighbors` is 50, or as many as the labels allow, when not given. γ does not depend on K
    unless it is learned; a learned γ is that of the model's own K. Objects of one of the `groups`
    [shape=(n,)] are no neighbours of each other, and no more neighbours are tried than are left
    then. `Stopped` is raised once `stop` is set, here and in `choose_n_prototypes`.
    """
    with stop_scope(stop):
        fitted = clone(model).fit(X, y, groups=groups)
        if max_neighbors is None:
            max_neighbors = min(50, len(fitted.labels_) - 1)
        errors = fitted.leave_one_out_errors(max_neighbors)
    return _choice(np.arange(1, len(errors) + 1), errors)


def choose_n_prototypes(
    model: EvidentialNetwork,
    X: Any,
    y: Any,
    numbers: Sequence[int],
    *,
    folds: int = 5,
    groups: NDArray[np.int64] | None = None,
    sample_weight: NDArray[np.float64] | None = None,
    stop: StopFlag | None = None,
) -> Choice:
    """The number of prototypes with the least cross-validated error; ties go to the first.

    The folds are drawn with the model's `random_state`, the same for every number; objects of one
    group stay together. `sample_weight` says what each counts in training [shape=(n,)].
    """
    seed = int(make_generator(model.random_state).integers(2**31))
    splits: Any = KFold(folds, shuffle=True, random_state=seed)
    if groups is not None:
        rng = np.random.default_rng(seed)
        splits = PredefinedSplit(fold_groups(groups, min(folds, len(np.unique(groups))), rng))
    given: Any = None if sample_weight is None else {"sample_weight": sample_weight}
    score = partial(cross_val_score, X=X, y=y, cv=splits, params=given)
    with stop_scope(stop):
        errors = [
            1.0 - score(clone(model).set_params(n_prototypes=number)).mean() for number in numbers
        ]
    return _choice(np.array(numbers, dtype=np.int64), np.array(errors))


def _choice(tried: NDArray[np.int64], errors: NDArray[np.float64]) -> Choice:
    best = np.flatnonzero(errors <= errors.min() + 1e-12)[0]
    return Choice(int(tried[best]), tried, errors)
