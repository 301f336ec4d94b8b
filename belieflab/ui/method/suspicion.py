"""The evidence about objects without their own labels, and the labels it speaks against."""

from collections.abc import Hashable, Iterator, Mapping
from functools import partial
from typing import Any, cast

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from belieflab.belief import MassTable
from belieflab.cost import Cost
from belieflab.data.dataset import Dataset
from belieflab.data.group_folds import ONE_GROUP
from belieflab.data.label_edits import differing
from belieflab.errors import DataError
from belieflab.evaluation.classifiers import CLASSIFIERS
from belieflab.evaluation.classifiers.training_set import says_something
from belieflab.evaluation.held_out import FOLDS, HeldOut, HoldingOut, nothing_yet
from belieflab.evaluation.suspects import RATIO, Suspicion, known_wrong, weigh
from belieflab.iteration import StopFlag, until_stopped
from belieflab.ui.method.context import Context
from belieflab.ui.method.tasks import Task
from belieflab.ui.shell.workspace import Workspace

WHAT = "suspect labels: "
"""How the steps for Undo begin that change labels by what evidence says."""

NOTHING_SAID = "All labels leave every class open, so there is no evidence about any. Label some."
ONE_CLASS = "Evidence against a label needs at least two classes to tell apart; there is one."


def holding_out(
    dataset: Dataset, classifier: str, settings: Mapping[str, Any], seed: int, folds: int = FOLDS
) -> HoldingOut:
    """How the beliefs are found; rows that a split keeps apart are not learned from."""
    training = np.zeros(dataset.n, dtype=bool)
    training[dataset.training_rows] = True
    entry = CLASSIFIERS.find(classifier)
    return HoldingOut(entry, settings, folds, dataset.groups, training, seed, dataset.weights)


def evidence_task(
    key: str, token: Hashable, dataset: Dataset, labels: MassTable, how: HoldingOut, **more: Any
) -> Task[HeldOut]:
    """The beliefs about all objects, fold by fold; what is done when it is stopped is kept."""

    def start(stop: StopFlag) -> tuple[HeldOut, Iterator[HeldOut]]:
        found = nothing_yet(labels)
        return found, until_stopped(how.iterate(dataset.X, labels, found), stop)

    n, problem = dataset.n, find_problem(dataset, labels)
    make = partial(Task, key, token, start)
    about = f"Asking {how.classifier.title} about {n:,} objects that it did not learn from"
    return make(
        Cost(0.0, 0.0) if problem else how.cost(dataset.p, labels),
        expected=None if problem or how.leaves_one_out else how.n_steps(n),
        unit="step" if how.leaves_one_out else "fold",
        about=about,
        advice="Take fewer objects, or another classifier.",
        problem=problem,
        **more,
    )


def find_problem(dataset: Dataset, labels: MassTable) -> str:
    """Why there can be no evidence about these labels, in one sentence; empty where there can."""
    if dataset.n < 2:
        return "Evidence against a label comes from other objects; there is one."
    if labels.frame.size < 2:
        return ONE_CLASS
    if not says_something(labels).any():
        return NOTHING_SAID
    groups = dataset.groups
    if groups is not None and len(np.unique(groups)) < 2:
        return ONE_GROUP
    return ""


def count_changed(workspace: Workspace) -> int:
    """How many labels were changed by what evidence says, as far back as Undo goes."""
    states, now, before = workspace.states, workspace.state, None
    for earlier, state in zip(states[-2::-1], states[:0:-1], strict=True):
        if state.dataset is not now.dataset or state.labels is None:
            break
        if state.what.startswith(WHAT):
            before = earlier.labels
    if before is None or now.labels is None or before.frame != now.labels.frame:
        return 0
    return int(differing(before, now.labels).sum())


def find_suspects(context: Context, held: HeldOut) -> Suspicion:
    """The labels of the objects that were judged, the most suspect first."""
    labels = cast(MassTable, context.labels)

    def make() -> Suspicion:
        found = weigh(held.beliefs, labels, RATIO)
        return found if held.done.all() else found[held.done[found.rows]]

    return context.remember("suspects", (context.fit_token, int(held.done.sum())), make)


def full_table(context: Context, found: Suspicion) -> pd.DataFrame:
    """One row per suspect with the name of its object; true classes unless hidden."""
    named = context.dataset.name_columns(found.rows, texts=True)
    table = found.to_frame().reset_index(drop=True)
    return pd.concat([pd.DataFrame(named), table, pd.DataFrame(_true(context, found))], axis=1)


def _true(context: Context, found: Suspicion) -> dict[str, Any]:
    truth = context.truth
    if truth is None:
        return {}
    names = np.array([*context.dataset.class_names, ""], dtype=object)
    wrong = known_wrong(cast(MassTable, context.labels), truth)
    return {"truth": names[truth[found.rows]], "known wrong": wrong[found.rows]}


def workspace_labels(workspace: Workspace) -> MassTable:
    """The labels of all objects, also of those that are kept apart."""
    if workspace.labels is None:
        raise DataError("There are no labels to change.")
    return workspace.labels


def whole_rows(context: Context) -> NDArray[np.int64]:
    """The number of each object in the whole of the data."""
    whole = context.workspace.dataset
    return np.arange(context.dataset.n) if whole is None else whole.training_rows
