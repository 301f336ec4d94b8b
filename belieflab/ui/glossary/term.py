"""The shape of a glossary entry."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

from belieflab.references import cite, find_source

_SOURCE = re.compile(r"\b[a-z]+\d{4}[a-z]*\b")


@dataclass(frozen=True)
class Term:
    """One entry: its group, its key in links, title and sentence, its sources, how to draw it.

    `source` names sources by their keys, as in "shafer1976, chapter 2"; `draw` returns an SVG
    picture; `formula` is LaTeX about letters only; `also` holds other names, `see` other keys.
    """

    group: str
    key: str
    title: str
    also: str
    sentence: str
    source: str
    see: str
    draw: Callable[[], str]
    formula: str = ""

    @cached_property
    def citation(self) -> str:
        """The sources as text cites them: "Shafer (1976), chapter 2"."""
        return _SOURCE.sub(lambda found: cite(found.group()), self.source)

    @cached_property
    def references(self) -> str:
        """The full references, one paragraph each."""
        return "\n\n".join(find_source(key).line for key in _SOURCE.findall(self.source))

    @cached_property
    def names(self) -> str:
        """Title, key and other names in small letters."""
        return f"{self.title} {self.also} {self.key}".casefold()

    @cached_property
    def searchable(self) -> str:
        """All that a search looks at."""
        return f"{self.names} {self.sentence} {self.citation} {self.references}".casefold()


def make_term(
    group: str,
    name: tuple[str, str, str],
    sentence: str,
    reading: tuple[str, str],
    draw: Callable[[], str],
    formula: str = "",
) -> Term:
    """A term from `name` (key, title, other names) and `reading` (sources, terms to see)."""
    return Term(group, *name, sentence, *reading, draw, formula)
