"""An equation as a person reads it: LaTeX, what its symbols stand for, and its source."""

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Symbol:
    """A symbol as LaTeX, what it means, and its current value."""

    latex: str
    meaning: str
    value: Any = ""


@dataclass(init=False)
class Formula:
    """One equation as LaTeX with a title, its paper and number, and its symbols."""

    title: str
    latex: str
    source: str
    symbols: tuple[Symbol, ...]

    def __init__(self, title: str, latex: str, source: str, *symbols: Symbol) -> None:
        self.title, self.latex, self.source, self.symbols = title, latex, source, symbols
