"""From labels as people write them to (frame, focal sets, masses), the arguments of MassTable."""

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from belieflab.belief.frame import Frame
from belieflab.errors import DataError

Parts = tuple[Frame, NDArray[np.int64], NDArray[np.float64]]


def hard(y: Sequence[Any] | NDArray[Any], frame: Frame | Iterable[object] | None) -> Parts:
    """Known classes on singletons, unknown ones on Ω."""
    known, values = _known_values(y)
    frame = _as_frame(frame, sorted(set(values[known].tolist())))
    masks = np.full(len(values), frame.omega, dtype=np.int64)
    masks[known] = [1 << _class_in_row(frame, values[i], int(i)) for i in np.flatnonzero(known)]
    return _one_set_per_row(frame, masks)


def sets(chosen: Sequence[Iterable[object] | int], frame: Frame | Iterable[object]) -> Parts:
    """All mass of a row on its set."""
    frame = _as_frame(frame, [])
    masks = np.empty(len(chosen), dtype=np.int64)
    for i, subset in enumerate(chosen):
        if isinstance(subset, (int, np.integer)):
            frame.check_mask(int(subset))
            masks[i] = subset
        else:
            masks[i] = frame.mask([subset] if isinstance(subset, str) else subset)
    return _one_set_per_row(frame, masks)


def contour(plausibilities: ArrayLike, frame: Frame | Iterable[object] | None) -> Parts:
    """The consonant mass functions with these contours."""
    values = _class_columns(plausibilities, "plausibility")
    if (values > 1).any():
        row, k = np.argwhere(values > 1)[0]
        raise DataError(f"Row {row + 1} has the plausibility {values[row, k]:g}; the largest is 1.")
    n, n_classes = values.shape
    frame = _as_frame(frame, range(n_classes), n_classes)
    order = np.argsort(-values, axis=1, kind="stable")
    sorted_values = np.take_along_axis(values, order, axis=1)
    steps = np.empty((n, n_classes + 1))
    steps[:, 0] = 1.0 - sorted_values[:, 0]
    steps[:, 1:] = sorted_values - np.pad(sorted_values[:, 1:], ((0, 0), (0, 1)))
    nested = np.zeros((n, n_classes + 1), dtype=np.int64)
    np.bitwise_or.accumulate(np.left_shift(np.int64(1), order), axis=1, out=nested[:, 1:])
    return gathered(frame, nested, steps)


def probabilities(values: ArrayLike, frame: Frame | Iterable[object] | None) -> Parts:
    """One singleton column per class."""
    mass = _class_columns(values, "probability")
    frame = _as_frame(frame, range(mass.shape[1]), mass.shape[1])
    return frame, frame.singletons.copy(), mass


def guess_and_doubt(
    guess: Sequence[Any] | NDArray[Any], doubt: ArrayLike, frame: Frame | Iterable[object] | None
) -> Parts:
    """Masses 1 - p_i on the guess and p_i on Ω."""
    frame, focal, mass = hard(guess, frame)
    rates = np.broadcast_to(np.asarray(doubt, dtype=np.float64), (len(mass),))
    bad = ~((rates >= 0) & (rates <= 1))
    if bad.any():
        row = int(np.argmax(bad))
        raise DataError(
            f"Row {row + 1} has the doubt {rates[row]:g}; a doubt is a number from 0 to 1."
        )
    mass = mass * (1.0 - rates)[:, None]
    omega = np.flatnonzero(focal == frame.omega)
    if omega.size == 0:
        return frame, np.append(focal, frame.omega), np.column_stack([mass, rates])
    mass[:, omega[0]] += rates
    return frame, focal, mass


def gathered(frame: Frame, masks: NDArray[np.int64], mass: NDArray[np.float64]) -> Parts:
    """One list of focal sets for rows that each bring their own.

    `masks` and `mass` [shape=(n, J)]: row i puts mass[i, j] on the set masks[i, j]. Only sets
    that carry mass somewhere are kept.
    """
    carried = mass > 0
    focal = np.unique(masks[carried]) if carried.any() else np.array([frame.omega], dtype=np.int64)
    columns = np.minimum(np.searchsorted(focal, masks), len(focal) - 1)
    wide = np.zeros((len(masks), len(focal)))
    rows = np.broadcast_to(np.arange(len(masks))[:, None], masks.shape)
    np.add.at(wide, (rows[carried], columns[carried]), mass[carried])
    return frame, focal, wide


def _one_set_per_row(frame: Frame, masks: NDArray[np.int64]) -> Parts:
    return gathered(frame, masks[:, None], np.ones((len(masks), 1)))


def _known_values(y: Sequence[Any] | NDArray[Any]) -> tuple[NDArray[np.bool_], NDArray[Any]]:
    """Which labels are known; -1 among integers is not, unless all of them are -1 or 1."""
    values = np.asarray(y)
    if values.ndim != 1:
        raise DataError(f"Hard labels are one column; found shape {values.shape}.")
    if values.dtype.kind in "iu":
        two_signs = set(np.unique(values).tolist()) == {-1, 1}
        known = np.ones(len(values), dtype=bool) if two_signs else values != -1
    elif values.dtype.kind == "f":
        known = ~np.isnan(values)
        whole = values[known]
        if (whole == np.floor(whole)).all():
            values = np.where(known, values, 0).astype(np.int64)
    else:
        values = values.astype(object)
        known = np.array([value is not None and value == value for value in values], dtype=bool)
    return known, values


def _class_in_row(frame: Frame, value: object, row: int) -> int:
    try:
        return frame.index(value)
    except DataError as error:
        raise DataError(f"Row {row + 1}: {error}") from None


def _class_columns(values: ArrayLike, what: str) -> NDArray[np.float64]:
    table = np.array(values, dtype=np.float64, order="C")
    if table.ndim != 2 or table.shape[1] == 0:
        raise DataError(f"A {what} table has one row per object and one column per class.")
    bad = ~(np.isfinite(table) & (table >= 0))
    if bad.any():
        row, k = np.argwhere(bad)[0]
        raise DataError(
            f"Row {row + 1} has the {what} {table[row, k]:g} in column {k + 1}; "
            f"a {what} is a number from 0 to 1."
        )
    return table


def _as_frame(
    frame: Frame | Iterable[object] | None, default: Iterable[object], n_classes: int | None = None
) -> Frame:
    frame = frame if isinstance(frame, Frame) else Frame(default if frame is None else frame)
    if n_classes is not None and frame.size != n_classes:
        raise DataError(
            f"The frame has {frame.size} classes but the table has {n_classes} columns."
        )
    return frame
