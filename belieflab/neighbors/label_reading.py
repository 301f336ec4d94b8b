"""What the caller passes as `y` to evidential neighbours, as sparse labels."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from belieflab.belief import MassTable
from belieflab.belief.classes import as_class_array
from belieflab.belief.constructors import frame_and_columns
from belieflab.belief.hard_labels import as_array
from belieflab.belief.labels import warn_of_probabilities
from belieflab.errors import DataError
from belieflab.neighbors.classifier import read_labels
from belieflab.neighbors.sparse_labels import SparseLabels

Floats = NDArray[np.float64]
Rows = NDArray[np.int64]


def read_sparse_labels(
    y: Any, n: int, unknown: Any, reliability: Any
) -> tuple[SparseLabels, NDArray[Any], Rows]:
    """The labels that say something, the classes, and the rows those labels belong to.

    As `read_labels`, but n × K plausibilities never become a table of all their sets. Labels are
    discounted by 1 - reliability; those of reliability 0 are left out.
    """
    if _is_plausibilities(y):
        labels, classes, rows = _read_plausibilities(y, n)
    else:
        table, classes, rows = read_labels(y, n, unknown)
        labels = SparseLabels.from_table(table)
    if reliability is None:
        return labels, classes, rows
    shares = _checked_reliability(reliability, n)[rows]
    kept = np.flatnonzero(shares)
    if not kept.size:
        raise DataError("No object has both a label that says something and a reliability above 0.")
    return labels.take(kept).discount(shares[kept]), classes, rows[kept]


def _is_plausibilities(y: Any) -> bool:
    if y is None or isinstance(y, MassTable):
        return False
    values = as_array(y)
    return values.ndim == 2 and values.shape[1] > 1


def _read_plausibilities(y: Any, n: int) -> tuple[SparseLabels, NDArray[Any], Rows]:
    frame, contour = frame_and_columns(y, None, "plausibility")
    if len(contour) != n:
        raise DataError(f"There are {n} objects but {len(contour)} labels.")
    warn_of_probabilities(contour)
    impossible = np.flatnonzero(contour.max(axis=1) <= 0)
    if impossible.size:
        raise DataError(
            f"The label of row {impossible[0] + 1} makes every class impossible: "
            "all its mass is on ∅."
        )
    rows = np.flatnonzero(np.ptp(contour, axis=1) > 0)
    if not rows.size:
        raise DataError(
            "All labels are vacuous: they say nothing about the classes, so there is nothing to "
            "learn from."
        )
    return SparseLabels.from_contour(frame, contour[rows]), as_class_array(frame.values), rows


def _checked_reliability(reliability: Any, n: int) -> Floats:
    try:
        shares = np.array(reliability, dtype=np.float64)
    except (TypeError, ValueError):
        raise DataError("reliability is one number from 0 to 1 for each object.") from None
    if shares.shape != (n,):
        raise DataError(
            f"reliability is one number for each of the {n} objects; found shape {shares.shape}."
        )
    bad = np.flatnonzero(~((shares >= 0) & (shares <= 1)))
    if bad.size:
        raise DataError(
            f"The reliability of row {bad[0] + 1} is {shares[bad[0]]:g}; it is a number from 0 "
            "(left out) to 1 (taken as it is)."
        )
    return shares
