"""What the arguments of an estimator may be, declared beside its class and checked at fit.

A class lists its constraints by the name of the argument::

    constraints = {"n_init": Whole(1), "tol": Real(0), "stop": OneOf("likelihood", "posterior")}

and calls `check_arguments(self)` first in `fit` or `iterate`. Constraints are joined by `|`.
"""

import numbers
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from belieflab.errors import DataError


class Constraint:
    """A set of allowed values that can say in words what it allows."""

    def allows(self, value: Any) -> bool:
        """Whether the value is allowed."""
        raise NotImplementedError

    def __str__(self) -> str:
        raise NotImplementedError

    def __or__(self, other: "Constraint") -> "Constraint":
        return _Either(self, other)


@dataclass(frozen=True)
class Real(Constraint):
    """A finite number from `low` to `high`; a limit named in `open_at` ("low high") is excluded."""

    low: float = -np.inf
    high: float = np.inf
    open_at: str = ""

    def allows(self, value: Any) -> bool:
        """Whether the value is a finite number within the limits."""
        if not isinstance(value, numbers.Real) or isinstance(value, (bool, np.bool_)):
            return False
        number = float(value)
        if not np.isfinite(number):
            return False
        above = number > self.low if "low" in self.open_at else number >= self.low
        below = number < self.high if "high" in self.open_at else number <= self.high
        return above and below

    def __str__(self) -> str:
        return f"a finite number{self._limits()}"

    def _limits(self) -> str:
        if self.low == -np.inf and self.high == np.inf:
            return ""
        low = f"above {self.low:g}" if "low" in self.open_at else f"at least {self.low:g}"
        high = f"below {self.high:g}" if "high" in self.open_at else f"at most {self.high:g}"
        if self.low == -np.inf:
            return f" {high}"
        return f" {low}" if self.high == np.inf else f" {low} and {high}"


@dataclass(frozen=True)
class Whole(Real):
    """A whole number from `low` to `high`."""

    def allows(self, value: Any) -> bool:
        """Whether the value is an integer within the limits."""
        return isinstance(value, numbers.Integral) and super().allows(value)

    def __str__(self) -> str:
        return f"a whole number{self._limits()}"


class OneOf(Constraint):
    """One of a few names."""

    names: Collection[str]

    def __init__(self, *names: str) -> None:
        self.names = names

    def allows(self, value: Any) -> bool:
        """Whether the value is one of the names."""
        return isinstance(value, str) and value in self.names

    def __str__(self) -> str:
        return "one of " + ", ".join(repr(name) for name in self.names)


class KeyOf(OneOf):
    """One of the names in a registry, whatever is registered by then."""

    def __init__(self, entries: Mapping[str, Any]) -> None:
        self.names = entries


@dataclass(frozen=True)
class Like(Constraint):
    """Anything that passes a test; `text` says in words what that is."""

    text: str
    test: Callable[[Any], bool]

    def allows(self, value: Any) -> bool:
        """Whether the value passes the test."""
        return bool(self.test(value))

    def __str__(self) -> str:
        return self.text


class _Either(Constraint):
    def __init__(self, *parts: Constraint) -> None:
        self.parts = parts

    def allows(self, value: Any) -> bool:
        return any(part.allows(value) for part in self.parts)

    def __str__(self) -> str:
        return " or ".join(str(part) for part in self.parts)


NONE = Like("None", lambda value: value is None)
YES_OR_NO = Like("True or False", lambda value: isinstance(value, (bool, np.bool_)))
SEED = Like(
    "None, a whole number from 0 up, or a NumPy random generator",
    lambda value: (
        value is None
        or isinstance(value, (np.random.RandomState, np.random.Generator))
        or Whole(0).allows(value)
    ),
)


def arrays(text: str) -> Like:
    """Numbers whose shape is checked later, against the data; `text` says what they are."""
    return Like(
        text, lambda value: value is not None and not isinstance(value, (str, numbers.Number))
    )


def check_arguments(estimator: Any) -> None:
    """Refuse, in one sentence, the first argument that its class's `constraints` do not allow."""
    constraints: Mapping[str, Constraint] = estimator.constraints
    for name, constraint in constraints.items():
        value = getattr(estimator, name)
        if not constraint.allows(value):
            raise DataError(f"{name} must be {constraint}; found {value!r}.")
