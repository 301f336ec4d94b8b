"""The panel of the What-if page: noise, levels, methods, replicates, and rarer things folded."""

from typing import Any

from belieflab.data.laws import swept_laws
from belieflab.data.parameters import Parameter
from belieflab.evaluation.classifiers import CLASSIFIERS
from belieflab.experiments.sweep import FOLDS, FRESH, RANDOM, SOFT_STRATIFIED
from belieflab.ui.glossary.terms import hint
from belieflab.ui.method import cluster_note
from belieflab.ui.method.bound_controls import Controls, explain, more
from belieflab.ui.pages.whatif.settings import (
    DEFAULT_LAW,
    PAGE,
    TEST_TITLES,
    USUAL_LEVELS,
    USUAL_METHODS,
    Settings,
    can_be_drawn_anew,
    fixed_parameters,
    method_titles,
    parse_levels,
    possible_tests,
    varied_parameters,
)
from belieflab.ui.shell.workspace import Workspace

PANEL = Controls(PAGE)
LEVEL_WORDS = "In percent: 10, 20, 30 or 0 to 40 by 5. Add one at any time; the others stay."
FOLD_TITLES = {RANDOM: "at random", SOFT_STRATIFIED: "balanced by the labels"}


def draw_controls(workspace: Workspace, n: int) -> Settings:
    """Draw the panel for n objects; a DataError says what cannot be used."""
    laws = swept_laws()
    titles = {key: each.title for key, each in laws.items()}
    law = PANEL.choose_one("law", "Law of the labels", titles, explain(laws), DEFAULT_LAW)
    names = {name: parameter.label for name, parameter in varied_parameters(law).items()}
    varied = next(iter(names))
    if len(names) > 1:
        varied = PANEL.choose_one(
            "varied", "What varies", names, "The setting that the levels give."
        )
    levels = PANEL.write("levels", "Levels (%)", USUAL_LEVELS, LEVEL_WORDS)
    chosen = PANEL.choose_several(
        "methods", "Methods", method_titles(), USUAL_METHODS, explain(CLASSIFIERS)
    )
    methods = tuple(name for name in CLASSIFIERS if name in chosen)
    replicates = PANEL.choose_number(
        "replicates",
        "Replicates",
        (1, 100),
        10,
        f"{hint('replicate')} Bold numbers need at least 6: fewer signs prove nothing at 5 %.",
    )
    with more():
        fixed = tuple(
            (parameter.name, _draw_fixed(law, parameter, workspace))
            for parameter in fixed_parameters(law, varied)
        )
        anew = _draw_anew(workspace)
        test, folds, by = _draw_test(workspace, anew, n)
        standardise = test != FRESH and PANEL.switch(
            "standardise", "Standardise features", "Centre each and divide by its deviation.", True
        )
        words = "Of every method with neighbours."
        neighbours = PANEL.choose_number("K", "Neighbours K", (1, 50), 10, words)
    cluster_note.draw()
    return Settings(
        law,
        varied,
        fixed,
        parse_levels(levels),
        methods,
        replicates,
        test,
        folds,
        by,
        standardise,
        neighbours,
        anew,
    )


def _draw_fixed(law: str, parameter: Parameter, workspace: Workspace) -> Any:
    """A setting of the law that stays; it begins as in the workspace's own labels."""
    recipe = workspace.state.label_recipe
    usual: Any = parameter.default
    if recipe is not None and recipe.key == law:
        usual = recipe.settings.get(parameter.name, usual)
    name, words = f"{law}.{parameter.name}", parameter.help
    if parameter.choices:
        return PANEL.choose_one(name, parameter.label, parameter.choices, words, str(usual))
    if isinstance(parameter.default, str):
        return PANEL.write(name, parameter.label, str(usual), words)
    kind = int if isinstance(parameter.default, int) else float
    limits = kind(parameter.low or 0), kind(100 if parameter.high is None else parameter.high)
    return PANEL.choose_number(name, parameter.label, limits, kind(usual), words)


def _draw_anew(workspace: Workspace) -> bool:
    recipe = workspace.state.data_recipe
    if not can_be_drawn_anew(recipe):
        return True
    words = "On: every replicate has points of its own. Off: all use the points of the workspace."
    return PANEL.switch("anew", "Draw new points each time", words, True)


def _draw_test(workspace: Workspace, anew: bool, n: int) -> tuple[str, int, str]:
    tests = possible_tests(workspace.state.data_recipe, anew)
    titles = {key: TEST_TITLES[key] for key in tests}
    test = PANEL.choose_one("test", "Errors counted on", titles, "Always by the true classes.")
    if test != FOLDS:
        return test, 10, RANDOM
    most = max(2, min(20, n))
    folds = PANEL.choose_number("folds", "Folds", (2, most), min(10, most), "Each is tested once.")
    words = "Balanced: every fold has about the same mean probabilities (soft-stratified)."
    return test, folds, PANEL.choose_one("by", "Folds drawn", FOLD_TITLES, words)
