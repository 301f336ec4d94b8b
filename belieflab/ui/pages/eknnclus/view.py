"""The pictures of the EKNNclus page: the plane, curves over the sweeps, and many runs compared."""

from functools import partial

import numpy as np
import plotly.graph_objects as go
import streamlit as st

from belieflab.clustering import EKNNclus
from belieflab.clustering.eknnclus_sweeps import choose_run
from belieflab.figures.common.frames import draw_picture_first, frame_steps
from belieflab.figures.eknnclus import draw_clusters, draw_energy, draw_sweeps, seed_runs
from belieflab.ui.method import page
from belieflab.ui.method.charts import QUIET, Drawing, draw_beside
from belieflab.ui.method.context import Context
from belieflab.ui.method.controls import set_value
from belieflab.ui.method.live import Snapshot
from belieflab.ui.method.numbers import Number, adjusted_rand, draw_notes, draw_numbers
from belieflab.ui.method.plane import draw_waiting
from belieflab.ui.method.player import push_charts
from belieflab.ui.method.runs import Run
from belieflab.ui.method.tasks import Outcome, draw_task, resolve
from belieflab.ui.pages.eknnclus import text
from belieflab.ui.pages.eknnclus.fit import End, fit_task, keep_graph, seeds_task
from belieflab.ui.pages.eknnclus.settings import PAGE, view
from belieflab.ui.shell import lecture
from belieflab.ui.shell.buttons import draw_button

PLANE, CLUSTERS, ENERGY = f"{PAGE}.plane", f"{PAGE}.clusters", f"{PAGE}.energy"
COUNTS, ENERGIES = f"{PAGE}.counts", f"{PAGE}.energies"
TRACE_SIZE = 0.44, 0.48  # shares of the height, on a page and in a lecture
RUNS_HEIGHT = 290


def draw(context: Context, outcome: Outcome) -> Drawing | None:
    """Draw the plane on the left, traces and numbers on the right."""
    if not outcome.ready:
        what = view(context), (PLANE, CLUSTERS), "clusters"
        wait = partial(draw_waiting, value="n_clusters", log=True, colour_by="none")
        wait(context, fit_task(context), *what)
        return None
    model: EKNNclus = outcome.value
    keep_graph(context, model)
    drawing, traces = _pictures(context, model)
    with page.draw_pictures(drawing.figure, PLANE, traces, _explain_colours):
        if lecture.current() is None:
            draw_numbers(PAGE, _numbers(context, model))
            draw_notes(model)
            _draw_stability(context, model)
    return drawing


def _draw_stability(context: Context, model: EKNNclus) -> None:
    """Say beside the plane when other runs end with other numbers of clusters."""
    found = resolve(seeds_task(context, model.graph_))
    if found.ready and not found.outdated and not text.is_stable(found.value):
        st.caption(text.describe_unstable(found.value))


def snapshot(context: Context, model: EKNNclus) -> Snapshot:
    """What follows a slider that is dragged."""
    drawing, traces = _pictures(context, model)
    return Snapshot({PLANE: drawing.figure, **traces}, _numbers(context, model))


def _explain_colours() -> None:
    if lecture.current() is None:
        st.caption("A cluster keeps its colour over all sweeps; greyish ones die out later.")


def _pictures(context: Context, model: EKNNclus) -> tuple[Drawing, dict[str, go.Figure]]:
    steps = model.sweeps_

    def make() -> tuple[Drawing, dict[str, go.Figure]]:
        known = partial(draw_sweeps, labels=context.known_labels, truth=context.truth)
        plane = draw_picture_first(partial(known, context.dataset, steps, view(context)))
        size, shown = lecture.fit(*TRACE_SIZE), frame_steps(steps)
        traces = {
            key: draw_picture_first(partial(draw, steps, **size))
            for key, draw in ((CLUSTERS, draw_clusters), (ENERGY, draw_energy))
        }
        names, captions = [str(step.iteration) for step in shown], list(map(text.caption, shown))
        return Drawing(plane, PLANE, names, (PLANE, *traces), captions, "sweep"), traces

    return context.remember("pictures", (context.view_token, id(model), len(steps)), make)


def _numbers(context: Context, model: EKNNclus) -> dict[str, Number]:
    numbers: dict[str, Number] = {"Clusters": f"{model.n_clusters_:,}"}
    rand = adjusted_rand(context, model.labels_)
    if rand is not None:
        explained = "Adjusted Rand index with the true classes: 1 is perfect, 0 is chance."
        numbers["Agreement"] = (f"{rand:.3f}", explained)
    return numbers


def draw_below(context: Context, outcome: Outcome) -> None:
    """Draw many runs: Run and Stop, both pictures, the choice and why it is made so."""
    if not outcome.ready:
        return
    st.subheader("How many clusters? Compare many runs")
    panel, graph = st.container(), outcome.value.graph_
    truth, low = _true_clusters(context, outcome.value), graph.lowest_energy
    figures = {
        COUNTS: seed_runs.empty_counts(truth, height=RUNS_HEIGHT),
        ENERGIES: seed_runs.empty_energies(low, truth, height=RUNS_HEIGHT),
    }
    draw_beside(figures, config=QUIET, choose=partial(set_value, PAGE, "run"))
    with panel:
        found = draw_task(seeds_task(context, graph), live=_push_runs)
    _draw_choice(context, found.value or [])
    st.markdown(text.WHY_NOT_ENERGY)


def _true_clusters(context: Context, model: EKNNclus) -> tuple[int, float] | None:
    """How many true clusters there are and their energy, where they are all known."""
    truth, graph = context.truth, model.graph_
    if truth is None or (truth < 0).any():
        return None
    token = (context.workspace.version, id(graph))
    energy = context.remember("true energy", token, partial(graph.energy, truth))
    return len(np.unique(truth)), energy


def _push_runs(run: Run) -> None:
    ends: list[End] = list(run.steps)
    counts, energies = (list(column) for column in zip(*ends, strict=True))
    found = seed_runs.SeedRuns(range(len(ends)), counts, energies, choose_run(ends))
    contents = seed_runs.count_contents(found), seed_runs.energy_contents(found)
    push_charts(dict(zip((COUNTS, ENERGIES), contents, strict=True)))


def _draw_choice(context: Context, ends: list[End]) -> None:
    """What the runs say and a way to the one to take; before any, the line keeps its place."""
    said = f"Press Run to see what {context.settings.runs} runs find."
    chosen = choose_run(ends) if ends else context.settings.run
    with st.container(horizontal=True, vertical_alignment="center", key=f"{PAGE}_choice"):
        st.markdown(text.describe_choice(ends) if ends else said, width="content")
        if chosen != context.settings.run:
            show = partial(set_value, PAGE, "run", chosen)
            draw_button(f"Show run {chosen}", f"{PAGE}.show_chosen", show, icon="visibility")
    st.caption("A click on a bar or a dot shows that run above.")
