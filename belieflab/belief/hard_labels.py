"""Reading one column of hard labels: which are known, and what the classes are."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from belieflab.belief.classes import NOT_FOUND, as_class_array, find_classes, plain_value
from belieflab.belief.frame import Frame
from belieflab.errors import DataError, FitWarning, warn_caller

MINUS_ONE = -1

SMALL_RANGE = 65_536
"""Integers that span less are sorted by counting."""

BEYOND_RANGE = 1 << 62
"""Integers below this can be subtracted from one another."""


class HardLabels(NamedTuple):
    """One column of hard labels.

    known : which rows have a class [shape=(n,)]
    classes : the sorted known values, as Python objects
    codes : position in `classes` of each known row [shape=(known.sum(),)]
    dtype : of the labels as they were given
    """

    known: NDArray[np.bool_]
    classes: list[Any]
    codes: NDArray[np.int64]
    dtype: np.dtype[Any]

    def class_array(self) -> NDArray[Any]:
        """The classes in the type of the labels; whole floats are integers [shape=(K,)]."""
        found = as_class_array(self.classes)
        if self.dtype.kind in "iuUSb" or found.dtype.kind == "U":
            return found.astype(self.dtype)
        return found

    def first_row_of(self, code: int) -> int:
        """Number of the first row with that class, counted from 1."""
        return int(np.flatnonzero(self.known)[np.argmax(self.codes == code)]) + 1


def as_array(y: Any) -> NDArray[Any]:
    """An array of the labels in which a missing value beside text stays a missing value.

    numpy alone would turn ["a", nan] into the texts "a" and "nan".
    """
    values = np.asarray(y)
    if values.dtype.kind in "US" and not isinstance(y, np.ndarray):
        return np.asarray(y, dtype=object)
    return values


def read(y: Sequence[Any] | NDArray[Any], unknown: Any = None) -> HardLabels:
    """The known labels and their classes.

    NaN, None and pandas' NA are unknown, and so is the value `unknown` when it is given. Whole
    floats count as integers.
    """
    values = as_array(y)
    if values.ndim != 1:
        raise DataError(f"Hard labels are one column; found shape {values.shape}.")
    if values.dtype.kind in "OmM":
        labels = _read_objects(values)
    else:
        labels = _read_numbers_or_text(values)
    if unknown is None:
        return labels
    if not np.isscalar(unknown) and np.ndim(unknown) > 0:
        raise DataError(f"unknown is one value that means unknown, such as -1; found {unknown!r}.")
    return _leave_out(labels, plain_value(unknown))


def find_positions(frame: Frame, labels: HardLabels) -> NDArray[np.int64]:
    """Where each class of the labels stands in the frame [shape=(K,)].

    By value, else by name (see `find_classes`); when no value is found and all are integers from
    0 to K - 1, by position.
    """
    positions = find_classes(frame.values, labels.classes)
    missing = np.flatnonzero(positions == NOT_FOUND)
    if not missing.size:
        return positions
    whole = all(type(value) is int for value in labels.classes)
    if whole and len(missing) == len(positions) and set(labels.classes) <= set(range(frame.size)):
        return np.array(labels.classes, dtype=np.int64)
    value = labels.classes[missing[0]]
    hint = " If -1 means unknown here, pass unknown=-1." if value == MINUS_ONE else ""
    raise DataError(
        f"Row {labels.first_row_of(int(missing[0]))}: Unknown class {str(value)!r}; the classes "
        f"are {', '.join(frame.names)}.{hint}"
    )


def warn_of_minus_one(labels: HardLabels) -> None:
    """Say that -1 is taken as a class where it stands beside two or more other integers."""
    whole = all(type(value) is int for value in labels.classes)
    if whole and len(labels.classes) > 2 and MINUS_ONE in labels.classes:
        warn_caller(
            "The label -1 is taken as a class like any other. If it means that the class is "
            "unknown, pass unknown=-1; NaN, None and NA always mean unknown.",
            FitWarning,
        )


def _read_numbers_or_text(values: NDArray[Any]) -> HardLabels:
    dtype = values.dtype
    known = np.ones(len(values), dtype=np.bool_)
    if dtype.kind == "f":
        known = ~np.isnan(values)
        if np.isinf(values).any():
            row = int(np.argmax(np.isinf(values)))
            raise DataError(f"Row {row + 1}: the label is infinite; a label is a class.")
    classes, codes = _sort_values(values if known.all() else values[known])
    plain = [plain_value(value) for value in classes]
    return HardLabels(known, plain, codes, dtype)


def _sort_values(values: NDArray[Any]) -> tuple[NDArray[Any], NDArray[np.int64]]:
    """The sorted values, each once, and the position of every value among them.

    Integers within a small range are counted, which takes a fraction of the time and memory.
    """
    if values.dtype.kind in "iu" and values.size:
        low, high = int(values.min()), int(values.max())
        if high - low < SMALL_RANGE and abs(low) < BEYOND_RANGE and abs(high) < BEYOND_RANGE:
            places = values.astype(np.int64, copy=False) - low
            occurs = np.zeros(high - low + 1, dtype=np.bool_)
            occurs[places] = True
            order = np.cumsum(occurs) - 1
            return np.flatnonzero(occurs) + low, order[places]
    classes, codes = np.unique(values, return_inverse=True)
    return classes, codes.astype(np.int64, copy=False)


def _read_objects(values: NDArray[Any]) -> HardLabels:
    import pandas as pd

    values = np.asarray(pd.Series(values).astype(object), dtype=object)
    known = np.asarray(~pd.isna(values), dtype=np.bool_)
    given = values[known]
    kinds = {type(value) for value in given} - {bool, np.bool_}
    if kinds and all(issubclass(kind, (int, float, np.number)) for kind in kinds):
        numbers = pd.to_numeric(pd.Series(given)).to_numpy()
        if numbers.dtype.kind in "iuf":
            known_numbers, classes, codes, _ = _read_numbers_or_text(numbers)
            known[known] = known_numbers
            return HardLabels(known, classes, codes, values.dtype)
    codes, found = pd.factorize(given)
    classes = [plain_value(value) for value in found]
    order = _sorted_order(classes)
    rank = np.empty(len(order), dtype=np.int64)
    rank[order] = np.arange(len(order))
    return HardLabels(known, [classes[j] for j in order], rank[codes], values.dtype)


def _leave_out(labels: HardLabels, unknown: Any) -> HardLabels:
    """The same labels with the rows of one value unknown."""
    if unknown not in labels.classes:
        return labels
    place = labels.classes.index(unknown)
    kept = labels.codes != place
    known = labels.known.copy()
    known[known] = kept
    codes = labels.codes[kept]
    classes = [*labels.classes[:place], *labels.classes[place + 1 :]]
    return HardLabels(known, classes, codes - (codes > place), labels.dtype)


def _sorted_order(classes: list[Any]) -> list[int]:
    """Order of the values; values that cannot be compared are ordered by their text."""
    try:
        return sorted(range(len(classes)), key=lambda j: classes[j])
    except TypeError:
        return sorted(range(len(classes)), key=lambda j: str(classes[j]))
