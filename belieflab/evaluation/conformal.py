"""Sets that hold the class with a chosen probability: split conformal prediction."""

from math import ceil
from typing import Any

import numpy as np
from numpy.typing import NDArray

from belieflab.belief import MassTable
from belieflab.belief.masks import Masks, masks_of
from belieflab.data.group_folds import fold_groups
from belieflab.errors import DataError
from belieflab.evaluation.probability_scores import predictions_on

Floats = NDArray[np.float64]


def conformal_threshold(
    y: Any, predicted: Any, error: float = 0.1, *, classes: Any = None, unknown: Any = None
) -> float:
    """The largest score 1 - p(class) that a class of a conformal set may have.

    The ⌈(n + 1)(1 - ε)⌉-th smallest score of n held-out objects, infinite when that exceeds n
    (Vovk et al. 2005). The score of an object is 1 - p of its class; of a soft label the largest
    among the classes with pl > 0, so that the level holds whichever of them is true.

    Parameters
    ----------
    y : labels of the held-out objects
        Hard [shape=(n,)], plausibilities [shape=(n, K)] or a MassTable.
    predicted : array-like [shape=(n, K)] or MassTable
        Probabilities of a model that was not trained on these objects.
    error : float
        ε, the share of sets that may miss the class.
    classes, unknown : as for `brier_score`

    Returns
    -------
    float

    Examples
    --------
    >>> p = [[0.9, 0.1], [0.2, 0.8], [0.3, 0.7], [0.6, 0.4]]
    >>> round(conformal_threshold(["a", "b", "b", "a"], p, error=0.4), 3)
    0.3
    """
    if not 0 < error < 1:
        raise DataError(f"The share of misses lies between 0 and 1; found {error:g}.")
    yardstick, p = predictions_on(y, predicted, classes, unknown)
    scores = np.where(yardstick.labels.contour() > 0, 1.0 - p, -np.inf).max(axis=1)
    place = ceil((len(scores) + 1) * (1.0 - error) - 1e-9)
    if place > len(scores):
        return np.inf
    return float(np.sort(scores)[place - 1])


def conformal_sets(
    y: Any, held_out: Any, predicted: Any, error: float = 0.1, *, classes: Any = None
) -> Masks:
    """Sets of classes that hold the class of a new object with probability at least 1 - ε.

    {k : 1 - p_k ≤ q}, q the threshold of `conformal_threshold`; Ω where there are too few held-out
    objects for the level. It holds on average over objects that are exchangeable with those held
    out, whatever the model; where labels are wrong, for the labels.

    Parameters
    ----------
    y : labels of the held-out objects
    held_out : array-like [shape=(n, K)] or MassTable
        What the model predicts for them; they were not among those it learned from.
    predicted : array-like [shape=(m, K)] or MassTable
        What it predicts for the new objects.
    error : float
        ε, the share of sets that may miss the class.
    classes : optional
        The classes of the columns, where they are not those of the labels in their order.

    Returns
    -------
    ndarray [shape=(m,)]
        Masks on the columns of `predicted`.

    Examples
    --------
    >>> p = [[0.9, 0.1], [0.2, 0.8], [0.3, 0.7], [0.6, 0.4]]
    >>> conformal_sets(["a", "b", "b", "a"], p, [[0.55, 0.45], [0.95, 0.05]], error=0.2).tolist()
    [0, 1]
    >>> conformal_sets(["a", "b", "b", "a"], p, [[0.55, 0.45]], error=0.1).tolist()
    [3]
    """
    threshold = conformal_threshold(y, held_out, error, classes=classes)
    p = predicted.pignistic() if isinstance(predicted, MassTable) else np.asarray(predicted, float)
    return masks_of(1.0 - p <= threshold)


def cross_conformal_sets(
    labels: MassTable,
    predicted: Floats,
    folds: NDArray[np.int64],
    error: float,
    rng: np.random.Generator,
    groups: NDArray[np.int64] | None = None,
) -> Masks:
    """Split-conformal sets from predictions out of folds, without another fit [shape=(n,)].

    Each fold is cut into two halves at random: one calibrates, the other is answered, and the
    other way round. Neither was learned from, so the level holds in each half. Rows whose label
    is all on ∅ calibrate nothing. With groups [shape=(n,)] the objects of one group are in the same
    half; a fold of one group has nothing to calibrate by and is answered with Ω.
    """
    out = np.zeros(len(predicted), dtype=np.int64 if labels.frame.size <= 63 else object)
    usable = labels.conflict() < 1.0
    for fold in np.unique(folds):
        rows = np.flatnonzero(folds == fold)
        halves = _halves(rows, rng, None if groups is None else groups[rows])
        for calibrating, answered in (halves, halves[::-1]):
            calibrating = calibrating[usable[calibrating]]
            if not len(calibrating):
                out[answered] = labels.frame.omega
                continue
            out[answered] = conformal_sets(
                labels[calibrating], predicted[calibrating], predicted[answered], error
            )
    return out


def _halves(
    rows: NDArray[np.int64], rng: np.random.Generator, groups: NDArray[np.int64] | None
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The rows in two halves at random, those of a group together."""
    if groups is None:
        rows = rng.permutation(rows)
        return rows[: len(rows) // 2], rows[len(rows) // 2 :]
    if len(np.unique(groups)) < 2:
        return rows[:0], rows
    half = fold_groups(groups, 2, rng)
    return rows[half == 0], rows[half == 1]
