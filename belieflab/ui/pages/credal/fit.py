"""What the Credal partition page computes: one partition, or one for every number of clusters."""

from collections.abc import Iterator

from belieflab.clustering import CredalPartition
from belieflab.clustering.clusterer import CredalClusterer
from belieflab.cost import Cost
from belieflab.data.matching import Matching
from belieflab.figures.credal.partition import match_clusters, named_partition
from belieflab.iteration import Step, StopFlag
from belieflab.ui.method.context import Context
from belieflab.ui.method.tasks import Task, collect, expect_steps
from belieflab.ui.pages.credal.settings import PAGE, algorithm, own_settings

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
    )


def make_model(context: Context) -> CredalClusterer:
    """The estimator, not yet fitted; it keeps its steps for the player, if they fit into memory."""
    chosen, settings = algorithm(context), own_settings(context)
    kept = chosen.keeps_steps(context.dataset.n, settings)
    return chosen.make_model(settings, context.seed, kept)


def groups(context: Context, model: CredalClusterer) -> Matching:
    """Which class each cluster stands for; a hidden truth takes no part."""
    return match_clusters(context.dataset, model, context.workspace.labels, context.truth)


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
