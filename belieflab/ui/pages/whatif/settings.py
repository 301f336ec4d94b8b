"""The settings of the What-if page: which noise, which methods, how often, tested how."""

import math
import re
from collections.abc import Mapping
from dataclasses import replace
from functools import partial

import numpy as np

from belieflab.data.dataset import Dataset
from belieflab.data.laws import LAWS, swept_laws
from belieflab.data.parameters import Parameter
from belieflab.data.samples import SAMPLES
from belieflab.data.scaling import NONE
from belieflab.data.settings import Settings
from belieflab.errors import DataError
from belieflab.evaluation.classifiers import CLASSIFIERS
from belieflab.experiments.sweep import (
    FOLDS,
    FRESH,
    GIVEN,
    HOLD_OUT,
    RANDOM,
    SOFT_STRATIFIED,
    Assessment,
    DataChoice,
    LawChoice,
    MethodChoice,
    Sweep,
)
from belieflab.ui.glossary.terms import hint
from belieflab.ui.method.context import Context
from belieflab.ui.method.controls import choice, explain, read_settings, titles, with_help
from belieflab.ui.shell.workspace import Recipe

PAGE = "whatif"
NAME = "what-if"
DEFAULT_LAW = "expert-doubt"
DEFAULT_LEVELS = "10, 15, 20, 25, 30, 35, 40"
DEFAULT_METHODS = ("soft", "supervised", "semi-supervised", "eknn")
FRESH_POINTS = 5000
TEST_TITLES = {
    FOLDS: "folds left out",
    HOLD_OUT: "a fifth kept apart",
    FRESH: f"{FRESH_POINTS:,} fresh points",
}
FOLD_TITLES = {RANDOM: "at random", SOFT_STRATIFIED: "balanced by the labels"}
ANEW = Parameter("anew", "Draw new points each time", True, rare=True)
MAX_LEVELS = 50
_LEVEL = r"\s*+((?:\d|\.(?!\.))++)\s*+"  # two points are the sign between two levels
_RANGE = re.compile(rf"{_LEVEL}(?:to|-|–|\.\.){_LEVEL}(?:by|step){_LEVEL}")
HELP = {
    "law": explain(swept_laws()),
    "varied": "The setting that the levels give.",
    "levels": "In percent: 10, 20, 30 or 0 to 40 by 5. Add one at any time; the others stay.",
    "methods": explain(CLASSIFIERS),
    "replicates": f"{hint('replicate')} Bold numbers need at least 6: fewer signs prove nothing at "
    "5 %.",
    "anew": "On: every replicate has points of its own. Off: all use the points of the workspace.",
    "test": "Always by the true classes. Features are scaled as the card says: all objects at "
    "once, before any of them are kept apart, without a look at labels.",
    "folds": "Each is tested once.",
    "by": "Balanced: every fold has about the same mean probabilities (soft-stratified).",
    "K": "Of every method with neighbours.",
}


AT = Parameter("at", "Read the curves at (%)", "", view=True, custom=True, coded=False)
"""Where the slider beside the curves stands, as a number; at the middle level without one."""


def parameters(context: Context) -> list[Parameter]:
    """The controls; those of the law follow from the law that is chosen."""
    law = Parameter("law", "Label law", DEFAULT_LAW, choices=titles(swept_laws()), symbol="law")
    chosen = read_settings(PAGE, [law]).law
    names = {name: each.label for name, each in varied_parameters(chosen).items()}
    vary = partial(choice, form="list", symbol="varied", custom=len(names) < 2)
    varied = vary("varied", "What varies", names)
    recipe = context.workspace.state.label_recipe
    fixed = fixed_parameters(chosen, read_settings(PAGE, [varied]).varied)
    several = partial(Parameter, choices=titles(CLASSIFIERS), several=True, symbol="methods")
    listed = [
        law,
        varied,
        Parameter("levels", "Levels (%)", DEFAULT_LEVELS, symbol="levels (%)"),
        several("methods", "Methods", DEFAULT_METHODS),
        Parameter("replicates", "Replicates", 10, 1, 100, symbol="replicates"),
        *(_fixed(chosen, parameter, recipe) for parameter in fixed),
        *_assessed(context),
        AT,
    ]
    return with_help(listed, HELP)


def _fixed(law: str, parameter: Parameter, recipe: Recipe | None) -> Parameter:
    """A setting of the law that stays; it begins as in the labels of the workspace."""
    default = parameter.default
    if recipe is not None and recipe.key == law:
        default = recipe.settings.get(parameter.name, default)
    name = f"{law}.{parameter.name}"
    return replace(parameter, name=name, default=default, rare=True, symbol=parameter.name)


def _assessed(context: Context) -> list[Parameter]:
    """On what errors are counted, and how the data are prepared."""
    recipe = context.workspace.state.data_recipe
    anew = replace(ANEW, custom=not can_be_drawn_anew(recipe))
    tests = possible_tests(recipe, read_settings(PAGE, [anew]).anew)
    most = max(2, min(20, context.dataset.n))
    rare, tested = partial(Parameter, rare=True), {key: TEST_TITLES[key] for key in tests}
    in_folds = {"test": (FOLDS,)}
    one = partial(choice, form="list", rare=True)
    return [
        anew,
        one("test", "Errors counted on", tested, symbol="errors counted on"),
        rare("folds", "Folds", min(10, most), 2, most, symbol="folds", needs=in_folds),
        one("by", "Folds drawn", FOLD_TITLES, needs=in_folds),
        rare("K", "Neighbours K", 10, 1, 50, symbol="K"),
    ]


def make_sweep(settings: Settings, data: DataChoice, seed: int) -> Sweep:
    """The sweep of these settings on those data; a DataError says what cannot be."""
    fixed = fixed_parameters(settings.law, settings.varied)
    kept = {each.name: settings[f"{settings.law}.{each.name}"] for each in fixed}
    folds = {"folds": settings.folds, "by": settings.by} if settings.uses("folds") else {}
    methods = [key for key in CLASSIFIERS if key in settings.methods]
    return Sweep(
        name=NAME,
        data=(data,),
        law=LawChoice(settings.law, settings.varied, kept),
        levels=parse_levels(settings.levels),
        methods=tuple(choose_method(key, settings.K) for key in methods),
        replicates=settings.replicates,
        test=Assessment(settings.test, size=FRESH_POINTS, **folds),
        seed=seed,
        title=f"What if: {LAWS[settings.law].title}",
    )


def choose_method(key: str, neighbours: int) -> MethodChoice:
    """A classifier for a sweep; those with neighbours all take the same number."""
    takes = CLASSIFIERS.find(key).takes("neighbors")
    return MethodChoice(key, {"neighbors": neighbours} if takes else {})


def level_title(settings: Settings) -> str:
    """What the levels are, as the title of an axis."""
    return f"{LAWS[settings.law].parameter(settings.varied).label.lower()} (%)"


def why_unusable(dataset: Dataset) -> str:
    """Why errors cannot be counted on these data, in one sentence; empty when they can."""
    if dataset.truth is None or (dataset.truth < 0).all():
        return (
            f"{dataset.name} has no true classes, and errors are counted by the truth. "
            "Load data with a column of true classes."
        )
    if len(np.unique(dataset.truth[dataset.truth >= 0])) < 2:
        return f"{dataset.name} has objects of one class only; there is nothing to tell apart."
    if (dataset.truth >= 0).sum() < 3:
        return f"{dataset.name} has two objects: two to learn from and one to test need three."
    return ""


def known_rows(dataset: Dataset) -> Dataset:
    """The objects whose true class is known."""
    assert dataset.truth is not None  # noqa: S101  (why_unusable was asked)
    known = dataset.truth >= 0
    if known.all():
        return dataset
    return dataset.take(known)


def varied_parameters(law: str) -> dict[str, Parameter]:
    """The parameters of a law that the levels may give, the main one first."""
    found = LAWS[law]
    return {level.parameter: found.parameter(level.parameter) for level in found.noise_levels}


def fixed_parameters(law: str, varied: str) -> list[Parameter]:
    """The settings of a law that the levels do not give."""
    return [parameter for parameter in LAWS[law].parameters if parameter.name != varied]


def possible_tests(recipe: Recipe | None, anew: bool) -> list[str]:
    """On what errors can be counted, the default first.

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

    Samples go by their key and the scaling of the workspace; points of a file, a brush or one draw
    of a generator are handed over under a name that `mark`, a digest of their contents, makes
    their own.
    """
    if recipe is not None and (anew or not SAMPLES[recipe.key].generated):
        scaling = NONE if dataset.scale is None else dataset.scale.kind
        given = {"title": dataset.name, "scaling": scaling}
        return DataChoice(recipe.key, dict(recipe.settings), **given), {}
    name = f"{dataset.name} {mark}"
    return DataChoice(GIVEN, {"name": name}, title=dataset.name), {name: dataset}


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
        if len(levels) > MAX_LEVELS:
            raise DataError(f"At most {MAX_LEVELS} levels can be compared at once.")
    if not levels:
        raise DataError("Write at least one level in percent, such as 10, 20, 30.")
    outside = [level for level in levels if not 0 <= level <= 100]
    if outside:
        raise DataError(f"A level is between 0 and 100 percent; {outside[0]:g} was given.")
    return tuple(round(level / 100, 10) for level in sorted(levels))


def _range(low: float, high: float, step: float) -> list[float]:
    steps = (high - low) / step if step > 0 else math.nan
    if not -math.inf < steps <= MAX_LEVELS:
        raise DataError(f"From {low:g} to {high:g} by {step:g} are not 1 to {MAX_LEVELS} levels.")
    return [low + place * step for place in range(int(steps + 1e-9) + 1)]


def _number(word: str) -> float:
    try:
        return float(word)
    except ValueError:
        raise DataError(
            f"Levels are percentages such as 10, 20, 30 or 0 to 40 by 5; {word!r} is none."
        ) from None
