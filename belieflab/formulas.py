"""An equation as a person reads it: LaTeX, what its symbols stand for, and its source."""

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Symbol:
    """A symbol as LaTeX, what it means, and its current value."""

    latex: str
    meaning: str
    value: Any = ""


@dataclass(frozen=True)
class Formula:
    """One equation as LaTeX with a title, its symbols, its paper and number."""

    title: str
    latex: str
    source: str
    symbols: tuple[Symbol, ...] = ()
