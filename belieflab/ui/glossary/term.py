"""The shape of a glossary entry."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property


@dataclass(frozen=True)
class Term:
    """One entry: its group, its key in links, its words, where it comes from, how to draw it.

    `formula` is LaTeX about letters only; `draw` returns an SVG picture; `see` lists other keys.
    """

    group: str
    key: str
    title: str
    sentence: str
    source: str
    draw: Callable[[], str]
    formula: str = ""
    also: str = ""
    see: tuple[str, ...] = ()

    @cached_property
    def names(self) -> str:
        """Title, key and other names in small letters."""
        return f"{self.title} {self.also} {self.key}".casefold()

    @cached_property
    def searchable(self) -> str:
        """All the words a search looks at."""
        return f"{self.names} {self.sentence} {self.source}".casefold()
