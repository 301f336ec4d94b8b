"""The shape of a glossary entry."""

import re
from collections.abc import Callable, Mapping
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


def read_terms(
    group: str, text: str, pictures: Mapping[str, Callable[[], str]]
) -> tuple[Term, ...]:
    """The terms of a group, from a list in plain text and what draws each of them, by key.

    A term is a line with its key, title and other names; below it, indented, come its sentence,
    its formula after `$`, and after `-` its sources and the keys of terms to see.
    """
    entries = re.split(r"\n(?=\S)", text.strip())
    return tuple(_read(group, entry, pictures) for entry in entries)


def _read(group: str, entry: str, pictures: Mapping[str, Callable[[], str]]) -> Term:
    head, *lines = (line.strip() for line in entry.splitlines())
    sentence = " ".join(line for line in lines if line[0] not in "$-")
    formula = " ".join(line[2:] for line in lines if line[0] == "$")
    reading = " ".join(line[2:] for line in lines if line[0] == "-")
    (key, title, also), (source, see) = _fields(head, 3), _fields(reading, 2)
    return Term(group, key, title, also, sentence, source, see, pictures[key], formula)


def _fields(line: str, count: int) -> list[str]:
    """The fields of a line that `|` parts; those at its end may be left out."""
    fields = [field.strip() for field in line.split("|")]
    return fields + [""] * (count - len(fields))
