"""The evidential network on the page: its training step by step, live, and the choice of a size."""

from functools import partial

import numpy as np
import plotly.graph_objects as go
import streamlit as st

from belieflab.figures.common.error_curve import error_curve
from belieflab.figures.common.plane import draw_points
from belieflab.figures.common.trace import GROWN, draw_growing
from belieflab.figures.common.traces import WHITE_EDGE, scatter
from belieflab.figures.neighbours.classifier import prototype_contents
from belieflab.figures.neighbours.classifier_plane import PROTOTYPES
from belieflab.figures.neighbours.network_training import draw_loss, draw_training
from belieflab.neighbors import EvidentialNetwork
from belieflab.neighbors.planar import PlaneOfLearning
from belieflab.ui.method import page
from belieflab.ui.method.context import Context
from belieflab.ui.method.controls import set_value
from belieflab.ui.method.player import push_traces
from belieflab.ui.method.runs import Run
from belieflab.ui.method.tasks import draw_run
from belieflab.ui.pages.neighbours.fit import fit_task, shown_with, sizes_task
from belieflab.ui.pages.neighbours.settings import PAGE, view
from belieflab.ui.shell import lecture

FILM, LOSS = f"{PAGE}.film", f"{PAGE}.loss"
CONFIG = {"displaylogo": False, "scrollZoom": False}
HEIGHT = 250


def training_figure(context: Context, model: EvidentialNetwork) -> go.Figure:
    """The plane with a frame per chosen step of the training."""
    make = partial(draw_training, context.dataset, model, view(context), **shown_with(context))
    token = view(context), context.workspace.truth_hidden, id(model)
    return context.remember("film", token, make)


def draw_loss_curve(context: Context, model: EvidentialNetwork) -> None:
    """Draw the loss over iterations, its cursor in step with the plane."""
    height = lecture.picture_height(HEIGHT, 0.5)
    make = partial(draw_loss, model, height=height, scale=lecture.scale())
    figure = context.remember("loss", (context.fit_token, id(model), height), make)
    st.plotly_chart(figure, key=LOSS, config=CONFIG)


def draw_waiting(context: Context) -> None:
    """Draw Run and Stop, the prototypes as they move and the growing loss of a long training."""
    (left, right), look = page.pictures(), view(context)
    plane = look.plane(context.dataset)
    with left:
        draw = partial(draw_points, height=look.height, scale=look.scale, seed=look.seed)
        figure = draw(plane.points, plane.titles, labels=context.labels)
        cross = {"symbol": "cross", "size": 14 * look.scale, "edge": WHITE_EDGE}
        figure.add_trace(scatter(name="prototypes", legend=False, **cross))
        st.plotly_chart(figure, key=f"{FILM}.waiting", config=CONFIG)
    with right:
        loss = draw_growing("iteration", "loss", height=HEIGHT, scale=look.scale)
        st.plotly_chart(loss, key=f"{LOSS}.growing", config=CONFIG)
        draw_run(fit_task(context), partial(_push_progress, plane, len(figure.data) - 1))


def draw_choice(context: Context) -> None:
    """Draw the cross-validated error over the number of prototypes; a click takes the best."""
    st.markdown("**How many prototypes?**")
    draw_run(sizes_task(context), partial(_draw_sizes, context.settings.prototypes))


def _draw_sizes(current: int, run: Run) -> None:
    found = list(run.value)
    numbers = np.array([number for number, _ in found], dtype=np.int64)
    errors = np.array([error for _, error in found])
    draw = partial(error_curve, x_title="prototypes", y_title="cross-validated error")
    figure = draw(numbers, errors, current)
    st.plotly_chart(figure, key=f"{PAGE}.choice_curve", config={"displayModeBar": False})
    best = int(numbers[np.argmax(errors <= errors.min() + 1e-12)])
    st.button(
        f"Use {best} prototype{'' if best == 1 else 's'}",
        key=f"{PAGE}.use_prototypes",
        on_click=partial(set_value, PAGE, "prototypes", best),
        disabled=best == current,
    )


def _push_progress(plane: PlaneOfLearning, trace: int, run: Run) -> None:
    steps, model = list(run.steps), run.value.model
    if not isinstance(model, EvidentialNetwork):
        return
    grown = {"x": [step.iteration for step in steps], "y": [step.criterion for step in steps]}
    moved = prototype_contents(model.at_step(steps[-1]), plane)[PROTOTYPES]
    with st.container(gap=None):
        push_traces(f"{LOSS}.pushed", f"{LOSS}.growing", {GROWN: grown})
        push_traces(f"{FILM}.pushed", f"{FILM}.waiting", {trace: moved})
