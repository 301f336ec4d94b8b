"""Settings that describe themselves, so that a page can draw a control for each.

A generator of points or a law of labels is a plain function plus a list of these; the same
list gives the page its sliders, the share link its keys and a wrong value its sentence.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from belieflab.errors import DataError

_ON = {"1", "true", "yes", "on"}
_OFF = {"0", "false", "no", "off"}


@dataclass(frozen=True)
class Parameter:
    """One setting: a number with limits, a choice among words, a switch or a line of text.

    `typed` says that the number is better typed than dragged, because its range is wide.
    """

    name: str
    label: str
    default: int | float | str | bool
    low: float | None = None
    high: float | None = None
    step: float | None = None
    choices: tuple[str, ...] = ()
    help: str = ""
    typed: bool = False

    def checked(self, value: Any) -> int | float | str | bool:
        """The value in this setting's own type; a DataError says what is allowed."""
        if self.choices:
            if str(value) in self.choices:
                return str(value)
            raise DataError(f"{self.label}: {value!r} is not one of {', '.join(self.choices)}.")
        if isinstance(self.default, bool):
            return self._checked_switch(value)
        if isinstance(self.default, str):
            return str(value)
        return self._checked_number(value)

    def _checked_switch(self, value: Any) -> bool:
        word = str(value).strip().lower()
        if word not in _ON | _OFF:
            raise DataError(f"{self.label}: {value!r} is neither yes nor no.")
        return word in _ON

    def _checked_number(self, value: Any) -> int | float:
        try:
            number = float(value)
        except (TypeError, ValueError):
            raise DataError(f"{self.label}: {value!r} is not a number.") from None
        if not math.isfinite(number):
            raise DataError(f"{self.label}: {value!r} is not a finite number.")
        too_low = self.low is not None and number < self.low
        too_high = self.high is not None and number > self.high
        if too_low or too_high:
            raise DataError(f"{self.label} must be {self._limits()}; {number:g} was given.")
        if not isinstance(self.default, int):
            return number
        if number != math.floor(number):
            raise DataError(f"{self.label} must be a whole number; {number:g} was given.")
        return int(number)

    def _limits(self) -> str:
        if self.low is None:
            return f"at most {self.high:g}"
        if self.high is None:
            return f"at least {self.low:g}"
        return f"between {self.low:g} and {self.high:g}"


def checked_settings(
    parameters: Sequence[Parameter], given: Mapping[str, Any]
) -> dict[str, int | float | str | bool]:
    """Every parameter by name, given or default, each checked; unknown names are refused."""
    unknown = set(given) - {parameter.name for parameter in parameters}
    if unknown:
        names = ", ".join(parameter.name for parameter in parameters) or "none"
        raise DataError(f"Unknown setting {sorted(unknown)[0]!r}; the settings are: {names}.")
    return {
        parameter.name: parameter.checked(given.get(parameter.name, parameter.default))
        for parameter in parameters
    }
