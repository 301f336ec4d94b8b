"""What the Neighbours page computes: a classifier with its beliefs, and errors over K or size."""

from collections.abc import Hashable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from belieflab.belief import MassTable
from belieflab.cost import Cost
from belieflab.data.dataset import Dataset
from belieflab.error_rates import LABELS, error_axis
from belieflab.evaluation.kept_apart import ErrorRate, decide_by_belief
from belieflab.figures.common.images import MAX_ASKED
from belieflab.figures.common.surfaces import CELLS_PER_AXIS
from belieflab.figures.neighbours import ClassifierView
from belieflab.figures.neighbours.classifier import (
    ClassifiedPlane,
    believe_at,
    classify_plane,
    lay_cells,
)
from belieflab.iteration import StopFlag, until_stopped
from belieflab.neighbors import EvidentialNetwork, choose_n_prototypes
from belieflab.neighbors.beliefs import Classifier, PlaneBeliefs, believe_on_plane
from belieflab.neighbors.cost import knn_cost, leave_one_out_cost, network_cost, prediction_cost
from belieflab.neighbors.planar import SHOWN, features_of_part
from belieflab.ui.method.context import Context
from belieflab.ui.method.kept_apart import MAX_JUDGED, errors_apart
from belieflab.ui.method.plane import chosen_axes
from belieflab.ui.method.tasks import Task, collect
from belieflab.ui.pages.neighbours.settings import (
    MAX_NEIGHBOURS,
    PAGE,
    estimator,
    has_places,
    is_network,
    view,
)

TRIED, FOLDS = (1, 2, 3, 4, 5, 6, 8, 10, 12), 5  # prototypes, parts for cross-validation
BELIEFS = " and finding the belief about each of them and about every place of the plane"
ADVICE = "Take fewer objects, fewer neighbours or simpler labels."


@dataclass
class Learned:
    """A classifier, what it believes of all objects and places, and the answers last shown."""

    model: Classifier
    beliefs: PlaneBeliefs | None = None
    shown: tuple[Hashable, ClassifiedPlane] | None = None


def fit_task(context: Context) -> Task[Learned]:
    """Neighbours with their beliefs about all objects and places, or the training of a network."""
    labels, network = cast(MassTable, context.labels), is_network(context)

    def start(stop: StopFlag) -> tuple[Learned, Iterator[Any]]:
        (kind, arguments), look = estimator(context), view(context)
        learned, features = Learned(kind(**arguments)), look.plane(context.dataset).features
        weights = context.dataset.weights
        if isinstance(learned.model, EvidentialNetwork):
            return learned, learned.model.iterate(features, labels, weights, stop=stop)

        model = learned.model

        def steps() -> Iterator[ClassifiedPlane]:
            model.fit(features, labels, groups=context.dataset.groups)
            yield classify(context, learned, look)

        return learned, until_stopped(steps(), stop)

    n = context.dataset.n
    few = "A classifier needs at least two objects; there is one." if n < 2 else ""
    return Task(
        f"{PAGE}.fit",
        _token(context),
        start,
        context.remember("cost", _token(context), partial(cost, context)),
        expected=EvidentialNetwork().max_iter if network else None,
        label="Train" if network else "Run",
        unit="iteration" if network else "fit",
        advice=ADVICE,
        about=f"Learning from {n:,} objects" + ("" if network else BELIEFS),
        problem=few or context.label_problem(labels),
    )


def cost(context: Context) -> Cost:
    """What learning costs, and for neighbours the beliefs about all objects and places too."""
    settings, dataset, labels = context.settings, context.dataset, cast(MassTable, context.labels)
    from_plane = settings.get("source", SHOWN) == SHOWN and has_places(context)
    n_features = min(dataset.p, 2) if from_plane else dataset.p
    if is_network(context):
        return network_cost(dataset.n, n_features, labels.frame.size, settings.prototypes)
    count, rule = settings.K, estimator(context)[1].get("gamma", "class")
    objects = prediction_cost(n_features, labels, dataset.n, count, rule)
    n_places = CELLS_PER_AXIS**2 + MAX_ASKED // 2  # as many as borders of most data ask about
    places = prediction_cost(n_features, labels, n_places, count, rule)
    both = Cost(0.0, objects.bytes / 2 + places.bytes)  # beliefs about objects stay meanwhile
    return knn_cost(n_features, labels, count, rule) + objects + places + both


def classify(
    context: Context, learned: Learned, look: ClassifierView | None = None
) -> ClassifiedPlane:
    """The answers at all objects and places; beliefs that are not there yet are found first."""
    look = look or view(context)
    token = look, context.workspace.truth_hidden
    if learned.beliefs is None:
        plane = look.plane(context.dataset)
        learned.beliefs = believe_on_plane(learned.model, plane, lay_cells(plane).places)
    if learned.shown is None or learned.shown[0] != token:
        exact = believe_at(learned.model, look.plane(context.dataset))
        given = shown_with(context) | {"believe": exact}
        found = classify_plane(context.dataset, learned.beliefs, look, **given)
        learned.shown = token, found
    return learned.shown[1]


def shown_with(context: Context) -> dict[str, Any]:
    """What a picture shows besides answers: labels, and by what answers are judged."""
    by_labels = context.dataset.truth is None
    return {"labels": context.labels, "truth": context.truth, "judge_by_labels": by_labels}


def errors_task(context: Context, learned: Learned) -> Task[list[NDArray[np.float64]]]:
    """One curve: the leave-one-out error for every K from 1 on; groups are left out whole."""
    model, labels = learned.model, cast(MassTable, context.labels)
    largest = min(MAX_NEIGHBOURS, len(model.rows_) - 1)
    find_cost = partial(leave_one_out_cost, model.n_features_in_, labels, largest)

    def start(stop: StopFlag) -> tuple[list[NDArray[np.float64]], Iterator[Any]]:
        curves = (model.leave_one_out_errors(number) for number in [largest])
        return collect(until_stopped(curves, stop))

    without_k = () if context.settings.uses("learn_alpha") else ("K",)  # γ may follow from K
    return Task(
        f"{PAGE}.errors",
        _token(context, *without_k),
        start,
        context.remember("cost of errors", _token(context), find_cost),
        label="Errors of every K",
        unit="curve",
        advice=ADVICE,
    )


def sizes_task(context: Context) -> Task[list[tuple[int, float]]]:
    """The cross-validated error of networks of several sizes."""
    labels, model = cast(MassTable, context.labels), EvidentialNetwork(**estimator(context)[1])
    tried = [number for number in TRIED if number <= len(labels) * (FOLDS - 1) // FOLDS]
    features = view(context).plane(context.dataset).features

    def start(stop: StopFlag) -> tuple[list[tuple[int, float]], Iterator[Any]]:
        compare = partial(choose_n_prototypes, model, features, labels, folds=FOLDS)
        known = {"groups": context.dataset.groups, "sample_weight": context.dataset.weights}
        compare = partial(compare, **known)
        found = ((number, float(compare([number]).errors[0])) for number in tried)
        return collect(until_stopped(found, stop))

    (n, p), n_classes = features.shape, labels.frame.size
    return Task(
        f"{PAGE}.choice",
        _token(context, "prototypes"),
        start,
        sum((network_cost(n, p, n_classes, r) for r in tried), Cost(0.0, 0.0)) * FOLDS,
        expected=len(tried),
        label="Cross-validate",
        help=f"Trains {FOLDS} networks of each size, each without a fifth of the objects.",
        unit="size",
        by_itself=False,
    )


def test_errors(context: Context, learned: Learned) -> dict[str, ErrorRate]:
    """The error rate of single classes on each part that is kept apart."""
    look, model = view(context), learned.model

    def decide(part: Dataset) -> NDArray[np.int64]:
        axes, whole = look.axes_of(context.dataset), cast(Dataset, context.workspace.dataset)
        features = features_of_part(whole, context.dataset, part, axes, look.source)
        return decide_by_belief(model, features, part.class_names)

    token = id(model), chosen_axes(context.dataset, context.settings)
    return errors_apart(context, token, decide, max_judged(context))


def max_judged(context: Context) -> int:
    """Of how many objects errors may be counted while the page is drawn."""
    if is_network(context):
        return MAX_JUDGED
    labels, rule = cast(MassTable, context.labels), estimator(context)[1].get("gamma", "class")
    count, n = context.settings.K, MAX_JUDGED
    while n > 100:
        if prediction_cost(context.dataset.p, labels, n, count, rule).is_quick:
            break
        n //= 2
    return n


def errors_title(context: Context) -> str:
    """What the error curve over K shows."""
    left_out = "leave-one-out" if context.dataset.groups is None else "groups-left-out"
    return f"{left_out} {error_axis(LABELS)}"


def _token(context: Context, *without: str) -> Hashable:
    """What learning depends on: the axes too, but neither how to answer nor these settings."""
    token = context.fit_token_without("answer", *without)
    return token, chosen_axes(context.dataset, context.settings)
