"""What the Credal partition page computes: one partition, or one for every number of clusters."""

from collections.abc import Iterator
from dataclasses import replace

from belieflab.clustering import CredalPartition
from belieflab.clustering.algorithms import ALGORITHMS
from belieflab.clustering.clusterer import CredalClusterer
from belieflab.cost import Cost
from belieflab.data.matching import Matching
from belieflab.data.settings import Settings
from belieflab.errors import DataError
from belieflab.figures.credal.partition import match_clusters, named_partition
from belieflab.iteration import Step, StopFlag
from belieflab.ui.method import runs
from belieflab.ui.method.context import Context
from belieflab.ui.method.starts_run import StartsRun
from belieflab.ui.method.tasks import Task, collect, expect_steps, resolve
from belieflab.ui.pages.credal.settings import (
    NOTHING,
    PAGE,
    algorithm,
    mass_names,
    own_settings,
)

ADVICE = "Take fewer objects, clusters, focal sets or starts."
Row = tuple[int, float, float]  # a number of clusters, the criterion at the end and N*


def task(context: Context) -> Task[CredalClusterer]:
    """The partition by the chosen algorithm."""
    chosen, settings, dataset = algorithm(context), own_settings(context), context.dataset
    tol, max_iter = (getattr(make_model(context), name, 0) for name in ("tol", "max_iter"))

    def start(stop: StopFlag) -> tuple[CredalClusterer, Iterator[Step]]:
        model = make_model(context)
        return model, chosen.iterate(model, dataset, settings, stop)

    return Task(
        f"{PAGE}.fit",
        context.fit_token,
        start,
        chosen.cost(dataset.n, dataset.p, settings),
        expected=lambda steps: expect_steps(steps, tol, max_iter, relative=True),
        label=f"Run {chosen.title}",
        advice=ADVICE,
        problem=chosen.problem(dataset.n, settings),
        kind=StartsRun,
    )


def fitted_model(context: Context, model: CredalClusterer) -> CredalClusterer:
    """The model that predicts, where its method has a rule for new objects with features."""
    if context.dataset.image_shape or not algorithm(context).predicts:
        able = next(each.title for each in ALGORITHMS.values() if each.predicts)
        raise DataError(
            f"This method has no rule for the objects of a second file; {able} has one."
        )
    return model


def name_sets(context: Context) -> Settings:
    """The settings; sets of clusters have the names of the classes that these stand for."""
    settings, model = context.settings, _known_model(context)
    if model is None or not settings.uses("c") or "mass" not in settings.parameters:
        return settings
    named = {NOTHING: NOTHING} | set_titles(context, model)
    parameters = settings.parameters | {"mass": replace(settings.parameters["mass"], choices=named)}
    return Settings(list(parameters.values()), settings)


def set_titles(context: Context, model: CredalClusterer) -> dict[str, str]:
    """The sets of clusters by their short names, as they are called on screen."""
    frame, matched = model.partition_.frame, groups(context, model)
    names = matched.names("cluster") if matched.matched else frame.names

    def title(mask: int) -> str:
        if mask in (0, frame.omega):
            return frame.format(mask)
        return " or ".join(names[k] for k in matched.order if mask >> k & 1)

    return {short: title(mask) for short, mask in mass_names(frame).items()}


def _known_model(context: Context) -> CredalClusterer | None:
    """The partition of these settings if it follows them at once, or was computed before."""
    wanted = task(context)
    if wanted.refusal:
        return None
    if wanted.is_quick:
        outcome = resolve(wanted)
        return outcome.value if outcome.ready else None
    run = runs.get(wanted.key)
    finished = run is not None and run.token == wanted.token and run.finished and not run.error
    return run.value if run is not None and finished else None


def make_model(context: Context) -> CredalClusterer:
    """The estimator, not yet fitted; it keeps its steps for the player, if they fit into memory."""
    chosen, settings = algorithm(context), own_settings(context)
    kept = chosen.keeps_steps(context.dataset.n, settings)
    return chosen.make_model(settings, context.seed, kept)


def groups(context: Context, model: CredalClusterer) -> Matching:
    """Which class each cluster stands for; a hidden truth takes no part."""
    return match_clusters(context.dataset, model, context.known_labels, context.truth)


def partition_of(context: Context, model: CredalClusterer) -> CredalPartition:
    """The partition with the names of its clusters."""
    return named_partition(model.partition_, groups(context, model))


def comparison(context: Context, last: int) -> Task[list[Row]]:
    """The same algorithm with 2, 3, … `last` clusters."""
    chosen, dataset = algorithm(context), context.dataset
    each = [own_settings(context).replace(c=c) for c in range(2, min(last, dataset.n) + 1)]

    def rows(stop: StopFlag) -> Iterator[Row]:
        for settings in each:
            model = chosen.make_model(settings, context.seed, keep_history=False)
            for _ in chosen.iterate(model, dataset, settings, stop):
                pass
            if stop.is_set:
                return
            index = model.partition_.mean_nonspecificity()
            yield settings.c, float(model.criterion_), index

    costs = [chosen.cost(dataset.n, dataset.p, settings) for settings in each]
    few = "Two clusters need at least two objects."
    return Task(
        f"{PAGE}.choice",
        (context.workspace.version, context.settings.replace(c=2).fit_token, last),
        lambda stop: collect(rows(stop)),
        sum(costs, Cost(0.0, 0.0)),
        expected=len(each),
        label="Compare",
        unit="number",
        advice=ADVICE,
        problem=chosen.problem(dataset.n, each[-1]) if each else few,
    )
