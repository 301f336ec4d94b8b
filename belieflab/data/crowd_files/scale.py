"""Confidences on a scale, such as a certitude from 1 to 7, as numbers from 0 to 1."""

import re
from typing import Any

import numpy as np
from numpy.typing import NDArray

from belieflab.errors import DataError

Scale = tuple[float, float]
HIGHEST = (5.0, 7.0, 10.0)
PERCENT = (0.0, 100.0)
UNIT = (0.0, 1.0)
OUTSIDE = "outside the scale"
CERTITUDES = (1.0, 7.0)
LARGEST = 1e9
_NEARLY_ALL = 0.9
"""Share of the confidences on a scale above which another one is refused."""


def guess_scale(values: NDArray[np.float64], heading: str = "") -> Scale:
    """The scale that confidences were given on: 0 to 1, percent, or 1 to 5, 7 or 10.

    A few that lie outside of one on which nearly all others lie do not make another scale of it.

    Examples
    --------
    >>> guess_scale(np.array([1.0, 3, 5] * 9 + [7])), guess_scale(np.array([1.0, 6, 7]))
    ((1.0, 5.0), (1.0, 7.0))
    """
    given = values[np.isfinite(values)]
    if not len(given):
        return UNIT
    low, high = float(given.min()), float(given.max())
    if heading == "certitude" and 1 <= low and (given <= 7).mean() > _NEARLY_ALL:
        return CERTITUDES
    if low >= 0 and high <= 1:
        return UNIT
    if (given != np.rint(given)).any():
        within = ((given >= 0) & (given <= 1)).mean() > _NEARLY_ALL
        return UNIT if within else PERCENT
    for top in HIGHEST:
        if low >= 0 and (given <= top).mean() > _NEARLY_ALL:
            return float(low > 0), top
    return PERCENT


def to_confidences(
    values: NDArray[np.float64], scale: Scale, lines: NDArray[np.int64], place: str = "Line"
) -> NDArray[np.float64]:
    """(q - low) / (high - low); a blank confidence is a full one."""
    low, high = scale
    if not high > low:
        raise DataError(f"A scale of confidences runs upwards, not from {low:g} to {high:g}.")
    filled = np.where(np.isnan(values), high, values)
    outside = (filled < low) | (filled > high)
    if outside.any():
        first = int(np.argmax(outside))
        raise DataError(
            f"{place} {lines[first]}: the confidence {filled[first]:g} is {OUTSIDE} from "
            f"{low:g} to {high:g}. Correct it, or change the scale."
        )
    return (filled - low) / (high - low)


def from_confidences(shares: NDArray[np.float64], scale: Scale) -> NDArray[np.float64]:
    """Confidences on a scale again: whole numbers where the scale runs over whole numbers."""
    low, high = scale
    values = low + (high - low) * shares
    return np.rint(values) if (low, high) not in (UNIT, PERCENT) else np.round(values, 12)


def refusing_scale(sentence: str) -> Scale | None:
    """The scale that a sentence of `to_confidences` names; None in any other sentence."""
    found = re.search(rf"{OUTSIDE} from ([-+.\de]+) to ([-+.\de]*\d)", sentence)
    return None if found is None else (float(found[1]), float(found[2]))


def describe_scale(scale: Scale) -> str:
    """The scale in a sentence."""
    low, high = scale
    return f"Confidences run from {low:g} (says nothing) to {high:g} (sure)."


def is_scale(value: Any) -> bool:
    """Whether a value of a file is the lowest and the highest confidence."""
    if not isinstance(value, list) or not all(type(each) in (int, float) for each in value):
        return False
    low, high = map(float, value)
    return -LARGEST <= low < high <= LARGEST
