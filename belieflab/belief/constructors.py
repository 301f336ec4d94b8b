"""From labels as people write them to (frame, focal sets, masses), the arguments of MassTable."""

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from belieflab.belief import hard_labels
from belieflab.belief.checks import checked_columns
from belieflab.belief.classes import NOT_FOUND, column_classes, find_classes
from belieflab.belief.frame import Frame
from belieflab.belief.masks import Masks, as_masks, full_of
from belieflab.belief.regrouping import refuse_large_table
from belieflab.errors import DataError

Parts = tuple[Frame, Masks, NDArray[np.float64]]


def hard(
    y: Sequence[Any] | NDArray[Any], frame: Frame | Iterable[object] | None, unknown: Any = None
) -> Parts:
    """Known classes on singletons, unknown ones on Ω."""
    labels = hard_labels.read(y, unknown)
    if frame is None and unknown is None:
        hard_labels.warn_of_minus_one(labels)
    return from_read(labels, frame)


def from_read(
    labels: hard_labels.HardLabels, frame: Frame | Iterable[object] | None = None
) -> Parts:
    """The same for labels that have been read."""
    if frame is None and not labels.classes:
        raise DataError("No label names a class, so the classes must be given as a frame.")
    frame = _as_frame(frame, labels.classes)
    positions = hard_labels.find_positions(frame, labels)
    masks = full_of(frame.size, len(labels.known), frame.omega)
    masks[labels.known] = frame.singletons[positions[labels.codes]]
    return one_set_per_row(frame, masks)


def sets(chosen: Sequence[Iterable[object] | int], frame: Frame | Iterable[object]) -> Parts:
    """All mass of a row on its set."""
    frame = _as_frame(frame, [])
    masks = full_of(frame.size, len(chosen), 0)
    for i, subset in enumerate(chosen):
        try:
            if isinstance(subset, (int, np.integer)):
                masks[i] = frame.check_mask(subset)
            else:
                masks[i] = frame.mask([subset] if isinstance(subset, str) else subset)
        except DataError as error:
            raise DataError(f"Row {i + 1}: {error}") from None
    return one_set_per_row(frame, masks)


def contour(plausibilities: ArrayLike, frame: Frame | Iterable[object] | None) -> Parts:
    """The consonant mass functions with these contours."""
    frame, values = frame_and_columns(plausibilities, frame, "plausibility")
    n, n_classes = values.shape
    order = np.argsort(-values, axis=1, kind="stable")
    sorted_values = np.take_along_axis(values, order, axis=1)
    steps = np.empty((n, n_classes + 1))
    steps[:, 0] = 1.0 - sorted_values[:, 0]
    steps[:, 1:] = sorted_values - np.pad(sorted_values[:, 1:], ((0, 0), (0, 1)))
    nested = full_of(n_classes, (n, n_classes + 1), 0)
    np.bitwise_or.accumulate(frame.singletons[order], axis=1, out=nested[:, 1:])
    return gathered(frame, nested, steps)


def probabilities(values: ArrayLike, frame: Frame | Iterable[object] | None) -> Parts:
    """One singleton column per class."""
    frame, mass = frame_and_columns(values, frame, "probability")
    return frame, frame.singletons.copy(), mass


def gathered(frame: Frame, masks: Masks, mass: NDArray[np.float64]) -> Parts:
    """One list of focal sets for rows that each bring their own.

    `masks` and `mass` [shape=(n, J)]: row i puts mass[i, j] on the set masks[i, j]. Only sets
    that carry mass somewhere are kept.
    """
    carried = mass > 0
    focal, column = np.unique(masks[carried], return_inverse=True)
    if len(focal) == 0:
        return frame, as_masks(frame.size, [frame.omega]), np.zeros((len(masks), 1))
    cell = np.nonzero(carried)[0] * len(focal) + column
    shape = (len(masks), len(focal))
    refuse_large_table(*shape)
    wide = np.bincount(cell, weights=mass[carried], minlength=shape[0] * shape[1])
    return frame, focal, wide.astype(np.float64, copy=False).reshape(shape)


def one_set_per_row(frame: Frame, masks: Masks) -> Parts:
    """All the mass of row i on masks[i] [shape=(n,)]."""
    return gathered(frame, masks[:, None], np.ones((len(masks), 1)))


def frame_and_columns(
    table: ArrayLike, frame: Frame | Iterable[object] | None, what: str
) -> tuple[Frame, NDArray[np.float64]]:
    """The classes of a table of one column per class, and its numbers in their order.

    The columns of a DataFrame are named, so they are put into the order of a given frame; when no
    name is a class of that frame, and for plain arrays, column k is class k.
    """
    values = checked_columns(table, what)
    named = column_classes(table)
    default = range(values.shape[1]) if named is None else named
    frame = _as_frame(frame, default, values.shape[1])
    if named is None:
        return frame, values
    places = find_classes(frame.values, named)
    if (places == NOT_FOUND).all():
        return frame, values
    if not np.array_equal(np.sort(places), np.arange(frame.size)):
        raise DataError(
            f"The columns are {', '.join(map(str, named))}, but the classes are "
            f"{', '.join(frame.names)}."
        )
    return frame, np.ascontiguousarray(values[:, np.argsort(places)])


def _as_frame(
    frame: Frame | Iterable[object] | None, default: Iterable[object], n_classes: int | None = None
) -> Frame:
    frame = frame if isinstance(frame, Frame) else Frame(default if frame is None else frame)
    if n_classes is not None and frame.size != n_classes:
        raise DataError(
            f"The frame has {frame.size} classes but the table has {n_classes} columns."
        )
    return frame
