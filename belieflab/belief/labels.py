"""Whatever a person passes as `y` to an estimator, as one MassTable and its classes."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

import numpy as np
from numpy.typing import NDArray

from belieflab.belief import constructors, hard_labels
from belieflab.belief.checks import SUM_TOLERANCE
from belieflab.belief.classes import NOT_FOUND, as_class_array, find_classes
from belieflab.belief.frame import Frame
from belieflab.belief.table import MassTable
from belieflab.errors import DataError, FitWarning, warn_caller

MAX_LISTED = 10
"""Classes that a message names."""

ROWS_AT_ONCE = 1 << 14
_IN_FOLDS: ContextVar[bool] = ContextVar("in_folds", default=False)
TIE = 1e-9
"""Probabilities that differ by no more are equal."""


def as_mass_table(
    y: Any, n: int, *, n_classes: int | None = None, unknown: Any = None
) -> tuple[MassTable, NDArray[Any]]:
    """The labels of n objects as mass functions, and the classes in frame order.

    Parameters
    ----------
    y : array-like, DataFrame, MassTable or None
        One of

        - one column of hard labels, NaN, None or NA for unknown (see `MassTable.from_hard`);
          classes: the sorted known values; an n × 1 column is taken so, with scikit-learn's
          warning
        - n × K numbers: plausibilities, column k for class k; classes: 0..K-1, or the column
          names of a DataFrame; numbers that look like probabilities are warned about, since they
          are not what they look like here
        - a MassTable; classes: the values of its frame
        - None: nothing is known about `n_classes` classes 0..K-1
    n : int
        Number of objects.
    n_classes : int, optional
        Number of classes when `y` is None.
    unknown : optional
        A value of hard labels that means unknown, such as -1. By default -1 is a class.

    Returns
    -------
    labels : MassTable [n rows]
    classes : ndarray [shape=(K,)]
        The classes in the type in which they were given; whole floats are integers.

    Examples
    --------
    >>> labels, classes = as_mass_table([1.0, float("nan"), 0.0], 3)
    >>> classes
    array([0, 1])
    >>> labels.contour()
    array([[0., 1.],
           [1., 1.],
           [1., 0.]])
    """
    if y is None:
        return _unsupervised(n, n_classes)
    if isinstance(y, MassTable):
        return _of_length(y, n), as_class_array(y.frame.values)
    values = one_or_two_dimensional(y)
    if values.ndim == 1:
        return _hard(values, n, unknown)
    return _plausibilities(y, values, n)


def pignistic_of_classes(
    y: Any, classes: NDArray[Any], n: int, unknown: Any = None
) -> NDArray[np.float64]:
    """Pignistic probabilities of the given classes under any kind of label [shape=(n, K)].

    Columns follow `classes`; what a label gives to other classes is left out. An unknown hard
    label gives 1/K to each of the classes.

    Raises
    ------
    DataError
        When no label names any of the classes.
    """
    known_classes = classes.tolist()
    if not isinstance(y, MassTable):
        values = one_or_two_dimensional(y)
        if values.ndim == 1:
            return _shares_of_hard(values, known_classes, n, unknown)
    labels, named = as_mass_table(y, n)
    places = _find_some(known_classes, named.tolist())
    out = np.zeros((n, len(classes)))
    out[:, places[places != NOT_FOUND]] = labels.pignistic()[:, places != NOT_FOUND]
    return out


@contextmanager
def within_folds() -> Iterator[None]:
    """Fits to parts of the labels in here are not warned of classes that a part lacks.

    It holds for this thread alone, unlike Python's filters of warnings.
    """
    token = _IN_FOLDS.set(True)
    try:
        yield
    finally:
        _IN_FOLDS.reset(token)


def warn_of_unfavoured(y: Any) -> None:
    """Warn when a class of soft labels has the largest probability in no row.

    `y` is what was passed to `fit`. This is what unshuffled folds of sorted data produce. Rows
    that prefer no class are passed over, and labels that only have such rows.
    """
    if y is None or _IN_FOLDS.get():
        return
    if not isinstance(y, MassTable) and (np.asarray(y).ndim != 2 or np.asarray(y).shape[1] < 2):
        return  # hard labels have no other classes than those of their rows

    def read_block(first: int) -> tuple[Frame, NDArray[np.float64]]:
        block = y[first : first + ROWS_AT_ONCE]
        if isinstance(block, MassTable):
            return block.frame, block.pignistic()
        # A consonant label prefers the classes that have its largest plausibility.
        return constructors.frame_and_columns(block, None, "plausibility")

    frame, _ = read_block(0)
    favoured = np.zeros(frame.size, dtype=np.bool_)
    prefers_any = False
    for first in range(0, len(y), ROWS_AT_ONCE):
        _, shares = read_block(first)
        best = shares.max(axis=1, keepdims=True)
        prefers = best[:, 0] - shares.min(axis=1) > TIE
        prefers_any |= bool(prefers.any())
        favoured |= (shares[prefers] >= best[prefers] - TIE).any(axis=0)
        if favoured.all():
            return
    if prefers_any:
        missing = [frame.names[k] for k in np.flatnonzero(~favoured)]
        warn_caller(
            f"No label favours the class{'es' * (len(missing) > 1)} {', '.join(missing)}. Where "
            "folds are cut from sorted rows, shuffle them or use "
            "belieflab.evaluation.SoftStratifiedKFold.",
            FitWarning,
        )


def _shares_of_hard(
    values: NDArray[Any], known_classes: list[Any], n: int, unknown: Any
) -> NDArray[np.float64]:
    check_length(len(values), n)
    labels = read_classes(values, unknown)
    places = _find_some(known_classes, labels.classes)
    one_hot = np.eye(len(known_classes) + 1)[:, :-1]  # the last row: a class that is not known
    out = np.full((n, len(known_classes)), 1.0 / len(known_classes))
    out[labels.known] = one_hot[places[labels.codes]]
    return out


def _find_some(known_classes: list[Any], named: list[Any]) -> NDArray[np.int64]:
    places = find_classes(known_classes, named)
    if (places == NOT_FOUND).all():
        raise DataError(
            f"None of the labels is a class that was learned: the labels are {_listed(named)}, "
            f"the classes are {_listed(known_classes)}."
        )
    return places


def _listed(values: list[Any]) -> str:
    more = ", …" if len(values) > MAX_LISTED else ""
    return ", ".join(repr(value) for value in values[:MAX_LISTED]) + more


def one_or_two_dimensional(y: Any) -> NDArray[Any]:
    """The labels as an array of one column, or of one column per class."""
    values = hard_labels.as_array(y)
    if values.ndim == 2 and values.shape[1] == 1:
        from sklearn.utils import column_or_1d

        return np.asarray(column_or_1d(values, warn=True))
    if values.ndim not in {1, 2}:
        raise DataError(
            f"Labels are one column of classes, one column of plausibilities per class, or a "
            f"MassTable; found an array of shape {values.shape}."
        )
    return values


def _unsupervised(n: int, n_classes: int | None) -> tuple[MassTable, NDArray[Any]]:
    if n_classes is None:
        raise DataError("Without labels the number of classes must be given.")
    return MassTable.vacuous(n, range(n_classes)), np.arange(n_classes)


def _hard(values: NDArray[Any], n: int, unknown: Any) -> tuple[MassTable, NDArray[Any]]:
    check_length(len(values), n)
    labels = read_classes(values, unknown)
    if unknown is None:
        hard_labels.warn_of_minus_one(labels)
    return MassTable._trusted(*constructors.from_read(labels)), labels.class_array()


def read_classes(values: NDArray[Any], unknown: Any) -> hard_labels.HardLabels:
    """The hard labels, refused when none is known or when they are measurements."""
    labels = hard_labels.read(values, unknown)
    if not labels.classes:
        raise DataError("No label names a class; at least one object must have a known class.")
    fractions = [value for value in labels.classes if isinstance(value, float)]
    if fractions:
        raise DataError(
            "Unknown label type: continuous. The labels are numbers with fractions such as "
            f"{fractions[0]:g}; a class is a name or an integer."
        )
    return labels


def _plausibilities(y: Any, values: NDArray[Any], n: int) -> tuple[MassTable, NDArray[Any]]:
    check_length(len(values), n)
    table = MassTable.from_contour(y)
    warn_of_probabilities(values.astype(np.float64))
    return table, as_class_array(table.frame.values)


def warn_of_probabilities(contour: NDArray[np.float64]) -> None:
    """Warn about plausibilities [shape=(n, K)] that look like probabilities."""
    if all(look_like_probabilities(contour)):
        warn_of_lookalikes()


def look_like_probabilities(plausibilities: NDArray[np.float64]) -> tuple[bool, bool]:
    """Whether every row sums to 1, and whether some row has no 1 [shape=(n, K)]."""
    every = np.abs(plausibilities.sum(axis=1) - 1.0) <= SUM_TOLERANCE
    without_one = plausibilities.max(axis=1) < 1.0 - SUM_TOLERANCE
    return bool(every.all()), bool(without_one.any())


def warn_of_lookalikes() -> None:
    """Warn that plausibilities look like probabilities, which they are not taken for."""
    warn_caller(
        "Every row of these plausibilities sums to 1 and some row has no 1: they look like "
        "probabilities. If they are, pass MassTable.from_probabilities(y).",
        UserWarning,
    )


def _of_length(table: MassTable, n: int) -> MassTable:
    check_length(len(table), n)
    return table


def check_length(found: int, n: int) -> None:
    """Refuse labels that are not one for each of n objects."""
    if found != n:
        raise DataError(f"There are {n} objects but {found} labels.")
