"""One declaration per setting, from which everything else follows.

A `Parameter` says what a setting is called, what it may hold and how it is explained. The widget
with its limits and help, the key in the address, the check of what a link or a file brings, the
row in the table of pinned runs and the keyword in exported code are all derived from it. Label
laws, generators, methods and pages use the same class.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from belieflab.errors import DataError

MAX_TEXT = 4_000
"""Characters of a text without a limit of its own."""

_ON = {"1", "true", "yes", "on"}
_OFF = {"0", "false", "no", "off"}

Form = Literal["auto", "list", "segments", "scale", "slider", "field", "area"]


@dataclass(frozen=True)
class Parameter:
    """One setting: a number, one or several of some choices, a switch or a line of text.

    Parameters
    ----------
    name : key of the setting, in the address and in `Settings`
    label : what stands beside the control
    default : value at the start; its type is the type of the setting
    low, high, step : limits and step of a number; of a text `high` is the most characters, by
        default `MAX_TEXT`
    choices : keys, or a mapping from keys to what is shown for them
    help : explanation
    typed : whether a number is better typed than dragged, because its range is wide
    symbol : name in the table of pinned runs, where it is not `label`
    keyword : argument of the estimator that it sets: `None` is none, "" the name itself
    convert : gives the argument from the value, where they differ
    needs : the values of other parameters with which this one is used, such as
        `{"gamma": ("learned", "contextual")}`; without them it has no effect
    disabled : whether it stays on screen, disabled, while it is not used
    rare : whether its control is folded under "More"
    view : whether it only changes how a result is looked at
    measured : whether numbers of a report follow it although it is a view, so that reports and
        pinned runs list it
    custom : whether the page draws the control itself
    coded : whether the exported code depends on it
    several : whether it holds some of the choices, as a tuple
    lecture : name by which a lecture asks for the control, where it is not `name`
    form : kind of control
    width : of the control, in pixels
    """

    name: str
    label: str
    default: Any
    low: float | None = None
    high: float | None = None
    step: float | None = None
    choices: tuple[str, ...] | Mapping[str, str] = field(default=(), hash=False)
    help: str = ""
    typed: bool = False
    symbol: str = ""
    keyword: str | None = None
    convert: Callable[[Any], Any] | None = None
    needs: Mapping[str, tuple[Any, ...]] = field(default_factory=dict, hash=False)
    disabled: bool = False
    rare: bool = False
    view: bool = False
    measured: bool = False
    custom: bool = False
    coded: bool = True
    several: bool = False
    lecture: str = ""
    form: Form = "auto"
    width: int | None = None

    @property
    def titles(self) -> dict[str, str]:
        """What is shown for each choice."""
        if isinstance(self.choices, Mapping):
            return dict(self.choices)
        return {choice: choice for choice in self.choices}

    @property
    def longest(self) -> int:
        """The most characters of a text."""
        return MAX_TEXT if self.high is None else int(self.high)

    def checked(self, value: Any) -> Any:
        """The value in this setting's own type; a DataError says what is allowed."""
        if self.several:
            return self._checked_several(value)
        if self.choices:
            return self._checked_choice(value)
        if isinstance(self.default, bool):
            return self._checked_switch(value)
        if isinstance(self.default, str):
            return self._checked_text(str(value))
        return self._checked_number(value)

    def accepts(self, value: Any) -> bool:
        """Whether a control of this setting may hold exactly this value: True is not 1."""
        if self.several:
            if not isinstance(value, (list, tuple)) or len(set(map(str, value))) != len(value):
                return False
            return all(isinstance(each, str) and each in self.titles for each in value)
        if self.choices:
            return isinstance(value, str) and value in self.titles
        if type(value) is not type(self.default):
            return False
        if isinstance(value, str):
            return len(value) <= self.longest
        if isinstance(value, bool):
            return True
        above = self.low is None or value >= self.low
        return bool(math.isfinite(value) and above and (self.high is None or value <= self.high))

    def clipped(self, value: Any) -> Any:
        """A number within the limits; anything else as it is."""
        if self.choices or type(value) is not type(self.default) or isinstance(value, (bool, str)):
            return value
        low = value if self.low is None else max(value, type(value)(self.low))
        return low if self.high is None else min(low, type(value)(self.high))

    def described(self, value: Any) -> Any:
        """The value as a person reads it."""
        if self.several:
            return ", ".join(self.titles[each] for each in value)
        return self.titles[value] if self.choices else value

    def argument(self, value: Any) -> Any:
        """The value as the estimator takes it."""
        return value if self.convert is None else self.convert(value)

    def _checked_text(self, text: str) -> str:
        if len(text) > self.longest:
            raise DataError(
                f"{self.label} has at most {self.longest:,} characters; found {len(text):,}."
            )
        return text

    def _checked_choice(self, value: Any) -> str:
        titles = self.titles
        if str(value) in titles:
            return str(value)
        by_title = {title: key for key, title in titles.items()}
        if str(value) in by_title:
            return by_title[str(value)]
        raise DataError(
            f"{self.label}: {_short(value)} is not one of {', '.join(titles.values())}."
        )

    def _checked_several(self, value: Any) -> tuple[str, ...]:
        given = [value] if isinstance(value, str) else list(value)
        return tuple(dict.fromkeys(self._checked_choice(each) for each in given))

    def _checked_switch(self, value: Any) -> bool:
        text = str(value).strip().lower()
        if text not in _ON | _OFF:
            raise DataError(f"{self.label}: {_short(value)} is neither yes nor no.")
        return text in _ON

    def _checked_number(self, value: Any) -> int | float:
        try:
            number = float(value)
        except (TypeError, ValueError, OverflowError):
            raise DataError(f"{self.label}: {_short(value)} is not a number.") from None
        if not math.isfinite(number):
            raise DataError(f"{self.label}: {_short(value)} is not a finite number.")
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


def _short(value: Any) -> str:
    """The value in quotes, cut where it is long: a link may bring a number of 5,000 digits."""
    if isinstance(value, int) and not isinstance(value, bool):
        return "a number of that size"  # Python refuses to write thousands of digits
    text = repr(value)
    return text if len(text) <= 40 else text[:39] + "…"


def checked_settings(parameters: Sequence[Parameter], given: Mapping[str, Any]) -> dict[str, Any]:
    """Every parameter by name, given or default, each checked; unknown names are refused."""
    unknown = set(given) - {parameter.name for parameter in parameters}
    if unknown:
        names = ", ".join(parameter.name for parameter in parameters) or "none"
        raise DataError(f"Unknown setting {sorted(unknown)[0]!r}; the settings are: {names}.")
    return {
        parameter.name: parameter.checked(given.get(parameter.name, parameter.default))
        for parameter in parameters
    }
