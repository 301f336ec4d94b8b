"""What the Mixture page computes: one fit, or the same model at every level of nonspecificity."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from belieflab.bayes.cost import max_decisions
from belieflab.belief import MassTable
from belieflab.cost import Cost
from belieflab.data.matching import Matching
from belieflab.errors import DataError
from belieflab.evaluation.kept_apart import ErrorRate
from belieflab.figures.mixture.fit import component_names, match_components
from belieflab.iteration import Step, StopFlag
from belieflab.mixture import SoftLabelMixture
from belieflab.mixture.cost import mixture_cost
from belieflab.mixture.levels import LEVELS, LevelFit, fit_levels
from belieflab.mixture.scoring import Agreement, agreement
from belieflab.ui.method import decision_costs
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
    """A mixture, the labels it is fitted to, and at the end its decisions [shape=(n,)]."""

    model: SoftLabelMixture
    labels: MassTable | None
    decisions: NDArray[np.int64] | None = None

    @property
    def named(self) -> bool:
        """Whether the components are the classes of the labels."""
        return self.labels is not None and self.model.labelled_


def over_levels(context: Context) -> bool:
    """Whether the player runs over levels of nonspecificity instead of iterations."""
    return bool(context.settings.get("over") == NONSPECIFICITY)


def task(context: Context) -> Task[Any]:
    """One fit by EM, or the same model fitted to labels that are right but ever vaguer."""
    dataset, model, labels = context.dataset, make_model(context), training_labels(context)
    problem = "A mixture needs at least two objects; there is one." if dataset.n < 2 else ""
    own = None if over_levels(context) else labels
    problem = problem or context.label_problem(own) or _weibull_problem(context)
    make = partial(Task, token=context.fit_token, advice=ADVICE, problem=problem)

    def start_levels(stop: StopFlag) -> tuple[list[LevelFit], Iterator[LevelFit]]:
        model.set_params(n_components=None)
        steps = fit_levels(dataset, model, seed=context.seed, stop=stop)
        return collect(step.snapshot for step in steps)

    def start(stop: StopFlag) -> tuple[MixtureFit, Iterator[Step]]:
        fit = MixtureFit(model, labels)

        def steps() -> Iterator[Step]:
            yield from model.iterate(dataset.X, labels, dataset.weights, stop=stop)
            if not stop.is_set:  # a stopped model may not have come to its first step
                fit.decisions = model.predict_proba(dataset.X).argmax(axis=1)

        return fit, steps()

    if over_levels(context):
        return make(
            f"{PAGE}.levels",
            start=start_levels,
            cost=_levels_cost(context),
            expected=len(LEVELS),
            label="Fit every level",
            unit="level",
        )
    return make(
        f"{PAGE}.fit",
        start=start,
        cost=cost(context),
        expected=lambda steps: expect_steps(steps, model.tol * dataset.n, model.max_iter),
        label="Run EM",
    )


def _weibull_problem(context: Context) -> str:
    """Which value is none that Weibull components take; empty where there is none such."""
    dataset = context.dataset
    if context.settings.kind != "weibull" or (dataset.X > 0).all():
        return ""
    row, column = np.argwhere(dataset.X <= 0)[0]
    return (
        f"Weibull components need positive numbers; {dataset.name_of(int(row))} has "
        f"{dataset.X[row, column]:g} in {dataset.feature_names[column]}."
    )


def cost(context: Context) -> Cost:
    """What one fit is expected to cost."""
    settings, dataset, count = context.settings, context.dataset, _n_components(context)
    family = arguments(context).get("covariance", "full")
    n_init = settings.n_init if settings.init != "pignistic" else 1
    more = {"n_init": n_init, "iterations": EXPECTED_ITERATIONS}
    return mixture_cost(dataset.n, dataset.p, count, family, settings.kind, **more)


def _levels_cost(context: Context) -> Cost:
    """Each level starts from good labels, and keeps responsibilities and decisions."""
    one, dataset = cost(context), context.dataset
    kept = 8.0 * dataset.n * (len(dataset.class_names) + 1) * len(LEVELS)
    return Cost(one.seconds * len(LEVELS) / 4, one.bytes + kept)


def fitted_model(context: Context, fit: Any) -> SoftLabelMixture:
    """The model that predicts; levels of nonspecificity have one each."""
    if over_levels(context):
        raise DataError(
            "There is a model for every level here: let the player run over iterations."
        )
    model: SoftLabelMixture = fit.model
    return model


def groups(context: Context, fit: MixtureFit) -> Matching:
    """Which class each component stands for; a hidden truth takes no part."""
    return match_components(context.dataset, fit.model, context.labels, context.truth)


def fit_names(context: Context, fit: MixtureFit) -> list[str]:
    """What the components are called."""
    return component_names(fit.model, groups(context, fit))


def test_errors(context: Context, fit: MixtureFit) -> dict[str, ErrorRate]:
    """The error rate on each part that is kept apart; components count for their classes."""
    found = score(context, fit)
    if found is None:
        return {}
    errors = partial(decision_costs.decision_errors_apart, named=fit.named)
    return errors(context, fit.model, found.class_of, max_judged(context))


def max_judged(context: Context) -> int:
    """Of how many objects errors may be counted while the page is drawn."""
    return max_decisions(1, context.dataset.p, _n_components(context))


def _n_components(context: Context) -> int:
    """How many components there will be: as many as classes where labels are used."""
    settings, labels = context.settings, context.labels
    return int(settings.K) if labels is None or not uses_labels(settings) else labels.frame.size


def decisions(context: Context, fit: MixtureFit) -> NDArray[np.int64] | None:
    """The decisions about the objects, by cost where that is chosen; -1 for no answer."""
    rule = decision_costs.rule_of(context, fit.named)
    if rule.is_plain or fit.decisions is None:
        return fit.decisions
    make = partial(decision_costs.decide, context, fit.model, context.dataset.X)
    return context.remember("decisions", (context.fit_token, id(fit.model), rule), make)


def score(context: Context, fit: MixtureFit) -> Agreement | None:
    """Decisions against the truth; None when there is none or it is hidden."""
    truth = context.truth
    if truth is None or not (truth >= 0).any():
        return None
    X, names = context.dataset.X, context.dataset.class_names
    judge = partial(agreement, named=fit.named, component=decisions(context, fit))
    make = partial(judge, fit.model, X, truth, names)
    token = context.fit_token, id(fit.model), decision_costs.rule_of(context, fit.named)
    return context.remember("score", token, make)
