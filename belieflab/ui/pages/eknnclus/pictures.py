"""The pictures of one run of EKNNclus: the plane and two traces that the player moves."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

import plotly.graph_objects as go
import streamlit as st

from belieflab.clustering import EKNNclus
from belieflab.data.dataset import Dataset
from belieflab.data.projection import project
from belieflab.figures.common.frames import pick_frames
from belieflab.figures.common.plane import draw_points
from belieflab.figures.common.trace import GROWN, draw_growing
from belieflab.figures.common.view import View
from belieflab.figures.eknnclus.sweep_curves import draw_clusters, draw_energy
from belieflab.figures.eknnclus.sweeps import draw_sweeps
from belieflab.ui.method import page, run_panel
from belieflab.ui.method.player import push_traces
from belieflab.ui.method.runs import Run
from belieflab.ui.pages.eknnclus import run as eknnclus_run
from belieflab.ui.pages.eknnclus import text
from belieflab.ui.pages.eknnclus.run import FIT, begin_fit, keep_newest
from belieflab.ui.pages.eknnclus.settings import PAGE, Settings
from belieflab.ui.shell import lecture
from belieflab.ui.shell.text import plain
from belieflab.ui.shell.truth import shown_truth
from belieflab.ui.shell.workspace import Workspace

PLANE, CLUSTERS, ENERGY = f"{PAGE}.plane", f"{PAGE}.clusters", f"{PAGE}.energy"
HEIGHT, TRACE_HEIGHT, NUMBER_WIDTH = 510, 215, 150
CONFIG = {"displaylogo": False, "scrollZoom": False}
SMALL_CONFIG = {"displayModeBar": False}


@dataclass(frozen=True)
class Pictures:
    """What the player moves: three figures with frames of the same names, words per frame."""

    plane: go.Figure
    clusters: go.Figure
    energy: go.Figure
    names: Sequence[str]
    captions: Sequence[str]


def make_pictures(
    workspace: Workspace, dataset: Dataset, model: EKNNclus, settings: Settings, look: View
) -> Pictures:
    """The pictures of a run; made once for the same run and look."""
    steps = model.sweeps_

    def make() -> Pictures:
        places = pick_frames(len(steps))
        words = text.captions(model)
        high, scale = lecture.picture_height(TRACE_HEIGHT, 0.48), lecture.scale()
        return Pictures(
            draw_sweeps(dataset, steps, look, truth=shown_truth(workspace)),
            draw_clusters(steps, height=high, scale=scale),
            draw_energy(steps, height=high, scale=scale),
            [str(steps[place].iteration) for place in places],
            [words[place] for place in places],
        )

    mark = (eknnclus_run.mark(workspace, settings), look, workspace.truth_hidden, len(steps))
    return keep_newest("pictures", mark, make)


def draw_pictures(pictures: Pictures, model: EKNNclus, rand: float | None) -> None:
    """Draw the plane on the left, traces and numbers on the right."""
    left, right = page.pictures()
    with left:
        st.plotly_chart(pictures.plane, key=PLANE, config=CONFIG)
        if lecture.present() is None:
            st.caption("A cluster keeps its colour over all sweeps; pale labels die out later.")
    with right:
        st.plotly_chart(pictures.clusters, key=CLUSTERS, config=SMALL_CONFIG)
        st.plotly_chart(pictures.energy, key=ENERGY, config=SMALL_CONFIG)
        if lecture.present() is None:
            draw_numbers(model, rand)


def draw_numbers(model: EKNNclus, rand: float | None) -> None:
    """The few numbers beside the picture, and what to say of the run."""
    with st.container(horizontal=True, key=f"{PAGE}_numbers"):
        st.metric("Clusters", f"{model.n_clusters_:,}", width=NUMBER_WIDTH)
        if rand is not None:
            st.metric(
                "Agreement",
                f"{rand:.3f}",
                width=NUMBER_WIDTH,
                help="Adjusted Rand index with the true classes: 1 is perfect, 0 is chance.",
            )
    if not getattr(model, "converged_", False):
        st.caption("Stopped before every object had kept its label.")
    for words in model.notes_:
        st.warning(plain(words), icon=":material/warning:")


def draw_waiting(workspace: Workspace, dataset: Dataset, settings: Settings, look: View) -> None:
    """Run, Stop and the growing trace of a run that takes its time."""
    left, right = page.pictures()
    with left:
        points, titles = project(dataset, *(look.axes or ("x1", "row")))
        figure = draw_points(
            points, titles, colour_by="none", height=look.height, scale=look.scale, seed=look.seed
        )
        st.plotly_chart(figure, key=f"{PLANE}.waiting", config=CONFIG)
    with right:
        growing = draw_growing("sweep", "clusters", height=TRACE_HEIGHT, scale=look.scale)
        growing.update_yaxes(type="log")
        st.plotly_chart(growing, key=f"{CLUSTERS}.growing", config=SMALL_CONFIG)
        run_panel.draw(
            FIT,
            "Run EKNNclus",
            begin=partial(begin_fit, workspace, dataset, settings),
            live=_push_clusters,
            word="sweep",
            help="This run may last more than a second, so it waits for you.",
        )


def _push_clusters(run: Run) -> None:
    steps = list(run.steps)
    grown = {"x": [step.iteration for step in steps], "y": [step.n_clusters for step in steps]}
    push_traces(f"{CLUSTERS}.pushed", f"{CLUSTERS}.growing", {GROWN: grown})
