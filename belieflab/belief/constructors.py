"""From labels as people write them to (frame, focal sets, masses), the arguments of MassTable."""

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from belieflab.belief import hard_labels
from belieflab.belief.checks import checked_columns
from belieflab.belief.frame import Frame
from belieflab.errors import DataError

Parts = tuple[Frame, NDArray[np.int64], NDArray[np.float64]]


def hard(y: Sequence[Any] | NDArray[Any], frame: Frame | Iterable[object] | None) -> Parts:
    """Known classes on singletons, unknown ones on Ω."""
    known, classes, codes = hard_labels.read(y)
    if frame is None and not classes:
        raise DataError("No label names a class, so the classes must be given as a frame.")
    frame = _as_frame(frame, classes)
    positions = hard_labels.positions(frame, classes, codes, known)
    masks = np.full(len(known), frame.omega, dtype=np.int64)
    masks[known] = np.left_shift(np.int64(1), positions[codes])
    return one_set_per_row(frame, masks)


def sets(chosen: Sequence[Iterable[object] | int], frame: Frame | Iterable[object]) -> Parts:
    """All mass of a row on its set."""
    frame = _as_frame(frame, [])
    masks = np.empty(len(chosen), dtype=np.int64)
    for i, subset in enumerate(chosen):
        try:
            if isinstance(subset, (int, np.integer)):
                frame.check_mask(int(subset))
                masks[i] = subset
            else:
                masks[i] = frame.mask([subset] if isinstance(subset, str) else subset)
        except DataError as error:
            raise DataError(f"Row {i + 1}: {error}") from None
    return one_set_per_row(frame, masks)


def contour(plausibilities: ArrayLike, frame: Frame | Iterable[object] | None) -> Parts:
    """The consonant mass functions with these contours."""
    values = checked_columns(plausibilities, "plausibility")
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
    mass = checked_columns(values, "probability")
    frame = _as_frame(frame, range(mass.shape[1]), mass.shape[1])
    return frame, frame.singletons.copy(), mass


def gathered(frame: Frame, masks: NDArray[np.int64], mass: NDArray[np.float64]) -> Parts:
    """One list of focal sets for rows that each bring their own.

    `masks` and `mass` [shape=(n, J)]: row i puts mass[i, j] on the set masks[i, j]. Only sets
    that carry mass somewhere are kept.
    """
    carried = mass > 0
    focal, column = np.unique(masks[carried], return_inverse=True)
    if len(focal) == 0:
        return frame, np.array([frame.omega], dtype=np.int64), np.zeros((len(masks), 1))
    cell = np.nonzero(carried)[0] * len(focal) + column
    shape = (len(masks), len(focal))
    wide = np.bincount(cell, weights=mass[carried], minlength=shape[0] * shape[1])
    return frame, focal, wide.astype(np.float64, copy=False).reshape(shape)


def one_set_per_row(frame: Frame, masks: NDArray[np.int64]) -> Parts:
    """All the mass of row i on masks[i] [shape=(n,)]."""
    return gathered(frame, masks[:, None], np.ones((len(masks), 1)))


def _as_frame(
    frame: Frame | Iterable[object] | None, default: Iterable[object], n_classes: int | None = None
) -> Frame:
    frame = frame if isinstance(frame, Frame) else Frame(default if frame is None else frame)
    if n_classes is not None and frame.size != n_classes:
        raise DataError(
            f"The frame has {frame.size} classes but the table has {n_classes} columns."
        )
    return frame
