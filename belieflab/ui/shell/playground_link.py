"""The playground as a few readable query parameters, and back.

    frame=meningitis~concussion~tumour  the names
    kind=integer                        of the classes that print so; left out for text
    who=Doctor 1~Doctor 2               the sources
    m1=a-0.99~c-0.01  m2=…              their masses; letters stand for the names in order, 0 for ∅
    doubt=0~0.1   rule=dempster   given=ab

The signs ~ and - stay as they are in an address, where a comma would become %2C.

`preset=zadeh` alone stands for a whole example; other parameters beside it change it.
"""

from collections.abc import Mapping
from dataclasses import replace
from urllib.parse import unquote

from belieflab.belief import Frame
from belieflab.belief.classes import TEXT
from belieflab.belief.combination import RULES
from belieflab.errors import DataError
from belieflab.ui.shell.playground_presets import PRESETS
from belieflab.ui.shell.playground_state import MOST_SOURCES, Playground, Source, checked_names

SPLIT = "~"
LETTERS = "abcde"
NOTHING_GIVEN = "all"
MASS_KEYS = tuple(f"m{j}" for j in range(1, MOST_SOURCES + 1))
KEYS = ("preset", "frame", "kind", "who", *MASS_KEYS, "doubt", "rule", "given")
"""The query parameters of this page; all others belong to somebody else."""


def write_link(playground: Playground) -> dict[str, str]:
    """The query parameters of a playground, by way of a preset where one fits."""
    whole = _write_whole(playground)
    for preset in PRESETS.values():
        example = _write_whole(preset.playground)
        changed = {key: value for key, value in whole.items() if example.get(key) != value}
        if example.keys() == whole.keys() and changed.keys() <= {"rule", "given", "doubt"}:
            return {"preset": preset.key, **changed}
    return {
        key: value
        for key, value in whole.items()
        if not (key == "given" and value == NOTHING_GIVEN)
        and not (key == "doubt" and not any(source.doubt for source in playground.sources))
    }


def read_link(params: Mapping[str, str]) -> Playground | None:
    """The playground of a link; None when it names none. A DataError says what cannot be read."""
    given = {key: params[key] for key in KEYS if key in params}
    if not given:
        return None
    if "preset" in given:
        if given["preset"] not in PRESETS:
            raise DataError(
                f"There is no example called {given['preset']!r}; there are {', '.join(PRESETS)}."
            )
        given = _write_whole(PRESETS[given.pop("preset")].playground) | given
    if "frame" not in given:
        raise DataError("The link names no frame, so its masses cannot be read.")
    names = checked_names(_split(given["frame"]))
    kind = given.get("kind", TEXT)
    Frame.of_kind(names, kind)
    playground = Playground(names, _read_sources(given, len(names)), kind=kind)
    rule = given.get("rule", playground.rule)
    if rule not in RULES:
        raise DataError(f"The link asks for the rule {rule!r}; there are {', '.join(RULES)}.")
    condition = given.get("given", NOTHING_GIVEN)
    mask = None if condition == NOTHING_GIVEN else _read_set(condition, len(names))
    if mask == 0:
        raise DataError("The link conditions on ∅; a condition is a non-empty set.")
    return replace(playground, rule=rule, given=None if mask == playground.frame.omega else mask)


def _write_whole(playground: Playground) -> dict[str, str]:
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


def _read_sources(given: Mapping[str, str], n_names: int) -> tuple[Source, ...]:
    count = next(j for j in range(MOST_SOURCES + 1) if f"m{j + 1}" not in given)
    if count == 0:
        raise DataError("The link holds no mass function (m1=…).")
    names = [name.strip() for name in _split(given["who"])] if "who" in given else []
    if len(names) != count or len(set(names)) != count or not all(names):
        names = [f"Source {j}" for j in range(1, count + 1)]
    doubts = [_read_number(part, "doubt") for part in given.get("doubt", "").split(SPLIT) if part]
    doubts += [0.0] * (count - len(doubts))
    return tuple(
        Source(names[j], (), doubts[j]).with_masses(_read_masses(given[f"m{j + 1}"], n_names))
        for j in range(count)
    )


def _write_masses(source: Source) -> str:
    pairs = [f"{_write_set(mask)}-{_number(mass)}" for mask, mass in source.masses]
    return SPLIT.join(pairs) or "-"


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
        if mask != (1 << n_names) - 1:
            masses[mask] = masses.get(mask, 0.0) + _read_number(number, "mass")
    return masses


def _write_set(mask: int) -> str:
    return "".join(letter for k, letter in enumerate(LETTERS) if mask >> k & 1) or "0"


def _read_set(text: str, n_names: int) -> int:
    if text == "0":
        return 0
    allowed = LETTERS[:n_names]
    if not text or any(letter not in allowed for letter in text):
        raise DataError(f"The link has the set {text!r}; the {n_names} names are {allowed}.")
    return sum(1 << allowed.index(letter) for letter in set(text))


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


def _join(names: tuple[str, ...]) -> str:
    """Names with ~ between; a ~ or % within a name is written %7E or %25."""
    return SPLIT.join(name.replace("%", "%25").replace(SPLIT, "%7E") for name in names)


def _split(text: str) -> list[str]:
    return [unquote(name) for name in text.split(SPLIT)]
