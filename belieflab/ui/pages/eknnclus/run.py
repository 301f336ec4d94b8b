"""The runs behind the EKNNclus page: the one that is shown, and many to compare.

Of every kind only the newest is kept: a graph of neighbours fills tens of megabytes.
"""

from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass
from typing import Any, TypeVar

import streamlit as st

from belieflab.clustering import EKNNclus
from belieflab.clustering.eknnclus_sweeps import choose_run
from belieflab.clustering.neighbour_graph import MAX_FEATURES_FOR_A_TREE, Graph
from belieflab.data.dataset import Dataset
from belieflab.errors import DataError
from belieflab.ui.method import runs
from belieflab.ui.pages.eknnclus.settings import PAGE, Settings
from belieflab.ui.shell.workspace import Workspace

FIT, SEEDS = f"{PAGE}.fit", f"{PAGE}.seeds"
_FITTING = f"{PAGE}.fitting"

QUICK_EDGES = 2_500_000
"""Objects times neighbours up to which a run follows the controls by itself."""

QUICK_PRODUCTS = 1_000_000_000
"""n² p up to which comparing all objects is quick; a tree needs no such limit."""

Answer = TypeVar("Answer")


@dataclass(frozen=True)
class Ending:
    """How one run ended."""

    run: int
    n_clusters: int
    energy: float
    n_sweeps: int


def is_quick(dataset: Dataset, settings: Settings) -> bool:
    """Whether the run follows the controls."""
    if dataset.n * settings.n_neighbors > QUICK_EDGES:
        return False
    by_tree = dataset.p <= MAX_FEATURES_FOR_A_TREE or settings.metric != "euclidean"
    return by_tree or dataset.n**2 * dataset.p <= QUICK_PRODUCTS


def mark(workspace: Workspace, settings: Settings) -> Hashable:
    """What a run was made for; it changes whenever the run would."""
    return workspace.version, settings


def keep_newest(what: str, made_for: Hashable, make: Callable[[], Answer]) -> Answer:
    """The answer of `make`, kept until something else of that kind is asked for."""
    key = f"{PAGE}.newest.{what}"
    known, answer = st.session_state.get(key, (None, None))
    if known != made_for:
        answer = make()
        st.session_state[key] = (made_for, answer)
    found: Answer = answer
    return found


def present_run(
    workspace: Workspace, dataset: Dataset, settings: Settings
) -> EKNNclus | str | None:
    """The run for what is on screen; a sentence where there is none, None where Run is needed."""
    if not is_quick(dataset, settings):
        return _finished(workspace, settings)

    def make() -> EKNNclus | str:
        if dataset.n < 2:
            return "Clusters need at least two objects; there is one."
        model = settings.make_model()
        try:
            model.fit(dataset.X, graph=known_graph(workspace, settings))
        except DataError as error:
            return str(error)
        return model

    model = keep_newest("run", mark(workspace, settings), make)
    if isinstance(model, EKNNclus):
        keep_graph(workspace, settings, model)
    return model


def known_graph(workspace: Workspace, settings: Settings) -> Graph | None:
    """The neighbours of an earlier run with the same K, q, β and weights."""
    made_for, graph = st.session_state.get(f"{PAGE}.graph", (None, None))
    fitting: Graph | None = graph if made_for == _graph_mark(workspace, settings) else None
    return fitting


def keep_graph(workspace: Workspace, settings: Settings, model: EKNNclus) -> None:
    """Let the next runs use the neighbours of this one."""
    st.session_state[f"{PAGE}.graph"] = (_graph_mark(workspace, settings), model.graph_)


def begin_fit(workspace: Workspace, dataset: Dataset, settings: Settings) -> None:
    """Start the run that is to be shown in the background."""
    model = settings.make_model()
    made_for = mark(workspace, settings)
    graph = known_graph(workspace, settings)
    st.session_state[_FITTING] = (made_for, model)
    runs.begin(FIT, lambda: model.iterate(dataset.X, graph=graph), token=made_for)


def begin_seeds(
    workspace: Workspace, dataset: Dataset, settings: Settings, n_runs: int, graph: Graph
) -> None:
    """Start many runs in the background, on neighbours that are known."""

    def endings() -> Iterator[Ending]:
        for run in range(n_runs):
            yield end_run(dataset.X, settings, run, graph)

    runs.begin(SEEDS, endings, n_runs, seeds_mark(workspace, settings, n_runs))


def end_run(X: Any, settings: Settings, run: int, graph: Graph) -> Ending:
    """How the run of that number ends."""
    arguments = settings.arguments() | {"random_state": settings.seed + run}
    model = EKNNclus(**arguments).fit(X, graph=graph)
    return Ending(run, model.n_clusters_, model.energy_, model.n_iter_)


def seeds_mark(workspace: Workspace, settings: Settings, n_runs: int) -> Hashable:
    """What many runs were made for: whichever of them is shown does not matter."""
    return (
        workspace.version,
        settings.graph_mark,
        settings.n_start,
        settings.seed,
        n_runs,
    )


def present_endings(workspace: Workspace, settings: Settings, n_runs: int) -> list[Ending]:
    """The runs that have ended, if they were for what is on screen; others are forgotten."""
    wanted = seeds_mark(workspace, settings, n_runs)
    found = runs.get(SEEDS)
    if found is not None and found.token != wanted:
        runs.forget(SEEDS)
        return []
    return [] if found is None else list(found.steps)


def chosen_of(endings: list[Ending]) -> int:
    """The position of the run that the rule takes."""
    return choose_run([(ending.n_clusters, ending.energy) for ending in endings])


def _finished(workspace: Workspace, settings: Settings) -> EKNNclus | None:
    """The run made in the background for these very settings, once it has ended or was stopped."""
    run = runs.get(FIT, mark(workspace, settings))
    made_for, model = st.session_state.get(_FITTING, (None, None))
    if run is None or run.running or not run.steps or made_for != run.token:
        return None
    found: EKNNclus = model
    keep_graph(workspace, settings, found)
    return found


def _graph_mark(workspace: Workspace, settings: Settings) -> Hashable:
    return workspace.version, settings.graph_mark
