"""Over many seeds: how often which number of clusters is found, growing while runs come in."""

from functools import partial

import numpy as np
import plotly.graph_objects as go
import streamlit as st

from belieflab.clustering import EKNNclus
from belieflab.data.dataset import Dataset
from belieflab.figures.eknnclus.seed_runs import (
    KnownEnergies,
    SeedRuns,
    count_contents,
    empty_counts,
    empty_energies,
    energy_contents,
)
from belieflab.ui.method import run_panel
from belieflab.ui.method.player import push_traces
from belieflab.ui.method.runs import Run
from belieflab.ui.pages.eknnclus import text
from belieflab.ui.pages.eknnclus.run import (
    SEEDS,
    Ending,
    begin_seeds,
    chosen_of,
    keep_newest,
    present_endings,
)
from belieflab.ui.pages.eknnclus.settings import PAGE, Settings, show_run
from belieflab.ui.shell import lecture
from belieflab.ui.shell.truth import shown_truth
from belieflab.ui.shell.workspace import Workspace

COUNTS, ENERGIES = f"{PAGE}.counts", f"{PAGE}.energies"
HEIGHT = 290
CONFIG = {"displaylogo": False, "displayModeBar": False}


def draw(
    workspace: Workspace, dataset: Dataset, settings: Settings, n_runs: int, model: EKNNclus
) -> None:
    """Draw the section: Run and Stop, both pictures, the choice and why it is made so."""
    st.subheader("How many clusters? Ask many runs")
    endings = present_endings(workspace, settings, n_runs)
    panel = st.container()
    known = know(workspace, dataset, model)
    left, right = st.columns(2, gap="medium")
    with left:
        figure = empty_counts(known, height=_high(), scale=lecture.scale())
        _draw_choosable(figure, COUNTS)
    with right:
        figure = empty_energies(known, height=_high(), scale=lecture.scale())
        _draw_choosable(figure, ENERGIES)
    with panel:
        _draw_panel(workspace, dataset, settings, n_runs, model)
    _draw_choice(endings, settings, n_runs)
    st.markdown(text.WHY_NOT_ENERGY)


def know(workspace: Workspace, dataset: Dataset, model: EKNNclus) -> KnownEnergies:
    """The energies of all in one cluster and of the true clusters, where they are all known."""
    truth = shown_truth(workspace)
    if truth is None or (truth < 0).any():
        return KnownEnergies(model.graph_.lowest_energy)
    made_for = (workspace.version, id(model.graph_))
    energy = keep_newest("truth", made_for, partial(model.graph_.energy, truth))
    return KnownEnergies(model.graph_.lowest_energy, (len(np.unique(truth)), energy))


def view(endings: list[Ending]) -> SeedRuns:
    """What the pictures draw of the runs."""
    return SeedRuns(
        [ending.run for ending in endings],
        [ending.n_clusters for ending in endings],
        [ending.energy for ending in endings],
        chosen_of(endings),
    )


def _draw_panel(
    workspace: Workspace, dataset: Dataset, settings: Settings, n_runs: int, model: EKNNclus
) -> None:
    def push(run: Run) -> None:
        seen = view(list(run.steps))
        with st.container(gap=None):
            push_traces(f"{COUNTS}.push", COUNTS, count_contents(seen))
            push_traces(f"{ENERGIES}.push", ENERGIES, energy_contents(seen))

    run_panel.draw(
        SEEDS,
        f"Run {n_runs} times",
        begin=partial(begin_seeds, workspace, dataset, settings, n_runs, model.graph_),
        live=push,
        word="run",
        resumable=True,
        help="The same settings, other orders of visit; the neighbours are searched only once.",
    )


def _draw_choice(endings: list[Ending], settings: Settings, n_runs: int) -> None:
    """What the runs say and a way to the one to take; before any, the line keeps its place."""
    with st.container(horizontal=True, vertical_alignment="center", key=f"{PAGE}_choice"):
        if not endings:
            st.markdown(f"Press Run: what {n_runs} runs find is told here.", width="content")
        else:
            _draw_taken(endings, settings, n_runs)
    st.caption("A click on a bar or a dot shows that run above.")


def _draw_taken(endings: list[Ending], settings: Settings, n_runs: int) -> None:
    chosen = endings[chosen_of(endings)]
    st.markdown(text.describe_choice(endings, n_runs), width="content")
    if chosen.run != settings.run:
        st.button(
            f"Show run {chosen.run}",
            key=f"{PAGE}.show_chosen",
            icon=":material/visibility:",
            on_click=show_run,
            args=(chosen.run,),
        )


def _draw_choosable(figure: go.Figure, key: str) -> None:
    def choose() -> None:
        points = (st.session_state.get(key) or {}).get("selection", {}).get("points", [])
        numbers = [point["customdata"] for point in points if point.get("customdata") is not None]
        if numbers:
            number = numbers[-1]
            show_run(int(number[0] if isinstance(number, list) else number))

    st.plotly_chart(figure, key=key, on_select=choose, selection_mode="points", config=CONFIG)


def _high() -> int:
    return lecture.picture_height(HEIGHT, share=0.6)
