"""How sets of classes and lists of classes are written in cells and headings.

A class name that holds a sign of the notation is written as a JSON string, so that every
name can be read back: `"a|b"|c` is the set of the classes `a|b` and `c`.
"""

import json
from collections.abc import Iterable
from dataclasses import dataclass

from belieflab.belief.frame import EMPTY_SIGN, OMEGA_SIGN
from belieflab.errors import DataError

ANYTHING = "*"
TEXT_HEADINGS = ("label", "set", "guess")
"""Headings of label columns that hold text; a file's cells below them are never read as numbers."""
DOUBT = "doubt"
TRUTH = "truth"
PREFIXES = {"pl:": "plausibilities", "p:": "probabilities"}
_SIGNS = set('{},|*"')


@dataclass(frozen=True)
class Heading:
    """A column name and the classes it declares: `label={b, a}` declares b and a, in order."""

    name: str
    classes: tuple[str, ...] | None = None

    @property
    def text(self) -> str:
        """The heading as it stands in a file."""
        return self.name if self.classes is None else f"{self.name}={braced(self.classes)}"


def parse_heading(text: str) -> Heading:
    """The heading of a label column; anything else is a name that declares nothing."""
    name, equals, rest = text.partition("=")
    name, rest = name.strip(), rest.strip()
    declares = name.lower() in {*TEXT_HEADINGS, TRUTH} or name == OMEGA_SIGN
    if equals and declares and is_braced(rest):
        return Heading(name, tuple(split_names(rest[1:-1], ",")))
    return Heading(text)


def is_focal_heading(text: str) -> bool:
    """Whether a heading names a focal set: `{a, b}`, `Ω`, `∅` or `Ω={a, b}`."""
    return parse_heading(text).name.strip() in {OMEGA_SIGN, EMPTY_SIGN} or is_braced(text.strip())


def is_label_heading(text: str) -> bool:
    """Whether a heading can only be meant as a label column."""
    name = parse_heading(text).name.strip()
    return (
        name.lower() in {*TEXT_HEADINGS, DOUBT}
        or is_focal_heading(text)
        or any(name.startswith(prefix) and len(name) > len(prefix) for prefix in PREFIXES)
    )


def is_text_heading(text: str) -> bool:
    """Whether the cells below a heading are names of classes, also when they look like numbers."""
    return parse_heading(text).name.strip().lower() in TEXT_HEADINGS


def is_braced(text: str) -> bool:
    """Whether a text stands in braces."""
    return len(text) >= 2 and text.startswith("{") and text.endswith("}")


def braced(names: Iterable[str]) -> str:
    """`{a, b}`."""
    return "{" + ", ".join(quoted(name) for name in names) + "}"


def joined(names: Iterable[str]) -> str:
    """`a|b`; no names at all are `∅`."""
    return "|".join(quoted(name) for name in names) or EMPTY_SIGN


def quoted(name: str) -> str:
    """The name, as a JSON string where it holds a sign of the notation."""
    awkward = (
        bool(_SIGNS & set(name))
        or name != name.strip()
        or name in {EMPTY_SIGN, OMEGA_SIGN}
        or any(ord(sign) < 32 for sign in name)
    )
    return json.dumps(name, ensure_ascii=False) if awkward else name


def split_names(text: str, separator: str) -> list[str]:
    """The names between the separators; inside quotation marks a separator is a plain sign."""
    names: list[str] = []
    position = 0
    while position < len(text):
        if text[position].isspace() or text[position] == separator:
            position += 1
        elif text[position] == '"':
            name, position = _quoted_name(text, position)
            names.append(name)
        else:
            end = text.find(separator, position)
            end = len(text) if end < 0 else end
            names.append(text[position:end].strip())
            position = end
    return names


def _quoted_name(text: str, position: int) -> tuple[str, int]:
    try:
        name, end = json.JSONDecoder().raw_decode(text, position)
    except ValueError:
        raise DataError(f"A quotation mark is not closed in {text!r}.") from None
    return str(name), end
