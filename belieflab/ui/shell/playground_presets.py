"""Examples of the field that the playground opens with one click or one link."""

from dataclasses import dataclass

from belieflab.ui.shell.playground_state import Playground, Source


@dataclass(frozen=True)
class Preset:
    """A named example: what to look at, where it comes from, and the picture itself."""

    key: str
    title: str
    look: str
    source: str
    playground: Playground


def _example(
    names: str,
    *sources: tuple[str, dict[int, float], float],
    rule: str = "dempster",
    given: int | None = None,
) -> Playground:
    return Playground(
        tuple(names.split()),
        tuple(Source(name, (), doubt).with_masses(masses) for name, masses, doubt in sources),
        rule,
        given,
    )


_LIST = (
    Preset(
        "zadeh",
        "Zadeh's two doctors",
        "Two doctors agree on nothing but a remote chance of a tumour, and Dempster's rule makes "
        "that chance certain. Look at the conflict, then try Yager's rule or a little doubt.",
        "Zadeh 1979, On the validity of Dempster's rule of combination",
        _example(
            "meningitis concussion tumour",
            ("Doctor 1", {1: 0.99, 4: 0.01}, 0.0),
            ("Doctor 2", {2: 0.99, 4: 0.01}, 0.0),
        ),
    ),
    Preset(
        "murder",
        "Smets' murder of Mr Jones",
        "A coin decided whether a man or a woman was hired; Peter then proves an alibi. The half "
        "on the men goes to Paul alone, where Bayes with equal priors would give him a third.",
        "Smets and Kennes 1994, The transferable belief model",
        _example(
            "Peter Paul Mary",
            ("The coin", {3: 0.5, 4: 0.5}, 0.0),
            ("Peter's alibi", {6: 1.0}, 0.0),
        ),
    ),
    Preset(
        "witness",
        "A doubtful witness",
        "The witness is sure it was Peter but is wrong or drunk three times in ten. Move the "
        "doubt: the mass it takes from {Peter} goes to Ω, not to the others.",
        "Shafer 1976, A Mathematical Theory of Evidence, §11",
        _example(
            "Peter Paul Mary",
            ("Witness", {1: 1.0}, 0.3),
            ("Neighbour", {6: 0.6}, 0.1),
        ),
    ),
    Preset(
        "agree",
        "Two sources that agree",
        "Two independent forecasts lean to rain; together they lean further: "
        "1 - (1 - 0.6)(1 - 0.7) = 0.88, and nothing conflicts.",
        "Shafer 1976, §4, after Bernoulli",
        _example(
            "rain dry",
            ("Forecast 1", {1: 0.6}, 0.0),
            ("Forecast 2", {1: 0.7}, 0.0),
        ),
    ),
    Preset(
        "twice",
        "The same evidence twice",
        "Both sources repeat one rumour. Dempster's rule counts it twice; the cautious rule gives "
        "the rumour back unchanged.",
        "Denœux 2008, Conjunctive and disjunctive combination of nondistinct bodies of evidence",
        _example(
            "a b c",
            ("Rumour", {1: 0.3, 3: 0.4}, 0.0),
            ("Rumour again", {1: 0.3, 3: 0.4}, 0.0),
            rule="cautious",
        ),
    ),
    Preset(
        "vacuous",
        "Knowing nothing",
        "The second source is vacuous: all its mass is on Ω. Combining with it changes nothing, "
        "while averaging with it does.",
        "Shafer 1976, §2",
        _example(
            "setosa versicolor virginica",
            ("Expert", {1: 0.2, 6: 0.5}, 0.0),
            ("Nobody", {}, 0.0),
        ),
    ),
    Preset(
        "bayes",
        "Bayes' rule inside Dempster's",
        "The prior has its mass on single classes, the evidence is any mass function: the result "
        "is the prior times the contour of the evidence, normalised.",
        "Shafer 1976, §3",
        _example(
            "healthy flu cold",
            ("Prior", {1: 0.7, 2: 0.1, 4: 0.2}, 0.0),
            ("Fever", {2: 0.6, 6: 0.3}, 0.0),
        ),
    ),
)

PRESETS: dict[str, Preset] = {preset.key: preset for preset in _LIST}
FIRST = "zadeh"


def preset_of(playground: Playground) -> Preset | None:
    """The example whose frame and typed masses these are; rule, doubts and condition may differ."""
    for preset in PRESETS.values():
        example = preset.playground
        if example.names == playground.names and _typed(example) == _typed(playground):
            return preset
    return None


def _typed(playground: Playground) -> list[tuple[str, tuple[tuple[int, float], ...]]]:
    return [(source.name, source.masses) for source in playground.sources]
