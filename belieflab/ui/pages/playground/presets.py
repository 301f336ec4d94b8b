"""Classical examples that the playground opens with one click or one link.

`preset=zadeh` alone stands for a whole example; other parameters beside it change it.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from urllib.parse import parse_qsl

from belieflab.references import cite, find_source
from belieflab.registry import Registry
from belieflab.ui.pages.playground import link
from belieflab.ui.pages.playground.state import Playground

FIRST = "zadeh"
KEYS = ("preset", *link.KEYS)


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
        return link.decode(dict(parse_qsl(self.address)))


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
    whole = link.encode(playground)
    for preset in PRESETS.values():
        example = link.encode(preset.playground)
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
    if not given:
        return None
    if "preset" in given:
        example = PRESETS.find(given.pop("preset")).playground
        given = link.encode(example) | given
    return link.decode(given)


def preset_of(playground: Playground) -> Preset | None:
    """The example whose frame and typed masses these are; rule, doubts and condition may differ."""
    for preset in PRESETS.values():
        example = preset.playground
        if example.names == playground.names and _typed(example) == _typed(playground):
            return preset
    return None


def _typed(playground: Playground) -> list[tuple[str, tuple[tuple[int, float], ...]]]:
    return [(source.name, source.masses) for source in playground.sources]
