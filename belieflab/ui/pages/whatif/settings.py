"""The settings of the What-if page: which noise, which methods, how often, tested how."""

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from belieflab.data.dataset import Dataset
from belieflab.data.laws import LAWS
from belieflab.data.parameters import Parameter
from belieflab.data.samples import SAMPLES
from belieflab.errors import DataError
from belieflab.evaluation.classifiers import CLASSIFIERS
from belieflab.experiments.sweep import (
    FOLDS,
    FRESH,
    GIVEN,
    HOLD_OUT,
    RANDOM,
    Assessment,
    DataChoice,
    LawChoice,
    MethodChoice,
    Sweep,
)
from belieflab.ui.shell.workspace import Recipe

PAGE = "whatif"
NAME = "what-if"

DEFAULT_LAW = "expert-doubt"

USUAL_LEVELS = "10, 15, 20, 25, 30, 35, 40"
USUAL_METHODS = ("soft", "supervised", "semi-supervised", "eknn")
MOST_LEVELS = 50
FRESH_POINTS = 5000

TEST_TITLES = {
    FOLDS: "folds left out",
    HOLD_OUT: "a fifth kept apart",
    FRESH: f"{FRESH_POINTS:,} fresh points",
}


def method_titles() -> dict[str, str]:
    """Every classifier by its title; the first seven have colours of their own."""
    return {key: classifier.title for key, classifier in CLASSIFIERS.items()}


def choose_method(key: str, neighbours: int) -> MethodChoice:
    """A classifier for a sweep; those with neighbours all take the same number."""
    takes = CLASSIFIERS.find(key).takes("neighbors")
    return MethodChoice(key, {"neighbors": neighbours} if takes else {})


@dataclass(frozen=True)
class Settings:
    """Everything that decides a sweep besides the data and the seed, in plain values."""

    law: str = DEFAULT_LAW
    varied: str = "mean"
    fixed: tuple[tuple[str, Any], ...] = ()
    levels: tuple[float, ...] = ()
    methods: tuple[str, ...] = USUAL_METHODS
    replicates: int = 10
    test: str = FOLDS
    folds: int = 10
    by: str = RANDOM
    standardise: bool = True
    neighbours: int = 10
    anew: bool = True

    def sweep(self, data: DataChoice, seed: int) -> Sweep:
        """The sweep of these settings on those data; a DataError says what cannot be."""
        return Sweep(
            name=NAME,
            data=(replace(data, standardise=self.standardise and self.test != FRESH),),
            law=LawChoice(self.law, self.varied, dict(self.fixed)),
            levels=self.levels,
            methods=tuple(choose_method(name, self.neighbours) for name in self.methods),
            replicates=self.replicates,
            test=Assessment(self.test, size=FRESH_POINTS, folds=self.folds, by=self.by),
            seed=seed,
            title=f"What if: {LAWS[self.law].title}",
        )

    @property
    def level_title(self) -> str:
        """What the levels are, as the title of an axis."""
        return f"{LAWS[self.law].parameter(self.varied).label.lower()} (%)"

    def described(self) -> dict[str, Any]:
        """The settings in words, for the table of pinned runs."""
        return {
            "law": LAWS[self.law].title,
            "varied": LAWS[self.law].parameter(self.varied).label,
            "levels (%)": ", ".join(f"{100 * level:g}" for level in self.levels),
            "methods": ", ".join(CLASSIFIERS.find(name).title for name in self.methods),
            "replicates": self.replicates,
            "errors counted on": TEST_TITLES[self.test],
            "K": self.neighbours,
            **{name: value for name, value in self.fixed},
        }


def varied_parameters(law: str) -> dict[str, Parameter]:
    """The parameters of a law that the levels may give, the main one first."""
    found = LAWS[law]
    return {level.parameter: found.parameter(level.parameter) for level in found.noise_levels}


def fixed_parameters(law: str, varied: str) -> list[Parameter]:
    """The settings of a law that the levels do not give."""
    return [parameter for parameter in LAWS[law].parameters if parameter.name != varied]


_LEVEL = r"\s*+((?:\d|\.(?!\.))++)\s*+"  # two points are the sign between two levels
_RANGE = re.compile(rf"{_LEVEL}(?:to|-|–|\.\.){_LEVEL}(?:by|step){_LEVEL}")


def parse_levels(text: str) -> tuple[float, ...]:
    """Shares from percentages such as "0, 10, 20" or "0 to 40 by 5", rising, each once."""
    spans = [part for part in re.split(r"[,;\n]", text) if part.strip()]
    levels: set[float] = set()
    for span in spans:
        found = _RANGE.fullmatch(span)
        if found:
            levels.update(_range(*(_number(part) for part in found.groups())))
        else:
            levels.update(_number(word) for word in span.replace("%", " ").split())
        if len(levels) > MOST_LEVELS:
            raise DataError(f"At most {MOST_LEVELS} levels can be compared at once.")
    if not levels:
        raise DataError("Write at least one level in percent, such as 10, 20, 30.")
    outside = [level for level in levels if not 0 <= level <= 100]
    if outside:
        raise DataError(f"A level is between 0 and 100 percent; {outside[0]:g} was given.")
    return tuple(round(level / 100, 10) for level in sorted(levels))


def _range(low: float, high: float, step: float) -> list[float]:
    steps = (high - low) / step if step > 0 else math.nan
    if not -math.inf < steps <= MOST_LEVELS:
        raise DataError(f"From {low:g} to {high:g} by {step:g} are not 1 to {MOST_LEVELS} levels.")
    return [low + place * step for place in range(int(steps + 1e-9) + 1)]


def _number(word: str) -> float:
    try:
        return float(word)
    except ValueError:
        raise DataError(
            f"Levels are percentages such as 10, 20, 30 or 0 to 40 by 5; {word!r} is none."
        ) from None


def possible_tests(recipe: Recipe | None, anew: bool) -> list[str]:
    """On what errors can be counted, the usual one first.

    Fresh points need a generator, and one whose number of points can be set.
    """
    if recipe is None or not anew or not can_be_drawn_anew(recipe):
        return [FOLDS, HOLD_OUT]
    sized = any(parameter.name == "size" for parameter in SAMPLES[recipe.key].parameters)
    return [FRESH, FOLDS, HOLD_OUT] if sized else [FOLDS, HOLD_OUT]


def can_be_drawn_anew(recipe: Recipe | None) -> bool:
    """Whether every replicate can have points of its own."""
    return recipe is not None and SAMPLES[recipe.key].generated


def choose_data(
    dataset: Dataset, recipe: Recipe | None, anew: bool, mark: str
) -> tuple[DataChoice, Mapping[str, Dataset]]:
    """The data of the workspace for a sweep, and what has to be handed over with it.

    Samples go by their key; points of a file, a brush or one draw of a generator are handed over
    under a name that `mark`, a digest of their contents, makes their own.
    """
    if recipe is not None and (anew or not SAMPLES[recipe.key].generated):
        return DataChoice(recipe.key, dict(recipe.settings), title=dataset.name), {}
    name = f"{dataset.name} {mark}"
    return DataChoice(GIVEN, {"name": name}, title=dataset.name), {name: dataset}
