"""What the Evaluate page computes: cross-validation of the chosen methods, and what follows."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, TypeVar, cast

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from belieflab.belief import MassTable
from belieflab.cost import Cost
from belieflab.errors import DataError
from belieflab.evaluation.classifiers import CLASSIFIERS
from belieflab.evaluation.cross_validation import Evaluation
from belieflab.evaluation.report import LABELS, TRUTH, LearningCurve
from belieflab.evaluation.tables import curves_of, set_rules_of
from belieflab.figures.common.view import sample_rows
from belieflab.iteration import StopFlag, until_stopped
from belieflab.ui.method.context import Context
from belieflab.ui.method.tasks import Task
from belieflab.ui.pages.evaluate.settings import PAGE, make_plan

BEGINS_SECONDS = 60.0  # estimated, up to which the comparison begins by itself
Answer = TypeVar("Answer")


def task(context: Context) -> Task[Evaluation]:
    """The cross-validation of all chosen methods on the same folds."""
    labels, key = cast(MassTable, context.labels), f"{PAGE}.run"
    advice = "Take fewer methods, folds or objects."
    given: dict[str, Any] = {"unit": "fit", "advice": advice, "scope": context.workspace.version}
    given["begins_within"] = BEGINS_SECONDS
    try:
        plan = make_plan(context.settings, context.seed)
    except DataError as error:
        none = (), lambda _: (None, iter(())), Cost(0.0, 0.0)
        return Task(key, *none, problem=str(error), **given)
    rows = judged_rows(context)

    def start(stop: StopFlag) -> tuple[Evaluation, Iterator[Any]]:
        found = begin(context, rows)
        return found, until_stopped(found.iterate(), stop)

    return Task(
        key,
        context.fit_token,
        start,
        plan.cost(len(rows), context.dataset.p, labels),
        expected=plan.n_fits,
        about=f"{plan.n_fits:,} fits to {len(rows):,} objects",
        problem=context.problem("An evaluation"),
        resume=lambda found, stop: until_stopped(found.iterate(), stop),
        **given,
    )


def judged_rows(context: Context) -> NDArray[np.int64]:
    """The objects that are compared on: all, or a sample of them."""
    return sample_rows(context.dataset.n, context.seed, context.settings.objects)


def begin(context: Context, rows: NDArray[np.int64]) -> Evaluation:
    """The comparison before its first fit."""
    dataset, groups, truth = context.dataset, context.dataset.groups, context.dataset.truth
    labels = cast(MassTable, context.labels)
    codes = None if groups is None else np.unique(groups[rows], return_inverse=True)[1]
    known = None if truth is None else truth[rows]
    plan = make_plan(context.settings, context.seed)
    return Evaluation(plan, dataset.X[rows], labels[rows], known, codes)


def done(found: Evaluation | None) -> list[str]:
    """The methods that can be compared: all that work, once a fold has an answer of each."""
    if found is None:
        return []
    there = set(found.parts)  # the run may go on meanwhile
    keys = [key for key in found.plan.classifiers if key not in found.failed]
    whole = any(all((key, *fold) in there for key in keys) for fold in {each[1:] for each in there})
    return keys if whole else []


def title_of(key: str) -> str:
    """What a method is called."""
    return CLASSIFIERS.find(key).title


def yardstick(context: Context) -> str:
    """By what is measured: the labels, or the true classes where they may be seen."""
    return LABELS if context.truth is None else str(context.settings.against)


def yardsticks(context: Context) -> list[str]:
    """The labels, and the true classes where they may be seen."""
    return [LABELS] if context.truth is None else [LABELS, TRUTH]


def chosen_method(context: Context, found: Evaluation) -> str:
    """The method whose answers are looked at: the first where none was chosen."""
    keys = done(found)
    return context.settings.method if context.settings.method in keys else keys[0]


def set_rules(context: Context, found: Evaluation, key: str, percent: float) -> pd.DataFrame:
    """The rules for set-valued answers of one method side by side."""
    make = partial(set_rules_of, found, key, percent / 100, yardstick(context))
    return kept(context, found, f"sets {key} {percent}", make)


def learning_curves(context: Context, found: Evaluation) -> dict[str, LearningCurve]:
    """Errors at several numbers of labels, by the title of the method."""
    return kept(context, found, "curves", partial(curves_of, found, yardstick(context)))


def kept(context: Context, found: Evaluation, what: str, make: Callable[[], Answer]) -> Answer:
    """What is computed from the predictions, once for as many as there are."""
    seen = context.workspace.truth_hidden, context.settings.view_token, context.costs
    token = id(found), len(found.parts), len(found.curve), seen
    return context.remember(what, token, make)
