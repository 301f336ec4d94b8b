"""What the Landscape page computes first of all: one landscape."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import partial
from threading import Lock

import numpy as np
from numpy.typing import NDArray

from belieflab.belief import MassTable
from belieflab.data.fingerprint import fingerprint
from belieflab.errors import DataError
from belieflab.iteration import StopFlag
from belieflab.mixture import Landscape, Maximum, SoftLabelMixture
from belieflab.mixture.cost import landscape_cost
from belieflab.mixture.maxima import Maxima, highest
from belieflab.mixture.problem import check_ranges
from belieflab.mixture.restarts import Run
from belieflab.ui.method import decision_costs, runs
from belieflab.ui.method.context import Context
from belieflab.ui.method.planes import PLANE
from belieflab.ui.method.tasks import Task
from belieflab.ui.pages.landscape.settings import ADVICE, GIVEN, PAGE, training_labels
from belieflab.ui.pages.landscape.sweep import mark_points

BATCH = 10
FIRST_SECONDS, NEXT_SECONDS = 2.0, 60.0
"""Estimated seconds up to which a landscape is explored by itself: the first one of some data, and
those at other levels of noise after it."""


@dataclass
class Exploration:
    """A landscape that is being explored, and the settings and labels it was started with."""

    context: Context
    landscape: Landscape
    labels: MassTable | None
    n_given: int = 0
    """Starts that were given as steps so far."""
    clicked: int | None = None
    """The start that found the maximum that was clicked."""
    _grouped: dict[bool, Maxima] = field(default_factory=dict)
    _models: dict[int, SoftLabelMixture] = field(default_factory=dict)
    _lock: Lock = field(default_factory=Lock)

    @property
    def starts(self) -> list[Run]:
        """The starts that have ended so far."""
        return list(getattr(self.landscape, "runs_", ()))

    def maxima(self, relabel: bool) -> list[Maximum]:
        """The distinct maxima so far, highest first; each start is looked at once."""
        units = getattr(self.landscape, "units_", None)
        with self._lock:
            made = Maxima(self.landscape.distance, relabel, units)
            grouped = self._grouped.setdefault(relabel, made)
            for run in self.starts[grouped.n_runs :]:
                grouped.add(run)
            return [replace(each, starts=list(each.starts)) for each in grouped.highest_first()]

    def model(self, start: int) -> SoftLabelMixture:
        """The mixture at the maximum that this start found, made once."""
        if start not in self._models:
            X = self.context.dataset.X
            self._models[start] = self.landscape.mixture(X, self.labels, start)
        return self._models[start]

    def chosen(self, maxima: list[Maximum]) -> Maximum:
        """The maximum that was clicked, or else the highest that has not collapsed."""
        return next((each for each in maxima if self.clicked in each.starts), highest(maxima))

    def iterations(self) -> NDArray[np.int64]:
        """M steps of each start at 1e-6."""
        return np.array([run.early_iterations for run in self.starts], dtype=np.int64)

    def steps(self, stop: StopFlag, resume: bool = False) -> Iterator[int]:
        """One step per start, also of those that ended while a batch was stopped."""
        X = self.context.dataset.X
        for step in self.landscape.iterate(X, self.labels, stop=stop, resume=resume):
            self.maxima(self.context.settings.relabel)  # here, and not while the page is drawn
            yield from range(self.n_given, step.iteration)
            self.n_given = step.iteration


def landscape_task(context: Context) -> Task[Exploration]:
    """EM from many starts."""
    dataset, settings, labels = context.dataset, context.settings, context.labels
    n_components = labels.frame.size if labels is not None else settings.K

    def start(stop: StopFlag) -> tuple[Exploration, Iterator[int]]:
        given = settings.arguments() | {"relabel": False}  # mirror images are joined afterwards
        landscape = Landscape(**given, random_state=context.seed, batch=BATCH)
        made = Exploration(context, landscape, training_labels(context))
        return made, made.steps(stop)

    points = mark_points(context)
    apart = {"relabel", "horizontal", "vertical", PLANE}  # these only change what is drawn of it
    chosen = tuple(each for each in settings.fit_token if each[0] not in apart)
    given = _mark_labels(context) if settings.labels == GIVEN else ""
    known = runs.get(f"{PAGE}.run")
    return Task(
        f"{PAGE}.run",
        (points, context.seed, chosen, given),
        start,
        landscape_cost(dataset.n, dataset.p, n_components, settings.starts),
        expected=settings.starts,
        unit="start",
        advice=ADVICE,
        problem=context.problem("A landscape")
        or _range_problem(context)
        or _label_problem(context),
        by_itself=False,
        resume=lambda made, stop: made.steps(stop, resume=True),
        scope=points,
        begins_within=NEXT_SECONDS if known and known.scope == points else FIRST_SECONDS,
    )


def _range_problem(context: Context) -> str:
    """Which feature has no range that EM can work on; empty where all have one."""

    def find() -> str:
        try:
            check_ranges(context.dataset.X)
        except DataError as error:
            return context.with_names(str(error))
        return ""

    return context.remember("range problem", id(context.dataset), find)


def _label_problem(context: Context) -> str:
    """Why there can be no such labels, or none can be learned from; empty where they can."""

    def find() -> str:
        try:
            training_labels(context)
        except DataError as error:
            return str(error)
        return ""

    if context.settings.labels == GIVEN:
        return context.label_problem(context.labels)
    token = context.workspace.version, context.settings.labels, context.settings.ns
    return context.remember("label problem", token, find)


def _mark_labels(context: Context) -> str:
    """A digest of the labels of the workspace: the same level of noise gives the same one."""
    labels = context.labels
    if labels is None:
        return ""
    make = partial(fingerprint, labels.mass)
    return context.remember("labels", context.workspace.version, make)


def fitted_model(context: Context, found: Exploration) -> SoftLabelMixture:
    """The chosen maximum as the mixture that predicts."""
    return found.model(found.chosen(found.maxima(context.settings.relabel)).first)


def as_learned(context: Context) -> Context:
    """The context with the labels that EM is run with, which say whether components are classes."""
    return decision_costs.for_classes(context, training_labels(context))
