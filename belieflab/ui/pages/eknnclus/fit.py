"""What the EKNNclus page computes: the run that is shown, many runs to compare, and a table."""

from collections.abc import Iterator
from dataclasses import dataclass

import streamlit as st

from belieflab.clustering import EKNNclus
from belieflab.clustering.cost import eknnclus_cost
from belieflab.clustering.eknnclus_sweeps import choose_run
from belieflab.clustering.eknnclus_table import A_SETS, TableRun, count_runs, run_table
from belieflab.clustering.neighbour_graph import Graph
from belieflab.cost import Cost
from belieflab.errors import DataError
from belieflab.iteration import Step, StopFlag
from belieflab.ui.method.context import Context
from belieflab.ui.method.tasks import Task
from belieflab.ui.pages.eknnclus.settings import METRICS, PAGE, arguments, graph_token

ADVICE = "Take fewer objects or neighbours."
_GRAPH = f"{PAGE}.graph"


@dataclass(frozen=True)
class RunEnd:
    """How one run ended."""

    run: int
    n_clusters: int
    energy: float
    n_sweeps: int


def fit_task(context: Context) -> Task[EKNNclus]:
    """The run that is shown; a graph of neighbours fills megabytes, so one result is kept."""

    def start(stop: StopFlag) -> tuple[EKNNclus, Iterator[Step]]:
        if context.dataset.n < 2:
            raise DataError("Clusters need at least two objects; there is one.")
        model = EKNNclus(**arguments(context), keep_history=True)
        graph = known_graph(context)
        return model, model.iterate(context.dataset.X, graph=graph, stop=stop)

    decided = [(name, value) for name, value in context.settings.fit_token if name != "runs"]
    return Task(
        f"{PAGE}.fit",
        (context.workspace.version, tuple(decided)),
        start,
        _cost(context),
        label="Run EKNNclus",
        unit="sweep",
        advice=ADVICE,
        kept=1,
    )


def seeds_task(context: Context, graph: Graph) -> Task[list[RunEnd]]:
    """Runs that visit the objects in other orders, on neighbours that are known."""
    settings = context.settings

    def steps(found: list[RunEnd], stop: StopFlag) -> Iterator[RunEnd]:
        for run in range(len(found), settings.runs):
            model = EKNNclus(**arguments(context, run))
            for _ in model.iterate(context.dataset.X, graph=graph, stop=stop):
                pass
            if stop.is_set:
                return
            found.append(RunEnd(run, model.n_clusters_, model.energy_, model.n_iter_))
            yield found[-1]

    def start(stop: StopFlag) -> tuple[list[RunEnd], Iterator[RunEnd]]:
        found: list[RunEnd] = []
        return found, steps(found, stop)

    one = _cost(context)
    n_start = settings.c0 if settings.uses("c0") else None
    return Task(
        f"{PAGE}.seeds",
        (graph_token(context), n_start, settings.runs),
        start,
        Cost(one.seconds * settings.runs, one.bytes),
        expected=settings.runs,
        label=f"Run {settings.runs} times",
        unit="run",
        help="The same settings, other orders of visit; the neighbours are searched only once.",
        advice=ADVICE,
        by_itself=False,
        resume=steps,
    )


def table_task(context: Context) -> Task[list[TableRun]]:
    """The table of the A-sets."""

    def start(stop: StopFlag) -> tuple[list[TableRun], Iterator[TableRun]]:
        found: list[TableRun] = []
        return found, steps(found, stop)

    def steps(found: list[TableRun], stop: StopFlag) -> Iterator[TableRun]:
        for number, run in enumerate(run_table(context.seed)):
            if stop.is_set:
                return
            if number >= len(found):
                found.append(run)
                yield run

    one = sum(eknnclus_cost(a_set.n, 2, a_set.n_neighbors).seconds for a_set in A_SETS)
    return Task(
        f"{PAGE}.a_sets",
        context.seed,
        start,
        Cost(one * count_runs() / len(A_SETS), 5e8),
        expected=count_runs(),
        label="Run the table",
        unit="run",
        by_itself=False,
        resume=steps,
    )


def chosen_of(ends: list[RunEnd]) -> int:
    """The position of the run that the rule takes."""
    return choose_run([(end.n_clusters, end.energy) for end in ends])


def known_graph(context: Context) -> Graph | None:
    """The neighbours of an earlier run with the same K, q, β and weights."""
    token, graph = st.session_state.get(_GRAPH, (None, None))
    known: Graph | None = graph if token == graph_token(context) else None
    return known


def keep_graph(context: Context, model: EKNNclus) -> None:
    """Let the next runs use the neighbours of this one."""
    st.session_state[_GRAPH] = (graph_token(context), model.graph_)


def _cost(context: Context) -> Cost:
    dataset, settings = context.dataset, context.settings
    metric = METRICS[settings.get("relational", False)]
    return eknnclus_cost(dataset.n, dataset.p, settings.K, metric=metric)
