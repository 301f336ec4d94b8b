"""What the Networks page computes: one fit, errors of its decisions, and every structure."""

from collections.abc import Iterator
from typing import cast

import numpy as np
from numpy.typing import NDArray

from belieflab.bayes import GaussianNetworkClassifier
from belieflab.bayes.cost import network_cost
from belieflab.bayes.training_states import NetworkState
from belieflab.belief import MassTable
from belieflab.belief.classes import find_classes
from belieflab.cost import Cost
from belieflab.errors import DataError
from belieflab.figures.common.view import sample_rows
from belieflab.figures.networks.view import as_learned, frame_states
from belieflab.iteration import Step, StopFlag, until_stopped
from belieflab.mixture.scoring import Agreement, agree
from belieflab.ui.method.context import Context
from belieflab.ui.method.tasks import Task, collect
from belieflab.ui.pages.networks.settings import PAGE, STRUCTURES, arguments, named_truth, points

ADVICE = "Take fewer objects or features, or a simpler structure."
TRUTH, LABELS = "true classes", "labels"
MAX_PRODUCTS = 1e9  # n p² K of all networks of a state: about a second
MIN_JUDGED = 2_000
Compared = tuple[str, GaussianNetworkClassifier | str]  # a structure, its fit or why there is none


def task(context: Context) -> Task[GaussianNetworkClassifier]:
    """The fit of one classifier."""
    structure = context.settings.structure

    def start(stop: StopFlag) -> tuple[GaussianNetworkClassifier, Iterator[Step]]:
        model = GaussianNetworkClassifier(**arguments(context))
        return model, model.iterate(points(context, structure), context.labels, stop=stop)

    return Task(
        f"{PAGE}.fit",
        context.fit_token,
        start,
        cost(context, structure),
        label="Learn",
        unit="step",
        advice=ADVICE,
        about=f"Learning from {context.dataset.n:,} objects",
        problem="" if context.dataset.n > 1 else "A network classifier needs two objects or more.",
    )


def comparison(context: Context) -> Task[list[Compared]]:
    """All structures with the other settings as they are."""

    def fit_each(stop: StopFlag) -> Iterator[Compared]:
        for structure in STRUCTURES:
            given = arguments(context) | {"structure": structure, "keep_history": False}
            model = GaussianNetworkClassifier(**given)
            try:
                for _ in model.iterate(points(context, structure), context.labels, stop=stop):
                    pass
                yield structure, model
            except DataError as error:
                yield structure, str(error)

    return Task(
        f"{PAGE}.structures",
        context.fit_token_without("structure"),
        lambda stop: collect(until_stopped(fit_each(stop), stop)),
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
    """Decisions of a state, by default the last, against true classes and the labels' guesses.

    They are those about the `judged_rows`.
    """
    at = state or frame_states(model)[-1]

    def find() -> dict[str, Agreement]:
        rows = judged_rows(context, model)
        decided = at.posterior(as_learned(context.dataset, model).X[rows]).argmax(axis=1)
        classes, names, found = model.classes_.tolist(), context.dataset.class_names, {}
        truth = named_truth(context)
        if truth is not None and (truth[rows] >= 0).any():
            found[TRUTH] = agree(truth[rows], decided, len(names), find_classes(names, classes))
        shares = cast(MassTable, context.labels)[rows].pignistic()
        guesses = np.where(np.ptp(shares, axis=1) > 1e-12, shares.argmax(axis=1), -1)
        if (guesses >= 0).any():
            found[LABELS] = agree(guesses, decided, len(classes), np.arange(len(classes)))
        return found

    token = context.fit_token, context.workspace.truth_hidden, id(model)
    return context.remember(f"errors {at.name}", token, find)


def judged_rows(context: Context, model: GaussianNetworkClassifier) -> NDArray[np.int64]:
    """The objects that errors are counted of: all, or a sample where their decisions take long."""
    networks = len(frame_states(model)[-1].models)
    products = networks * model.n_features_in_**2 * len(model.classes_)
    limit = max(int(MAX_PRODUCTS / products), MIN_JUDGED)
    return sample_rows(context.dataset.n, context.seed, limit)
