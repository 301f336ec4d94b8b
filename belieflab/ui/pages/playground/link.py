"""The playground as a few readable query parameters, and back; a classical example is one word.

    frame=meningitis~concussion~tumour  the names
    kind=integer                        of the classes that print so; left out for text
    who=Doctor 1~Doctor 2               the sources
    m1=a-0.99~c-0.01  m2=…              their masses; letters stand for the names in order, 0 for ∅
    doubt=0~0.1   rule=dempster   given=ab
    preset=zadeh                        a whole example, changed by what stands beside it

The signs ~ and - stay as they are in an address, where a comma would become %2C.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from urllib.parse import parse_qsl, unquote

from belieflab.belief import Frame
from belieflab.belief.classes import TEXT
from belieflab.belief.rules import RULES
from belieflab.errors import DataError
from belieflab.references import cite, find_source
from belieflab.registry import Registry
from belieflab.ui.pages.playground.state import MAX_SOURCES, Playground, Source, add_up, check_names

FIRST = "zadeh"
SPLIT, LETTERS, NOTHING_GIVEN = "~", "abcde", "all"
MASS_KEYS = tuple(f"m{j}" for j in range(1, MAX_SOURCES + 1))
KEYS = ("preset", "frame", "kind", "who", *MASS_KEYS, "doubt", "rule", "given")


@dataclass(frozen=True)
class Preset:
    """A named example: what to look at, its source by key and section, the playground as a link."""

    key: str
    title: str
    text: str
    source: str
    address: str

    @property
    def citation(self) -> str:
        """Authors, year, title and section of the source."""
        key, _, where = self.source.partition(" ")
        title = find_source(key).title
        return cite(key, f"{title}, {where}" if where else title)

    @cached_property
    def playground(self) -> Playground:
        """The example itself."""
        return _decode(dict(parse_qsl(self.address)))


PRESETS = Registry(
    "example",
    [
        Preset(
            "zadeh",
            "Zadeh's two doctors",
            "Two doctors agree on nothing but a remote chance of a tumour, and Dempster's rule "
            "makes that chance certain. Look at the conflict, then try Yager's rule or a little "
            "doubt.",
            "zadeh1979",
            "frame=meningitis~concussion~tumour&who=Doctor 1~Doctor 2"
            "&m1=a-0.99~c-0.01&m2=b-0.99~c-0.01",
        ),
        Preset(
            "murder",
            "Smets' murder of Mr Jones",
            "A coin decided whether a man or a woman was hired; Peter then proves an alibi. The "
            "half on the men goes to Paul alone, where Bayes with equal priors would give him a "
            "third.",
            "smets1994",
            "frame=Peter~Paul~Mary&who=The coin~Peter's alibi&m1=ab-0.5~c-0.5&m2=bc-1",
        ),
        Preset(
            "witness",
            "A doubtful witness",
            "The witness is sure it was Peter but is wrong or drunk three times in ten. Move the "
            "doubt: the mass it takes from {Peter} goes to Ω, not to the others.",
            "shafer1976 §11",
            "frame=Peter~Paul~Mary&who=Witness~Neighbour&m1=a-1&m2=bc-0.6&doubt=0.3~0.1",
        ),
        Preset(
            "agree",
            "Two sources that agree",
            "Two independent forecasts lean to rain; together they lean further: "
            "1 - (1 - 0.6)(1 - 0.7) = 0.88, and nothing conflicts.",
            "shafer1976 §4, after Bernoulli",
            "frame=rain~dry&who=Forecast 1~Forecast 2&m1=a-0.6&m2=a-0.7",
        ),
        Preset(
            "twice",
            "The same evidence twice",
            "Both sources repeat one rumour. Dempster's rule counts it twice; the cautious rule "
            "gives the rumour back unchanged.",
            "denoeux2008",
            "frame=a~b~c&who=Rumour~Rumour again&m1=a-0.3~ab-0.4&m2=a-0.3~ab-0.4&rule=cautious",
        ),
        Preset(
            "vacuous",
            "Knowing nothing",
            "The second source is vacuous: all its mass is on Ω. Combining with it changes "
            "nothing, while averaging with it does.",
            "shafer1976 §2",
            "frame=setosa~versicolor~virginica&who=Expert~Nobody&m1=a-0.2~bc-0.5&m2=-",
        ),
        Preset(
            "bayes",
            "Bayes' rule inside Dempster's",
            "The prior has its mass on single classes, the evidence is any mass function: the "
            "result is the prior times the contour of the evidence, normalised.",
            "shafer1976 §3",
            "frame=healthy~flu~cold&who=Prior~Fever&m1=a-0.7~b-0.1~c-0.2&m2=b-0.6~bc-0.3",
        ),
    ],
)


def write_link(playground: Playground) -> dict[str, str]:
    """The query parameters of a playground, by way of an example where one fits."""
    whole = _encode(playground)
    for preset in PRESETS.values():
        example = _encode(preset.playground)
        changed = {key: value for key, value in whole.items() if example.get(key) != value}
        if example.keys() == whole.keys() and changed.keys() <= {"rule", "given", "doubt"}:
            return {"preset": preset.key, **changed}
    if playground.given is None:
        del whole["given"]
    if not any(source.doubt for source in playground.sources):
        del whole["doubt"]
    return whole


def read_link(params: Mapping[str, str]) -> Playground | None:
    """The playground of a link; None when it names none. A DataError says what cannot be read."""
    given = {key: params[key] for key in KEYS if key in params}
    if "preset" in given:
        given = _encode(PRESETS.find(given.pop("preset")).playground) | given
    return _decode(given) if given else None


def preset_of(playground: Playground) -> Preset | None:
    """The example whose frame and typed masses these are; rule, doubts and condition may differ."""

    def typed(shown: Playground) -> object:
        return shown.names, [(source.name, source.masses) for source in shown.sources]

    found = (each for each in PRESETS.values() if typed(each.playground) == typed(playground))
    return next(found, None)


def split(text: str) -> list[str]:
    """The names that stand in one parameter."""
    return [unquote(name) for name in text.split(SPLIT)]


def _join(names: tuple[str, ...]) -> str:
    """Names with ~ between; a ~ or % within a name is written %7E or %25."""
    return SPLIT.join(name.replace("%", "%25").replace(SPLIT, "%7E") for name in names)


def _encode(playground: Playground) -> dict[str, str]:
    """All query parameters of a playground, defaults too."""
    sources = playground.sources
    return {
        "frame": _join(playground.names),
        **({} if playground.kind == TEXT else {"kind": playground.kind}),
        "who": _join(tuple(source.name for source in sources)),
        **dict(zip(MASS_KEYS, map(_write_masses, sources), strict=False)),
        "doubt": SPLIT.join(f"{source.doubt:.12g}" for source in sources),
        "rule": playground.rule,
        "given": NOTHING_GIVEN if playground.given is None else _write_set(playground.given),
    }


def _decode(params: Mapping[str, str]) -> Playground:
    """The playground of such parameters; a DataError says what cannot be read."""
    if "frame" not in params:
        raise DataError("The link names no frame, so its masses cannot be read.")
    names = check_names(split(params["frame"]))
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
    return SPLIT.join(f"{_write_set(mask)}-{mass:.12g}" for mask, mass in source.masses) or "-"


def _read_masses(text: str, n_names: int) -> dict[int, float]:
    pairs = []
    for pair in text.split(SPLIT):
        letters, dash, number = pair.partition("-")
        if pair and not dash:
            raise DataError(f"The link has the mass {pair!r}; write a set, a dash and a number.")
        if pair not in {"", "-"}:
            pairs.append((_read_set(letters, n_names), _read_number(number, "mass")))
    return add_up(pairs, omega=(1 << n_names) - 1)


def _write_set(mask: int) -> str:
    return "".join(letter for k, letter in enumerate(LETTERS) if mask >> k & 1) or "0"


def _read_set(text: str, n_names: int) -> int:
    allowed = LETTERS[:n_names]
    if text != "0" and (not text or any(letter not in allowed for letter in text)):
        raise DataError(f"The link has the set {text!r}; the {n_names} names are {allowed}.")
    return sum(1 << allowed.index(letter) for letter in set(text) - {"0"})


def _read_number(text: str, what: str) -> float:
    try:
        value = float(text)
    except ValueError:
        raise DataError(f"The link has the {what} {text!r}, which is not a number.") from None
    if not 0 <= value <= 1:
        raise DataError(f"The link has the {what} {text}; it lies between 0 and 1.")
    return value
