"""The pictures of the Mixture page: plane and trace over iterations, or over nonspecificity."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np
import plotly.graph_objects as go
import streamlit as st

from belieflab.data.projection import project
from belieflab.figures.common.plane import draw_points
from belieflab.figures.common.trace import Curve, draw_growing, draw_trace
from belieflab.figures.mixture.fit import (
    FitState,
    MixtureView,
    component_names,
    draw_criterion,
    draw_states,
    fit_states,
    level_states,
)
from belieflab.iteration import Ending
from belieflab.mixture.levels import LevelFit
from belieflab.mixture.scoring import Agreement, agree, match
from belieflab.ui.method import page
from belieflab.ui.method.context import Context
from belieflab.ui.method.method_page import Drawing
from belieflab.ui.method.numbers import Number, draw_numbers
from belieflab.ui.method.plane_axes import chosen_axes
from belieflab.ui.method.player import push_steps
from belieflab.ui.method.tasks import Outcome, draw_run
from belieflab.ui.pages.mixture.fit import MixtureFit, over_levels, score, task
from belieflab.ui.pages.mixture.settings import PAGE
from belieflab.ui.shell import lecture
from belieflab.ui.shell.text import plain

PLANE, TRACE = f"{PAGE}.plane", f"{PAGE}.trace"
PLANE_HEIGHT, TRACE_HEIGHT = 500, 260
CONFIG = {"displaylogo": False, "scrollZoom": False}
LEVEL_TEXT = (
    "Every level has labels of its own: right, but vaguer from left to right. The same model is "
    "fitted to each. Drag the slider and watch the outlines and the error."
)


@dataclass(frozen=True)
class Pictures:
    """Two figures with frames of the same names, and a caption per frame."""

    plane: go.Figure
    trace: go.Figure
    names: Sequence[str]
    captions: Sequence[str]


def draw(context: Context, outcome: Outcome) -> Drawing | None:
    """Draw plane and trace side by side, or Run and the growing trace while there is no fit."""
    if not outcome.ready:
        _draw_waiting(context)
        return None
    left, right = page.pictures()
    fit = outcome.value
    pictures = _level_pictures(context, fit) if over_levels(context) else _pictures(context, fit)
    with left:
        st.plotly_chart(pictures.plane, key=PLANE, config=CONFIG)
    with right:
        st.plotly_chart(pictures.trace, key=TRACE, config=CONFIG)
        if over_levels(context):
            st.caption(LEVEL_TEXT)
        else:
            _draw_numbers(context, fit)
    return Drawing(
        pictures.plane,
        PLANE,
        pictures.names,
        (PLANE, TRACE),
        pictures.captions,
        "nonspecificity" if over_levels(context) else "iteration",
        is_result=not over_levels(context),
        has_tabs=not over_levels(context),
    )


def look(context: Context) -> MixtureView:
    """How the fit is looked at."""
    settings = context.settings
    return MixtureView(
        chosen_axes(context.dataset, settings),
        settings.show,
        settings.regions,
        settings.outline,
        height=lecture.picture_height(PLANE_HEIGHT),
        scale=lecture.scale(),
        seed=context.seed,
    )


def _draw_numbers(context: Context, fit: MixtureFit) -> None:
    model, found = fit.model, score(context, fit)
    numbers: dict[str, Number] = {
        "Log-likelihood": f"{model.log_likelihood_:,.2f}",
        "Iterations": str(model.n_iter_),
        "BIC": (f"{model.bic():,.1f}", "-2 L + d ln n; smaller is better."),
    }
    if found is not None:
        numbers["Training error"] = (f"{found.error:.1%}", "Against the true classes.")
    draw_numbers(PAGE, numbers)
    for note in model.notes_:
        st.warning(plain(note), icon=":material/warning:")
    if model.ending_ is Ending.STOPPED:
        st.caption("EM was stopped before it had converged.")
    if model.ending_ is Ending.MAX_ITER:
        st.caption(f"EM had not converged after {model.max_iter} iterations, its limit.")


def _pictures(context: Context, fit: MixtureFit) -> Pictures:
    """Plane and trace over the iterations of the fit."""
    found = score(context, fit)

    def make() -> Pictures:
        states = fit_states(fit.model)
        return Pictures(
            draw_states(
                context.dataset,
                states,
                component_names(fit.model),
                look(context),
                labels=context.labels,
                truth=context.truth,
                class_of=None if found is None else found.class_of,
            ),
            draw_criterion(fit.model, height=_trace_height(), scale=lecture.scale()),
            [state.name for state in states],
            _captions(context, fit, states, found),
        )

    return context.remember("pictures", (context.view_token, id(fit.model)), make)


def _level_pictures(context: Context, fits: list[LevelFit]) -> Pictures:
    """Plane and error (likelihood while the truth is hidden) over levels of nonspecificity."""

    def make() -> Pictures:
        states, truth, dataset = level_states(fits), context.truth, context.dataset
        names = [state.name for state in states]
        levels = np.array([fit.nonspecificity for fit in fits])
        errors = np.array([fit.agreement.error for fit in fits])
        heights = np.array([fit.log_likelihood for fit in fits])
        across = "mean nonspecificity of the labels"
        if truth is None:
            curve = Curve(levels, heights, across, "log-likelihood L")
            captions = [f"L {height:,.1f}" for height in heights]
        else:
            curve = Curve(levels, errors, across, "error", percent=True)
            captions = [f"error {error:.1%}" for error in errors]
        everyone = np.arange(len(dataset.class_names))
        return Pictures(
            draw_states(
                dataset,
                states,
                dataset.class_names,
                look(context),
                truth=truth,
                class_of=everyone,
            ),
            draw_trace(
                curve, names, range(len(names)), height=_trace_height(), scale=lecture.scale()
            ),
            names,
            captions,
        )

    return context.remember("level pictures", (context.view_token, len(fits)), make)


def _draw_waiting(context: Context) -> None:
    """The points, Run and Stop, and the trace as it grows."""
    left, right = page.pictures()
    asked = task(context)
    with left:
        points, titles = project(context.dataset, *chosen_axes(context.dataset, context.settings))
        figure = draw_points(
            points,
            titles,
            labels=context.labels,
            height=lecture.picture_height(PLANE_HEIGHT),
            scale=lecture.scale(),
            seed=context.seed,
        )
        st.plotly_chart(figure, key=f"{PLANE}.waiting", config=CONFIG)
    with right:
        figure = draw_growing(
            asked.unit, "log-likelihood L", height=TRACE_HEIGHT, scale=lecture.scale()
        )
        st.plotly_chart(figure, key=f"{TRACE}.growing", config=CONFIG)
        draw_run(asked, live=None if over_levels(context) else partial(push_steps, TRACE))


def _captions(
    context: Context, fit: MixtureFit, states: Sequence[FitState], found: Agreement | None
) -> list[str]:
    """Error of each frame, or its likelihood while the truth is hidden: short, for the player."""
    truth = context.truth
    if truth is None or found is None:
        heights = {str(step.iteration): step.criterion for step in fit.model.history_.steps}
        return [f"L {heights[state.name]:,.1f}" for state in states]
    count = len(context.dataset.class_names)
    compare = (
        partial(agree, class_of=found.class_of)
        if fit.named
        else partial(match, n_components=len(found.class_of))
    )
    errors = [compare(truth, state.decisions, count).error for state in states]
    return [f"error {error:.1%}" for error in errors]


def _trace_height() -> int:
    return lecture.picture_height(TRACE_HEIGHT, 0.5)
