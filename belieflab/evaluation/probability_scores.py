"""Scores of predicted probabilities against labels that may be soft: Brier's and the logarithm."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from belieflab.belief import MassTable
from belieflab.belief.classes import NOT_FOUND, find_classes
from belieflab.belief.hard_labels import as_array, read
from belieflab.errors import DataError
from belieflab.evaluation.answer_sets import Yardstick, read_yardstick

Floats = NDArray[np.float64]

LEAST = float(np.finfo(np.float64).eps)
"""A probability below this counts as this, so that one certain error is not infinitely bad."""


def brier_score(y: Any, predicted: Any, *, classes: Any = None, unknown: Any = None) -> float:
    """Mean squared distance of predicted probabilities from the labels (Brier 1950).

    (1/n) Σ_i Σ_k (p_ik - BetP_ik)², from 0 to 2. Labels are normalised first; rows with m(∅) = 1
    are left out.

    Parameters
    ----------
    y : labels
        Hard [shape=(n,)], plausibilities [shape=(n, K)] or a MassTable.
    predicted : array-like [shape=(n, K)] or MassTable
        Probabilities, one column per class; of a MassTable the pignistic ones.
    classes : optional
        The classes of the columns, where they are not those of the labels in their order.
    unknown : optional
        A value of hard labels that means unknown.

    Returns
    -------
    float

    Examples
    --------
    >>> round(brier_score(["a", "b"], [[0.8, 0.2], [0.4, 0.6]]), 3)
    0.2
    """
    yardstick, p = predictions_on(y, predicted, classes, unknown)
    return float(((p - yardstick.labels.pignistic()) ** 2).sum(axis=1).mean())


def log_score(y: Any, predicted: Any, *, classes: Any = None, unknown: Any = None) -> float:
    """Mean surprise at the labels under predicted probabilities: 0 at best.

    -(1/n) Σ_i ln Σ_k pl_ik p_ik, the negative logarithm of what soft-label learning maximises
    (Côme et al. 2009, eq. 50); for hard labels the log loss. A vacuous label costs nothing.

    Parameters
    ----------
    y, predicted, classes, unknown : as for `brier_score`

    Returns
    -------
    float

    Examples
    --------
    >>> round(log_score(["a", "b"], [[0.8, 0.2], [0.4, 0.6]]), 4)
    0.367
    """
    yardstick, p = predictions_on(y, predicted, classes, unknown)
    likely = (yardstick.labels.contour() * p).sum(axis=1)
    return float(-np.log(np.clip(likely, LEAST, 1.0)).mean())


def predictions_on(
    y: Any, predicted: Any, classes: Any = None, unknown: Any = None
) -> tuple[Yardstick, Floats]:
    """The labels that count, and probabilities of their classes [shape=(rows, K)].

    What is predicted for a class that no label knows is left out: it can never be right.
    """
    if isinstance(predicted, MassTable):
        given, classes = predicted.pignistic(), predicted.frame.values
    else:
        given = np.asarray(predicted, dtype=np.float64)
    if given.ndim != 2:
        raise DataError(
            f"Predictions are probabilities, one column per class; found shape {given.shape}."
        )
    if not (np.isfinite(given).all() and (given >= 0).all() and (given <= 1 + 1e-9).all()):
        raise DataError("Predicted probabilities are numbers from 0 to 1.")
    if classes is not None and not isinstance(y, MassTable):
        y, unknown = _on_columns(y, list(classes), unknown)
    yardstick = read_yardstick(y, len(given), unknown)
    return yardstick, _columns(given, classes, yardstick)[yardstick.kept]


def _on_columns(y: Any, classes: list[Any], unknown: Any) -> tuple[Any, Any]:
    """Hard labels on the classes of the columns, and those that only labels have.

    A fold that holds no object of a class must not lose its column.
    """
    values = as_array(y)
    if values.ndim != 1:
        return y, unknown
    named = read(values, unknown).classes
    places = find_classes(classes, named)
    if (places == NOT_FOUND).all():
        return y, unknown
    more = [each for each, place in zip(named, places, strict=True) if place == NOT_FOUND]
    return MassTable.from_hard(values, [*classes, *more], unknown=unknown), None


def _columns(given: Floats, classes: Any, yardstick: Yardstick) -> Floats:
    size = yardstick.frame.size
    if classes is None:
        if given.shape[1] != size:
            raise DataError(
                f"The labels have {size} classes and the predictions {given.shape[1]} columns; "
                "name those of the columns with classes=..."
            )
        return given
    named = list(classes)
    places = find_classes(yardstick.frame.values, named)
    if (places == NOT_FOUND).all():
        raise DataError(
            f"None of the predicted classes {', '.join(map(repr, named[:10]))} is a class of the "
            f"labels: {', '.join(map(repr, yardstick.frame.values[:10]))}."
        )
    out = np.zeros((len(given), size))
    known = places != NOT_FOUND
    out[:, places[known]] = given[:, known]
    return out
