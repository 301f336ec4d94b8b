"""What the Mixture page computes: one fit, or the same model at every level of nonspecificity."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

from belieflab.belief import MassTable
from belieflab.cost import Cost
from belieflab.errors import DataError
from belieflab.iteration import Step, StopFlag
from belieflab.mixture import SoftLabelMixture
from belieflab.mixture.cost import mixture_cost
from belieflab.mixture.levels import LEVELS, LevelFit, fit_levels
from belieflab.mixture.scoring import Agreement, agreement
from belieflab.ui.method.context import Context
from belieflab.ui.method.tasks import Task, collect, expect_steps
from belieflab.ui.pages.mixture.settings import (
    NONSPECIFICITY,
    PAGE,
    arguments,
    make_model,
    training_labels,
    uses_labels,
)

EXPECTED_ITERATIONS = 100
ADVICE = "Take fewer objects, features, components or starts."


@dataclass
class MixtureFit:
    """A mixture, and the labels it is fitted to."""

    model: SoftLabelMixture
    labels: MassTable | None

    @property
    def named(self) -> bool:
        """Whether the components are the classes of the labels."""
        return self.labels is not None and self.model.labelled_


def over_levels(context: Context) -> bool:
    """Whether the player runs over levels of nonspecificity instead of iterations."""
    return bool(context.settings.get("over") == NONSPECIFICITY)


def task(context: Context) -> Task[Any]:
    """What the controls ask for."""
    return level_task(context) if over_levels(context) else fit_task(context)


def fit_task(context: Context) -> Task[MixtureFit]:
    """One fit by EM."""
    model, labels = make_model(context), training_labels(context)

    def start(stop: StopFlag) -> tuple[MixtureFit, Iterator[Step]]:
        if context.dataset.n < 2:
            raise DataError("A mixture needs at least two objects; there is one.")
        return MixtureFit(model, labels), model.iterate(context.dataset.X, labels, stop=stop)

    return Task(
        f"{PAGE}.fit",
        context.fit_token,
        start,
        cost(context),
        expected=lambda steps: expect_steps(steps, model.tol * context.dataset.n, model.max_iter),
        label="Run EM",
        advice=ADVICE,
    )


def level_task(context: Context) -> Task[list[LevelFit]]:
    """The same model, fitted to labels that are right but ever vaguer."""
    one = cost(context)

    def start(stop: StopFlag) -> tuple[list[LevelFit], Iterator[LevelFit]]:
        model = make_model(context).set_params(n_components=None)
        steps = fit_levels(context.dataset, model, seed=context.seed, stop=stop)
        return collect(step.snapshot for step in steps)

    return Task(
        f"{PAGE}.levels",
        context.fit_token,
        start,
        Cost(one.seconds * len(LEVELS) / 4, one.bytes),  # each level starts from good labels
        expected=len(LEVELS),
        label="Fit every level",
        unit="level",
        advice=ADVICE,
    )


def cost(context: Context) -> Cost:
    """What one fit is expected to cost."""
    settings, dataset, labels = context.settings, context.dataset, context.labels
    named = labels is not None and uses_labels(settings)
    count = labels.frame.size if labels is not None and named else settings.K
    family = arguments(context).get("covariance", "full")
    n_init = settings.n_init if settings.init != "pignistic" else 1
    more = {"n_init": n_init, "iterations": EXPECTED_ITERATIONS}
    return mixture_cost(dataset.n, dataset.p, count, family, settings.kind, **more)


def score(context: Context, fit: MixtureFit) -> Agreement | None:
    """Decisions against the truth; None when there is none or it is hidden."""
    truth = context.truth
    if truth is None or not (truth >= 0).any():
        return None
    X, names = context.dataset.X, context.dataset.class_names
    make = partial(agreement, fit.model, X, truth, names, named=fit.named)
    return context.remember("score", (context.fit_token, id(fit.model)), make)
