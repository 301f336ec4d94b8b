"""What the Networks page computes: one fit, errors of its decisions, and every structure."""

from collections.abc import Iterator
from functools import partial
from typing import cast

import numpy as np
from numpy.typing import NDArray

from belieflab.bayes import GaussianNetworkClassifier
from belieflab.bayes.comparison import Compared, fit_each
from belieflab.bayes.cost import max_decisions, network_cost
from belieflab.bayes.training_states import NetworkState
from belieflab.belief import MassTable
from belieflab.belief.classes import find_classes
from belieflab.cost import Cost
from belieflab.data.label_summary import guesses
from belieflab.error_rates import LABELS, TRUTH
from belieflab.evaluation.kept_apart import ErrorRate
from belieflab.figures.common.view import sample_rows
from belieflab.figures.networks.view import as_learned, frame_states
from belieflab.iteration import Step, StopFlag, until_stopped
from belieflab.mixture.scoring import Agreement, agree
from belieflab.ui.method import decision_costs
from belieflab.ui.method.context import Context
from belieflab.ui.method.tasks import Task, collect
from belieflab.ui.pages.networks.settings import PAGE, STRUCTURES, arguments, points

ADVICE = "Take fewer objects or features, or a simpler structure."


def task(context: Context) -> Task[GaussianNetworkClassifier]:
    """The fit of one classifier."""
    structure = context.settings.structure

    def start(stop: StopFlag) -> tuple[GaussianNetworkClassifier, Iterator[Step]]:
        model = GaussianNetworkClassifier(**arguments(context))
        X, weights = points(context.dataset, structure), context.dataset.weights
        return model, model.iterate(X, context.labels, weights, stop=stop)

    return Task(
        f"{PAGE}.fit",
        context.fit_token,
        start,
        cost(context, structure),
        label="Learn",
        unit="step",
        advice=ADVICE,
        about=f"Learning from {context.dataset.n:,} objects",
        problem=context.problem("A network classifier") or context.label_problem(context.labels),
    )


def comparison(context: Context) -> Task[list[Compared]]:
    """All structures with the other settings as they are."""
    given = arguments(context) | {"keep_history": False}
    models = {each: GaussianNetworkClassifier(**given | {"structure": each}) for each in STRUCTURES}
    fit = partial(fit_each, models, partial(points, context.dataset), context.labels)
    return Task(
        f"{PAGE}.structures",
        context.fit_token_without("structure"),
        lambda stop: collect(until_stopped(fit(stop, weights=context.dataset.weights), stop)),
        sum((cost(context, each) for each in STRUCTURES), Cost(0.0, 0.0)),
        expected=len(STRUCTURES),
        label="Compare structures",
        unit="structure",
        advice=ADVICE,
    )


def cost(context: Context, structure: str) -> Cost:
    """What one fit is expected to cost."""
    n, p = points(context.dataset, structure).shape
    return network_cost(n, p, cast(MassTable, context.labels).frame.size, structure)


def errors(
    context: Context, model: GaussianNetworkClassifier, state: NetworkState | None = None
) -> dict[str, Agreement]:
    """Decisions of a state, by default the last, against true classes and the labels' guesses."""
    at = state or frame_states(model)[-1]

    def find() -> dict[str, Agreement]:
        rows = judged_rows(context, model)
        shares = at.posterior(as_learned(context.dataset, model).X[rows])
        decided = decision_costs.decide_posterior(context, shares, model.classes_)
        named, classes = context.dataset.class_names, model.classes_.tolist()
        about, labels = token[:2], cast(MassTable, context.labels)
        said = context.remember("judges", about, lambda: (guesses(labels), context.named_truth))
        judges = {TRUTH: (said[1], named), LABELS: (said[0], classes)}
        return {
            name: agree(codes[rows], decided, len(frame), find_classes(frame, classes))
            for name, (codes, frame) in judges.items()
            if codes is not None and (codes[rows] >= 0).any()
        }

    rule = decision_costs.rule_of(context)
    token = context.fit_token, context.workspace.truth_hidden, id(model), rule
    return context.remember(f"errors {at.name}", token, find)


def test_errors(context: Context, model: GaussianNetworkClassifier) -> dict[str, ErrorRate]:
    """The error rate on each part that is kept apart."""
    if context.named_truth is None:
        return {}
    class_of = find_classes(context.dataset.class_names, model.classes_.tolist())
    taken, limit = partial(points, structure=model.structure), max_judged(context, model.structure)
    return decision_costs.decision_errors_apart(context, model, class_of, limit, taken)


def judged_rows(context: Context, model: GaussianNetworkClassifier) -> NDArray[np.int64]:
    """The objects that errors are counted of: all, or a sample where their decisions take long."""
    return sample_rows(context.dataset.n, context.seed, max_judged(context, model.structure))


def max_judged(context: Context, structure: str) -> int:
    """Of how many objects errors may be counted while the page is drawn."""
    p, K = points(context.dataset, structure).shape[1], cast(MassTable, context.labels).frame.size
    return max_decisions(p if structure == "aode" else 1, p, K)
