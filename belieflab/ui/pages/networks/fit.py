"""What the Networks page computes: one fit, errors of its decisions, and every structure."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from typing import cast

import numpy as np

from belieflab.bayes import GaussianNetworkClassifier
from belieflab.bayes.cost import network_cost
from belieflab.bayes.training_states import NetworkState
from belieflab.belief import MassTable
from belieflab.belief.classes import find_classes
from belieflab.cost import Cost
from belieflab.errors import DataError
from belieflab.figures.networks.view import as_learned, frame_states
from belieflab.iteration import Step, StopFlag, until_stopped
from belieflab.mixture.scoring import Agreement, agree
from belieflab.ui.method.context import Context
from belieflab.ui.method.tasks import Task, collect
from belieflab.ui.pages.networks.settings import PAGE, STRUCTURES, make_model, points

ADVICE = "Take fewer objects or features, or a simpler structure."
TRUTH, LABELS = "true classes", "labels"
"""What decisions are measured against."""


@dataclass(frozen=True)
class Compared:
    """One structure: its fit, or why there is none."""

    structure: str
    model: GaussianNetworkClassifier | None
    problem: str = ""


def task(context: Context) -> Task[GaussianNetworkClassifier]:
    """The fit of one classifier."""

    def start(stop: StopFlag) -> tuple[GaussianNetworkClassifier, Iterator[Step]]:
        model = make_model(context)
        taken = points(context, context.settings.structure)
        return model, model.iterate(taken, context.labels, stop=stop)

    return Task(
        f"{PAGE}.fit",
        context.fit_token,
        start,
        cost(context, context.settings.structure),
        label="Learn",
        unit="step",
        advice=ADVICE,
        about=f"Learning from {context.dataset.n:,} objects",
    )


def comparison(context: Context) -> Task[list[Compared]]:
    """All structures with the other settings as they are."""

    def fit_each(stop: StopFlag) -> Iterator[Compared]:
        for structure in STRUCTURES:
            model = make_model(context).set_params(structure=structure, keep_history=False)
            try:
                taken = points(context, structure)
                for _ in model.iterate(taken, context.labels, stop=stop):
                    pass
            except DataError as error:
                yield Compared(structure, None, str(error))
            else:
                yield Compared(structure, model)

    def start(stop: StopFlag) -> tuple[list[Compared], Iterator[Compared]]:
        return collect(until_stopped(fit_each(stop), stop))

    return Task(
        f"{PAGE}.structures",
        context.fit_token_without("structure"),
        start,
        sum((cost(context, each) for each in STRUCTURES), Cost(0.0, 0.0)),
        expected=len(STRUCTURES),
        label="Compare structures",
        unit="structure",
        advice=ADVICE,
    )


def cost(context: Context, structure: str) -> Cost:
    """What one fit is expected to cost."""
    n, p = points(context, structure).shape
    return network_cost(n, p, cast(MassTable, context.labels).frame.size, structure)


def errors(
    context: Context, model: GaussianNetworkClassifier, state: NetworkState | None = None
) -> dict[str, Agreement]:
    """Decisions against the true classes, unless hidden, and against the labels' best guesses.

    Those of the model, or of one of its states.
    """
    labels = cast(MassTable, context.labels)
    if state is None:
        shares = model.predict_proba(points(context, model.structure))
    else:
        shares = state.posterior(as_learned(context.dataset, model).X)
    decided = shares.argmax(axis=1)
    classes = model.classes_.tolist()
    found = {}
    if context.truth is not None and (context.truth >= 0).any():
        names = context.dataset.class_names
        count, class_of = len(names), find_classes(names, classes)
        found[TRUTH] = agree(context.truth, decided, count, class_of)
    pignistic = labels.pignistic()
    guesses = np.where(np.ptp(pignistic, axis=1) > 1e-12, pignistic.argmax(axis=1), -1)
    if (guesses >= 0).any():
        same = np.arange(len(classes))
        found[LABELS] = agree(guesses, decided, len(classes), same)
    return found


def score(context: Context, model: GaussianNetworkClassifier) -> dict[str, float]:
    """The error rates by what they are measured against."""
    token = context.fit_token, context.workspace.truth_hidden, id(model)
    found = context.remember("errors", token, partial(errors, context, model))
    return {against: each.error for against, each in found.items()}


def states(context: Context, model: GaussianNetworkClassifier) -> list[NetworkState]:
    """The states of the frames."""
    make = partial(frame_states, model)
    return context.remember("states", (context.fit_token, id(model)), make)
