"""How sets of classes and lists of classes are written in cells and headings.

A class name that holds a character of the notation is written as a JSON string, so that every
name can be read back: `"a|b"|c` is the set of the classes `a|b` and `c`. In a list of classes
a name in quotation marks is text, whatever it looks like: `label={0, 1}` declares integers,
`label={"0", "1"}` declares text.
"""

import json
from collections.abc import Iterable
from dataclasses import dataclass

from belieflab.belief.classes import TEXT, guess_kind, without_surrogates
from belieflab.belief.frame import EMPTY_SIGN, OMEGA_SIGN
from belieflab.errors import DataError

ANYTHING = "*"
TEXT_HEADINGS = ("label", "set", "guess")
"""Headings of label columns that hold text; a file's cells below them are never read as numbers."""
DOUBT = "doubt"
TRUTH = "truth"
PLAUSIBILITY, PROBABILITY = PREFIXES = ("pl:", "p:")
LOOSE_PREFIXES = {
    "plausibilities": ("pl_", "plausibility_"),
    "probabilities": ("p_", "prob_", "proba_", "probability_"),
    "counts": ("count_", "counts_", "vote_", "votes_", "n_votes_"),
}
"""Beginnings of headings that other tools write, by the key of the layout they stand for."""
_SIGNS = set('{},|*"')


@dataclass(frozen=True)
class Heading:
    """A column name and the classes it declares: `label={b, a}` declares b and a, in order.

    `kind` is that of the classes as in `Frame.kind`; None: the one they look like.
    """

    name: str
    classes: tuple[str, ...] | None = None
    kind: str | None = None

    @property
    def text(self) -> str:
        """The heading as it stands in a file."""
        if self.classes is None:
            return self.name
        as_text = looks_otherwise(self.classes, self.kind)
        return f"{self.name}={braced(self.classes, always_quoted=as_text)}"


def parse_heading(text: str) -> Heading:
    """The heading of a label column; anything else is a name that declares nothing."""
    name, equals, rest = text.partition("=")
    name, rest = name.strip(), rest.strip()
    declares = name.lower() in {*TEXT_HEADINGS, TRUTH} or name == OMEGA_SIGN
    if equals and declares and is_braced(rest):
        names = tuple(split_names(rest[1:-1], ","))
        return Heading(name, names, TEXT if '"' in rest else None)
    return Heading(text)


def declared_kind(headings: Iterable[object]) -> str | None:
    """`text` when headings write class names in quotation marks, else None: as they look."""
    for heading in map(str, headings):
        name = class_of_heading(heading)
        in_quotes = name is not None and not heading.endswith(f":{name}")
        if in_quotes or parse_heading(heading).kind == TEXT:
            return TEXT
    return None


def looks_otherwise(names: Iterable[str], kind: str | None) -> bool:
    """Whether class names are text but look like numbers or booleans, so that files quote them."""
    return kind == TEXT and guess_kind(names) != TEXT


def class_heading(prefix: str, name: str, *, in_quotes: bool = False) -> str:
    """The heading of a class's column: `pl:a`, or `pl:"a"`."""
    return prefix + (json_string(name) if in_quotes or name.startswith('"') else name)


def class_of_heading(heading: str) -> str | None:
    """The class that a heading `pl:a` or `p:a` names; None for other headings."""
    for prefix in PREFIXES:
        if heading.startswith(prefix):
            return _without_quotes(heading.removeprefix(prefix))
    return None


def split_loose_heading(heading: str) -> tuple[str, str, str] | None:
    """Layout, beginning and class of a heading such as `prob_cat`; None for other headings."""
    for layout, prefixes in LOOSE_PREFIXES.items():
        for prefix in prefixes:
            if heading.lower().startswith(prefix) and len(heading) > len(prefix):
                return layout, prefix, heading[len(prefix) :]
    return None


def loose_columns(headings: Iterable[str]) -> tuple[str, list[str]] | None:
    """The layout and the headings of two or more columns that begin alike, as `prob_cat` does."""
    found: dict[tuple[str, str], list[str]] = {}
    for heading in headings:
        if (parts := split_loose_heading(heading)) is not None:
            found.setdefault(parts[:2], []).append(heading)
    for (layout, _), columns in found.items():
        if len(columns) > 1:
            return layout, columns
    return None


def is_focal_heading(text: str) -> bool:
    """Whether a heading names a focal set: `{a, b}`, `Ω`, `∅` or `Ω={a, b}`."""
    return parse_heading(text).name.strip() in {OMEGA_SIGN, EMPTY_SIGN} or is_braced(text.strip())


def is_text_heading(text: str) -> bool:
    """Whether the cells below a heading are names of classes, also when they look like numbers."""
    return parse_heading(text).name.strip().lower() in TEXT_HEADINGS


def is_braced(text: str) -> bool:
    """Whether a text stands in braces."""
    return len(text) >= 2 and text.startswith("{") and text.endswith("}")


def braced(names: Iterable[str], *, always_quoted: bool = False) -> str:
    """`{a, b}`, or `{"a", "b"}`."""
    written = [json_string(name) if always_quoted else quoted(name) for name in names]
    return "{" + ", ".join(written) + "}"


def joined(names: Iterable[str]) -> str:
    """`a|b`; no names at all are `∅`."""
    return "|".join(quoted(name) for name in names) or EMPTY_SIGN


def quoted(name: str) -> str:
    """The name, as a JSON string where it holds a character of the notation."""
    needs_quotes = (
        bool(_SIGNS & set(name))
        or name != name.strip()
        or name in {EMPTY_SIGN, OMEGA_SIGN}
        or any(ord(character) < 32 for character in name)
    )
    return json_string(name) if needs_quotes else name


def json_string(name: str) -> str:
    """The name as a JSON string."""
    return json.dumps(name, ensure_ascii=False)


def split_names(text: str, separator: str) -> list[str]:
    """The names between the separators; inside quotation marks a separator is a plain character."""
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


def _without_quotes(text: str) -> str:
    try:
        name = json.loads(text) if text.startswith('"') else text
    except ValueError:
        return text
    return without_surrogates(name) if isinstance(name, str) else text


def _quoted_name(text: str, position: int) -> tuple[str, int]:
    try:
        name, end = json.JSONDecoder().raw_decode(text, position)
    except ValueError:
        raise DataError(f"A quotation mark is not closed in {text!r}.") from None
    return without_surrogates(str(name)), end
