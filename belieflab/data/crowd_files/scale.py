"""Confidences on a scale, such as a certitude from 1 to 7, as numbers from 0 to 1."""

import numpy as np
from numpy.typing import NDArray

from belieflab.errors import DataError

Scale = tuple[float, float]
HIGHEST = (5.0, 7.0, 10.0)
PERCENT = (0.0, 100.0)
UNIT = (0.0, 1.0)
OUTSIDE = "outside the scale"
CERTITUDES = (1.0, 7.0)
_NEARLY_ALL = 0.9
"""Share of the certitudes from 1 to 7 above which another one is refused."""


def guess_scale(values: NDArray[np.float64], heading: str = "") -> Scale:
    """The scale that confidences were given on: 0 to 1, percent, or 1 to 5, 7 or 10."""
    given = values[np.isfinite(values)]
    if not len(given):
        return UNIT
    low, high = float(given.min()), float(given.max())
    if heading == "certitude" and 1 <= low and (given <= 7).mean() > _NEARLY_ALL:
        return CERTITUDES
    if low >= 0 and high <= 1:
        return UNIT
    if low >= 0 and high <= 10 and (given == np.rint(given)).all():
        return float(low > 0), next(each for each in HIGHEST if high <= each)
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


def describe_scale(scale: Scale) -> str:
    """The scale in a sentence."""
    low, high = scale
    return f"Confidences run from {low:g} (says nothing) to {high:g} (sure)."
