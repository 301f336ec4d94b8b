"""Levels of label noise, as people write them."""

import math
import re

from belieflab.errors import DataError

MAX_LEVELS = 50
# Two points are the sign between two levels. The group repeats without "++", which Python 3.11.0 to
# 3.11.4 get wrong where an alternative fails halfway.
_LEVEL = r"\s*+((?:\d|\.(?!\.))+)\s*+"
_RANGE = re.compile(rf"{_LEVEL}(?:to|-|–|\.\.){_LEVEL}(?:by|step){_LEVEL}")


def parse_levels(text: str) -> tuple[float, ...]:
    """Shares from percentages such as "0, 10, 20" or "0 to 40 by 5", rising, each once."""
    spans = [part for part in re.split(r"[,;\n]", text) if part.strip()]
    levels: set[float] = set()
    for span in spans:
        found = _RANGE.fullmatch(span)
        if found:
            levels.update(_range(*(_number(part) for part in found.groups())))
        else:
            levels.update(_number(word) for word in span.replace("%", " ").split())
        if len(levels) > MAX_LEVELS:
            raise DataError(f"At most {MAX_LEVELS} levels can be compared at once.")
    if not levels:
        raise DataError("Write at least one level in percent, such as 10, 20, 30.")
    outside = [level for level in levels if not 0 <= level <= 100]
    if outside:
        raise DataError(f"A level is between 0 and 100 percent; {outside[0]:g} was given.")
    return tuple(round(level / 100, 10) for level in sorted(levels))


def _range(low: float, high: float, step: float) -> list[float]:
    steps = (high - low) / step if step > 0 else math.nan
    if not -math.inf < steps <= MAX_LEVELS:
        raise DataError(f"From {low:g} to {high:g} by {step:g} are not 1 to {MAX_LEVELS} levels.")
    return [low + place * step for place in range(int(steps + 1e-9) + 1)]


def _number(word: str) -> float:
    try:
        return float(word)
    except ValueError:
        raise DataError(
            f"Levels are percentages such as 10, 20, 30 or 0 to 40 by 5; {word!r} is none."
        ) from None
