"""The settings of the Evaluate page, and the plan that follows from them."""

from functools import partial
from typing import Any

from belieflab.data.parameters import Parameter
from belieflab.data.settings import Settings
from belieflab.errors import DataError
from belieflab.evaluation.classifiers import CLASSIFIERS
from belieflab.evaluation.plan import CURVE_SHARES, Plan
from belieflab.evaluation.report import LABELS, TRUTH
from belieflab.ui.method.context import Context
from belieflab.ui.method.controls import choice, explain, titles, with_help

PAGE = "evaluate"
METHODS = {key: entry for key, entry in CLASSIFIERS.items() if entry.uses_labels}
DEFAULT_METHODS = ("soft", "supervised", "eknn", "naive-bayes")
MAX_OBJECTS = 2000  # that are taken at first; more can be asked for

YARDSTICKS = {LABELS: "the labels", TRUTH: "the true classes"}
AGREEMENT = {LABELS: "agreement with the labels", TRUTH: "accuracy against true classes"}
ERROR = {LABELS: "error by the labels", TRUTH: "error by the true classes"}
HELP = {
    "methods": explain(METHODS),
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
    n, groups = context.dataset.n, context.dataset.groups
    max_folds = max(2, min(20, n if groups is None else int(groups.max()) + 1))
    several = partial(Parameter, choices=titles(METHODS), several=True)
    yardsticks = {
        key: title for key, title in YARDSTICKS.items() if key == LABELS or _true(context)
    }
    view: dict[str, Any] = {"view": True, "coded": False}
    return with_help(
        [
            several("methods", "Methods", DEFAULT_METHODS),
            Parameter("folds", "Folds", min(5, max_folds), 2, max_folds),
            Parameter("repeats", "Repeats", 2, 1, 20, rare=True),
            Parameter("K", "Neighbours K", 7, 1, 50, rare=True),
            Parameter("objects", "Objects at most", min(n, MAX_OBJECTS), min(n, 20), n, rare=True),
            Parameter("curve", "Learning curve", True, rare=True),
            choice("against", "Measure by", yardsticks, custom=len(yardsticks) < 2, **view),
            Parameter("method", "Answers of", "", custom=True, **view),
            Parameter("level", "Conformal sets may miss (%)", 10, 1, 50, custom=True, **view),
        ],
        HELP,
    )


def _true(context: Context) -> bool:
    return context.truth is not None and bool((context.truth >= 0).any())


def make_plan(settings: Settings, seed: int) -> Plan:
    """The plan of these settings; a DataError says what is missing."""
    chosen = tuple(key for key in METHODS if key in settings.methods)
    if not chosen:
        raise DataError("Choose at least one method to evaluate.")
    near = [key for key in chosen if METHODS[key].takes("neighbors")]
    given = {key: {"neighbors": settings.K} for key in near}
    shares = CURVE_SHARES if settings.curve else ()
    return Plan(chosen, settings.folds, settings.repeats, given, shares, seed)
