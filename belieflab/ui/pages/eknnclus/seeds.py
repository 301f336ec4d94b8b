"""Over many seeds: how often which number of clusters is found, growing while runs come in."""

from functools import partial

import numpy as np
import plotly.graph_objects as go
import streamlit as st

from belieflab.clustering import EKNNclus
from belieflab.figures.eknnclus.seed_runs import (
    KnownEnergies,
    SeedRuns,
    count_contents,
    empty_counts,
    empty_energies,
    energy_contents,
)
from belieflab.ui.method.context import Context
from belieflab.ui.method.controls import set_value
from belieflab.ui.method.player import push_traces
from belieflab.ui.method.runs import Run
from belieflab.ui.method.tasks import draw_run, resolve
from belieflab.ui.pages.eknnclus import text
from belieflab.ui.pages.eknnclus.fit import RunEnd, chosen_of, seeds_task
from belieflab.ui.pages.eknnclus.settings import PAGE
from belieflab.ui.shell import lecture

COUNTS, ENERGIES = f"{PAGE}.counts", f"{PAGE}.energies"
HEIGHT = 290
CONFIG = {"displaylogo": False, "displayModeBar": False}


def draw(context: Context, model: EKNNclus) -> None:
    """Draw the section: Run and Stop, both pictures, the choice and why it is made so."""
    st.subheader("How many clusters? Compare many runs")
    panel = st.container()
    known = _known_energies(context, model)
    figures = {
        COUNTS: empty_counts(known, height=_height(), scale=lecture.scale()),
        ENERGIES: empty_energies(known, height=_height(), scale=lecture.scale()),
    }
    for place, (key, figure) in zip(st.columns(2, gap="medium"), figures.items(), strict=True):
        with place:
            _draw_choosable(figure, key)
    task = seeds_task(context, model.graph_)
    with panel:
        draw_run(task, live=_push)
    _draw_choice(context, resolve(task).value or [])
    st.markdown(text.WHY_NOT_ENERGY)


def _known_energies(context: Context, model: EKNNclus) -> KnownEnergies:
    """The energies of all in one cluster and of the true clusters, where they are all known."""
    truth = context.truth
    if truth is None or (truth < 0).any():
        return KnownEnergies(model.graph_.lowest_energy)
    token = (context.workspace.version, id(model.graph_))
    energy = context.remember("true energy", token, partial(model.graph_.energy, truth))
    return KnownEnergies(model.graph_.lowest_energy, (len(np.unique(truth)), energy))


def _push(run: Run) -> None:
    ends: list[RunEnd] = list(run.steps)
    found = SeedRuns(
        [end.run for end in ends],
        [end.n_clusters for end in ends],
        [end.energy for end in ends],
        chosen_of(ends),
    )
    with st.container(gap=None):
        push_traces(f"{COUNTS}.push", COUNTS, count_contents(found))
        push_traces(f"{ENERGIES}.push", ENERGIES, energy_contents(found))


def _draw_choice(context: Context, ends: list[RunEnd]) -> None:
    """What the runs say and a way to the one to take; before any, the line keeps its place."""
    with st.container(horizontal=True, vertical_alignment="center", key=f"{PAGE}_choice"):
        if not ends:
            count = context.settings.runs
            st.markdown(f"Press Run to see what {count} runs find.", width="content")
        else:
            _draw_taken(context, ends)
    st.caption("A click on a bar or a dot shows that run above.")


def _draw_taken(context: Context, ends: list[RunEnd]) -> None:
    chosen = ends[chosen_of(ends)]
    st.markdown(text.describe_choice(ends), width="content")
    if chosen.run != context.settings.run:
        st.button(
            f"Show run {chosen.run}",
            key=f"{PAGE}.show_chosen",
            icon=":material/visibility:",
            on_click=set_value,
            args=(PAGE, "run", chosen.run),
        )


def _draw_choosable(figure: go.Figure, key: str) -> None:
    def take_click() -> None:
        points = (st.session_state.get(key) or {}).get("selection", {}).get("points", [])
        numbers = [point["customdata"] for point in points if point.get("customdata") is not None]
        if numbers:
            number = numbers[-1]
            set_value(PAGE, "run", int(number[0] if isinstance(number, list) else number))

    st.plotly_chart(figure, key=key, on_select=take_click, selection_mode="points", config=CONFIG)


def _height() -> int:
    return lecture.picture_height(HEIGHT, share=0.6)
