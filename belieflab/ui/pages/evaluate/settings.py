"""The settings of the Evaluate page, and the plan that follows from them."""

from typing import Any

from belieflab.data.parameters import Parameter
from belieflab.data.settings import Settings
from belieflab.error_rates import LABELS, TRUTH
from belieflab.evaluation.classifiers import label_classifiers
from belieflab.evaluation.plan import CURVE_SHARES, Plan
from belieflab.ui.method.context import Context
from belieflab.ui.method.controls import choice, explain, titles, with_help

PAGE = "evaluate"
DEFAULT_METHODS = ("soft", "supervised", "eknn", "naive-bayes")
MAX_OBJECTS = 2000  # that are taken at first; more can be asked for

AGREEMENT = {LABELS: "agreement with the labels", TRUTH: "accuracy against true classes"}
HELP = {
    "folds": "Soft-stratified: every fold has about the same mean probabilities of the classes. "
    "Objects of one group are held out together.",
    "repeats": "The cross-validation is repeated with other folds.",
    "K": "Of every method with neighbours.",
    "objects": "The largest number of objects: of more, a sample is taken.",
    "curve": "Trains on parts of the labels too, to see what more labels would bring.",
    "against": "The labels of held-out objects, which may be vague or wrong; or the true classes, "
    "where they are known.",
    "method": "Whose answers are shown.",
    "level": "Share of conformal sets that may miss the class.",
}


def parameters(context: Context) -> list[Parameter]:
    """The controls, most used first."""
    n, groups, methods = context.dataset.n, context.dataset.groups, label_classifiers()
    max_folds = max(2, min(20, n if groups is None else int(groups.max()) + 1))
    by = {each: f"the {each}" for each in yardsticks(context)}
    view: dict[str, Any] = {"view": True, "custom": True, "coded": False}
    return with_help(
        [
            Parameter("methods", "Methods", DEFAULT_METHODS, choices=titles(methods), several=True),
            Parameter("folds", "Folds", min(5, max_folds), 2, max_folds),
            Parameter("repeats", "Repeats", 2, 1, 20, rare=True),
            Parameter("K", "Neighbours K", 7, 1, 50, rare=True),
            Parameter("objects", "Objects at most", min(n, MAX_OBJECTS), min(n, 20), n, rare=True),
            Parameter("curve", "Learning curve", True, rare=True),
            choice("against", "Measure by", by, custom=len(by) < 2, view=True, measured=True),
            Parameter("method", "Answers of", "", **view),
            Parameter("level", "Conformal sets may miss (%)", 10, 1, 50, measured=True, **view),
        ],
        HELP | {"methods": explain(methods)},
    )


def yardsticks(context: Context) -> list[str]:
    """What can be measured by: the labels, and the true classes where they may be seen."""
    known = context.truth is not None and bool((context.truth >= 0).any())
    return [LABELS, TRUTH] if known else [LABELS]


def make_plan(settings: Settings, seed: int) -> Plan:
    """The plan of these settings."""
    chosen = {key: each for key, each in label_classifiers().items() if key in settings.methods}
    near = [key for key, each in chosen.items() if each.takes("neighbors")]
    given = {key: {"neighbors": settings.K} for key in near}
    shares = CURVE_SHARES if settings.curve else ()
    return Plan(tuple(chosen), settings.folds, settings.repeats, given, shares, seed)
