"""Settings that describe themselves, so that a page can draw a control for each.

A generator of points or a law of labels is a plain function plus a list of these; the same
list gives the page its sliders, the share link its keys and a wrong value its sentence.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from belieflab.errors import DataError


@dataclass(frozen=True)
class Parameter:
    """One setting: a number with limits, a choice among words, or a switch."""

    name: str
    label: str
    default: int | float | str | bool
    low: float | None = None
    high: float | None = None
    step: float | None = None
    choices: tuple[str, ...] = ()
    help: str = ""

    def checked(self, value: Any) -> int | float | str | bool:
        """The value in this setting's own type; a DataError says what is allowed."""
        if self.choices:
            if str(value) in self.choices:
                return str(value)
            raise DataError(f"{self.label}: {value!r} is not one of {', '.join(self.choices)}.")
        if isinstance(self.default, bool):
            return value if isinstance(value, bool) else str(value).lower() in {"1", "true", "yes"}
        if isinstance(self.default, str):
            return str(value)
        return self._checked_number(value)

    def _checked_number(self, value: Any) -> int | float:
        try:
            number = float(value)
        except (TypeError, ValueError):
            raise DataError(f"{self.label}: {value!r} is not a number.") from None
        low = float("-inf") if self.low is None else self.low
        high = float("inf") if self.high is None else self.high
        if not low <= number <= high:
            raise DataError(
                f"{self.label} must lie between {low:g} and {high:g}; {number:g} was given."
            )
        return int(number) if isinstance(self.default, int) else number


def checked_settings(
    parameters: Sequence[Parameter], given: Mapping[str, Any]
) -> dict[str, int | float | str | bool]:
    """Every parameter by name, given or default, each checked; unknown names are refused."""
    unknown = set(given) - {parameter.name for parameter in parameters}
    if unknown:
        raise DataError(f"Unknown setting {sorted(unknown)[0]!r}.")
    return {
        parameter.name: parameter.checked(given.get(parameter.name, parameter.default))
        for parameter in parameters
    }
