"""Reading one column of hard labels: which are known, and what the classes are."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from belieflab.belief.frame import Frame
from belieflab.errors import DataError

Labels = tuple[NDArray[np.bool_], list[Any], NDArray[np.int64]]


def as_array(y: Any) -> NDArray[Any]:
    """An array of the labels in which a missing value beside text stays a missing value.

    numpy alone would turn ["a", nan] into the texts "a" and "nan".
    """
    values = np.asarray(y)
    if values.dtype.kind in "US" and not isinstance(y, np.ndarray):
        return np.asarray(y, dtype=object)
    return values


def read(y: Sequence[Any] | NDArray[Any]) -> Labels:
    """Which labels are known [shape=(n,)], the sorted known values, and codes of the known ones.

    NaN, None and pandas' missing values are unknown, and so is -1 in an integer array unless its
    only values are -1 and 1, which are then two classes. Whole floats count as integers.
    """
    values = as_array(y)
    if values.ndim != 1:
        raise DataError(f"Hard labels are one column; found shape {values.shape}.")
    if values.dtype.kind == "O":
        return _read_objects(values)
    if values.dtype.kind in "iu":
        two_signs = np.array_equal(np.unique(values), [-1, 1])
        known = np.ones(len(values), dtype=np.bool_) if two_signs else values != -1
    elif values.dtype.kind == "f":
        known = ~np.isnan(values)
        if np.isinf(values).any():
            row = int(np.argmax(np.isinf(values)))
            raise DataError(f"Row {row + 1}: the label is infinite; a label is a class.")
        if (values[known] == np.floor(values[known])).all():
            values = np.where(known, values, 0.0).astype(np.int64)
    else:
        known = np.ones(len(values), dtype=np.bool_)
    classes, codes = np.unique(values[known], return_inverse=True)
    return known, classes.tolist(), codes.astype(np.int64)


def positions(
    frame: Frame, classes: Sequence[Any], codes: NDArray[np.int64], known: NDArray[np.bool_]
) -> NDArray[np.int64]:
    """Where each of the `classes` stands in the frame.

    By name; when no value is a class name and all are integers from 0 to K - 1, by position.
    """
    names = [str(value) for value in classes]
    whole = all(isinstance(value, int) and not isinstance(value, bool) for value in classes)
    if whole and not set(names) & set(frame.names) and set(classes) <= set(range(frame.size)):
        return np.array(classes, dtype=np.int64)
    found = np.empty(len(names), dtype=np.int64)
    for j, name in enumerate(names):
        try:
            found[j] = frame.index(name)
        except DataError as error:
            row = int(np.flatnonzero(known)[np.argmax(codes == j)])
            raise DataError(f"Row {row + 1}: {error}") from None
    return found


def _read_objects(values: NDArray[Any]) -> Labels:
    import pandas as pd

    known = ~pd.isna(values)
    given = values[known]
    kinds = {type(value) for value in given} - {bool, np.bool_}
    if kinds and all(issubclass(kind, (int, np.integer)) for kind in kinds):
        return _within(known, read(given.astype(np.int64)))
    if kinds and all(issubclass(kind, (int, float, np.number)) for kind in kinds):
        return _within(known, read(given.astype(np.float64)))
    found, classes = pd.factorize(given)
    order = _sorted_order(list(classes))
    rank = np.empty(len(order), dtype=np.int64)
    rank[order] = np.arange(len(order))
    return known, [classes[j] for j in order], rank[found]


def _within(known: NDArray[np.bool_], labels: Labels) -> Labels:
    """The labels of the known rows, told for all rows."""
    known_among_given, classes, codes = labels
    told = known.copy()
    told[known] = known_among_given
    return told, classes, codes


def _sorted_order(classes: list[Any]) -> list[int]:
    """Order of the values; values that cannot be compared are ordered by their text."""
    try:
        return sorted(range(len(classes)), key=lambda j: classes[j])
    except TypeError:
        return sorted(range(len(classes)), key=lambda j: str(classes[j]))
