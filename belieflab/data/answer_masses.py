"""Answers as mass functions: sets of classes however they are given, and what is no answer."""

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from belieflab.belief import Frame, MassTable
from belieflab.belief.masks import Masks, as_masks
from belieflab.errors import DataError

SetOfClasses = str | int | tuple[str, ...] | None
"""A class, the bit mask or the names of some; None: all of them."""
_ROUNDING = 1e-6
"""How far masses may be from a sum of 1."""


def split_masses(
    frame: Frame, masses: MassTable | Sequence[Mapping[SetOfClasses, float]], count: int
) -> tuple[NDArray[np.int64], Masks, NDArray[np.float64]]:
    """Where the sets of each of so many answers begin, the sets, and their masses."""
    if isinstance(masses, MassTable):
        order = np.argsort(-masses.mass, axis=1, kind="stable")
        mass = np.take_along_axis(masses.mass, order, axis=1)
        kept = mass > 0
        focal, lengths, values = masses.focal[order][kept], kept.sum(axis=1), mass[kept]
    else:
        sets = [_mask_of(frame, key) for given in masses for key in given]
        focal, lengths = as_masks(frame.size, sets), np.array([len(each) for each in masses])
        values = np.array([mass for given in masses for mass in given.values()], dtype=np.float64)
    starts = np.concatenate([[0], np.cumsum(lengths)]).astype(np.int64)
    _check_masses(focal, values, starts, count)
    return starts, focal, values


def _mask_of(frame: Frame, classes: SetOfClasses) -> int:
    """The bit mask of a set of classes, however it is given; None is all of them."""
    if classes is None:
        return int(frame.omega)
    if isinstance(classes, str):
        return frame.mask([classes])
    if isinstance(classes, tuple):
        return frame.mask(classes)
    frame.check_mask(int(classes))
    return int(classes)


def _check_masses(
    focal: Masks, mass: NDArray[np.float64], starts: NDArray[np.int64], count: int
) -> None:
    """Refuse mass functions that are none, or that are not one for each of the answers."""
    if len(starts) - 1 != count:
        raise DataError(f"There are {count} answers, but {len(starts) - 1} mass functions.")
    answer = np.repeat(np.arange(count), np.diff(starts))
    wrong = ~(mass >= 0)
    if wrong.any():
        place = int(np.argmax(wrong))
        raise DataError(f"Answer {answer[place] + 1} has the mass {mass[place]:g}, below 0.")
    if (focal == 0).any():
        raise DataError(f"Answer {answer[int(np.argmax(focal == 0))] + 1} names no class.")
    sums = np.bincount(answer, mass, minlength=count)
    off = np.abs(sums - 1.0) > _ROUNDING
    if off.any():
        place = int(np.argmax(off))
        raise DataError(f"The masses of answer {place + 1} sum to {sums[place]:g}, not to 1.")


def check_numbers(name: str, numbers: NDArray[np.int64], limit: int) -> None:
    """Refuse a number of an object, annotator or class that does not exist."""
    outside = (numbers < 0) | (numbers >= max(limit, 1))
    if outside.any():
        place = int(np.argmax(outside))
        raise DataError(
            f"Answer {place + 1} names {name} with the number {numbers[place]}; "
            f"numbers run from 0 to {limit - 1}."
        )


def checked_doubts(frame: Frame, masks: Masks, doubts: ArrayLike) -> NDArray[np.float64]:
    """One doubt per answer; refused are doubts that are none, and answers that name no class."""
    doubt = np.broadcast_to(np.asarray(doubts, dtype=np.float64), np.shape(masks))
    wrong = ~((doubt >= 0) & (doubt <= 1))
    if wrong.any():
        place = int(np.argmax(wrong))
        raise DataError(
            f"Answer {place + 1} has the doubt {doubt[place]:g}; a doubt is a number from 0 to 1."
        )
    outside = (masks <= 0) | (masks > frame.omega)
    if outside.any():
        raise DataError(f"Answer {int(np.argmax(outside)) + 1} names no class.")
    return doubt
