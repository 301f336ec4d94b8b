"""What the Evaluate page computes: cross-validation of the chosen methods, and what follows."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, TypeVar, cast

import numpy as np
import pandas as pd

from belieflab.belief import MassTable
from belieflab.cost import Cost
from belieflab.evaluation.classifiers import CLASSIFIERS
from belieflab.evaluation.cross_validation import Evaluation
from belieflab.evaluation.kept_apart import ErrorRate
from belieflab.evaluation.report import LearningCurve
from belieflab.evaluation.tables import curves_of, set_rules_of
from belieflab.figures.common.view import sample_rows
from belieflab.iteration import StopFlag, until_stopped
from belieflab.ui.method.context import Context
from belieflab.ui.method.kept_apart import judge_methods, n_judged
from belieflab.ui.method.made import draw_made
from belieflab.ui.method.tasks import Task
from belieflab.ui.pages.evaluate.settings import PAGE, make_plan

NO_METHOD = "Choose at least one method to evaluate."
BEGINS_SECONDS = 60.0  # estimated, up to which the comparison begins by itself
Answer = TypeVar("Answer")


def task(context: Context) -> Task[Evaluation]:
    """The cross-validation of all chosen methods on the same folds."""
    dataset, labels = context.dataset, cast(MassTable, context.labels)
    plan, problem = make_plan(context.settings, context.seed), context.problem("An evaluation")
    rows = sample_rows(dataset.n, context.seed, context.settings.objects)

    def start(stop: StopFlag) -> tuple[Evaluation, Iterator[Any]]:
        given: Any = (dataset.truth, dataset.groups, dataset.weights)
        known, groups, weights = (None if each is None else each[rows] for each in given)
        codes = None if groups is None else np.unique(groups, return_inverse=True)[1]
        found = Evaluation(plan, dataset.X[rows], labels[rows], known, codes, weights)
        return found, until_stopped(found.iterate(), stop)

    return Task(
        f"{PAGE}.run",
        context.fit_token,
        start,
        plan.cost(len(rows), dataset.p, labels),
        expected=plan.n_fits,
        unit="fit",
        about=f"{plan.n_fits:,} fits to {len(rows):,} objects",
        advice="Take fewer methods, folds or objects.",
        problem=problem if plan.classifiers else NO_METHOD,
        resume=lambda found, stop: until_stopped(found.iterate(), stop),
        scope=context.workspace.version,
        begins_within=BEGINS_SECONDS,
    )


def done(found: Evaluation) -> list[str]:
    """The methods that can be compared: all that work, once a fold has an answer of each."""
    there = set(found.parts)  # the run may go on meanwhile
    keys = [key for key in found.plan.classifiers if key not in found.failed]
    whole = any(all((key, *fold) in there for key in keys) for fold in {each[1:] for each in there})
    return keys if whole else []


def title_of(key: str) -> str:
    """What a method is called."""
    return CLASSIFIERS.find(key).title


def chosen_method(context: Context, found: Evaluation) -> str:
    """The method whose answers are looked at: the first where none was chosen."""
    keys = done(found)
    return context.settings.method if context.settings.method in keys else keys[0]


def set_rules(context: Context, found: Evaluation, key: str, percent: float) -> pd.DataFrame:
    """The rules for set-valued answers of one method side by side."""
    make = partial(set_rules_of, found, key, percent / 100, context.settings.against)
    return kept(context, found, f"sets {key} {percent}", make)


def learning_curves(context: Context, found: Evaluation) -> dict[str, LearningCurve]:
    """Errors at several numbers of labels, by the title of the method."""
    return kept(context, found, "curves", partial(curves_of, found, context.settings.against))


def draw_errors_apart(context: Context, found: Evaluation) -> list[dict[str, ErrorRate]]:
    """Draw Run or Stop until the errors on rows kept apart are known; those of every method.

    Each learns once more, from all objects compared.
    """
    keys, judged = done(found), n_judged(context)
    if not judged:
        return []
    cost = sum((found.fit_cost(key, judged) for key in keys), Cost(0.0, 0.0))
    about = f"Learning once more for {judged:,} rows kept apart"
    make = partial(judge_methods, context, found, keys)
    token = context.fit_token, repr(found.plan), len(found.labels), *keys
    return draw_made(f"{PAGE}.apart", token, make, cost, about) or []


def kept(context: Context, found: Evaluation, what: str, make: Callable[[], Answer]) -> Answer:
    """What is computed from the predictions, once for as many as there are."""
    seen = context.workspace.truth_hidden, context.settings.view_token, context.costs
    token = id(found), len(found.parts), len(found.curve), seen
    return context.remember(what, token, make)
