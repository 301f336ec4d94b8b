"""Whatever a person passes as `y` to an estimator, as one MassTable and its classes."""

import warnings
from typing import Any

import numpy as np
from numpy.typing import NDArray

from belieflab.belief import hard_labels
from belieflab.belief.checks import SUM_TOLERANCE
from belieflab.belief.table import MassTable
from belieflab.errors import DataError


def as_mass_table(
    y: Any, n: int, *, n_classes: int | None = None
) -> tuple[MassTable, NDArray[Any]]:
    """The labels of n objects as mass functions, and the classes in frame order.

    `y` is one of

    - one column of hard labels, NaN, None or -1 for unknown (see `MassTable.from_hard`);
      classes: the sorted known values; an n × 1 column is taken so, with scikit-learn's warning
    - n × K numbers: plausibilities, column k for class k; classes: 0..K-1; numbers that look
      like probabilities are warned about, since they are not what they look like here
    - a MassTable; classes: the names of its frame
    - None: nothing is known about `n_classes` classes 0..K-1
    """
    if y is None:
        return _unsupervised(n, n_classes)
    if isinstance(y, MassTable):
        return _of_length(y, n), np.array(y.frame.names)
    values = hard_labels.as_array(y)
    if values.ndim == 2 and values.shape[1] == 1:
        from sklearn.utils import column_or_1d

        values = column_or_1d(values, warn=True)
    if values.ndim == 1:
        return _hard(values, n)
    if values.ndim == 2:
        return _plausibilities(values, n)
    raise DataError(
        f"Labels are one column of classes, one column of plausibilities per class, or a "
        f"MassTable; found an array of shape {values.shape}."
    )


def pignistic_of_classes(y: Any, classes: NDArray[Any], n: int) -> NDArray[np.float64]:
    """Pignistic probabilities of the given classes under any kind of label [shape=(n, K)].

    Columns follow `classes`; what a label gives to other classes is left out.
    """
    labels, named = as_mass_table(y, n)
    pignistic = labels.pignistic()
    found = {str(name): column for column, name in enumerate(named.tolist())}
    out = np.zeros((n, len(classes)))
    for k, name in enumerate(classes.tolist()):
        if str(name) in found:
            out[:, k] = pignistic[:, found[str(name)]]
    return out


def _unsupervised(n: int, n_classes: int | None) -> tuple[MassTable, NDArray[Any]]:
    if n_classes is None:
        raise DataError("Without labels the number of classes must be given.")
    return MassTable.vacuous(n, range(n_classes)), np.arange(n_classes)


def _hard(values: NDArray[Any], n: int) -> tuple[MassTable, NDArray[Any]]:
    _check_length(len(values), n)
    known, found, _ = hard_labels.read(values)
    if not found:
        raise DataError("No label names a class; at least one object must have a known class.")
    if any(isinstance(value, float) for value in found):
        raise DataError(
            "Unknown label type: continuous. The labels are numbers with fractions such as "
            f"{next(v for v in found if isinstance(v, float)):g}; a class is a name or an integer."
        )
    kind = np.asarray(values[known]).dtype
    classes = np.array(found, dtype=kind)
    return MassTable.from_hard(values), classes


def _plausibilities(values: NDArray[Any], n: int) -> tuple[MassTable, NDArray[Any]]:
    _check_length(len(values), n)
    table = MassTable.from_contour(values)
    contour = values.astype(np.float64)
    sums_to_one = np.abs(contour.sum(axis=1) - 1.0) <= SUM_TOLERANCE
    if sums_to_one.all() and (contour.max(axis=1) < 1.0 - SUM_TOLERANCE).any():
        warnings.warn(
            "Every row of these plausibilities sums to 1 and some row has no 1: they look like "
            "probabilities. If they are, pass MassTable.from_probabilities(y).",
            UserWarning,
            stacklevel=3,
        )
    return table, np.arange(values.shape[1])


def _of_length(table: MassTable, n: int) -> MassTable:
    _check_length(len(table), n)
    return table


def _check_length(found: int, n: int) -> None:
    if found != n:
        raise DataError(f"There are {n} objects but {found} labels.")
