"""The labels of a fit, read a segment of rows at a time.

A table of masses of all rows would be several times the data. EM needs their plausibilities and
a start needs their pignistic probabilities, both of which follow row by row.
"""

from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from belieflab.belief import MassTable, hard_labels
from belieflab.belief.checks import checked_columns
from belieflab.belief.classes import column_classes
from belieflab.belief.labels import (
    as_mass_table,
    check_length,
    look_like_probabilities,
    one_or_two_dimensional,
    read_classes,
    warn_of_lookalikes,
)
from belieflab.errors import DataError
from belieflab.segments import row_segments

Floats = NDArray[np.float64]
Chosen = NDArray[np.bool_]


class LabelRows(Protocol):
    """Labels of n objects about K classes; rows are asked for from `begin` to `end`."""

    classes: NDArray[Any]

    def __len__(self) -> int: ...

    def contours(self, begin: int, end: int) -> Floats:
        """Plausibilities pl_ik of these rows [shape=(rows, K)]."""

    def pignistic(self, begin: int, end: int) -> Floats:
        """Pignistic probabilities of these rows [shape=(rows, K)]."""

    def only(self, chosen: Chosen) -> "LabelRows":
        """The labels of the chosen rows."""

    def table(self) -> MassTable:
        """All of them as mass functions."""


class TableRows:
    """Labels that are mass functions."""

    def __init__(self, labels: MassTable, classes: NDArray[Any]) -> None:
        self.labels = labels
        self.classes = classes

    def __len__(self) -> int:
        return len(self.labels)

    def contours(self, begin: int, end: int) -> Floats:
        """Plausibilities of these rows [shape=(rows, K)]."""
        return self.labels[begin:end].contour()

    def pignistic(self, begin: int, end: int) -> Floats:
        """Pignistic probabilities of these rows [shape=(rows, K)]."""
        return self.labels[begin:end].pignistic()

    def only(self, chosen: Chosen) -> "TableRows":
        """The labels of the chosen rows."""
        return TableRows(self.labels[chosen], self.classes)

    def table(self) -> MassTable:
        """All of them as mass functions."""
        return self.labels


class PlausibilityRows:
    """Labels that are plausibilities [shape=(n, K)], column k for class k; the array is not copied.

    A number outside [0, 1] is named, and numbers that look like probabilities are warned about.
    """

    def __init__(self, values: NDArray[Any]) -> None:
        self.values = values
        self.classes = np.arange(values.shape[1])

    def __len__(self) -> int:
        return len(self.values)

    def check(self) -> None:
        """Refuse what is no plausibility and warn of what looks like probabilities."""
        sum_to_one, without_one = True, False
        for begin, end in row_segments(len(self)):
            every, some = look_like_probabilities(self.contours(begin, end))
            sum_to_one, without_one = sum_to_one and every, without_one or some
        if sum_to_one and without_one:
            warn_of_lookalikes()

    def contours(self, begin: int, end: int) -> Floats:
        """Plausibilities of these rows [shape=(rows, K)]."""
        return checked_columns(self.values[begin:end], "plausibility", first_row=begin)

    def pignistic(self, begin: int, end: int) -> Floats:
        """Pignistic probabilities of these rows [shape=(rows, K)]."""
        return pignistic_of_contours(self.contours(begin, end))

    def only(self, chosen: Chosen) -> "PlausibilityRows":
        """The labels of the chosen rows."""
        return PlausibilityRows(self.values[chosen])

    def table(self) -> MassTable:
        """All of them as mass functions."""
        return MassTable.from_contour(self.values)


def pignistic_of_contours(contours: Floats) -> Floats:
    """BetP of the consonant mass functions with these contours [shape=(n, K)].

    With the plausibilities of a row in falling order c_1 ≥ … ≥ c_K, the first j classes have the
    mass c_j - c_(j+1); BetP of the class at place r is Σ_{j ≥ r} (c_j - c_(j+1)) / j / c_1.
    """
    order = np.argsort(-contours, axis=1, kind="stable")
    falling = np.take_along_axis(contours, order, axis=1)
    parts = falling.copy()
    parts[:, :-1] -= falling[:, 1:]
    parts /= np.arange(1, contours.shape[1] + 1)
    sums = parts[:, ::-1].cumsum(axis=1)[:, ::-1]
    largest = falling[:, :1]
    shares = np.where(largest > 0, sums / np.where(largest > 0, largest, 1.0), 1.0 / sums.shape[1])
    pignistic = np.empty_like(contours)
    np.put_along_axis(pignistic, order, shares, axis=1)
    return pignistic


class HardRows:
    """Labels that are one class each, or unknown.

    `codes` are positions in `classes`, -1 for an unknown class [shape=(n,)].
    """

    def __init__(self, codes: NDArray[np.signedinteger[Any]], classes: NDArray[Any]) -> None:
        self.codes = codes
        self.classes = classes

    def __len__(self) -> int:
        return len(self.codes)

    def contours(self, begin: int, end: int) -> Floats:
        """1 for the class and 0 for the others, or 1 for all where it is unknown."""
        return self._rows(begin, end, 1.0)

    def pignistic(self, begin: int, end: int) -> Floats:
        """1 for the class and 0 for the others, or 1/K for all where it is unknown."""
        return self._rows(begin, end, 1.0 / len(self.classes))

    def only(self, chosen: Chosen) -> "HardRows":
        """The labels of the chosen rows."""
        return HardRows(self.codes[chosen], self.classes)

    def table(self) -> MassTable:
        """All of them as mass functions."""
        values = self.classes.astype(object)[self.codes]
        values[self.codes < 0] = None
        return MassTable.from_hard(values, self.classes.tolist())

    def _rows(self, begin: int, end: int, unknown: float) -> Floats:
        n_classes = len(self.classes)
        patterns = np.vstack([np.eye(n_classes), np.full(n_classes, unknown)])
        return patterns[self.codes[begin:end]]


class VacuousRows:
    """Labels that say nothing about K classes 0..K-1."""

    def __init__(self, n: int, n_classes: int) -> None:
        self.n = n
        self.classes = np.arange(n_classes)

    def __len__(self) -> int:
        return self.n

    def contours(self, begin: int, end: int) -> Floats:
        """1 for every class [shape=(rows, K)]."""
        return np.ones((end - begin, len(self.classes)))

    def pignistic(self, begin: int, end: int) -> Floats:
        """1/K for every class [shape=(rows, K)]."""
        return self.contours(begin, end) / len(self.classes)

    def only(self, chosen: Chosen) -> "VacuousRows":
        """The labels of the chosen rows."""
        return VacuousRows(int(chosen.sum()), len(self.classes))

    def table(self) -> MassTable:
        """All of them as mass functions."""
        return MassTable.vacuous(self.n, self.classes.tolist())


def read_label_rows(y: Any, n: int, n_classes: int | None, unknown: Any) -> LabelRows:
    """The labels of n objects in the form in which they were given; see `as_mass_table`."""
    if y is None:
        if n_classes is None:
            raise DataError("Without labels the number of classes must be given.")
        return VacuousRows(n, n_classes)
    if isinstance(y, MassTable) or (column_classes(y) is not None and np.shape(y)[1] > 1):
        return TableRows(*as_mass_table(y, n))
    values = one_or_two_dimensional(y)
    check_length(len(values), n)
    if values.ndim == 1:
        return _read_hard(values, unknown)
    rows = PlausibilityRows(values)
    rows.check()
    return rows


def _read_hard(values: NDArray[Any], unknown: Any) -> HardRows:
    labels = read_classes(values, unknown)
    if unknown is None:
        hard_labels.warn_of_minus_one(labels)
    smallest = np.min_scalar_type(-len(labels.classes))
    codes = np.full(len(labels.known), -1, dtype=smallest)
    codes[labels.known] = labels.codes
    return HardRows(codes, labels.class_array())


def log_contours(rows: LabelRows) -> Floats:
    """ln pl_ik [shape=(K, n)], or an empty (K, 0) when every label is vacuous.

    A row that makes every class impossible is named.
    """
    n, n_classes = len(rows), len(rows.classes)
    logs = np.empty((n_classes, 0))
    for begin, end in row_segments(n):
        contours = rows.contours(begin, end)
        impossible = ~(contours > 0).any(axis=1)
        if impossible.any():
            raise DataError(
                f"The label of row {begin + int(np.argmax(impossible)) + 1} makes every class "
                "impossible: all its plausibilities are 0."
            )
        if not logs.size and (contours == 1).all():
            continue
        if not logs.size:
            logs = np.zeros((n_classes, n))
        with np.errstate(divide="ignore"):
            logs[:, begin:end] = np.log(contours).T
    return logs
