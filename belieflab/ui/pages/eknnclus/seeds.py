"""Over many seeds: how often which number of clusters is found, growing while runs come in."""

from functools import partial

import numpy as np
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
from belieflab.ui.method.charts import draw_beside
from belieflab.ui.method.context import Context
from belieflab.ui.method.controls import set_value
from belieflab.ui.method.player import push_charts
from belieflab.ui.method.runs import Run
from belieflab.ui.method.tasks import draw_run, resolve
from belieflab.ui.pages.eknnclus import text
from belieflab.ui.pages.eknnclus.fit import RunEnd, chosen_of, seeds_task
from belieflab.ui.pages.eknnclus.settings import PAGE
from belieflab.ui.shell import lecture

COUNTS, ENERGIES = f"{PAGE}.counts", f"{PAGE}.energies"
HEIGHT = 290


def draw(context: Context, model: EKNNclus) -> None:
    """Draw the section: Run and Stop, both pictures, the choice and why it is made so."""
    st.subheader("How many clusters? Compare many runs")
    panel = st.container()
    known = _known_energies(context, model)
    height, scale = lecture.picture_height(HEIGHT, share=0.6), lecture.scale()
    figures = {
        COUNTS: empty_counts(known, height=height, scale=scale),
        ENERGIES: empty_energies(known, height=height, scale=scale),
    }
    config = {"displaylogo": False, "displayModeBar": False}
    draw_beside(figures, config=config, choose=partial(set_value, PAGE, "run"))
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
    push_charts({COUNTS: count_contents(found), ENERGIES: energy_contents(found)})


def _draw_choice(context: Context, ends: list[RunEnd]) -> None:
    """What the runs say and a way to the one to take; before any, the line keeps its place."""
    said = f"Press Run to see what {context.settings.runs} runs find."
    with st.container(horizontal=True, vertical_alignment="center", key=f"{PAGE}_choice"):
        st.markdown(text.describe_choice(ends) if ends else said, width="content")
        chosen = ends[chosen_of(ends)].run if ends else context.settings.run
        if chosen != context.settings.run:
            st.button(
                f"Show run {chosen}",
                key=f"{PAGE}.show_chosen",
                icon=":material/visibility:",
                on_click=set_value,
                args=(PAGE, "run", chosen),
            )
    st.caption("A click on a bar or a dot shows that run above.")
