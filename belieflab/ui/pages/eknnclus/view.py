"""The pictures of the EKNNclus page: the plane, clusters and energy over the sweeps."""

from collections.abc import Sequence
from dataclasses import dataclass

import plotly.graph_objects as go
import streamlit as st

from belieflab.clustering import EKNNclus
from belieflab.figures.common.frames import pick_frames
from belieflab.figures.eknnclus import draw_clusters, draw_energy, draw_sweeps
from belieflab.ui.method import page
from belieflab.ui.method.charts import QUIET, draw_chart
from belieflab.ui.method.context import Context
from belieflab.ui.method.method_page import Drawing
from belieflab.ui.method.numbers import Number, draw_numbers
from belieflab.ui.method.tasks import Outcome
from belieflab.ui.method.waiting import draw_waiting
from belieflab.ui.pages.eknnclus import seeds, text
from belieflab.ui.pages.eknnclus.fit import fit_task, keep_graph
from belieflab.ui.pages.eknnclus.settings import PAGE, view
from belieflab.ui.shell import lecture
from belieflab.ui.shell.text import plain

PLANE, CLUSTERS, ENERGY = f"{PAGE}.plane", f"{PAGE}.clusters", f"{PAGE}.energy"
TRACE_HEIGHT = 215


@dataclass(frozen=True)
class Pictures:
    """Three figures with frames of the same names, and a caption per frame."""

    plane: go.Figure
    clusters: go.Figure
    energy: go.Figure
    names: Sequence[str]
    captions: Sequence[str]


def draw(context: Context, outcome: Outcome) -> Drawing | None:
    """Draw the plane on the left, traces and numbers on the right."""
    if not outcome.ready:
        draw_waiting(
            context,
            fit_task(context),
            view(context),
            (PLANE, CLUSTERS),
            "clusters",
            height=TRACE_HEIGHT,
            value="n_clusters",
            log=True,
            colour_by="none",
        )
        return None
    model: EKNNclus = outcome.value
    keep_graph(context, model)
    pictures = _make(context, model)
    left, right = page.pictures()
    with left:
        draw_chart(pictures.plane, PLANE)
        if lecture.current() is None:
            st.caption("A cluster keeps its colour over all sweeps; pale labels die out later.")
    with right:
        draw_chart(pictures.clusters, CLUSTERS, QUIET)
        draw_chart(pictures.energy, ENERGY, QUIET)
        if lecture.current() is None:
            _draw_numbers(context, model)
    charts = (PLANE, CLUSTERS, ENERGY)
    return Drawing(pictures.plane, PLANE, pictures.names, charts, pictures.captions, "sweep")


def draw_below(context: Context, outcome: Outcome) -> None:
    """Draw the comparison of many runs."""
    if outcome.ready and lecture.shows("runs"):
        seeds.draw(context, outcome.value)


def _make(context: Context, model: EKNNclus) -> Pictures:
    steps = model.sweeps_

    def make() -> Pictures:
        places = pick_frames(len(steps))
        captions = text.captions(model)
        height, scale = lecture.picture_height(TRACE_HEIGHT, 0.48), lecture.scale()
        return Pictures(
            draw_sweeps(context.dataset, steps, view(context), truth=context.truth),
            draw_clusters(steps, height=height, scale=scale),
            draw_energy(steps, height=height, scale=scale),
            [str(steps[place].iteration) for place in places],
            [captions[place] for place in places],
        )

    return context.remember("pictures", (context.view_token, id(model), len(steps)), make)


def _draw_numbers(context: Context, model: EKNNclus) -> None:
    numbers: dict[str, Number] = {"Clusters": f"{model.n_clusters_:,}"}
    rand = text.agreement(context, model)
    if rand is not None:
        explained = "Adjusted Rand index with the true classes: 1 is perfect, 0 is chance."
        numbers["Agreement"] = (f"{rand:.3f}", explained)
    draw_numbers(PAGE, numbers)
    if not getattr(model, "converged_", False):
        st.caption("Stopped before every object had kept its label.")
    for note in model.notes_:
        st.warning(plain(note), icon=":material/warning:")
