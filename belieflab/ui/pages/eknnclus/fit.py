"""What the EKNNclus page computes: the run that is shown, many runs to compare, and a table."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, TypeVar

from belieflab.clustering import EKNNclus
from belieflab.clustering.cost import eknnclus_cost
from belieflab.clustering.eknnclus_table import A_SETS, TableRun, count_runs, run_table
from belieflab.clustering.neighbour_graph import Graph
from belieflab.cost import Cost
from belieflab.iteration import Step, StopFlag
from belieflab.ui.method.context import Context
from belieflab.ui.method.tasks import Task
from belieflab.ui.pages.eknnclus.settings import PAGE, arguments, default_k, graph_token, objects
from belieflab.ui.shell.session import session

ADVICE = "Take fewer objects or neighbours."
FIRST_SECONDS = 2.0
"""Estimated seconds up to which runs with the default K are compared without being asked for."""
_GRAPH = f"{PAGE}.graph"

End = tuple[int, float]  # number of clusters and energy at the end of a run
Found = TypeVar("Found")


def fit_task(context: Context) -> Task[EKNNclus]:
    """The run that is shown; a graph of neighbours fills megabytes, so one result is kept."""

    def start(stop: StopFlag) -> tuple[EKNNclus, Iterator[Step]]:
        model = EKNNclus(**arguments(context), keep_history=True)
        token, graph = session().get(_GRAPH, (None, None))
        known: Graph | None = graph if token == graph_token(context) else None
        return model, model.iterate(objects(context), graph=known, stop=stop)

    few = "Clusters need at least two objects; there is one."
    return Task(
        f"{PAGE}.fit",
        context.fit_token_without("runs"),
        start,
        _cost(context),
        label="Run EKNNclus",
        unit="sweep",
        advice=ADVICE,
        problem=few if context.dataset.n < 2 else "",
        kept=1,
    )


def keep_graph(context: Context, model: EKNNclus) -> None:
    """Let the next runs with the same K, q, β and weights use the neighbours of this one."""
    session()[_GRAPH] = (graph_token(context), model.graph_)


def seeds_task(context: Context, graph: Graph) -> Task[list[End]]:
    """Runs 0, 1, … that visit the objects in other orders, on neighbours that are known."""
    settings = context.settings

    def steps(found: list[End], stop: StopFlag) -> Iterator[End]:
        for run in range(len(found), settings.runs):
            model = EKNNclus(**arguments(context, run))
            for _ in model.iterate(objects(context), graph=graph, stop=stop):
                pass
            if stop.is_set:
                return
            found.append((model.n_clusters_, model.energy_))
            yield found[-1]

    return _growing_task(
        f"{PAGE}.seeds",
        (graph_token(context), settings.c0 if settings.uses("c0") else None, settings.runs),
        steps,
        _cost(context) * settings.runs,
        expected=settings.runs,
        label=f"Run {settings.runs} times",
        help="The same settings, other orders of visit; the neighbours are searched only once.",
        advice=ADVICE,
        begins_within=FIRST_SECONDS if settings.K == default_k(context.dataset.n) else 0.0,
    )


def table_task(context: Context) -> Task[list[TableRun]]:
    """The table of the A-sets."""

    def steps(found: list[TableRun], stop: StopFlag) -> Iterator[TableRun]:
        for number, run in enumerate(run_table(context.seed)):
            if stop.is_set:
                return
            if number >= len(found):
                found.append(run)
                yield run

    each = [eknnclus_cost(a_set.n, 2, a_set.n_neighbors).seconds for a_set in A_SETS]
    cost = Cost(sum(each) * count_runs() / len(A_SETS), 5e8)
    make = partial(_growing_task, expected=count_runs(), label="Run the table")
    return make(f"{PAGE}.a_sets", context.seed, steps, cost)


def _growing_task(
    key: str,
    token: Any,
    steps: Callable[[list[Found], StopFlag], Iterator[Found]],
    cost: Cost,
    **given: Any,
) -> Task[list[Found]]:
    """Runs one by one, which `steps` adds to those that were found before a stop."""

    def start(stop: StopFlag) -> tuple[list[Found], Iterator[Found]]:
        found: list[Found] = []
        return found, steps(found, stop)

    return Task(key, token, start, cost, unit="run", by_itself=False, resume=steps, **given)


def _cost(context: Context) -> Cost:
    dataset, settings = context.dataset, context.settings
    metric = "euclidean" if dataset.dissimilarities is None else "precomputed"
    return eknnclus_cost(dataset.n, dataset.p, settings.K, metric=metric)
