"""The playground as a few readable query parameters, and back.

    frame=meningitis~concussion~tumour  the names
    kind=integer                        of the classes that print so; left out for text
    who=Doctor 1~Doctor 2               the sources
    m1=a-0.99~c-0.01  m2=…              their masses; letters stand for the names in order, 0 for ∅
    doubt=0~0.1   rule=dempster   given=ab

The signs ~ and - stay as they are in an address, where a comma would become %2C.
"""

from collections.abc import Mapping
from urllib.parse import unquote

from belieflab.belief import Frame
from belieflab.belief.classes import TEXT
from belieflab.belief.combination import RULES
from belieflab.errors import DataError
from belieflab.ui.pages.playground.state import MAX_SOURCES, Playground, Source, checked_names

SPLIT = "~"
LETTERS = "abcde"
NOTHING_GIVEN = "all"
MASS_KEYS = tuple(f"m{j}" for j in range(1, MAX_SOURCES + 1))
KEYS = ("frame", "kind", "who", *MASS_KEYS, "doubt", "rule", "given")


def encode(playground: Playground) -> dict[str, str]:
    """All query parameters of a playground, defaults too."""
    sources = playground.sources
    return {
        "frame": _join(playground.names),
        **({} if playground.kind == TEXT else {"kind": playground.kind}),
        "who": _join(tuple(source.name for source in sources)),
        **{f"m{j}": _write_masses(source) for j, source in enumerate(sources, start=1)},
        "doubt": SPLIT.join(_number(source.doubt) for source in sources),
        "rule": playground.rule,
        "given": NOTHING_GIVEN if playground.given is None else _write_set(playground.given),
    }


def decode(params: Mapping[str, str]) -> Playground:
    """The playground of such parameters; a DataError says what cannot be read."""
    if "frame" not in params:
        raise DataError("The link names no frame, so its masses cannot be read.")
    names = checked_names(split(params["frame"]))
    kind = params.get("kind", TEXT)
    omega = Frame.of_kind(names, kind).omega
    sources = _read_sources(params, len(names))
    rule = params.get("rule", Playground.rule)
    if rule not in RULES:
        raise DataError(f"The link asks for the rule {rule!r}; there are {', '.join(RULES)}.")
    condition = params.get("given", NOTHING_GIVEN)
    given = omega if condition == NOTHING_GIVEN else _read_set(condition, len(names))
    if given == 0:
        raise DataError("The link conditions on ∅; a condition is a non-empty set.")
    return Playground(names, sources, rule, None if given == omega else given, kind)


def split(text: str) -> list[str]:
    """The names that stand in one parameter."""
    return [unquote(name) for name in text.split(SPLIT)]


def _join(names: tuple[str, ...]) -> str:
    """Names with ~ between; a ~ or % within a name is written %7E or %25."""
    return SPLIT.join(name.replace("%", "%25").replace(SPLIT, "%7E") for name in names)


def _read_sources(params: Mapping[str, str], n_names: int) -> tuple[Source, ...]:
    count = next(j for j in range(MAX_SOURCES + 1) if f"m{j + 1}" not in params)
    if count == 0:
        raise DataError("The link holds no mass function (m1=…).")
    names = [name.strip() for name in split(params.get("who", ""))]
    if len(names) != count or len(set(names)) != count or not all(names):
        names = [f"Source {j}" for j in range(1, count + 1)]
    doubts = [_read_number(part, "doubt") for part in params.get("doubt", "").split(SPLIT) if part]
    doubts += [0.0] * (count - len(doubts))
    return tuple(
        Source(names[j], (), doubts[j]).with_masses(_read_masses(params[f"m{j + 1}"], n_names))
        for j in range(count)
    )


def _write_masses(source: Source) -> str:
    return SPLIT.join(f"{_write_set(mask)}-{_number(mass)}" for mask, mass in source.masses) or "-"


def _read_masses(text: str, n_names: int) -> dict[int, float]:
    """Masses by set; what is written for Ω is left out, because Ω takes the rest."""
    masses: dict[int, float] = {}
    for pair in text.split(SPLIT):
        if pair in {"", "-"}:
            continue
        letters, dash, number = pair.partition("-")
        if not dash:
            raise DataError(f"The link has the mass {pair!r}; write a set, a dash and a number.")
        mask = _read_set(letters, n_names)
        masses[mask] = masses.get(mask, 0.0) + _read_number(number, "mass")
    masses.pop((1 << n_names) - 1, None)
    return masses


def _write_set(mask: int) -> str:
    return "".join(letter for k, letter in enumerate(LETTERS) if mask >> k & 1) or "0"


def _read_set(text: str, n_names: int) -> int:
    allowed = LETTERS[:n_names]
    if text != "0" and (not text or any(letter not in allowed for letter in text)):
        raise DataError(f"The link has the set {text!r}; the {n_names} names are {allowed}.")
    return sum(1 << allowed.index(letter) for letter in set(text) - {"0"})


def _number(value: float) -> str:
    return f"{value:.12g}"


def _read_number(text: str, what: str) -> float:
    try:
        value = float(text)
    except ValueError:
        raise DataError(f"The link has the {what} {text!r}, which is not a number.") from None
    if not 0 <= value <= 1:
        raise DataError(f"The link has the {what} {text}; it lies between 0 and 1.")
    return value
