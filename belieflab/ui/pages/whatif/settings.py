"""The settings of the What-if page: which noise, which methods, how often, tested how."""

from collections.abc import Mapping
from dataclasses import replace
from functools import partial

import numpy as np

from belieflab.belief import MassTable
from belieflab.data.dataset import Dataset
from belieflab.data.label_law import LabelLaw
from belieflab.data.laws import LAWS, laws_on_labels, swept_laws
from belieflab.data.parameters import Parameter
from belieflab.data.samples import SAMPLES
from belieflab.data.scaling import NONE
from belieflab.data.settings import Settings
from belieflab.evaluation.classifiers import CLASSIFIERS
from belieflab.experiments.sweep import (
    FOLDS,
    FRESH,
    GIVEN,
    HOLD_OUT,
    LABELS,
    RANDOM,
    SOFT_STRATIFIED,
    TRUTH,
    Assessment,
    DataChoice,
    LawChoice,
    MethodChoice,
    Sweep,
)
from belieflab.ui.glossary.terms import hint
from belieflab.ui.method.context import Context
from belieflab.ui.method.controls import choice, explain, read_settings, titles, with_help
from belieflab.ui.pages.whatif.levels import parse_levels
from belieflab.ui.shell.workspace import Recipe

PAGE = "whatif"
NAME = "what-if"
DEFAULT_LAWS = {TRUTH: "expert-doubt", LABELS: "guess-doubt"}
DEFAULT_LEVELS = {TRUTH: "10, 15, 20, 25, 30, 35, 40", LABELS: "0, 10, 20, 30, 40"}
NOISE_TITLES = {TRUTH: "from the true classes", LABELS: "on the labels I have"}
DEFAULT_METHODS = ("soft", "supervised", "semi-supervised", "eknn")
FRESH_POINTS = 5000
TEST_TITLES = {
    FOLDS: "folds left out",
    HOLD_OUT: "a fifth kept apart",
    FRESH: f"{FRESH_POINTS:,} fresh points",
}
FOLD_TITLES = {RANDOM: "at random", SOFT_STRATIFIED: "balanced by the labels"}
ANEW = Parameter("anew", "Draw new points each time", True, rare=True)
HELP = {
    "noise": "From the true classes: a law draws all labels anew. On the labels I have: the law "
    "makes the labels of the workspace worse; no true class is needed. Errors are then counted "
    "against the true classes where they are known, else against the labels.",
    "varied": "The setting that the levels give.",
    "levels": "In percent: 10, 20, 30 or 0 to 40 by 5. Add one at any time; the others stay.",
    "replicates": f"{hint('replicate')} Bold numbers need at least 6 where each replicate has "
    "points of its own: fewer signs prove nothing at 5 %.",
    "anew": "On: every replicate has points of its own. Off: all use the points of the workspace.",
    "test": "Against true classes, or the labels where there are none. Features "
    "are scaled as the card says: all objects at once, before any of them are kept apart, without "
    "a look at labels.",
    "folds": "Each is tested once.",
    "by": "Balanced: every fold has about the same mean probabilities (soft-stratified).",
    "K": "Of every method with neighbours.",
}


AT = Parameter("at", "Read the curves at (%)", "", view=True, custom=True, coded=False)
"""Where the slider beside the curves stands, as a number; at the middle level without one."""


def parameters(context: Context) -> list[Parameter]:
    """The controls; those of the law follow from the law that is chosen."""
    sources = possible_noise(context.dataset, context.known_labels)
    titled = {key: NOISE_TITLES[key] for key in sources}
    noise = choice("noise", "Noise is made", titled, form="list", symbol="noise")
    on = read_settings(PAGE, [noise]).noise
    laws = possible_laws(on)
    law = Parameter("law", "Label law", DEFAULT_LAWS[on], choices=titles(laws), symbol="law")
    chosen = read_settings(PAGE, [law]).law
    names = {name: each.label for name, each in varied_parameters(chosen).items()}
    vary = partial(choice, form="list", symbol="varied", custom=len(names) < 2)
    varied = vary("varied", "What varies", names)
    recipe = context.workspace.state.label_recipe if on == TRUTH else None
    fixed = fixed_parameters(chosen, read_settings(PAGE, [varied]).varied)
    several = partial(Parameter, choices=titles(CLASSIFIERS), several=True, symbol="methods")
    kept = LAWS[chosen].noiseless if on == LABELS else {}
    listed = [
        noise,
        law,
        varied,
        Parameter("levels", "Levels (%)", DEFAULT_LEVELS[on], symbol="levels (%)"),
        several("methods", "Methods", DEFAULT_METHODS),
        Parameter("replicates", "Replicates", 10, 1, 100, symbol="replicates"),
        *(_fixed(chosen, parameter, recipe, kept) for parameter in fixed),
        *_assessed(context, on),
        AT,
    ]
    own = {"law": _explain_laws(on, laws), "methods": explain(CLASSIFIERS)}
    return with_help(listed, HELP | own)


def _explain_laws(on: str, laws: Mapping[str, LabelLaw]) -> str:
    """What each law does, to true classes or to labels."""
    if on == TRUTH:
        return explain(laws)
    given = {each.title: each.on_labels for each in laws.values() if each.on_labels is not None}
    return "\n".join(f"- **{title}**: {each.explanation}" for title, each in given.items())


def _fixed(
    law: str, parameter: Parameter, recipe: Recipe | None, noiseless: Mapping[str, float]
) -> Parameter:
    """A setting of the law that stays; it begins as in the labels of the workspace.

    On given labels it begins without noise.
    """
    default = noiseless.get(parameter.name, parameter.default)
    if recipe is not None and recipe.key == law:
        default = recipe.settings.get(parameter.name, default)
    name = f"{law}.{parameter.name}"
    return replace(parameter, name=name, default=default, rare=True, symbol=parameter.name)


def _assessed(context: Context, on: str) -> list[Parameter]:
    """On what errors are counted, and how the data are prepared; given labels fix the points."""
    recipe = context.workspace.state.data_recipe if on == TRUTH else None
    anew = replace(ANEW, custom=not can_be_drawn_anew(recipe))
    tests = possible_tests(recipe, read_settings(PAGE, [anew]).anew)
    max_folds = max(2, min(20, context.dataset.n))
    rare, tested = partial(Parameter, rare=True), {key: TEST_TITLES[key] for key in tests}
    in_folds = {"test": (FOLDS,)}
    one = partial(choice, form="list", rare=True)
    return [
        anew,
        one("test", "Errors counted on", tested, symbol="errors counted on"),
        rare("folds", "Folds", min(10, max_folds), 2, max_folds, symbol="folds", needs=in_folds),
        one("by", "Folds drawn", FOLD_TITLES, needs=in_folds),
        rare("K", "Neighbours K", 10, 1, 50, symbol="K"),
    ]


def make_sweep(settings: Settings, data: DataChoice, seed: int, against: str = TRUTH) -> Sweep:
    """The sweep of these settings on those data; a DataError says what cannot be."""
    on = settings.noise
    fixed = fixed_parameters(settings.law, settings.varied)
    kept = {each.name: settings[f"{settings.law}.{each.name}"] for each in fixed}
    folds = {"folds": settings.folds, "by": settings.by} if settings.uses("folds") else {}
    methods = [key for key in CLASSIFIERS if key in settings.methods]
    return Sweep(
        name=NAME,
        data=(data,),
        law=LawChoice(settings.law, settings.varied, kept, on),
        levels=parse_levels(settings.levels),
        methods=tuple(choose_method(key, settings.K) for key in methods),
        replicates=settings.replicates,
        test=Assessment(settings.test, size=FRESH_POINTS, **folds, against=against),
        seed=seed,
        title=f"What if: {LAWS[settings.law].title}"
        + (", on given labels" if on == LABELS else ""),
    )


def choose_method(key: str, neighbours: int) -> MethodChoice:
    """A classifier for a sweep; those with neighbours all take the same number."""
    takes = CLASSIFIERS.find(key).takes("neighbors")
    return MethodChoice(key, {"neighbors": neighbours} if takes else {})


def reads_labels(settings: Settings) -> bool:
    """Whether noise is put on the labels of the workspace."""
    return bool(settings.noise == LABELS)


def level_title(settings: Settings) -> str:
    """What the levels are, as the title of an axis."""
    return f"{LAWS[settings.law].parameter(settings.varied).label.lower()} (%)"


def why_unusable(dataset: Dataset, labels: MassTable | None = None) -> str:
    """Why nothing can be compared on these data, in one sentence; empty when it can."""
    if possible_noise(dataset, labels):
        return ""
    if labels is not None:
        return f"{dataset.name}: {_label_problem(labels)}"
    if not has_truth(dataset):
        return (
            f"{dataset.name} has neither true classes nor labels: noise is made from the first or "
            "put on the second. Load data with a column of true classes, or make labels."
        )
    return _truth_problem(dataset)


def possible_noise(dataset: Dataset, labels: MassTable | None) -> list[str]:
    """What noise can be made from, the default first: true classes, or the labels there are."""
    found = [TRUTH] if has_truth(dataset) and not _truth_problem(dataset) else []
    return found + ([LABELS] if labels is not None and not _label_problem(labels) else [])


def possible_laws(on: str) -> dict[str, LabelLaw]:
    """The laws that can make labels worse step by step, from true classes or on given labels."""
    return laws_on_labels() if on == LABELS else swept_laws()


def has_truth(dataset: Dataset) -> bool:
    """Whether the true class of any object is known."""
    return dataset.truth is not None and bool((dataset.truth >= 0).any())


def _truth_problem(dataset: Dataset) -> str:
    truth = np.empty(0) if dataset.truth is None else dataset.truth[dataset.truth >= 0]
    if len(np.unique(truth)) < 2:
        return f"{dataset.name} has objects of one class only; there is nothing to tell apart."
    if len(truth) < 3:
        return f"{dataset.name} has two objects: two to learn from and one to test need three."
    return ""


def _label_problem(labels: MassTable) -> str:
    shares = labels.pignistic()
    named = shares[np.ptp(shares, axis=1) > 0].argmax(axis=1)
    if len(np.unique(named)) < 2:
        return "its labels name fewer than two classes; there is nothing to tell apart."
    if len(named) < 3:
        return "it has two labels: two to learn from and one to test need three."
    return ""


def known_rows(dataset: Dataset) -> Dataset:
    """The objects whose true class is known."""
    assert dataset.truth is not None  # noqa: S101  (possible_noise was asked)
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
